/** Before the game: chairs around a table, to sit down in, or for the host to fill with bots. */

import { useState } from "preact/hooks";
import { clockLine } from "../home/words";
import type { Session } from "../store/session";
import { Button, Dialog, Field, NameInput, Select } from "../ui/parts";
import type { Seat, SeatFacts } from "../wire";
import { and, t, tn } from "../words/i18n";
import { levelName } from "../words/names";
import { marks, openSeats } from "./asked";
import { Invite } from "./Invite";
import { KnownDeal } from "./KnownDeal";
import { NameForm } from "./NameForm";

const USUAL_BOT = "casual";

interface Props {
  session: Session;
  /** Asks whether the table shall be closed. */
  close(): void;
}

export function Gathering({ session, close }: Props) {
  const { facts, watching } = session.state.value;
  const [asking, setAsking] = useState<Seat | null>(null);
  return (
    <div class="tb-lobby">
      {!session.me && <NameForm why={t("Then you can take a seat.")} />}
      <section class={`tb-round tb-round-${facts.players}`} aria-label={t("Seats")}>
        <div class="tb-top-of-table">
          <Centre session={session} />
        </div>
        <ol class="plain tb-chairs">
          {facts.seats.map((seat) => (
            <Chair key={seat.seat} session={session} seat={seat} sitToo={() => setAsking(seat.seat)} />
          ))}
        </ol>
      </section>
      <KnownDeal facts={facts} />
      <section class="panel tb-come" aria-labelledby="invite">
        <h2 id="invite">{t("Invite")}</h2>
        <Invite session={session} />
        {watching > 0 && <p class="faint">{tn("{n} person is watching", "{n} people are watching", watching)}</p>}
      </section>
      {session.host.value && (
        <p class="tb-close">
          <Button kind="quiet" icon="stop" aria-haspopup="dialog" onClick={close}>
            {t("Close this table")}
          </Button>
        </p>
      )}
      {asking !== null && <SitToo session={session} seat={asking} close={() => setAsking(null)} />}
    </div>
  );
}

/** On the table: what is missing, and the button that begins. */
function Centre({ session }: { session: Session }) {
  const { facts, mine } = session.state.value;
  const open = openSeats(facts.seats);
  const host = session.host.value;
  const missing = tn("Seat {seats} is still open.", "Seats {seats} are still open.", open.length, {
    seats: and(open.map(String)),
  });
  return (
    <>
      <p class="tb-logo">{session.face.name}</p>
      {open.length > 0 && <p>{missing}</p>}
      {facts.clock && <p class="faint">{clockLine(facts.clock)}</p>}
      {!host && <p>{mine.length || !open.length ? t("The host will start the game.") : t("Take a seat, or just watch.")}</p>}
      {host && open.length > 0 && (
        <Button onClick={() => open.forEach((seat) => session.ask({ do: "fill", seat, bot: USUAL_BOT }))}>
          {tn("Add a bot", "Add bots", open.length)}
        </Button>
      )}
      {host && (
        <Button kind="main" disabled={open.length > 0} onClick={() => session.ask({ do: "start" })}>
          {t("Start the game")}
        </Button>
      )}
    </>
  );
}

interface ChairProps {
  session: Session;
  seat: SeatFacts;
  sitToo(): void;
}

function Chair({ session, seat, sitToo }: ChairProps) {
  const { mine, opener } = session.state.value;
  const own = mine.includes(seat.seat);
  const free = !seat.name && !seat.bot;
  const host = session.host.value;
  const stand = (): void => session.ask({ do: "stand", seat: seat.seat });
  return (
    <li class={`tb-chair ${free ? "tb-free" : ""} ${own ? "tb-own" : ""}`} data-seat={seat.seat}>
      <p class="tb-who">
        <span class="tb-token" aria-hidden="true">
          {seat.seat}
        </span>
        <span>
          <b>{free ? t("Seat {seat}", { seat: seat.seat }) : session.name(seat.seat)}</b>
          <small>{free ? t("open") : marks(session, seat).join(" · ")}</small>
        </span>
      </p>
      {free && session.me && mine.length === 0 && (
        <Button kind="main" onClick={() => session.ask({ do: "sit", seat: seat.seat })}>
          {t("Sit here")}
        </Button>
      )}
      {free && session.me && mine.length > 0 && (
        <Button icon="people" onClick={sitToo}>
          {t("Add a player here")}
        </Button>
      )}
      {own && <Button onClick={stand}>{t("Stand up")}</Button>}
      {host && !own && seat.name && (
        <Button onClick={stand}>
          {opener ? t("Remove {name}", { name: seat.name }) : t("Free up seat {seat}", { seat: seat.seat })}
        </Button>
      )}
      {host && !seat.name && (
        <Select
          label={t("Who’s in seat {seat}", { seat: seat.seat })}
          value={seat.bot ?? ""}
          options={[
            ["", t("open")] as const,
            ...session.game.levels.map(
              ({ level }) => [level, t("Bot ({level})", { level: levelName(level) })] as const,
            ),
          ]}
          change={(bot) => session.ask({ do: "fill", seat: seat.seat, ...(bot && { bot }) })}
        />
      )}
    </li>
  );
}

/** One more person at this device: a seat of their own, under their own name. */
function SitToo({ session, seat, close }: { session: Session; seat: Seat; close(): void }) {
  const [name, setName] = useState("");
  const sit = (event: Event): void => {
    event.preventDefault();
    session.ask({ do: "sit", seat, name: name.trim() });
    close();
  };
  return (
    <Dialog title={t("Add a player here")} close={close}>
      <p>
        {session.face.open
          ? t("Someone else will play on this device with you.")
          : t("Someone else will play on this device with you. Pass it around; nobody will see anyone else’s cards.")}
      </p>
      <form class="tb-form" onSubmit={sit}>
        <Field label={t("Name for seat {seat}", { seat })}>
          {(id) => <NameInput id={id} value={name} change={setName} />}
        </Field>
        <Button kind="main" type="submit">
          {t("Add player")}
        </Button>
      </form>
    </Dialog>
  );
}
