-- Logs of tables. The primary key decides which of several nodes may append.
-- The mark is a random number of the append: by it a node whose connection broke
-- finds out whether its append was committed.
CREATE TABLE events (
    table_id BYTEA NOT NULL CHECK (length(table_id) = 16),
    seq BIGINT NOT NULL CHECK (seq > 0),
    at_ms BIGINT NOT NULL,
    mark BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- What commands were answered, so that a repeated command gets its answer again.
CREATE TABLE receipts (
    table_id BYTEA NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    command BIGINT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (table_id, actor, command)
);

-- What the lobby shows and what is found again after a restart.
CREATE TABLE tables (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    game TEXT NOT NULL,
    access TEXT NOT NULL CHECK (access IN ('public', 'private')),
    phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'finished')),
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    summary TEXT NOT NULL
);

CREATE INDEX tables_by_phase ON tables (phase, created_ms, id);

-- People and programs.
CREATE TABLE identities (
    id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'program')),
    secret_hash BYTEA NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    created_ms BIGINT NOT NULL
);

-- How games ended: once per table.
CREATE TABLE results (
    table_id BYTEA NOT NULL PRIMARY KEY CHECK (length(table_id) = 16),
    game TEXT COLLATE "C" NOT NULL,
    ended_ms BIGINT NOT NULL,
    seats TEXT NOT NULL
);

CREATE INDEX results_by_end ON results (game, ended_ms, table_id);

-- Ratings after the results so far.
CREATE TABLE ratings (
    game TEXT COLLATE "C" NOT NULL,
    identity BYTEA NOT NULL CHECK (length(identity) = 16),
    value DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL CHECK (games > 0),
    body TEXT NOT NULL,
    PRIMARY KEY (game, identity)
);

CREATE INDEX ratings_by_value ON ratings (game, value DESC, identity);

-- What the hall settles once and keeps, such as its keys.
CREATE TABLE settled (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
