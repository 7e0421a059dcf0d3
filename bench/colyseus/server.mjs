// Colyseus's server with dnup on it. Arguments: the deck as JSON, e.g. [[1,5],[1,6],…].
//
// Prints its address once it listens. A room is a table. Hands are hidden, so each seat is sent a
// message with what it sees; a synchronised state would have to be filtered for every seat.
import { createRequire } from 'node:module';
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

const { dnup } = createRequire(import.meta.url)('../boardgame/dnup.cjs');

if (process.env.NODE_ENV !== 'production') throw new Error('set NODE_ENV=production');
const INVALID = Symbol('no legal move');
const game = dnup(JSON.parse(process.argv[2]), INVALID);
const MOVE = 1;
const STATE = 2;
const ctx = { numPlayers: 4, playOrder: ['0', '1', '2', '3'] };
const random = {
  Number: Math.random,
  Shuffle(deck) {
    const cards = [...deck];
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  },
};

class Table extends Room {
  maxClients = ctx.numPlayers;
  patchRate = null; // there is no state to synchronise
  seatReservationTimeout = 300; // all tables are reserved before the first seat comes

  onCreate() {
    this.G = game.setup({ ctx, random });
    this.number = 0;
    this.seats = [];
    this.over = false;
    this.onMessage(MOVE, (client, [name, ...args]) => this.move(client, name, args));
  }

  onJoin(client, { seat }) {
    client.userData = String(seat);
    this.seats[seat] = client;
    if (this.clients.length === ctx.numPlayers) this.tell();
  }

  move(client, name, args) {
    const playerID = client.userData;
    if (this.over || Number(playerID) !== this.G.next || !Object.hasOwn(game.moves, name)) return;
    if (game.moves[name]({ G: this.G, ctx, random, playerID }, ...args) === INVALID) return;
    this.number += 1;
    this.over = game.endIf({ G: this.G, ctx }) !== undefined;
    this.tell();
  }

  tell() {
    const { number, G } = this;
    const to_move = this.over ? -1 : G.next;
    this.seats.forEach((client, seat) =>
      client.send(STATE, { number, to_move, G: game.playerView({ G, playerID: String(seat) }) })
    );
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
server.define('dnup', Table);
await server.listen(0, '127.0.0.1');
console.log(`http://127.0.0.1:${transport.server.address().port}`);
process.on('SIGTERM', () => process.exit(0));
