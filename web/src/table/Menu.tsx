/** What is seldom needed: a menu, and the sheets that it opens. */

import { Settings } from "../home/Settings";
import type { Session } from "../store/session";
import type { IconName } from "../ui/icons";
import { Button, Dialog } from "../ui/parts";
import { Icon } from "../ui/icons";
import { part } from "../ui/part";
import { Link } from "../ui/router";
import { atMoment, t } from "../words/i18n";
import { recordName, whyNotBack, type Sheet } from "./asked";
import { Invite } from "./Invite";

const DeviceLink = part(() => import("../home/DeviceLink").then((one) => one.DeviceLink));

interface Props {
  session: Session;
  open(sheet: Sheet | null): void;
}

export function Menu({ session, open }: Props) {
  const { facts, mine } = session.state.value;
  const playing = facts.state === "playing";
  const going = playing || facts.state === "gathering";
  const back = (facts.take_back ?? []).filter((seat) => mine.includes(seat));
  const entry = (sheet: Sheet, icon: IconName, words: string) => (
    <li>
      <button type="button" class="tb-entry" onClick={() => open(sheet)}>
        <Icon name={icon} />
        {words}
      </button>
    </li>
  );
  const deed = (icon: IconName, words: string, act: () => void, not = "") => (
    <li>
      <button
        type="button"
        class="tb-entry"
        disabled={Boolean(not)}
        onClick={() => {
          act();
          open(null);
        }}
      >
        <Icon name={icon} />
        <span>
          {words}
          {not && <small>{not}</small>}
        </span>
      </button>
    </li>
  );
  return (
    <Dialog title={t("Menu")} close={() => open(null)} class="tb-menu">
      <ul class="plain">
        {playing && session.acting.value && facts.hints && !session.thinking.value && deed("bulb", t("Hint"), () => session.hint())}
        {playing &&
          back.map((seat) =>
            deed(
              "undo",
              mine.length > 1 ? t("Take back ({name})", { name: session.name(seat) }) : t("Take back"),
              () => session.ask({ do: "take-back", seat }),
              whyNotBack(session),
            ),
          )}
        {going && entry("invite", "link", t("Invite"))}
        {going && mine.length > 0 && entry("phone", "phone", t("Continue on my phone"))}
        {entry("rules", "help", t("Rules"))}
        {facts.what_if && (
          <li>
            <Link to={`/t/${facts.what_if}`} class="tb-entry">
              <Icon name="turn" />
              {t("Continued from this game")}
            </Link>
          </li>
        )}
        {entry("settings", "gear", t("Settings"))}
        {entry("shuffle", "flip", t("How the cards were shuffled"))}
        {playing && mine.length > 0 && entry("end", "stop", endWords(session))}
        {playing && mine.length > 0 && entry("leave", "back", t("Leave the game"))}
        {facts.state === "gathering" && session.host.value && entry("close", "stop", t("Close this table"))}
      </ul>
    </Dialog>
  );
}

export function InviteSheet({ session, open }: Props) {
  return (
    <Dialog title={t("Invite")} close={() => open(null)}>
      <Invite session={session} />
    </Dialog>
  );
}

/** Who follows the link comes to this table, in the same seat. */
export function PhoneSheet({ session, open }: Props) {
  return (
    <Dialog title={t("Continue on my phone")} close={() => open(null)}>
      <p>{t("Create a link and open it on your other device. It works only once and expires soon. Don’t show it to anyone else: whoever opens it is signed in as you.")}</p>
      <DeviceLink table={session.id} />
    </Dialog>
  );
}

/** Whether nobody but bots would have to agree. */
const alone = (session: Session): boolean =>
  session.state.value.facts.seats.every(({ seat, bot }) => bot || session.state.value.mine.includes(seat));

const endWords = (session: Session): string =>
  alone(session) ? t("End the game") : t("Ask to end the game");

/** Something that concerns the others as well is asked twice. */
export function SureSheet({ session, open, about }: Props & { about: "end" | "leave" }) {
  const { mine } = session.state.value;
  const ending = about === "end";
  const act = (): void => {
    if (ending) {
      const [seat] = mine;
      if (seat !== undefined) session.ask({ do: "propose-end", seat });
    } else for (const seat of mine) session.ask({ do: "stand", seat });
    open(null);
  };
  return (
    <Dialog title={ending ? endWords(session) : t("Leave the game")} close={() => open(null)}>
      <p>
        {ending
          ? alone(session)
            ? t("The game will end without a result.")
            : t("If everyone agrees, the game will end without a result.")
          : alone(session)
            ? t("The game will wait for you. You can sit down again later.")
            : t("The others will decide whether to wait, let a bot play, or end the game. You can sit down again later.")}
      </p>
      <div class="buttons">
        <Button kind="main" onClick={act}>
          {!ending ? t("Leave") : alone(session) ? t("End the game") : t("Ask the others")}
        </Button>
        <Button onClick={() => open(null)}>{t("Keep playing")}</Button>
      </div>
    </Dialog>
  );
}

/** A table that is not wanted any more. */
export function CloseSheet({ session, open }: Props) {
  const close = (): void => {
    session.ask({ do: "propose-end" });
    open(null);
  };
  return (
    <Dialog title={t("Close this table")} close={() => open(null)}>
      <p>{t("Nobody will be able to join or play here any more.")}</p>
      <div class="buttons">
        <Button kind="main" onClick={close}>
          {t("Close this table")}
        </Button>
        <Button onClick={() => open(null)}>{t("Keep it open")}</Button>
      </div>
    </Dialog>
  );
}

export function ShuffleSheet({ session, open }: Props) {
  return (
    <Dialog title={t("How the cards were shuffled")} close={() => open(null)}>
      <Shuffle session={session} />
    </Dialog>
  );
}

/** What proves that nobody changed the deals during the game. */
export function Shuffle({ session }: { session: Session }) {
  const { commitment, seed, nonce, told } = session.state.value.facts.shuffle;
  return (
    <div class="tb-shuffle">
      <p>
        {t("Before the first move, the server fixes the order of all the cards and shows a fingerprint of it. After the game, it shows what the fingerprint was made from, so that anyone can check.")}
      </p>
      <dl>
        <dt>{t("Fingerprint (SHA-256 of seed:nonce)")}</dt>
        <dd>
          <code>{commitment}</code>
        </dd>
        {seed && nonce && (
          <>
            <dt>{t("Seed")}</dt>
            <dd>
              <code>{seed}</code>
            </dd>
            <dt>{t("Nonce")}</dt>
            <dd>
              <code>{nonce}</code>
            </dd>
          </>
        )}
      </dl>
      {told && (
        <p>{t("This is a deal of the day. Its seed and nonce stay secret until the day is over ({moment}).", { moment: atMoment(told) })}</p>
      )}
      <p>
        {seed
          ? t("To check it, download the game’s record and run:")
          : t("Once the seed is shown here, download the game’s record and run:")}{" "}
        <code>{`upturn verify ${recordName(session.state.value)}`}</code>
      </p>
    </div>
  );
}

export function SettingsSheet({ open }: Props) {
  return (
    <Dialog title={t("Settings")} close={() => open(null)}>
      <Settings />
    </Dialog>
  );
}
