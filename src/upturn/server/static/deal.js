/* A deal and every team's result on it. */

import { get, me } from "./api.js";
import { openTable } from "./after.js";
import { button, h, section, table } from "./dom.js";
import { words } from "./words.js";

const say = words.deal;

const team = (result) => result.seats.map((seat) => seat.name ?? (seat.bot ? `${words.home.aBot} (${words.level[seat.bot] ?? seat.bot})` : say.forgotten)).join(", ");

export const resultsTable = (results) => (results.length
  ? table(say.heads, results.map((result) => [
    new Date(result.finished).toLocaleString(), team(result),
    [result.scores.map(words.minus).filter((score, index, all) => index === 0 || new Set(all).size > 1).join(" · "), result.rated === false ? h("small", ` ${say.unrated}`) : ""],
    h("a", { href: `/t/${result.table}` }, say.look),
  ]))
  : h("p.faint", say.none));

export async function dealPage(main, id) {
  const [deal, person] = await Promise.all([get(`/api/deals/${id}`), me()]);
  const { name } = words.games[deal.game];
  document.title = `${say.title(name)} · Upturn`;
  const play = () => openTable({ game: deal.game, players: deal.players, options: deal.options, same_deal: deal.table, seat: 1,
    bots: Object.fromEntries(Array.from({ length: deal.players - 1 }, (_, index) => [index + 2, "skilled"])), start: true });
  main.replaceChildren(h("h1", say.title(name)), deal.day ? h("p", words.day(deal.day)) : "",
    section(say.results, resultsTable(deal.results)),
    h("div.buttons", person && deal.table ? button(say.play, play, { main: true }) : ""),
    h("p.faint", `${say.commitment}: `, h("code", deal.commitment)));
}
