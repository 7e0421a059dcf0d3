/* What the person at a seat can do now: its legal moves as buttons, advice, taking back, ending. */

import { button, folded, h } from "./dom.js";
import { words } from "./words.js";

const say = words.table;
const MOST = 40; // more buttons of one kind than this are folded away

function group({ title, moves, most = MOST }, at, view) {
  if (!moves.length) return null;
  const one = (move) => {
    const label = at.board.option(move, at);
    const all = view.agreed?.includes(move) && at.players > 1 && h("small", ` (${say.allAgree})`);
    return button([label, all], () => at.make(move), { "aria-label": title && `${title}: ${label}`, disabled: at.busy });
  };
  const rest = moves.slice(most);
  return h("fieldset", title && h("legend", title), h("div.buttons", moves.slice(0, most).map(one)),
    rest.length > 0 && folded(say.moreWays(rest.length), h("div.buttons", rest.map(one))));
}

export function movesPanel(view, at) {
  if (at.facts.state !== "playing") return [];
  const acting = at.toAct && at.mine.includes(at.toAct) && view?.seat === at.toAct;
  return [
    acting ? h("h2", say.moves) : h("h2", at.toAct ? say.wait(at.name(at.toAct)) : words.moment),
    acting && h("p.asks", at.busy ? say.sent : at.board.asks(view, at)),
    acting && at.board.groups(view.legal, at, view).map((one) => group(one, at, view)),
    at.advice && h("p.advice", { role: "note" }, at.plain(at.advice.sentence), " ",
      acting && view.legal.includes(at.advice.move) && button(say.tryIt(at.advice.move), () => at.make(at.advice.move))),
    Object.entries(at.pointed).map(([seat, move]) => move && h("p.faint", say.thinks(at.name(Number(seat)), move))),
    at.mine.length > 0 && h("div.buttons.quiet",
      acting && at.facts.hints && button(say.hint, () => at.hint()),
      (at.facts.take_back ?? []).filter((seat) => at.mine.includes(seat)).map((seat) =>
        button(at.mine.length > 1 ? say.takeBackOf(at.name(seat)) : say.takeBack, () => at.ask({ do: "take-back", seat }))),
      folded(say.proposeEnd, h("p", say.proposeSure),
        button(say.proposeYes, () => at.ask({ do: "propose-end", seat: at.mine[0] }))),
      folded(say.leave, h("p", say.leaveSure),
        button(say.leaveYes, () => at.mine.forEach((seat) => at.ask({ do: "stand", seat }))))),
  ];
}
