/** How others come to this table: a link, a code in large letters, and a QR code for phones. */

import type { Session } from "../store/session";
import { copy } from "../ui/copy";
import { Button, Field } from "../ui/parts";
import { t } from "../words/i18n";

export function Invite({ session }: { session: Session }) {
  const { facts } = session.state.value;
  const link = `${location.origin}/j/${facts.code}`;
  const share = (): void => {
    const text = t("Come and play {game} with me.", { game: session.face.name });
    void navigator.share({ title: session.face.name, text, url: link }).catch(() => undefined);
  };
  return (
    <div class="tb-invite">
      <p>{t("Anyone with the link or the code can join or watch.")}</p>
      <div class="tb-code" role="group" aria-label={t("Code: {code}", { code: [...facts.code].join(" ") })}>
        {[...facts.code].map((letter, at) => (
          <span key={at} aria-hidden="true">
            {letter}
          </span>
        ))}
      </div>
      <div class="tb-link">
        <Field label={t("Link")}>
          {(id) => <input id={id} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />}
        </Field>
        <Button icon="copy" onClick={() => void copy(link)}>
          {t("Copy")}
        </Button>
        {"share" in navigator && (
          <Button icon="share" onClick={share}>
            {t("Share")}
          </Button>
        )}
      </div>
      <img
        class="tb-qr"
        src={`/api/tables/${facts.id}/qr.svg`}
        alt={t("QR code for this table")}
        width={180}
        height={180}
        loading="lazy"
      />
    </div>
  );
}
