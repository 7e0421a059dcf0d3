/** Between two people at one device: the server sends nobody's cards until the right person says so. */

import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../store/session";
import { Button } from "../ui/parts";
import type { Seat } from "../wire";
import { t } from "../words/i18n";

export function Curtain({ session, seat }: { session: Session; seat: Seat }) {
  const name = session.name(seat);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), [seat]);
  return (
    <div class="tb-curtain" ref={box}>
      <div class="tb-note">
        <span class="tb-token" aria-hidden="true">
          {seat}
        </span>
        <h2>{t("Pass the device to {name}.", { name })}</h2>
        <Button kind="main" onClick={() => session.look(seat)}>
          {t("I’m {name}. Show my cards", { name })}
        </Button>
      </div>
    </div>
  );
}
