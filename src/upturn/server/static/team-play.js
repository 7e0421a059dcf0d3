/* Team Play in words and simple cards: hand, bank, and missions with what they ask. */

import { h, unseen, upTo } from "./dom.js";
import { words } from "./words.js";

const say = words.teamPlay;

const face = (card) => card
  ? h(`li.card.${card[0] === "r" ? "red" : "blue"}`, h("b", { "aria-hidden": "true" }, card), unseen(say.card(card)))
  : h("li.card.none", say.waits);
const fan = (cards) => (cards.length ? h("ul.fan", cards.map(face)) : h("p.faint", say.noHand));

const facts = (id, at) => at.components?.missions?.[id] ?? { words: id.replaceAll("_", " "), points: null, symbols: "" };
const asked = (id, at) => facts(id, at).words;

function mission(id, at) {
  if (!id) return h("li.mission.faint", say.empty);
  const { words: asks, points, symbols } = facts(id, at);
  const drawn = symbols && h("span", { "aria-hidden": "true" }, `${symbols} · `);
  return h("li.mission", h("p", say.mission(asks)), h("small", drawn, points && say.points(points)));
}

const mates = (view, seat) => view.teams.find((team) => team.includes(seat));

export const teamPlay = {
  board(view, at) {
    const others = upTo(view.players).filter((seat) => seat !== view.seat);
    const own = view.seat ? view.missions[view.seat - 1] : [];
    const isPartner = (seat) => view.seat && mates(view, seat).includes(view.seat);
    return [
      h("ul.teams", view.teams.map((team, index) =>
        h("li", say.team(team.map(at.name), view.scores[team[0] - 1], view.scored[index].length)))),
      h("div.columns",
        h("div", h("h3", say.bank), fan(view.bank), h("p.faint", say.pile(view.pile, view.discard.length))),
        h("div", h("h3", say.centre), h("ul.missions", mission(view.centre, at)), h("p.faint", say.piles(view.mission_pile)))),
      h("ul.places", others.map((seat) =>
        h(seat === view.to_act ? "li.place.acting" : "li.place",
          h("h3", seat === view.to_act ? "▸ " : "", at.name(seat), isPartner(seat) && ` (${say.partner})`),
          h("p", words.dnup.cards(view.counts[seat - 1])),
          h("ul.missions", view.missions[seat - 1].map((id) => mission(id, at)))))),
      view.hand && h("div.columns",
        h("div.hand", h("h3", say.hand(at.other(view.seat), view.hand.length, view.limit)), fan(view.hand)),
        h("div", h("h3", say.own(at.other(view.seat))), h("ul.missions", own.map((id) => mission(id, at))))),
    ];
  },

  more: () => [],

  asks(view, at) {
    const last = say.lastRound(view.turns_left, view.players);
    if (view.asked === "exchange" || view.asked === "refill") return `${say[view.asked](asked(view.offered, at))} ${last}`;
    if (view.asked === "discard") return `${say.discardFirst(view.hand.length - view.limit, view.limit)} ${last}`;
    return `${say.draws(2 - view.draws)} ${last}`;
  },

  groups(legal, at, view) {
    const of = (verb) => legal.filter((move) => move.startsWith(verb));
    const shortFirst = (moves) => [...moves].sort((a, b) => a.split(" ").length - b.split(" ").length);
    const missions = [...new Set(of("fulfil").map((move) => move.split(" ")[1]))];
    const partner = mates(view, view.seat).find((seat) => seat !== view.seat);
    const gives = shortFirst(of("give"));
    const single = gives.filter((move) => move.split(" ").length === 2);
    return [
      { moves: legal.filter((move) => move === "keep" || move === "swap") },
      ...["discard", "draw"].map((verb) => ({ title: words.groups[verb], moves: of(verb) })),
      ...missions.map((id) => ({
        title: say.fulfil(asked(id, at), facts(id, at).points), moves: shortFirst(of(`fulfil ${id} `)), most: 12,
      })),
      { title: partner ? say.giveTo(at.name(partner)) : "", moves: gives, most: single.length },
      { moves: of("end") },
    ];
  },

  option(move) {
    const [verb, ...rest] = move.split(" ");
    if (verb === "keep") return say.keep;
    if (verb === "swap") return say.swap;
    if (verb === "end") return say.endTurn;
    if (verb === "fulfil") return rest.slice(1).join("  ");
    return rest[0] === "pile" ? say.fromPile : rest.join("  ");
  },

  tell(line, at) {
    const told = [];
    const first = line.events.some((event) => event.event === "dealt");
    const missions = line.events.filter((event) => event.event === "mission");
    if (first) return [say.dealt(line.events.flatMap((event) => (event.event === "bank" ? [event.card] : [])))];
    if (line.seat === null && missions.length > 1)
      return [say.missionsDealt(asked(missions.find((event) => event.seat === null).mission, at))];
    if (line.move === "keep") told.push(say.kept(at.name(line.seat)));
    for (const event of line.events) {
      const who = event.seat ? at.name(event.seat) : say.theCentre;
      if (event.event === "shuffled") told.push(say.shuffled(event.pile));
      if (event.event === "mission") told.push(say.newMission(who, event.mission && asked(event.mission, at)));
      if (event.event === "swapped") told.push(say.swapped(who, asked(event.mission, at)));
      if (event.event === "discarded") told.push(say.discarded(who, event.card));
      if (event.event === "drawn") told.push(say.drawn(who, event.from, event.card));
      if (event.event === "fulfilled") told.push(say.fulfilled(who, asked(event.mission, at), event.points, event.cards));
      if (event.event === "given") told.push(say.given(who, at.name(event.to), event.count, event.cards));
      if (event.event === "last_round") told.push(say.lastRoundBegins);
    }
    return told;
  },

  result(view, at) {
    const best = Math.max(...view.scores);
    const won = view.teams.filter((team) => view.scores[team[0] - 1] === best).map((team) => team.map(at.name));
    return won.length > 1 ? say.tie(won.map((names) => words.and(names))) : say.won(won[0]);
  },
};
