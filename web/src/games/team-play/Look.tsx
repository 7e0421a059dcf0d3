/** A closer look at what lies openly on the table: a mission, a team's missions, the discards. */

import type { Seat } from "../../wire";
import { Dialog } from "../../ui/parts";
import { and, t, tn } from "../../words/i18n";
import { CardImage } from "./Card";
import { inOrder } from "./cards";
import { MissionSheet } from "./Mission";
import type { Play } from "./play";

export type Looked =
  | { kind: "mission"; mission: string; seat: Seat }
  | { kind: "scored"; team: number }
  | { kind: "discard" }
  | { kind: "missions" };

function Missions({ play, missions }: { play: Play; missions: readonly string[] }) {
  if (!missions.length) return <p class="faint">{t("None yet.")}</p>;
  return (
    <ul class="tp-list plain">
      {missions.map((mission) => (
        <li key={mission} class="tp-mission tp-full">
          <MissionSheet mission={mission} at={play.at} />
        </li>
      ))}
    </ul>
  );
}

export function Look({ play, what, close }: { play: Play; what: Looked; close(): void }) {
  const { view, at } = play;
  switch (what.kind) {
    case "mission":
      return (
        <Dialog title={t("{name}’s mission", { name: at.name(what.seat) })} close={close}>
          <div class="tp-mission tp-full">
            <MissionSheet mission={what.mission} at={at} />
          </div>
        </Dialog>
      );
    case "scored": {
      const names = and((view.teams[what.team] ?? []).map(at.name));
      return (
        <Dialog title={t("Missions completed by {names}", { names })} close={close}>
          <Missions play={play} missions={view.scored[what.team] ?? []} />
        </Dialog>
      );
    }
    case "missions":
      return (
        <Dialog title={t("Discarded missions")} close={close}>
          <p>{tn("{n} mission left in the pile.", "{n} missions left in the pile.", view.mission_pile)}</p>
          <Missions play={play} missions={view.mission_discard} />
        </Dialog>
      );
    case "discard":
      return (
        <Dialog title={t("Discard pile")} close={close}>
          {view.discard.length ? (
            <div class="tp-spread">
              {inOrder(view.discard).map((card, index) => (
                <CardImage key={index} card={card} />
              ))}
            </div>
          ) : (
            <p class="faint">{t("None yet.")}</p>
          )}
        </Dialog>
      );
  }
}
