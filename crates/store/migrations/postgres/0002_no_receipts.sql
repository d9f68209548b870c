-- Events carry the command that caused them, so the log of a table tells which
-- commands were carried out.
DROP TABLE receipts;
