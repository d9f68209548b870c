-- Contests of the hall, each as it stands. Version 0.1 had them among what is
-- settled, once as they began and once as they ended.
CREATE TABLE contests (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    begun_ms BIGINT NOT NULL,
    body TEXT NOT NULL
);

CREATE INDEX contests_by_age ON contests (begun_ms DESC, id);

INSERT INTO contests (id, begun_ms, body)
SELECT substring(body FROM '"contest":"([^"]*)"'), substring(body FROM '"created":([0-9]{1,18})')::BIGINT, body
FROM (
    SELECT coalesce("over".value, begun.value) AS body
    FROM settled AS begun
    LEFT JOIN settled AS "over" ON "over".name = begun.name || ' over'
    WHERE begun.name ~ '^contest [0-9]+$'
) AS known
WHERE body ~ '"contest":"[^"]*"' AND body ~ '"created":[0-9]{1,18}'
ON CONFLICT DO NOTHING;

DELETE FROM settled WHERE name ~ '^contest [0-9]+( over)?$';
