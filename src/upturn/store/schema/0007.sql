-- Tables that nobody has come to for long, and tables that ended lately, are looked for every few seconds.

CREATE INDEX tables_gathering ON tables (changed) WHERE state = 'gathering';

CREATE INDEX tables_closed ON tables (changed) WHERE state IN ('over', 'ended');
