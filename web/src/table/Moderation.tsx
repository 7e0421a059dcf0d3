/** What the host can do about people who disturb: mute them, remove them, and take either back. */

import { useState } from "preact/hooks";
import type { Session } from "../store/session";
import type { TableState } from "../store/table";
import { Button, Dialog } from "../ui/parts";
import type { Barred, Spoke } from "../wire";
import { t } from "../words/i18n";

/** What the host may do about a person who said something. */
interface Deeds {
  mute: "do" | "lift" | null;
  remove: "do" | "lift" | null;
  /** They play, so the others decide about their seat. */
  plays: boolean;
}

/** Only what the table will grant: a stand-in host removes nobody, and nobody mutes who opened the table. */
export function deedsAbout({ facts, mine, opener }: TableState, own: string, said: Spoke): Deeds {
  const { name, seat = null } = said;
  const theirs = said.opener || (seat ? mine.includes(seat) : name === own);
  if (theirs || facts.talk === "closed") return { mute: null, remove: null, plays: false };
  const deed = (barred: readonly Barred[] = []): "do" | "lift" =>
    barred.some((one) => one.name === name && (one.seat ?? null) === seat) ? "lift" : "do";
  const seated = seat !== null || facts.seats.some((one) => one.name === name);
  const plays = opener && seated && facts.state !== "gathering";
  return { mute: deed(facts.muted), remove: opener && !plays ? deed(facts.removed) : null, plays };
}

/** For the host: a button beside what somebody else said, and the sheet that it opens. */
export function SpeakerMenu({ session, said }: { session: Session; said: Spoke }) {
  const [open, setOpen] = useState(false);
  const may = deedsAbout(session.state.value, session.me?.name ?? "", said);
  if (!may.mute && !may.remove) return null;
  const { name } = said;
  const act = (deed: "mute" | "remove"): void => {
    session.ask({ do: deed, entry: said.n, ...(may[deed] === "lift" && { lift: true }) });
    setOpen(false);
  };
  const { opener } = session.state.value;
  const label = opener ? t("Mute or remove {name}", { name }) : t("Mute {name}", { name });
  return (
    <>
      <button type="button" class="tb-speaker" aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span aria-hidden="true">⋯</span>
      </button>
      {open && (
        <Dialog title={name} close={() => setOpen(false)} class="tb-moderation">
          {may.mute && (
            <p>
              <Button onClick={() => act("mute")}>
                {may.mute === "lift" ? t("Unmute {name}", { name }) : t("Mute {name}", { name })}
              </Button>
              {may.mute === "do" && <small>{t("They can’t talk at this table until you unmute them.")}</small>}
            </p>
          )}
          {may.remove && (
            <p>
              <Button onClick={() => act("remove")}>
                {may.remove === "lift" ? t("Let {name} back in", { name }) : t("Remove {name}", { name })}
              </Button>
              {may.remove === "do" && <small>{t("They can’t come to this table until you let them back in.")}</small>}
            </p>
          )}
          {may.plays && <p class="faint">{t("You can’t remove {name} from the game. Players decide about seats by vote.", { name })}</p>}
        </Dialog>
      )}
    </>
  );
}

/** For the host: who is muted or removed, with a button that takes it back, where the host may. */
export function BarredPeople({ session }: { session: Session }) {
  const { facts, mine, muted: isMuted, opener } = session.state.value;
  const { muted = [], removed = [] } = facts;
  const open = facts.talk !== "closed";
  const isOwn = ({ seat, name }: Barred): boolean =>
    isMuted && (seat ? mine.includes(seat) : name === session.me?.name);
  const line = (one: Barred, words: string, deed: "mute" | "remove", undo: string | false) => (
    <li key={one.entry}>
      <span>{words}</span>
      {undo && <Button onClick={() => session.ask({ do: deed, entry: one.entry, lift: true })}>{undo}</Button>}
    </li>
  );
  return (
    <ul class="plain tb-barred" aria-label={t("Muted or removed")}>
      {muted.map((one) => {
        const undo = open && !isOwn(one) && t("Unmute {name}", { name: one.name });
        return line(one, t("{name} is muted.", { name: one.name }), "mute", undo);
      })}
      {removed.map((one) => {
        const undo = open && opener && t("Let {name} back in", { name: one.name });
        return line(one, t("{name} has been removed.", { name: one.name }), "remove", undo);
      })}
    </ul>
  );
}
