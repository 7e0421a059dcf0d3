/* A table: one object `at` that knows how things stand, and panels that are drawn from it. */

import { allGames, beCalled, get, me, perhaps } from "./api.js";
import { afterPanel } from "./after.js";
import { announce, button, folded, h, notice, select, show, trying } from "./dom.js";
import { boards } from "./games.js";
import { Live } from "./live.js";
import { movesPanel } from "./moves.js";
import { rulesText } from "./rules.js";
import { ballots, clockText, invitation, seatsPanel } from "./seats.js";
import { sentences } from "./story.js";
import { words } from "./words.js";

const say = words.table;

export async function tablePage(main, id, ply) {
  const [person, games, standing, phraseList] = await Promise.all([
    me(), allGames(), get(`/api/tables/${id}`), perhaps("/api/phrases"),
  ]);
  const game = games.find((one) => one.game === standing.table.game);
  const phrases = Object.fromEntries((phraseList?.phrases ?? []).map((one) => [one.phrase, one.en ?? one.text]));
  const at = {
    me: person, board: boards[standing.table.game], components: game.components, levels: game.levels.map((one) => one.level), modes: game.modes,
    facts: standing.table, mine: standing.seats, views: standing.views, hosting: standing.host ?? false, present: [], watching: 0,
    advice: null, pointed: {}, // a hint, and what teammates think of, by seat
    revealed: null, // at a device that is passed around: who looks at it
    late: 0, // how far our clock is behind the server's
    get players() { return this.facts.players; },
    get toAct() { return this.facts.state === "playing" ? this.views[0]?.to_act ?? this.facts.to_act ?? null : null; },
    get host() {
      const seated = this.facts.seats.find((seat) => seat.host);
      return seated ? this.mine.includes(seated.seat) : this.hosting;
    },
    get busy() { return this.live?.busy ?? false; },
    ask(command) { this.live.ask(command); draw(); },
    hint() { this.advice = { sentence: say.hintAsked }; this.ask({ do: "hint", seat: this.toAct }); },
    make(move) { this.advice = null; this.ask({ do: "move", seat: this.toAct, move }); },
    point(move) {
      if (this.players > 1) this.live.ask({ do: "point", seat: this.toAct, ...(move && { move }) });
    },
  };
  at.name = (seat) => at.facts.seats[seat - 1]?.name ?? (at.facts.seats[seat - 1]?.bot ? words.bot(seat) : words.home.seat(seat));

  /** A sentence of the server's, with missions in words where it has their names. */
  at.plain = (text) => words.sentence(text.replace(/\w+/g, (word) => at.components.missions?.[word]?.words ?? word));
  /** Whose cards these are, if not the person's own. */
  at.other = (seat) => (at.mine.includes(seat) && at.mine.length === 1 ? "" : at.name(seat));

  const places = ["head", "asked", "board", "moves", "more", "after", "seats", "invite", "fair"];
  const place = Object.fromEntries(places.map((name) => [name, h(`section.${name}`)]));
  const story = h("ol.story", { tabindex: 0, "aria-label": say.story });
  const talk = h("div.talk");
  const here = h("div", place.head, place.asked, place.board, place.moves, place.more, place.after);
  const beside = h("aside", h("section", h("h2", say.story), story, talk), place.fair,
    game.about && h("section", folded(words.home.rules, rulesText(game.about))));
  main.replaceChildren(h("div.table", here, beside));

  /** The view to draw. At a device that is passed around: of who looks at it, or what all may see. */
  function shown() {
    const of = (seat) => at.views.find((view) => view.seat === seat);
    if (at.mine.length < 2 || at.board.open || at.facts.state !== "playing") return of(at.toAct) ?? at.views[0];
    return of(at.revealed) ?? { ...at.views[0], seat: null, hand: null, legal: [] };
  }

  function headline() {
    const { state } = at.facts;
    if (state !== "playing") return say[state];
    if (!at.mine.includes(at.toAct)) return say.turnOf(at.name(at.toAct));
    return at.mine.length > 1 ? say.seatTurn(at.name(at.toAct)) : say.yourTurn;
  }

  function draw() {
    const { facts } = at;
    const view = shown();
    const title = headline();
    document.title = `${title} · ${words.games[facts.game].name} · Upturn`;
    const tags = [words.games[facts.game].name, words.mode[facts.mode], facts.day && words.day(facts.day)].filter(Boolean);
    show(place.head, h("p.kind", tags.join(" · ")), h("h1", title), h("p.clock", { id: "clock" }),
      facts.state === "over" && view && h("p.result", at.board.result(view, at)),
      facts.state === "ended" && h("p", say.endedBy[facts.ended_by] ?? ""),
      !at.me && nameForm(),
      facts.what_if && h("p", say.whatIfOf, " ", h("a", { href: `/t/${facts.what_if}` }, say.original)));
    show(place.asked, ballots(at));
    const next = at.toAct;
    if (at.mine.length > 1 && !at.board.open && at.mine.includes(next) && at.revealed !== next) {
      const reveal = () => { at.revealed = next; draw(); };
      show(place.board, h("div.curtain", h("h2", say.pass(at.name(next))), button(say.reveal(at.name(next)), reveal, { main: true })));
      show(place.moves);
      show(place.more);
    } else {
      const live = facts.state === "playing" && view; // later it is looked back at
      show(place.board, live ? [h("h2.unseen", say.board), at.board.board(view, at, draw)] : []);
      show(place.moves, movesPanel(view, at));
      show(place.more, live ? at.board.more(view, at) : []);
    }
    show(place.seats, seatsPanel(at));
    show(place.fair, fairness(facts));
    tick();
  }

  function nameForm() {
    const name = h("input", { maxlength: 24, required: true, id: "name", autocomplete: "nickname", "aria-label": words.me.name });
    const be = (event) => {
      event.preventDefault();
      trying(async () => { await beCalled(name.value.trim(), null); location.reload(); });
    };
    return h("form.inline", { onsubmit: be }, h("b", words.me.ask), name, h("button.main", words.me.save));
  }

  function tick() {
    const clock = document.getElementById("clock");
    const { deadline, state } = at.facts;
    const left = deadline - Date.now() - at.late;
    if (clock) clock.textContent = state === "playing" && deadline ? say.deadline(clockText(left)) : "";
  }
  setInterval(tick, 1000);

  let lastTold = 0;
  function tell(entries, fresh) {
    const told = [];
    for (const entry of entries.filter(({ n }) => n > lastTold)) {
      lastTold = entry.n;
      for (const sentence of sentences(entry, at, phrases)) {
        story.append(h(entry.what === "said" ? "li.said" : "li", sentence));
        told.push(sentence);
      }
    }
    if (!told.length) return;
    story.scrollTop = story.scrollHeight;
    if (fresh) announce([...told, at.mine.includes(at.toAct) ? headline() : ""].join(" "));
  }

  function drawTalk() {
    const closed = at.facts.talk === "closed";
    if (talk.dataset.closed === String(closed)) return; // what is being typed stays
    talk.dataset.closed = String(closed);
    if (closed || !at.me) return show(talk, h("p.faint", closed ? say.talkClosed : ""));
    const text = h("input", { maxlength: 300, "aria-label": say.say, placeholder: say.say, id: "say" });
    const seat = () => (at.mine.length ? { seat: at.mine.includes(at.toAct) ? at.toAct : at.mine[0] } : {});
    const send = (event) => {
      event.preventDefault();
      if (text.value.trim()) at.ask({ do: "say", ...seat(), text: text.value.trim() });
      text.value = "";
    };
    const choose = select([["", say.phrases], ...Object.entries(phrases)], "", {
      "aria-label": say.phrases,
      onchange: ({ target }) => {
        if (target.value) at.ask({ do: "say", ...seat(), phrase: target.value });
        target.value = "";
      },
    });
    show(talk, h("form.inline", { onsubmit: send }, text, h("button", say.send), phraseList && choose));
  }

  let stage = "";
  /** What changes with the state of the table only, so that it keeps what is typed or played there. */
  function drawStage() {
    if (stage === at.facts.state) return;
    stage = at.facts.state;
    const done = stage === "over" || stage === "ended";
    if (stage === "gathering") here.append(place.seats, place.invite);
    else beside.prepend(place.seats, place.invite);
    show(place.invite, done ? [] : invitation(at, notice));
    show(place.after, done ? afterPanel(at, ply) : []);
  }

  function heard(message) {
    if (message.say === "welcome" || message.say === "update") {
      const before = at.toAct;
      const welcome = message.say === "welcome";
      if (message.table) at.facts = message.table;
      if (message.take_back) at.facts = { ...at.facts, take_back: message.take_back };
      if (message.seats) at.mine = message.seats;
      if (message.views?.length || welcome) at.views = message.views;
      if (welcome) Object.assign(at, { present: message.present, watching: message.watching, hosting: message.host ?? false });
      else if (message.told.length) at.late = message.told.at(-1).at - Date.now();
      if (before !== at.toAct) Object.assign(at, { advice: null, pointed: {} });
      if (message.done) notice("");
      draw(); drawTalk(); drawStage();
      tell(message.told, !welcome || story.childElementCount > 0);
      return;
    }
    if (message.say === "presence") Object.assign(at, { present: message.present, watching: message.watching });
    if (message.say === "advice") { at.advice = message; announce(at.plain(message.sentence)); }
    if (message.say === "pointed") at.pointed[message.seat] = message.move;
    if (message.say === "refused") at.advice = null;
    if (message.say === "refused" || message.say === "farewell") notice(at.plain(message.sentence), true);
    draw();
  }

  at.live = new Live(id, heard, (up) => (up ? notice("") : notice(say.lost, true)));
  draw(); drawTalk(); drawStage();
}

function fairness(facts) {
  const { commitment, seed, nonce } = facts.shuffle;
  const row = (name, value) => value && [h("dt", name), h("dd", h("code", value))];
  return folded(say.fairness, h("dl", row(say.commitment, commitment), row(say.seed, seed), row(say.nonce, nonce)),
    h("p", say.verify, " ", h("code", say.verifyCommand)));
}
