-- Times are milliseconds since 1970, keys of rows are texts that the table makes up.

CREATE TABLE tables (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  players INTEGER NOT NULL,
  public BOOLEAN NOT NULL,
  state TEXT NOT NULL,
  deal TEXT,
  host TEXT,
  created BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  summary TEXT NOT NULL
);

-- For the lobby and for workers that start: few tables are open, many are over.
CREATE INDEX tables_open ON tables (created) WHERE state IN ('gathering', 'playing');

-- The log. Its key is the promise that entry n of a table has one writer.
CREATE TABLE entries (
  table_id TEXT NOT NULL,
  n BIGINT NOT NULL,
  at BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);

CREATE TABLE persons (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  created BIGINT NOT NULL,
  seen BIGINT NOT NULL
);

CREATE TABLE credentials (
  hash BYTEA PRIMARY KEY,
  person TEXT NOT NULL,
  created BIGINT NOT NULL,
  label TEXT NOT NULL
);

CREATE INDEX credentials_person ON credentials (person);

CREATE TABLE links (
  hash BYTEA PRIMARY KEY,
  person TEXT NOT NULL,
  expires BIGINT NOT NULL
);

CREATE INDEX links_person ON links (person);

CREATE TABLE seatings (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL,
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (person, table_id, seat)
);

-- Numbered without gaps in the order of their commits, so that who read up to one has missed none.
CREATE TABLE results (
  id BIGINT PRIMARY KEY,
  table_id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  players INTEGER NOT NULL,
  options TEXT NOT NULL,
  mode TEXT NOT NULL,
  deal TEXT,
  day TEXT,
  finished BIGINT NOT NULL,
  scores TEXT NOT NULL,
  flags TEXT NOT NULL
);

CREATE INDEX results_game ON results (game, id);

CREATE INDEX results_deal ON results (deal, id);

CREATE INDEX results_day ON results (day, id);

CREATE TABLE result_seats (
  table_id TEXT NOT NULL,
  seat INTEGER NOT NULL,
  person TEXT,
  name TEXT,
  bot TEXT,
  PRIMARY KEY (table_id, seat)
);

CREATE INDEX result_seats_person ON result_seats (person);

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BYTEA NOT NULL
);

INSERT INTO meta (name, value) VALUES ('results', 0), ('checks', 0);
