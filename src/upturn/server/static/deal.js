/* A deal and every team's result on it. */

import { get, me } from "./api.js";
import { openTable } from "./after.js";
import { button, h, section, table, upTo } from "./dom.js";
import { words } from "./words.js";

const say = words.deal;

const aBot = (code) => words.home.bot(words.level[code] ?? code);
const team = (result) => result.seats.map((seat) => seat.name ?? (seat.bot ? aBot(seat.bot) : say.forgotten)).join(", ");

/** One number for a team that shares it. */
const scores = (result) => (new Set(result.scores).size === 1 ? result.scores.slice(0, 1) : result.scores).map(words.minus).join(" · ");

export const resultsTable = (results) => (results.length
  ? table(say.heads, results.map((result) => [
    new Date(result.finished).toLocaleString(), team(result),
    [scores(result), result.rated === false ? h("small", ` ${say.unrated}`) : ""],
    h("a", { href: `/t/${result.table}` }, say.look),
  ]))
  : h("p.faint", say.none));

export async function dealPage(main, id) {
  const [deal, person] = await Promise.all([get(`/api/deals/${id}`), me()]);
  const { name } = words.games[deal.game];
  document.title = `${say.title(name)} · Upturn`;
  const { game, players, options } = deal;
  const bots = Object.fromEntries(upTo(players).slice(1).map((seat) => [seat, "skilled"]));
  const play = () => openTable({ game, players, options, same_deal: deal.table, seat: 1, bots, start: true });
  main.replaceChildren(h("h1", say.title(name)), deal.day ? h("p", words.day(deal.day)) : "",
    section(say.results, resultsTable(deal.results)),
    h("div.buttons", person && deal.table ? button(say.play, play, { main: true }) : ""),
    h("p.faint", `${say.commitment}: `, h("code", deal.commitment)));
}
