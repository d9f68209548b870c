-- Contests of the hall, each as it stands. Version 0.1 had them among what is
-- settled, once as they began and once as they ended.
CREATE TABLE contests (
    id TEXT NOT NULL PRIMARY KEY,
    begun_ms INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX contests_by_age ON contests (begun_ms DESC, id);

INSERT INTO contests (id, begun_ms, body)
SELECT json_extract(body, '$.contest'), json_extract(body, '$.created'), body
FROM (
    SELECT coalesce(over.value, begun.value) AS body
    FROM settled AS begun
    LEFT JOIN settled AS over ON over.name = begun.name || ' over'
    WHERE begun.name GLOB 'contest [0-9]*' AND begun.name NOT GLOB '* over'
)
WHERE CASE WHEN json_valid(body) THEN
    json_type(body, '$.contest') = 'text' AND json_type(body, '$.created') = 'integer'
END
ON CONFLICT DO NOTHING;

DELETE FROM settled WHERE name GLOB 'contest [0-9]*';
