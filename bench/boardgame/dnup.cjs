// dnup for four players as a game of boardgame.io, in the shape its documentation teaches. The server
// of Colyseus beside us plays by the same functions.
//
// A card is [active, inactive], as its holder sees it. `G.sets[seat]` is the set in front of a seat,
// or null. Players are "0".."3", as boardgame.io names them. The deck comes from the same data file
// as ours does, handed over by the server's start.
'use strict';

const STAR = [1, 5];
const TOKENS_TO_WIN = 4;
const TOKENS_FOR_OUT = [2, 1];

const turned = ([active, inactive]) => [inactive, active];
const others = (ctx, player) => ctx.playOrder.filter((seat) => seat !== player);
const isStar = ([a, b]) => Math.min(a, b) === STAR[0] && Math.max(a, b) === STAR[1];

/** A fresh round: all cards dealt, each landing either way up; the star's holder starts. */
function deal(G, ctx, random, deck) {
  const cards = random.Shuffle(deck).map((card) => (random.Number() < 0.5 ? card : turned(card)));
  const each = cards.length / ctx.numPlayers;
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    G.hands[seat] = cards.slice(seat * each, (seat + 1) * each);
    G.sets[seat] = null;
    if (G.hands[seat].some(isStar)) G.next = seat;
  }
  G.out = [];
  G.discarded = 0;
  G.round += 1;
}

/** The owner of another set of this size; undefined if there is none. */
function rivalOf(G, ctx, place, size) {
  return ctx.playOrder.find(
    (seat) => seat !== place && G.sets[seat] !== null && G.sets[seat].length === size
  );
}

function beats(G, value, rival) {
  return rival === undefined || value > G.sets[rival][0][0];
}

function discard(G, seat) {
  if (G.sets[seat] === null) return;
  G.discarded += G.sets[seat].length;
  G.sets[seat] = null;
}

/** A beaten set goes back to its owner, turned; that of a player who is out is discarded. */
function giveBack(G, rival) {
  if (rival === undefined) return;
  if (G.out.includes(rival)) return discard(G, rival);
  G.hands[rival].push(...G.sets[rival].map(turned));
  G.sets[rival] = null;
}

/** After every action: is the player out, is the round over, and whose turn is it? */
function finish({ G, ctx, random }, player, deck) {
  if (G.hands[player].length === 0) {
    G.tokens[player] += TOKENS_FOR_OUT[G.out.length];
    G.out.push(player);
    if (G.tokens[player] >= TOKENS_TO_WIN) return;
    if (G.out.length === TOKENS_FOR_OUT.length) return deal(G, ctx, random, deck);
  }
  let next = Number(player);
  do {
    next = (next + 1) % ctx.numPlayers;
    discard(G, next);
  } while (G.out.includes(String(next)));
  G.next = next;
}

/** `INVALID_MOVE` is what a move returns that is not legal. */
function dnup(deck, INVALID_MOVE) {
  const moves = {
    play: (context, indices) => {
      const { G, ctx, playerID } = context;
      const hand = G.hands[playerID];
      if (!Array.isArray(indices) || indices.length === 0) return INVALID_MOVE;
      if (new Set(indices).size !== indices.length) return INVALID_MOVE;
      const cards = indices.map((index) => hand[index]);
      if (cards.some((card) => card === undefined || card[0] !== cards[0][0])) return INVALID_MOVE;
      const rival = rivalOf(G, ctx, playerID, cards.length);
      if (!beats(G, cards[0][0], rival)) return INVALID_MOVE;
      G.hands[playerID] = hand.filter((_, index) => !indices.includes(index));
      giveBack(G, rival);
      G.sets[playerID] = cards;
      finish(context, playerID, deck);
    },

    add: (context, index, owner) => {
      const { G, ctx, playerID } = context;
      const card = G.hands[playerID][index];
      const set = G.sets[owner];
      if (card === undefined || !set || owner === playerID) return INVALID_MOVE;
      if (card[0] !== set[0][0]) return INVALID_MOVE;
      const rival = rivalOf(G, ctx, owner, set.length + 1);
      if (!beats(G, card[0], rival)) return INVALID_MOVE;
      G.hands[playerID].splice(index, 1);
      giveBack(G, rival);
      set.push(card);
      finish(context, playerID, deck);
    },

    take: (context, owner) => {
      const { G, ctx, playerID } = context;
      if (!others(ctx, playerID).includes(owner) || G.sets[owner] === null) return INVALID_MOVE;
      G.hands[playerID].push(...G.sets[owner].map(turned));
      G.sets[owner] = null;
      finish(context, playerID, deck);
    },

    flip: (context) => {
      const { G, playerID } = context;
      G.hands[playerID] = G.hands[playerID].map(turned);
      finish(context, playerID, deck);
    },
  };

  return {
    name: 'dnup',
    minPlayers: 4,
    maxPlayers: 4,
    // Hidden cards make undoing pointless, and it is cheaper for the server without.
    disableUndo: true,

    setup: ({ ctx, random }) => {
      const G = { hands: {}, sets: {}, tokens: {}, out: [], discarded: 0, round: 0, next: 0 };
      for (const seat of ctx.playOrder) G.tokens[seat] = 0;
      deal(G, ctx, random, deck);
      return G;
    },

    playerView: ({ G, playerID }) => {
      const hands = {};
      const counts = {};
      for (const seat in G.hands) {
        counts[seat] = G.hands[seat].length;
        if (seat === playerID) hands[seat] = G.hands[seat];
      }
      return { ...G, hands, counts };
    },

    moves,

    turn: {
      minMoves: 1,
      maxMoves: 1,
      order: { first: ({ G }) => G.next, next: ({ G }) => G.next },
    },

    endIf: ({ G, ctx }) => {
      const winner = ctx.playOrder.find((seat) => G.tokens[seat] >= TOKENS_TO_WIN);
      return winner === undefined ? undefined : { winner };
    },
  };
}

module.exports = { dnup };
