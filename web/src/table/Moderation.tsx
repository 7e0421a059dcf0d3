/** What the host can do about people who disturb: mute them, remove them, and take either back. */

import { useState } from "preact/hooks";
import type { Session } from "../store/session";
import { Button, Dialog } from "../ui/parts";
import type { Barred, Spoke } from "../wire";
import { t } from "../words/i18n";

/** Whether the host said this. */
function isOwn(session: Session, { seat, name }: Spoke): boolean {
  return seat ? session.state.value.mine.includes(seat) : name === session.me?.name;
}

/** For the host: a button beside what somebody else said, and the sheet that it opens. */
export function SpeakerMenu({ session, said }: { session: Session; said: Spoke }) {
  const [open, setOpen] = useState(false);
  if (isOwn(session, said)) return null;
  const { facts } = session.state.value;
  const { name } = said;
  const plays = Boolean(said.seat) && facts.state !== "gathering";
  const act = (deed: "mute" | "remove"): void => {
    session.ask({ do: deed, entry: said.n });
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        class="tb-speaker"
        aria-label={t("Mute or remove {name}", { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {open && (
        <Dialog title={name} close={() => setOpen(false)} class="tb-moderation">
          {facts.talk !== "closed" && (
            <p>
              <Button onClick={() => act("mute")}>{t("Mute {name}", { name })}</Button>
              <small>{t("They cannot talk at this table until you allow it again.")}</small>
            </p>
          )}
          {!plays && (
            <p>
              <Button onClick={() => act("remove")}>{t("Remove {name}", { name })}</Button>
              <small>{t("They cannot come to this table until you allow it again.")}</small>
            </p>
          )}
          {plays && <p class="faint">{t("{name} plays: the others decide about seats by vote.", { name })}</p>}
        </Dialog>
      )}
    </>
  );
}

/** For the host: who is muted or removed, with a button that takes it back. */
export function BarredPeople({ session }: { session: Session }) {
  const { muted = [], removed = [] } = session.state.value.facts;
  const line = (one: Barred, words: string, deed: "mute" | "remove", undo: string) => (
    <li key={one.entry}>
      <span>{words}</span>
      <Button onClick={() => session.ask({ do: deed, entry: one.entry, lift: true })}>{undo}</Button>
    </li>
  );
  return (
    <ul class="plain tb-barred" aria-label={t("Muted or removed")}>
      {muted.map((one) =>
        line(one, t("{name} is muted.", { name: one.name }), "mute", t("Let {name} talk", { name: one.name })),
      )}
      {removed.map((one) =>
        line(one, t("{name} is removed.", { name: one.name }), "remove", t("Let {name} come again", { name: one.name })),
      )}
    </ul>
  );
}
