/* Team UP in words and grids: the pallet from above and layer by layer; box first, then its cell. */

import { button, folded, h, labelled, select, table, unseen } from "./dom.js";
import { words } from "./words.js";

const say = words.teamUp;
const COLUMNS = "abcdef";
const colourOf = (box) => box.box.split(" ")[0];
const corner = (at) => [COLUMNS.indexOf(at[0]), Number(at.slice(1)) - 1];
const left = (view) => Object.values(view.left).flatMap(Object.values).reduce((sum, count) => sum + count, 0);

/** By row and column, the index of the box that `keep` chooses there, or -1. */
function cells(view, keep) {
  const map = view.heights.map((row) => row.map(() => -1));
  view.boxes.forEach((box, index) => {
    if (!keep(box)) return;
    const [column, row] = corner(box.at);
    for (let y = row; y < row + box.size[1]; y++) for (let x = column; x < column + box.size[0]; x++) map[y][x] = index;
  });
  return map;
}

/** A grid of the pallet, the highest row first; `cell(x, y)` fills a cell, edges part the boxes. */
function grid(map, caption, cell) {
  const rows = map.map((_, y) => y).reverse();
  const edges = (x, y) => [
    map[y + 1]?.[x] !== map[y][x] && "north", map[y - 1]?.[x] !== map[y][x] && "south",
    map[y][x - 1] !== map[y][x] && "west", map[y][x + 1] !== map[y][x] && "east",
  ].filter(Boolean);
  return h("table.pallet", h("caption", caption),
    h("tbody", rows.map((y) => h("tr", h("th", { scope: "row" }, y + 1), map[y].map((_, x) => {
      const made = cell(x, y);
      made.classList.add(...edges(x, y));
      return made;
    })))),
    h("tfoot", h("tr", h("td"), map[0].map((_, x) => h("th", { scope: "col" }, COLUMNS[x])))));
}

const letter = (box) => say.letters[colourOf(box)] ?? colourOf(box)[0].toUpperCase();

const cellName = (box) => (box ? `td.${colourOf(box)}` : "td");

function above(view, choosing) {
  const map = cells(view, (box) => box.level + box.size[2] > 0); // later boxes lie above earlier ones
  return grid(map, say.above, (x, y) => {
    const box = view.boxes[map[y][x]];
    const height = view.heights[y][x];
    const at = `${COLUMNS[x]}${y + 1}`;
    const told = say.cell(at, height, box?.box);
    const shown = box ? [h("b", letter(box)), h("sub", height)] : "·";
    const name = `${cellName(box)}${choosing?.covers(x, y) ? ".covered" : ""}`;
    if (!choosing?.can(at)) return h(name, h("span", { "aria-hidden": "true" }, shown), unseen(told));
    const pressed = String(choosing.at === at);
    return h(name, button(shown, () => choosing.pick(at), { class: "cell", "aria-label": told, "aria-pressed": pressed }));
  });
}

function layer(view, level) {
  const map = cells(view, (box) => box.level <= level && level < box.level + box.size[2]);
  const filled = map.flat().filter((index) => index >= 0).length;
  return grid(map, say.layer(level + 1, filled, map.flat().length), (x, y) => {
    const box = view.boxes[map[y][x]];
    return h(cellName(box), box ? [h("b", { "aria-hidden": "true" }, letter(box)), unseen(box.box)] : "·");
  });
}

/** The box somebody is about to place; kept between drawings of the same turn. */
let chosen = { box: "", axis: "", at: "" };

function choosing(view, at, again) {
  const places = view.legal.filter((move) => move.startsWith("place ")).map((move) => {
    const [, colour, kind, where, axis = ""] = move.split(" ");
    return { move, box: `${colour} ${kind}`, at: where, axis };
  });
  const ways = places.filter((one) => one.box === chosen.box);
  if (!ways.length) chosen = { box: "", axis: "", at: "" };
  const axes = [...new Set(ways.map((one) => one.axis))];
  if (ways.length && !axes.includes(chosen.axis)) chosen.axis = axes[0];
  const move = ways.find((one) => one.at === chosen.at && one.axis === chosen.axis)?.move;
  const kind = at.components?.boxes?.[chosen.box.split(" ")[1]];
  const [wide, deep] = !kind ? [1, 1] : chosen.axis === "y" ? [...kind.top].reverse() : kind.top;
  return {
    places, ways, axes, move, at: chosen.at,
    change: (changed) => { Object.assign(chosen, changed); again(); },
    pick: (where) => {
      Object.assign(chosen, { at: where });
      at.point(`place ${chosen.box} ${where} ${chosen.axis}`.trim()); // for teammates to see
      again();
    },
    can: (where) => ways.some((one) => one.at === where && one.axis === chosen.axis),
    covers: (x, y) => {
      if (!move) return false;
      const [column, row] = corner(chosen.at);
      return x >= column && x < column + wide && y >= row && y < row + deep;
    },
  };
}

/** Which box, then which way round; its cell is picked on the pallet. */
function chooser(choice, at) {
  if (!choice.ways.length) {
    const boxes = [...new Set(choice.places.map((one) => one.box))];
    const ways = (box) => h("small", ` ${say.ways(choice.places.filter((one) => one.box === box).length)}`);
    const choose = (box) => () => choice.change({ box, axis: "", at: "" });
    return h("div.chooser", h("h3", say.chooseBox), h("div.buttons",
      boxes.map((box) => button([box, ways(box)], choose(box), { class: `box ${box.split(" ")[0]}` }))));
  }
  return h("div.chooser", h("h3", chosen.box), h("p", say.chooseCell(chosen.box)),
    choice.axes.length > 1 && labelled(say.axis, select(choice.axes.map((axis) => [axis, say.along[axis]]), chosen.axis, {
      id: "axis", onchange: (event) => choice.change({ axis: event.target.value }),
    })),
    h("div.buttons",
      choice.move && button(say.placeHere(chosen.box, chosen.at, chosen.axis), () => at.make(choice.move), { main: true }),
      button(say.other, () => choice.change({ box: "", axis: "", at: "" }))));
}

export const teamUp = {
  open: true, // every seat sees the same

  board(view, at, again) {
    const choice = !at.busy && view.legal.some((move) => move.startsWith("place ")) ? choosing(view, at, again) : null;
    return [
      h("p.state", [
        say.score(view.scores[0], view.to_beat), say.layers(view.layers), say.penalties(view.penalties), say.left(left(view)),
      ].join(" · ")),
      !view.over && h("p.drawn",
        h("span", `${say.card}: `, h("b", view.card ? say.asks(view.card) : say.noCard)), h("small", say.deck(view.deck))),
      view.coming.length > 0 && h("p", `${say.coming}: ${view.coming.map(say.short).join(", ")}`),
      h("div.columns", h("div", above(view, choice), h("p.faint", say.aboveLine)), choice && chooser(choice, at)),
    ];
  },

  more(view, at) {
    const highest = Math.max(...view.heights.flat(), 1);
    const kinds = Object.keys(Object.values(view.left)[0]);
    const measure = (kind) => {
      const size = at.components?.boxes?.[kind];
      return size && h("small", ` ${say.measure(size.top, size.height)}`);
    };
    const by = (box) => (box.seat && at.players > 1 ? say.by(at.name(box.seat)) : "");
    const undrawn = Object.entries(view.undrawn).filter(([, count]) => count);
    return [
      folded(say.byLayer, h("div.layers", Array.from({ length: highest }, (_, level) => layer(view, level)))),
      folded(say.boxes, table([say.kind, ...Object.keys(view.left)], kinds.map((kind) =>
        [[kind, measure(kind)], ...Object.values(view.left).map((counts) => counts[kind] || "–")]))),
      folded(say.undrawn, h("p", undrawn.map(([card, count]) => `${say.short(card)} ${count}`).join(", "))),
      folded(say.placed, h("ol", view.boxes.map((box) => h("li", `${box.box}, ${box.at} ${box.axis ?? ""}`, by(box))))),
    ];
  },

  asks: (view) => !view.card ? say.drawOrStop : view.legal[0] === "penalty" ? say.cannot : say.place(say.asks(view.card)),

  groups(legal) {
    return [{ moves: legal.filter((move) => !move.startsWith("place ")) }];
  },

  option(move) {
    if (move === "draw") return say.drawCard;
    if (move === "penalty") return say.penalty;
    if (move === "stop") return say.stop;
    return move;
  },

  tell(line, at) {
    return line.events.flatMap((event) => {
      const who = event.seat && at.name(event.seat);
      if (event.event === "placed" && !who) return [say.neutral(event.at, event.axis)];
      if (event.event === "placed") return [say.put(who, event.box, event.at, event.axis, event.level)];
      if (event.event === "shuffled") return [say.shuffled(event.cards)];
      if (event.event === "drawn") return [say.drew(who, say.asks(event.card))];
      if (event.event === "layer") return [say.full(event.layer)];
      if (event.event === "penalty") return [say.penaltyFor(who)];
      if (event.event === "game_over") return [say.overWhy[event.why]];
      return [];
    });
  },

  result(view, at) {
    const score = view.scores[0];
    const perfect = view.layers === at.components.pallet.layers && !view.penalties ? say.perfect : "";
    return say.result(view, left(view)) + perfect + (view.to_beat === null ? "" : say.beaten(score, view.to_beat));
  },
};
