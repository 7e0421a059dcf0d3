"""Every statement that both databases share, written once.

They are in PostgreSQL's dialect, with $1, $2 … for arguments; the SQLite driver translates the few
differences. A statement that adds a reference to a person locks that person's row, so that nothing
new refers to a person who is being deleted. Every transaction locks a person first, then links,
then credentials, so that no two wait for each other.
"""

# ruff: noqa: S105, S608 (statements are put together from the words of this file alone)

from __future__ import annotations

from collections.abc import Sequence

_TABLE = (
    "t.id, t.code, t.game, t.players, t.public, t.state, "
    "t.deal, t.host, t.created, t.changed, t.summary, t.ended_by"
)
_OPEN = "t.state IN ('gathering', 'playing')"
ENTRIES_TRIED = 20
"""Entries that are read to see whether logs can be read."""
_THE_PERSON = "FROM persons WHERE id = $1 FOR KEY SHARE"

# --- the schema
MAKE_META = "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)"
SCHEMA_VERSION = "SELECT value FROM meta WHERE name = 'schema'"
SET_SCHEMA_VERSION = """
    INSERT INTO meta (name, value) VALUES ('schema', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
CHECK = "UPDATE meta SET value = value + 1 WHERE name = 'checks'"

# --- the log and the tables
LOG = "SELECT n, at, body FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n"
A_LOG = f"""
    SELECT n, at, body FROM entries WHERE table_id = (SELECT MAX(table_id) FROM entries)
    ORDER BY n LIMIT {ENTRIES_TRIED}"""
FIRST_ENTRY = "INSERT INTO entries (table_id, n, at, body) VALUES ($1, 1, $2, $3)"
ADD_TABLE = """
    INSERT INTO tables
    (id, code, game, players, public, state, deal, host, created, changed, summary, ended_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"""
TABLE = f"SELECT {_TABLE} FROM tables t WHERE t.id = $1"
TABLE_BY_CODE = f"SELECT {_TABLE} FROM tables t WHERE t.code = $1"
TABLES_NAMING = "SELECT DISTINCT table_id FROM entries WHERE body LIKE $1"
AMEND_ENTRY = "UPDATE entries SET body = $3 WHERE table_id = $1 AND n = $2"
SET_STATE = "UPDATE tables SET state = $2, ended_by = $3, changed = $4 WHERE id = $1"
SET_SUMMARY = "UPDATE tables SET summary = $2, changed = $3 WHERE id = $1"
OPEN_TABLES = f"SELECT {_TABLE} FROM tables t WHERE {_OPEN} ORDER BY t.created, t.id"
DESERTED_TABLES = """
    SELECT id FROM tables WHERE state = 'gathering' AND changed < $1 ORDER BY changed, id"""
CLOSED_TABLES = "SELECT id FROM tables WHERE state IN ('over', 'ended') AND changed >= $1"
# Tables that play, and others whose logs go on after their rows were written.
UNSETTLED_TABLES = f"""
    SELECT t.id FROM tables t WHERE {_OPEN} AND (t.state = 'playing' OR EXISTS (
      SELECT 1 FROM entries e WHERE e.table_id = t.id AND e.n > 1 AND e.at >= t.changed))
    ORDER BY t.changed DESC, t.id"""
NEWEST_TABLES = f"SELECT {_TABLE} FROM tables t ORDER BY t.created DESC, t.id LIMIT $1"
HOSTED_TABLES = f"""
    SELECT {_TABLE} FROM tables t WHERE {_OPEN} AND t.host = $1 ORDER BY t.created DESC, t.id"""
PUBLIC_TABLES = f"""
    SELECT {_TABLE} FROM tables t WHERE {_OPEN} AND t.public
    ORDER BY t.created DESC, t.id LIMIT $1"""
PUBLIC_TABLES_OF = f"""
    SELECT {_TABLE} FROM tables t WHERE {_OPEN} AND t.public AND t.game = $2
    ORDER BY t.created DESC, t.id LIMIT $1"""

# --- persons
ADD_PERSON = """
    INSERT INTO persons (id, name, name_key, created, look_key) VALUES ($1, $2, $3, $4, $5)"""
PERSON = "SELECT id, name, created FROM persons WHERE id = $1"
PERSON_BY_NAME = """
    SELECT id, name, created FROM persons WHERE name_key = $1 OR name = $2
    ORDER BY CASE WHEN name = $2 THEN 0 ELSE 1 END, created, id LIMIT 1"""
DEVICE_BY_CREDENTIAL = """
    SELECT p.id, p.name, p.created, c.id, c.seen
    FROM credentials c JOIN persons p ON p.id = c.person WHERE c.hash = $1"""
RENAME_PERSON = """
    UPDATE persons SET name = $2, name_key = $3, look_key = $4 WHERE id = $1 RETURNING id"""
NAMES = "SELECT id, name FROM persons ORDER BY created, id"
FORGET_KEYS = "UPDATE persons SET name_key = ' ' || id, look_key = NULL"
SET_KEYS = "UPDATE persons SET name_key = $2, look_key = $3 WHERE id = $1"
RENAME_IN_RESULTS = "UPDATE result_seats SET name = $2 WHERE person = $1 AND name = $3"
TOUCH_DEVICE = "UPDATE credentials SET seen = $2 WHERE id = $1 AND seen < $2"
DELETE_PERSON = "DELETE FROM persons WHERE id = $1 RETURNING id"
DROP_LINKS = "DELETE FROM links WHERE person = $1"
FORGET_PERSON = (
    DROP_LINKS,
    "DELETE FROM credentials WHERE person = $1",
    "DELETE FROM seatings WHERE person = $1",
    # The browser still knows the cards, whoever uses it next. At which table is not kept.
    """
    INSERT INTO sightings (person, browser, table_id, deal, at)
    SELECT '', browser, deal, deal, MIN(at) FROM sightings WHERE person = $1 AND browser <> ''
    GROUP BY browser, deal ON CONFLICT (table_id, person, browser) DO NOTHING""",
    "DELETE FROM sightings WHERE person = $1",
    "UPDATE result_seats SET person = NULL, name = NULL WHERE person = $1",
    "UPDATE tables SET host = NULL WHERE host = $1",
)
_CREDENTIAL = "hash, created, label, id, browser, system"
ADD_CREDENTIAL = f"""
    INSERT INTO credentials (person, {_CREDENTIAL}, seen)
    SELECT id, $2, $3, $4, $5, $6, $7, $3 {_THE_PERSON} RETURNING person"""
DROP_CREDENTIAL = "DELETE FROM credentials WHERE person = $1 AND id = $2"
DROP_OTHER_CREDENTIALS = "DELETE FROM credentials WHERE person = $1 AND id <> $2"
CREDENTIALS = f"""
    SELECT {_CREDENTIAL}, seen FROM credentials WHERE person = $1 ORDER BY created, hash"""
ADD_LINK = f"""
    INSERT INTO links (person, hash, expires) SELECT id, $2, $3 {_THE_PERSON} RETURNING person"""
FOLLOW_LINK = f"""
    INSERT INTO credentials (person, {_CREDENTIAL}, seen)
    SELECT p.id, $2, $3, $4, $5, $6, $7, $3
    FROM (SELECT id FROM persons WHERE id = (SELECT person FROM links WHERE hash = $1)
          FOR KEY SHARE) p
    WHERE EXISTS (SELECT 1 FROM links l
                  WHERE l.hash = $1 AND l.person = p.id AND l.expires > $3 FOR UPDATE)
    RETURNING person"""
DROP_LINK = "DELETE FROM links WHERE hash = $1"
DROP_EXPIRED_LINKS = "DELETE FROM links WHERE expires <= $1"

# --- who sat where
ADD_SEATING = f"""
    INSERT INTO seatings (person, table_id, seat, name, at) SELECT id, $2, $3, $4, $5 {_THE_PERSON}
    ON CONFLICT (person, table_id, seat) DO UPDATE SET name = excluded.name, at = excluded.at
    RETURNING person"""
DROP_SEATING = "DELETE FROM seatings WHERE person = $1 AND table_id = $2 AND seat = $3"
SEATINGS = f"""
    SELECT {_TABLE}, s.seat, s.name, s.at
    FROM seatings s JOIN tables t ON t.id = s.table_id WHERE s.person = $1
    ORDER BY s.at DESC, s.table_id, s.seat"""

# --- who has seen which deal
ADD_SIGHTING = f"""
    INSERT INTO sightings (person, browser, table_id, deal, at)
    SELECT id, $2, $3, $4, $5 {_THE_PERSON}
    ON CONFLICT (table_id, person, browser) DO NOTHING"""
ADD_NAMELESS_SIGHTING = """
    INSERT INTO sightings (person, browser, table_id, deal, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (table_id, person, browser) DO NOTHING"""
SIGHTING_OF_DEAL = """
    SELECT 1 FROM sightings WHERE deal = $1 AND table_id <> $2
    AND ((person = $3 AND person <> '') OR (browser = $4 AND browser <> '')) LIMIT 1"""
SIGHTING_ELSEWHERE = """
    SELECT 1 FROM sightings here JOIN sightings other
    ON other.deal = here.deal AND other.table_id <> here.table_id AND other.at < $2
    AND (other.person = here.person OR (other.browser = here.browser AND here.browser <> ''))
    WHERE here.table_id = $1 AND here.person <> '' AND EXISTS (
      SELECT 1 FROM seatings s WHERE s.person = here.person AND s.table_id = here.table_id)
    LIMIT 1"""
SEEN_DEALS = "SELECT deal FROM sightings WHERE person = $1 GROUP BY deal ORDER BY MIN(at), deal"
DROP_SIGHTINGS = """
    DELETE FROM sightings WHERE at < $1 AND NOT EXISTS (
      SELECT 1 FROM seatings s
      WHERE s.person = sightings.person AND s.table_id = sightings.table_id)"""

# --- results
NEXT_RESULT = "UPDATE meta SET value = value + 1 WHERE name = 'results'"
ADD_RESULT = """
    INSERT INTO results
    (id, table_id, game, players, options, mode, deal, day, finished, scores, flags)
    VALUES ((SELECT value FROM meta WHERE name = 'results'),
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"""
ADD_RESULT_SEAT = "INSERT INTO result_seats (table_id, seat, bot, name) VALUES ($1, $2, $3, $4)"
ADD_RESULT_PERSON = f"""
    UPDATE result_seats SET person = $1, name = $4
    WHERE table_id = $2 AND seat = $3 AND EXISTS (SELECT id {_THE_PERSON})"""


def results(conditions: Sequence[str], newest: bool) -> str:
    """Return a query for results that meet all conditions, with a row for each seat.
    Its last argument is the limit."""
    where = " AND ".join(conditions)
    order = "DESC" if newest else "ASC"
    limit = f"${len(conditions) + 1}"
    return f"""
        SELECT r.id, r.table_id, r.game, r.players, r.options, r.mode, r.deal, r.day, r.finished,
               r.scores, r.flags, s.person, s.name, s.bot
        FROM (SELECT * FROM results WHERE {where} ORDER BY id {order} LIMIT {limit}) r
        JOIN result_seats s ON s.table_id = r.table_id ORDER BY r.id {order}, s.seat"""


# --- the server's own
ADD_SECRET = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
SECRET = "SELECT value FROM secrets WHERE name = $1"

# --- for admins; in the order a backup is written
TABLES_OF_ROWS = (
    "tables",
    "entries",
    "persons",
    "credentials",
    "links",
    "seatings",
    "sightings",
    "results",
    "result_seats",
    "secrets",
)
COUNTS = "SELECT " + ", ".join(f"(SELECT COUNT(*) FROM {name})" for name in TABLES_OF_ROWS)
