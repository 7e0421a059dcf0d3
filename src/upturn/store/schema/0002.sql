-- Why a table ended without a result. Its log says so: in the entry that ended it, or else everybody
-- had agreed by their votes.

ALTER TABLE tables ADD COLUMN ended_by TEXT;

UPDATE tables SET ended_by = COALESCE(
  (SELECT e.body::json ->> 'reason' FROM entries e
   WHERE e.table_id = tables.id AND e.body LIKE '{"e":"ended"%' ORDER BY e.n LIMIT 1),
  'agreed')
WHERE state = 'ended';
