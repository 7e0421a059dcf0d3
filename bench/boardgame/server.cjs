// boardgame.io's server with dnup on it. Arguments: the deck as JSON, e.g. [[1,5],[1,6],…].
//
// Prints its address once it listens. Storage is boardgame.io's default, in memory.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');
const { Server, Origins } = require('boardgame.io/server');
const { dnup } = require('./dnup.cjs');

if (process.env.NODE_ENV !== 'production') throw new Error('set NODE_ENV=production');
const deck = JSON.parse(process.argv[2]);
const server = Server({ games: [dnup(deck, INVALID_MOVE)], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) =>
  console.log(`http://127.0.0.1:${appServer.address().port}`)
);
// An orderly end lets node write its profile.
process.on('SIGTERM', () => process.exit(0));
