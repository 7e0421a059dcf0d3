-- Who has seen the cards of a deal, and at which table: a person, a browser (the hash of the number in
-- its cookie), or a person in a browser. An empty text stands for none.

CREATE TABLE sightings (
  person TEXT NOT NULL,
  browser TEXT NOT NULL,
  table_id TEXT NOT NULL,
  deal TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (table_id, person, browser)
);

CREATE INDEX sightings_person ON sightings (person, deal);

CREATE INDEX sightings_browser ON sightings (browser, deal);

CREATE INDEX sightings_at ON sightings (at);

-- Everybody who had a seat in a game.
INSERT INTO sightings (person, browser, table_id, deal, at)
SELECT s.person, '', s.table_id, t.deal, MIN(s.at) FROM seatings s JOIN tables t ON t.id = s.table_id
WHERE t.state <> 'gathering' AND t.deal IS NOT NULL GROUP BY s.person, s.table_id, t.deal;
