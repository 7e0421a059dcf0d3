/** A link that makes another device mine as well, to copy, or to read with its camera. */

import { useState } from "preact/hooks";
import { post } from "../net/api";
import { copy } from "../ui/copy";
import { trying } from "../ui/notice";
import { Button } from "../ui/parts";
import type { Link } from "../wire";
import { atMoment, t } from "../words/i18n";

/** `table`: where whoever follows it comes to. */
export function DeviceLink({ table }: { table?: string }) {
  const [link, setLink] = useState<Link | null>(null);
  const path = table ? `/api/me/links?table=${table}` : "/api/me/links";
  const make = async (): Promise<void> => setLink(await trying(() => post<Link>(path)));
  if (!link) {
    return (
      <Button icon="phone" onClick={() => void make()}>
        {t("Create a link")}
      </Button>
    );
  }
  return (
    <div class="page-link">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`}
        alt={t("QR code for the link")}
        width={200}
        height={200}
      />
      <div>
        <p>
          <code>{link.url}</code>
        </p>
        <p class="faint">{t("Valid until {moment}.", { moment: atMoment(link.expires) })}</p>
        <div class="buttons">
          <Button icon="copy" onClick={() => void copy(link.url)}>
            {t("Copy the link")}
          </Button>
          <Button kind="quiet" onClick={() => void make()}>
            {t("Create a new link")}
          </Button>
        </div>
      </div>
    </div>
  );
}
