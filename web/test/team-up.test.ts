/** Team UP's pallet in numbers and words. */

import { describe, expect, it } from "vitest";
import type { Setting } from "../src/games/face";
import {
  around,
  axesOf,
  cellName,
  cellOf,
  covered,
  filledIn,
  legalByBox,
  missing,
  moveOf,
  movesWith,
  nearest,
  placeOf,
  placesOf,
  sizeOf,
  slice,
  tops,
  under,
  volumeOf,
  type Components,
  type Kind,
} from "../src/games/team-up/geometry";
import { asked, asks, moveName, result, tell, value } from "../src/games/team-up/words";
import type { TeamUpBox, TeamUpView } from "../src/wire";

const kind = (shape: string, top: [number, number], height: number, per_colour = 1): Kind => ({ shape, top, height, per_colour });

const PARTS: Components = {
  pallet: { columns: 6, rows: 4, layers: 5 },
  colours: ["red", "blue", "white"],
  boxes: {
    square1: kind("square", [2, 2], 1),
    square2: kind("square", [2, 1], 2, 2),
    wide1: kind("wide", [3, 2], 1),
    wide2: kind("wide", [3, 1], 2),
    wide3: kind("wide", [2, 1], 3),
    bar1: kind("bar", [3, 1], 1, 2),
    bar3: kind("bar", [1, 1], 3),
  },
  cards: { red: 6, "square|bar": 1 },
};

const AT = {
  game: { game: "team-up", components: PARTS },
  name: (seat: number) => ["Ada", "Ben"][seat - 1] ?? "?",
  mine: [1],
  seats: 2,
} as unknown as Setting;

const box = (name: string, at: string, level: number, size: [number, number, number]): TeamUpBox => ({
  box: name,
  at,
  axis: null,
  level,
  shape: "bar",
  size,
  seat: 1,
});

const VIEW: TeamUpView = {
  game: "team-up",
  players: 2,
  seat: 1,
  to_act: 1,
  over: false,
  scores: [-24, -24],
  clone: "face",
  mode: null,
  to_beat: null,
  card: "red",
  heights: [
    [1, 1, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ],
  boxes: [box("neutral", "a1", 0, [3, 1, 1])],
  left: { red: { bar1: 2, bar3: 1 } },
  layers: 0,
  penalties: 0,
  deck: 35,
  undrawn: {},
  coming: [],
  agreed: ["stop"],
  end: null,
  legal: [],
};

describe("moves", () => {
  it("are read and written alike", () => {
    for (const move of ["place red wide2 c1 x", "place blue bar3 f4", "place white square2 a3 y"]) {
      expect(moveOf(placeOf(move)!)).toBe(move);
    }
  });

  it("may have little words", () => {
    expect(placeOf("place red wide2 at c1 along x")).toEqual(placeOf("place red wide2 c1 x"));
  });

  it("that place nothing are none of ours", () => {
    expect(placeOf("draw")).toBeNull();
    expect(placeOf("stop")).toBeNull();
  });

  it("are grouped by box", () => {
    const boxes = legalByBox(["place red bar1 a2 x", "place red bar1 a2 y", "place red bar3 d1", "stop"]);
    expect([...boxes.keys()]).toEqual(["red bar1", "red bar3"]);
    expect(boxes.get("red bar1")).toHaveLength(2);
  });
});

describe("cells", () => {
  it("have names both ways", () => {
    expect(cellName({ x: 2, y: 2 })).toBe("c3");
    expect(cellOf("f4")).toEqual({ x: 5, y: 3 });
  });
});

describe("placements", () => {
  it("of a long top go two ways, of a square one", () => {
    expect(axesOf(PARTS.boxes.wide2!)).toEqual(["x", "y"]);
    expect(axesOf(PARTS.boxes.square1!)).toEqual([null]);
    expect(sizeOf(PARTS.boxes.wide2!, "y")).toEqual([1, 3, 2]);
  });

  it("stay inside the pallet", () => {
    expect(placesOf(PARTS, "red", "wide1", "x")).toHaveLength(4 * 3);
    expect(placesOf(PARTS, "red", "wide1", "y")).toHaveLength(5 * 2);
    expect(movesWith(PARTS, "red", "bar3")).toHaveLength(24);
  });

  it("are at most 48 for a box, so that one may ask about all", () => {
    for (const name of Object.keys(PARTS.boxes)) expect(movesWith(PARTS, "red", name).length).toBeLessThanOrEqual(48);
  });

  it("lie around the cell that is meant", () => {
    expect(around(PARTS, [3, 1, 1], cellOf("c2"))).toEqual(cellOf("b2"));
    expect(around(PARTS, [3, 1, 1], cellOf("a1"))).toEqual(cellOf("a1"));
    expect(around(PARTS, [3, 2, 1], cellOf("f4"))).toEqual(cellOf("d3"));
  });

  it("follow a point within a cell", () => {
    expect(under(PARTS, [2, 1, 1], { x: 2.2, y: 0.5 })).toEqual(cellOf("b1"));
    expect(under(PARTS, [2, 1, 1], { x: 2.8, y: 0.5 })).toEqual(cellOf("c1"));
  });

  it("are drawn to a legal place nearby, not far away", () => {
    const places = [cellOf("a1"), cellOf("e4")];
    expect(nearest(places, [1, 1, 1], { x: 1.1, y: 0.5 })).toEqual(cellOf("a1"));
    expect(nearest(places, [1, 1, 1], { x: 3, y: 2 })).toBeNull();
  });

  it("stand on the highest of what is below", () => {
    const volume = volumeOf(PARTS, VIEW.heights, placeOf("place red wide1 c1 x")!);
    expect(volume).toEqual({ x: 2, y: 0, level: 1, size: [3, 2, 1] });
  });

  it("cover their cells", () => {
    expect(covered(cellOf("b2"), [2, 2, 1]).map(cellName)).toEqual(["b2", "c2", "b3", "c3"]);
  });
});

describe("the pallet", () => {
  const view = { ...VIEW, boxes: [...VIEW.boxes, box("red bar3", "a1", 1, [1, 1, 3])] };

  it("shows the topmost boxes from above", () => {
    expect(tops(view)[0]!.map((one) => one?.box ?? "")).toEqual(["red bar3", "neutral", "neutral", "", "", ""]);
  });

  it("has layers", () => {
    expect(filledIn(slice(view, 0))).toBe(3);
    expect(filledIn(slice(view, 3))).toBe(1);
    expect(filledIn(slice(view, 4))).toBe(0);
    expect(missing(view, 0)).toHaveLength(21);
  });
});

describe("words", () => {
  it("ask for what the card asks for", () => {
    expect(asked("red")).toBe("a red box");
    expect(asked("square|bar")).toBe("a square or a bar");
    expect(asks({ ...VIEW, legal: ["place red bar3 d1"] })).toBe("Place a red box.");
    expect(asks({ ...VIEW, legal: ["penalty"] })).toBe("No box can be placed for this card: take the penalty.");
  });

  it("name moves", () => {
    expect(moveName("place red wide2 c1 x", AT)).toBe("red wide box (3×1 on top, 2 high) on c1 to e1");
    expect(moveName("place blue bar3 f4", AT)).toBe("blue bar (1×1 on top, 3 high) on f4");
    expect(moveName("draw", AT)).toBe("draw a card");
  });

  it("tell every event", () => {
    const events = [
      { event: "drawn", seat: 2, card: "square|bar" },
      { event: "placed", seat: 2, box: "red bar1", at: "a2", axis: "x", level: 0 },
      { event: "layer", layer: 1 },
      { event: "penalty", seat: 1, card: "red" },
      { event: "game_over", why: "stopped", score: 3 },
    ] as const;
    expect(tell({ seat: 2, move: "", events: [...events] }, AT)).toEqual([
      "Ben draws a card: a square or a bar.",
      "Ben places a red bar on a2 to c2, layer 1.",
      "Layer 1 is full!",
      "No box can be placed for Ada’s card: that’s a penalty.",
      "The team stops.",
    ]);
  });

  it("say how it ended, and against what", () => {
    const over: TeamUpView = { ...VIEW, over: true, end: "stopped", layers: 2, scores: [6, 6], penalties: 1, to_beat: 4 };
    expect(result(over, AT)).toBe("The team stops. 2 full layers, 3 boxes left over and 1 penalty: 6 points. That beats 4!");
    const perfect: TeamUpView = { ...VIEW, over: true, end: "stacked", layers: 5, scores: [25, 25], left: {} };
    expect(result(perfect, AT)).toBe("All boxes are stacked. A perfect pallet: 25 points!");
  });

  it("translate the values of reasons", () => {
    expect(value("box", "red wide2", AT, {})).toBe("red wide box");
    expect(value("box", "neutral bar", AT, {})).toBe("neutral bar");
    expect(value("asks", "in the server’s words", AT, { card: "square|wide" })).toBe("a square or a wide box");
    expect(value("asks", "in the server’s words", AT, { card: "red" })).toBe("a red box");
    expect(value("heights", [1, 2], AT, {})).toEqual([1, 2]);
  });
});
