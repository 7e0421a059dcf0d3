/* The start page: a name, three games, company for them, and what is going on here. */

import { allGames, beCalled, call, get, me, perhaps, post } from "./api.js";
import { openTable } from "./after.js";
import { resultsTable } from "./deal.js";
import { button, folded, h, labelled, notice, section, select, table, trying, upTo } from "./dom.js";
import { rulesText } from "./rules.js";
import { words } from "./words.js";

const say = words.home;
const level = (code) => words.level[code] ?? code;
const CLOCKS = [[20, 120], [60, 600], [300, 0], [86400, 0]];

export async function homePage(main) {
  let person = await me();
  const [games, daily, open, mine, puzzles] = await Promise.all([
    allGames(), perhaps("/api/daily"), perhaps("/api/tables"), person && perhaps("/api/me/tables"), perhaps("/api/puzzles"),
  ]);

  const name = h("input", { id: "name", maxlength: 24, required: true, autocomplete: "nickname", value: person?.name ?? "" });
  /** Do something as somebody: without a name it is asked for first. */
  const as = (deed) => async (event) => {
    event?.preventDefault();
    if (!name.value.trim()) { name.focus(); return notice(words.me.ask, true); }
    await trying(async () => {
      person = await beCalled(name.value.trim(), person);
      document.getElementById("who").textContent = words.me.named(person.name);
      notice("");
      await deed();
    });
  };

  main.replaceChildren(
    h("div.hello", h("h1", say.welcome), h("p", say.lead),
      h("form.inline", { onsubmit: as(() => {}) }, labelled(words.me.name, name), h("button", words.me.save))),
    h("div.games", games.map((game) => gameCard(game, as, puzzles))),
    h("div.columns",
      h("div", joining(), section(say.publicTables, tables(open?.tables ?? [], say.noTables)),
        person && section(say.mine, tables(mine?.tables ?? [], say.noMine))),
      h("div", today(daily, as), ratings(games), person && settings())));
}

function gameCard(game, as, puzzles) {
  const told = words.games[game.game];
  const players = select(game.players.map((count) => [count, count]), game.usual_players);
  const bots = select(game.levels.map((one) => [one.level, level(one.level)]), "casual");
  const about = h("small");
  const play = h("button.main", say.playBots);
  const update = () => {
    about.textContent = players.value === "1" ? "" : game.levels.find((one) => one.level === bots.value)?.description ?? "";
    play.textContent = players.value === "1" ? say.playAlone : say.playBots;
  };
  for (const field of [players, bots]) field.addEventListener("change", update);
  update();
  const now = as(() => openTable(withBots(game.game, Number(players.value), bots.value)));
  return h("article.game", h("h2", told.name), h("p", told.line),
    h("form", { onsubmit: now }, h("div.inline", labelled(say.players, players), labelled(say.level, bots)), about, play),
    folded(say.more, opening(game, as)),
    game.modes.includes("puzzle") && puzzles && folded(say.puzzles, h("p", say.puzzleLine), puzzleBook(game, puzzles.puzzles, as)),
    game.about && folded(say.rules, rulesText(game.about)));
}

function puzzleBook(game, puzzles, as) {
  const open = ({ number }) => as(() => openTable({ ...withBots(game.game, 1), puzzle: number }));
  return [...new Set(puzzles.map((one) => one.difficulty))].sort().map((difficulty) => h("fieldset", h("legend", say.difficulty(difficulty)),
    h("div.buttons", puzzles.filter((one) => one.difficulty === difficulty).map((one) =>
      button(one.number, open(one), { "aria-label": say.puzzle(one.number) })))));
}

/** A table that begins at once: me in the first seat, bots in the others. */
const withBots = (game, players, code) => (
  { game, players, seat: 1, bots: Object.fromEntries(upTo(players).slice(1).map((seat) => [seat, code])), start: true });

/** A table of one's own: every seat chosen, who may come, a clock, hints, house rules. */
function opening(game, as) {
  const players = select(game.players.map((count) => [count, count]), game.usual_players);
  const seats = h("div.seat-choices");
  const company = [["you", say.you], ["", say.forFriend], ...game.levels.map((one) => [one.level, say.bot(level(one.level))])];
  const fill = () => seats.replaceChildren(...upTo(Number(players.value)).map((seat) =>
    labelled(say.seat(seat), select(company, seat > 1 ? "" : "you", { "data-seat": seat }))));
  seats.addEventListener("change", ({ target }) => { // one is in one seat; friends at the same device sit down at the table
    if (target.value !== "you") return;
    for (const other of seats.querySelectorAll("select")) if (other !== target && other.value === "you") other.value = "";
  });
  players.addEventListener("change", fill);
  fill();
  const who = select([["", say.private], ["public", say.public]]);
  const clock = select([["", say.noClock], ...CLOCKS.map(([move, reserve], index) => [index, say.clockOf(move, reserve)])]);
  const hints = h("input", { type: "checkbox", checked: true });
  const values = (list) => select(list.map((value) => [value, say.choice[value] ?? value]));
  const options = game.options.map(({ option, choices }) => [option, values(choices)]);
  const open = as(() => {
    const chosen = [...seats.querySelectorAll("select")];
    const [move, reserve] = CLOCKS[clock.value] ?? [];
    const bots = chosen.filter((one) => one.value && one.value !== "you").map((one) => [one.dataset.seat, one.value]);
    return openTable({
      game: game.game, players: chosen.length, seat: Number(chosen.find((one) => one.value === "you")?.dataset.seat) || null,
      bots: Object.fromEntries(bots),
      options: Object.fromEntries(options.map(([option, field]) => [option, field.value])),
      public: who.value === "public", hints: hints.checked, ...(clock.value !== "" && { clock: { move, reserve } }),
    });
  });
  return h("form", { onsubmit: open }, labelled(say.players, players), seats, labelled(say.who, who), labelled(say.clock, clock),
    options.map(([option, field]) => labelled(say.option[option] ?? option, field)),
    h("label.tick", hints, ` ${say.hints}`), h("button.main", say.open));
}

function joining() {
  const code = h("input.code", {
    maxlength: 6, required: true, pattern: "[A-Za-z]{6}", autocapitalize: "characters", autocomplete: "off", spellcheck: "false",
  });
  const join = (event) => {
    event.preventDefault();
    trying(async () => location.assign(`/t/${(await get(`/api/codes/${code.value}`)).table}`));
  };
  return section(say.join, h("form.inline", { onsubmit: join }, labelled(say.code, code), h("button", say.joinButton)));
}

const tables = (list, none) => (list.length ? h("ul.tables", list.map((one) => {
  const taken = one.seats.filter((seat) => seat.name || seat.bot);
  const names = taken.map((seat) => seat.name ?? say.aBot).join(", ");
  return h("li", h("a", { href: `/t/${one.id}` }, words.games[one.game].name), ` · ${words.state[one.state]} · ${names}`,
    one.state === "gathering" ? ` · ${words.seats(taken.length, one.players)}` : "", one.day ? ` · ${words.day(one.day)}` : "");
})) : h("p.faint", none));

function today(daily, as) {
  if (!daily) return null;
  return section(say.today, h("p", say.todayLine), daily.deals.map((deal) => h("div.daily", h("h3", words.games[deal.game].name),
    deal.table ? h("p", h("a", { href: `/t/${deal.table}` }, deal.played ? say.played : say.goOn)) : dailyStart(deal, as),
    deal.results.length > 0 && folded(say.todayResults, resultsTable(deal.results)))));
}

/** Where the day names no bots, the other seats are for friends. */
function dailyStart(deal, as) {
  const { game, bots } = deal;
  const [bot] = Object.values(bots);
  const players = select(deal.players.map((count) => [count, count]));
  const open = as(() => {
    const start = Boolean(bot) || players.value === "1";
    return openTable({ game, players: Number(players.value), seat: 1, bots, daily: true, hints: false, start });
  });
  return [
    bot && h("p.faint", say.dailyBots(deal.players[0], level(bot))),
    h("form.inline", { onsubmit: open }, deal.players.length > 1 && labelled(say.players, players), h("button", say.playToday)),
  ];
}

function ratings(games) {
  const shown = h("div");
  const choose = select(games.map((game) => [game.game, words.games[game.game].name]), undefined, { "aria-label": say.ratings });
  const load = async () => {
    const list = (await perhaps(`/api/ratings?game=${choose.value}`))?.ratings ?? [];
    const row = (one) => [
      one.name, words.minus(one.rating.toFixed(1)), one.games, one.wins, words.minus(one.average?.toFixed(1) ?? "–"),
    ];
    shown.replaceChildren(list.length ? table(say.ratingHeads, list.map(row)) : h("p.faint", say.noRatings));
  };
  choose.addEventListener("change", load);
  load();
  return section(say.ratings, choose, shown);
}

function settings() {
  const place = h("div");
  const link = () => trying(async () => {
    const { qr, url } = await post("/api/me/links");
    const src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
    place.replaceChildren(h("img.qr", { src, alt: say.qrAlt, width: 180, height: 180 }), h("p", h("a", { href: url }, url)));
  });
  const forget = () => trying(async () => {
    await call("DELETE", "/api/me");
    notice(say.forgotten);
    setTimeout(() => location.assign("/"), 1500);
  });
  return section(say.settings, h("h3", say.phone), h("p", say.phoneLine), button(say.makeLink, link), place,
    h("p", h("a", { href: "/api/me/export", download: "upturn.json" }, say.export)),
    folded(say.forget, h("p", say.forgetLine), button(say.forgetButton, forget)));
}
