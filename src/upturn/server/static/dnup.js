/* dnup in words and simple cards: both values of each, the active one above. */

import { h, unseen, upTo } from "./dom.js";
import { words } from "./words.js";

const say = words.dnup;
const ends = (card) => card.split("/");
const turned = (card) => ends(card).reverse().join("/");
const value = (card) => Number(ends(card)[0]);
const byValue = (cards) => [...cards].sort((a, b) => value(a) - value(b) || Number(ends(a)[1]) - Number(ends(b)[1]));

const face = (card) => {
  const [up, down] = ends(card);
  const silent = { "aria-hidden": "true" };
  return h("li.card.two", h("b", silent, up), h("i", silent, down), unseen(say.spoken(up, down)));
};
const fan = (cards) => h("ul.fan", cards.map(face));

function place(view, seat, at) {
  const two = view.players === 2;
  const out = view.out.indexOf(seat);
  const laid = (area) => {
    const set = view.sets.find((one) => one.seat === seat && (one.area ?? null) === area);
    return h("div", area && h("small", say.area(area)), set ? [h("p", say.set(set)), fan(set.cards)] : h("p.faint", say.noSet));
  };
  return h(seat === view.to_act ? "li.place.acting" : "li.place", h("h3", seat === view.to_act ? "▸ " : "", at.name(seat)),
    h("p", out >= 0 ? say.out(out === 0) : say.cards(view.counts[seat - 1]), " · ", say.score(view.scores[seat - 1], two)),
    two ? ["a", "b"].map(laid) : laid(null));
}

const setAt = (where, at) => say.setAt(at.name(parseInt(where)), where.replace(/\d/g, ""));

export const dnup = {
  board(view, at) {
    return [
      h("p.state", say.round(view.round, view.area), " · ", say.discard(view.discard)),
      h("ul.places", upTo(view.players).map((seat) => place(view, seat, at))),
      view.hand && h("div.hand", h("h3", say.hand(at.other(view.seat), view.hand.length)), fan(view.hand),
        h("p.faint", say.flipped, ": ", byValue(view.hand.map(turned)).join(" "))),
    ];
  },

  more: () => [],

  asks: () => "",

  groups(legal) {
    const of = (verb) => legal.filter((move) => move.startsWith(verb));
    const byCards = (a, b) => value(a.slice(5)) - value(b.slice(5)) || a.length - b.length;
    return [
      { title: words.groups.play, moves: of("play").sort(byCards) },
      ...["add", "take"].map((verb) => ({ title: words.groups[verb], moves: of(verb) })),
      { moves: of("flip") },
    ];
  },

  option(move, at) {
    const [verb, ...rest] = move.split(" ");
    if (verb === "play") return rest.join("  ");
    if (verb === "add") return say.add(rest[0], setAt(rest[2], at));
    if (verb === "take") return setAt(rest[0], at);
    return say.flip;
  },

  tell(line, at) {
    const [verb, ...rest] = line.move.split(" ");
    const name = line.seat && at.name(line.seat);
    const told = [];
    if (verb === "flip") told.push(say.flips(name));
    for (const event of line.events) {
      const who = event.seat && at.name(event.seat);
      const { cards } = event;
      if (event.event === "starts") told.push(say.dealt(who));
      if (event.event === "played") told.push(say.played(who, cards, value(cards[0]), event.area));
      if (event.event === "added") told.push(say.added(who, rest[0], setAt(rest[2], at)));
      if (event.event === "taken") told.push(say.took(who, setAt(rest[0], at), cards));
      if (event.event === "returned") told.push(say.returned(who, cards, ends(cards[0])[1]));
      if (event.event === "discarded") told.push(say.discarded(who, cards, value(cards[0]), event.beaten));
      if (event.event === "out") told.push(say.isOut(who, event.points, at.players === 2));
      if (event.event === "round_over") told.push(say.roundOver);
    }
    return told;
  },

  result(view, at) {
    const best = Math.max(...view.scores);
    return say.won(view.scores.flatMap((score, index) => (score === best ? [at.name(index + 1)] : [])));
  },
};
