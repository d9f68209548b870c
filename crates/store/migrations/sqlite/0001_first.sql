-- Logs of tables. The key is in the order in which a log is read, and rows are
-- kept in that order, so a log is read from neighbouring pages.
CREATE TABLE events (
    table_id BLOB NOT NULL CHECK (length(table_id) = 16),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- What commands were answered, so that a repeated command gets its answer again.
CREATE TABLE receipts (
    table_id BLOB NOT NULL,
    actor TEXT NOT NULL,
    command INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (table_id, actor, command)
) STRICT, WITHOUT ROWID;

-- What the lobby shows and what is found again after a restart.
CREATE TABLE tables (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    game TEXT NOT NULL,
    access TEXT NOT NULL CHECK (access IN ('public', 'private')),
    phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'finished')),
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_phase ON tables (phase, created_ms, id);

-- People and programs.
CREATE TABLE identities (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'program')),
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How games ended: once per table.
CREATE TABLE results (
    table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 16),
    game TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    seats TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_end ON results (game, ended_ms, table_id);

-- Ratings after the results so far.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    identity BLOB NOT NULL CHECK (length(identity) = 16),
    value REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games > 0),
    body TEXT NOT NULL,
    PRIMARY KEY (game, identity)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_value ON ratings (game, value DESC, identity);

-- What the hall settles once and keeps, such as its keys.
CREATE TABLE settled (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
