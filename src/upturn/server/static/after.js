/* After a game: its record, the same deal again, looking back line by line, and playing on otherwise. */

import { get, post } from "./api.js";
import { button, h, labelled, notice, section, select, show, trying } from "./dom.js";
import { copy } from "./seats.js";
import { words } from "./words.js";

const say = words.after;

/** Open a table like this and go there. */
export const openTable = (wish, where = "/api/tables") => trying(async () => {
  const { table } = await post(where, wish);
  location.href = `/t/${table.id}`;
});

/** The wish for the same deal: bots sit where bots sat, and it begins at once if nobody else did. */
function again(at, mode) {
  const { facts } = at;
  const seat = at.mine[0] ?? 1;
  const { game, players, options = {} } = facts;
  const bots = facts.seats.filter((one) => one.seat !== seat && one.bot && !one.name).map((one) => [one.seat, one.bot]);
  const wish = { game, players, options, same_deal: facts.id, seat, bots: Object.fromEntries(bots) };
  return { ...wish, ...(mode && { mode }), ...(bots.length === players - 1 && { start: true }) };
}

export function afterPanel(at, ply) {
  const { facts } = at;
  const record = `/api/tables/${facts.id}/record`;
  const modes = at.modes.length ? ["challenge", "competition"] : [null];
  const replay = h("div.replay");
  const name = (mode) => (mode ? [say.again, h("small", ` ${words.mode[mode]}`)] : say.again);
  const draw = looking(at, replay);
  if (ply !== null || facts.plies) draw(ply ?? facts.plies);
  return [
    section(say.title, h("div.buttons",
      at.me && modes.map((mode) => button(name(mode), () => openTable(again(at, mode)), { title: mode && say.modes[mode] })),
      h("a.button", { href: record, download: "record.json" }, say.record),
      h("a.button", { href: `/deals/${facts.deal}` }, say.dealPage), h("a.button", { href: "/" }, say.home))),
    h("section", h("h2", say.replay), replay),
  ];
}

/** Draws the game as it was after some line, for some seat. */
function looking(at, replay) {
  const { facts } = at;
  let seat = at.mine[0] ?? 1;
  let shown = 0;
  async function draw(ply) {
    const wanted = Math.max(0, Math.min(facts.plies, Number(ply)));
    const past = await trying(() => get(`/api/tables/${facts.id}/replay?ply=${wanted}&seat=${seat}`));
    if (!past) return;
    shown = past.ply;
    const then = { ...at, players: facts.players, mine: [], toAct: null, other: at.name };
    const view = past.views[0];
    const line = past.lines.at(-1);
    const step = (to, label) => button(label, () => draw(to), { disabled: to === shown || to < 0 || to > facts.plies });
    const bot = select(at.levels.map((code) => [code, words.level[code] ?? code]), "skilled", { "aria-label": words.home.level });
    const playOn = () => openTable({ ply: shown, seat, bot: bot.value }, `/api/tables/${facts.id}/what-if`);
    const told = say.at(shown, facts.plies);
    const seats = facts.seats.map((one) => [one.seat, at.name(one.seat)]);
    show(replay,
      h("div.buttons", step(0, say.first), step(shown - 1, say.back), step(shown + 1, say.on), step(facts.plies, say.last)),
      labelled(say.ply, h("input", {
        type: "range", id: "ply", min: 0, max: facts.plies, value: shown, "aria-valuetext": told,
        onchange: (event) => draw(event.target.value),
      }), told),
      labelled(say.seat, select(seats, seat, {
        id: "by", onchange: (event) => { seat = Number(event.target.value); draw(shown); },
      })),
      h("p.asks", { "aria-live": "polite" }, line ? at.board.tell(line, then).join(" ") : ""),
      view && h("div.past", at.board.board({ ...view, legal: [] }, then), at.board.more(view, then)),
      h("div.buttons", button(say.linkHere, () => copy(`${location.origin}/t/${facts.id}?ply=${shown}`, notice))),
      at.me && shown < facts.plies && h("div", h("h3", say.whatIf), h("p", say.whatIfLine),
        h("div.buttons", bot, button(say.whatIfButton, playOn))));
  }
  return draw;
}
