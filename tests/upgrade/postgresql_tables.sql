-- version: 2
ALTER TABLE question ADD COLUMN hue BYTEA;
UPDATE question SET hue = CAST('red' AS BYTEA);
CREATE TABLE colour (
    colour_id BIGINT PRIMARY KEY,
    name      BYTEA NOT NULL
);
