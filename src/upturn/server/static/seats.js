/* Who sits where; sitting down, standing up, and what the host may do about seats; ballots; inviting. */

import { button, folded, h, labelled, select } from "./dom.js";
import { words } from "./words.js";

const say = words.table;
const level = (code) => words.level[code] ?? code;

export const clockText = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
};

function seatLine(seat, at) {
  const { facts } = at;
  const mine = at.mine.includes(seat.seat);
  const playing = facts.state === "playing";
  const open = !seat.name && !seat.bot;
  const marks = [
    mine && say.you, seat.host && say.host, seat.bot && (seat.name ? say.standIn(level(seat.bot)) : say.bot(level(seat.bot))),
    seat.name && (seat.away ? say.away : !mine && (at.present.includes(seat.seat) ? say.here : say.gone)),
    playing && seat.name && seat.reserve !== undefined && say.reserve(clockText(seat.reserve)),
    playing && at.toAct === seat.seat && say.toAct,
  ].filter(Boolean);
  return h(at.toAct === seat.seat ? "li.seat.acting" : "li.seat",
    h("span", h("b", open ? `${words.home.seat(seat.seat)}: ${say.open}` : `${seat.seat} ${at.name(seat.seat)}`),
      h("small", ` ${marks.join(" · ")}`)),
    h("span.buttons", seatButtons(seat, at, { mine, open })));
}

function seatButtons(seat, at, { mine, open }) {
  const { facts } = at;
  if (facts.state === "gathering") return [
    open && at.me && sitDown(seat.seat, at),
    mine && button(say.stand, () => at.ask({ do: "stand", seat: seat.seat })),
    at.host && !mine && seat.name && button(say.remove(seat.name), () => at.ask({ do: "stand", seat: seat.seat })),
    at.host && !seat.name && select([["", say.open], ...at.levels.map((code) => [code, say.bot(level(code))])], seat.bot ?? "", {
      "aria-label": say.fill(seat.seat),
      onchange: (event) => at.ask({ do: "fill", seat: seat.seat, ...(event.target.value && { bot: event.target.value }) }),
    }),
  ];
  if (facts.state !== "playing") return [];
  return [
    mine && seat.away && button(say.sit, () => at.ask({ do: "sit", seat: seat.seat })),
    !at.mine.length && at.me && (seat.bot || seat.away) && button(say.claim, () => at.ask({ do: "claim", seat: seat.seat })),
  ];
}

/** Somebody who already has a seat plays for one more person at this device, who has a name too. */
function sitDown(seat, at) {
  if (!at.mine.length) return button(say.sit, () => at.ask({ do: "sit", seat }), { main: true });
  const name = h("input", { maxlength: 24, id: `name-${seat}`, "aria-label": say.sitName, placeholder: say.sitName });
  const sit = (event) => {
    event.preventDefault();
    at.ask({ do: "sit", seat, ...(name.value.trim() && { name: name.value.trim() }) });
  };
  return h("form.inline", { onsubmit: sit }, name, h("button", say.sitToo));
}

export function seatsPanel(at) {
  const { facts } = at;
  const full = facts.seats.every((seat) => seat.name || seat.bot);
  return [
    h("h2", say.seats, at.watching ? h("small", ` ${say.watching(at.watching)}`) : ""),
    h("ol.seats", facts.seats.map((seat) => seatLine(seat, at))),
    facts.claims?.map((claim) => h("p", say.claims(claim.name, claim.seat), " ", at.host && [
      button(say.give, () => at.ask({ do: "answer", claim: claim.claim, give: true })),
      button(say.refuse, () => at.ask({ do: "answer", claim: claim.claim, give: false })),
    ])),
    facts.state === "gathering" && (at.host
      ? full ? button(say.start, () => at.ask({ do: "start" }), { main: true }) : h("p.faint", say.startWhen)
      : h("p.faint", say.hostStarts)),
  ];
}

export function ballots(at) {
  return (at.facts.ballots ?? []).map((ballot) => {
    const cast = ballot.votes ?? {};
    const missing = ballot.voters.filter((seat) => !cast[seat]);
    const mine = missing.find((seat) => at.mine.includes(seat));
    const choices = ballot.about === "seat" ? ["wait", "bot", "end"] : ["yes", "no"];
    const { voted, waiting, choice: answer } = words.ballot;
    const asked = words.ballot[ballot.about](ballot.by ? at.name(ballot.by) : "", ballot.move, ballot.seat && at.name(ballot.seat));
    const votes = Object.entries(cast).map(([seat, choice]) => voted(at.name(Number(seat)), answer[choice]));
    return h("div.ballot", h("h2", asked),
      h("p", [...votes, missing.length ? waiting(missing.map(at.name)) : ""].join(" ")),
      mine && h("div.buttons", choices.map((choice) => button(answer[choice],
        () => at.ask({ do: "vote", seat: mine, ballot: ballot.ballot, choice })))));
  });
}

export async function copy(text, told) {
  try { await navigator.clipboard.writeText(text); told(words.copied); } catch { told(text); }
}

export function invitation(at, told) {
  const link = `${location.origin}/j/${at.facts.code}`;
  const field = h("input", { readonly: true, value: link, onfocus: (event) => event.target.select() });
  const inside = [
    h("p", say.inviteLine),
    h("p", `${say.code}: `, h("strong.code", at.facts.code)),
    labelled(say.link, field), button(say.copy, () => copy(link, told)),
    h("p", h("img.qr", { src: `/api/tables/${at.facts.id}/qr.svg`, alt: say.qrAlt, width: 160, height: 160, loading: "lazy" })),
  ];
  return at.facts.state === "gathering" ? [h("h2", say.invite), inside] : folded(say.invite, inside);
}
