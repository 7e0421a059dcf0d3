-- What a person sees of a device: an id that is neither its secret nor made of it, the hour in which
-- it was last seen, and what kind of browser it has. That of older devices is unknown. When a person
-- was last seen is kept by device from now on.

ALTER TABLE credentials ADD COLUMN id TEXT;

ALTER TABLE credentials ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;

ALTER TABLE credentials ADD COLUMN browser TEXT;

ALTER TABLE credentials ADD COLUMN system TEXT;

UPDATE credentials SET
  id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  seen = created;

ALTER TABLE persons DROP COLUMN seen;

CREATE UNIQUE INDEX credentials_id ON credentials (id);
