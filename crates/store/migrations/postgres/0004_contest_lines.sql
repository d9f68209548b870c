-- The journals of contests, line by line, from which they go on.
CREATE TABLE contest_lines (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest TEXT NOT NULL,
    line TEXT NOT NULL
);

CREATE INDEX contest_lines_in_order ON contest_lines (contest, number);
