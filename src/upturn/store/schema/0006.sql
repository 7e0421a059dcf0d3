-- The open tables of a host are counted whenever somebody opens a table, however many others there are.

CREATE INDEX tables_host ON tables (host) WHERE state IN ('gathering', 'playing');
