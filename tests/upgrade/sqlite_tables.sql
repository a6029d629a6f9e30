-- version: 2
ALTER TABLE question ADD COLUMN hue TEXT;
UPDATE question SET hue = 'red';
CREATE TABLE colour (
    colour_id INTEGER PRIMARY KEY,
    name      TEXT NOT NULL
) STRICT;
