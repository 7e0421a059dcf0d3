/** Tables in lists: open ones that anybody may join, and those I sit at. */

import { perhaps } from "../net/api";
import { Icon } from "../ui/icons";
import { Link } from "../ui/router";
import type { Standing, TableLine } from "../wire";
import { atMoment, onDay, t } from "../words/i18n";
import { company, gameName, stateLine } from "./words";
import { modeName } from "../words/names";

/** A table of mine, with whether it is my turn there, if that is known. */
export interface MyTable extends TableLine {
  turn?: boolean;
}

const MOST_ASKED = 6;

/** My tables, the last changed first; those in play with whose turn it is. */
export async function withTurns(tables: readonly TableLine[]): Promise<MyTable[]> {
  const sorted = [...tables].sort((one, other) => other.changed - one.changed);
  const asked = sorted.filter((one) => one.state === "playing").slice(0, MOST_ASKED);
  const turns = await Promise.all(
    asked.map(async ({ id }) => {
      const standing = await perhaps<Standing>(`/api/tables/${id}`);
      const seat = standing?.table.to_act;
      return [id, seat ? standing.seats.includes(seat) : undefined] as const;
    }),
  );
  const known = new Map(turns);
  const all = sorted.map((one): MyTable => {
    const turn = known.get(one.id);
    return turn === undefined ? one : { ...one, turn };
  });
  return all.sort((one, other) => urgency(other) - urgency(one));
}

/** What waits for me comes first, what is over last. */
function urgency({ state, turn, claimed }: MyTable): number {
  if (claimed?.length) return 4;
  if (state === "playing") return turn ? 3 : 2;
  return state === "gathering" ? 1 : 0;
}

function about(table: MyTable): string {
  if (table.claimed?.length) return t("Someone would like your seat. Come back to keep it.");
  if (table.state === "gathering") {
    const taken = table.seats.filter((seat) => seat.name || seat.bot).length;
    return t("{taken} of {all} seats taken", { taken, all: table.players });
  }
  if (table.state === "playing" && table.turn !== undefined) {
    return table.turn ? t("your turn") : t("waiting for the others");
  }
  return stateLine(table.state, table.ended_by);
}

export function TableList({ tables }: { tables: readonly MyTable[] }) {
  return (
    <ul class="plain home-tables">
      {tables.map((table) => (
        <li key={table.id}>
          <Link to={`/t/${table.id}`} class="home-table" data-game={table.game}>
            <span class="home-table-game">
              {gameName(table.game)}
              {table.mode && <small>{modeName(table.mode)}</small>}
            </span>
            <span class="home-table-who">{company(table.seats, "")}</span>
            <span class={`home-table-state${table.turn || table.claimed?.length ? " home-turn" : ""}`}>
              {about(table)}
              <small>
                {table.day ? t("deal of {day}", { day: onDay(table.day) }) : atMoment(table.changed)}
              </small>
            </span>
            <Icon name="next" size={18} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What goes on without me: shown above the games, so that one comes back with one press. */
export function GoOn({ tables }: { tables: readonly MyTable[] }) {
  const first = tables.filter((one) => urgency(one) > 0).slice(0, 3);
  if (!first.length) return null;
  return (
    <nav class="home-goon" aria-label={t("Continue playing")}>
      {first.map((table) => (
        <Link key={table.id} to={`/t/${table.id}`} class="home-chip" data-game={table.game}>
          <span class="home-dot" aria-hidden="true" />
          <strong>{gameName(table.game)}</strong>
          <span>{about(table)}</span>
          <Icon name="next" size={18} />
        </Link>
      ))}
    </nav>
  );
}
