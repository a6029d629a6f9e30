-- Functions that the statements of queries.sql call by their names in SQLite, written for PostgreSQL. This file is
-- run before schema.sql, and again when a database is upgraded.

-- Text is stored as BYTEA. Text, and CAST(... AS BLOB), is cut by bytes; CAST(... AS CHARACTERS) is cut by
-- characters.
DO $$
BEGIN
    IF to_regtype('blob') IS NULL THEN
        CREATE DOMAIN blob AS BYTEA;
    END IF;
    IF to_regtype('characters') IS NULL THEN
        CREATE DOMAIN characters AS BYTEA;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION substr(value BYTEA, first BIGINT, size INTEGER) RETURNS BYTEA
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN pg_catalog.substr(value, CAST(first AS INTEGER), size);

-- Returns the first characters. Text that is not UTF-8 is cut by bytes.
CREATE OR REPLACE FUNCTION substr(value CHARACTERS, first INTEGER, size INTEGER) RETURNS BYTEA
    LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    part BYTEA := pg_catalog.substr(CAST(value AS BYTEA), 1, 4 * (first - 1 + size));
BEGIN
    WHILE length(part) < length(CAST(value AS BYTEA)) AND get_byte(CAST(value AS BYTEA), length(part)) BETWEEN 128 AND 191 LOOP
        part := pg_catalog.substr(part, 1, length(part) - 1); -- an unfinished character at its end
    END LOOP;
    RETURN convert_to(pg_catalog.substr(convert_from(part, 'UTF8'), first, size), 'UTF8');
EXCEPTION WHEN character_not_in_repertoire THEN
    RETURN pg_catalog.substr(CAST(value AS BYTEA), first, size);
END $$;

CREATE OR REPLACE FUNCTION typeof(value BYTEA) RETURNS TEXT
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN value IS NULL THEN 'null' ELSE 'text' END;

-- These are STABLE because convert_to is, so the server can inline each call.
CREATE OR REPLACE FUNCTION join_bytes(left_side BYTEA, right_side TEXT) RETURNS BYTEA
    LANGUAGE sql STABLE PARALLEL SAFE RETURN left_side || convert_to(right_side, 'UTF8');
CREATE OR REPLACE FUNCTION join_bytes(left_side TEXT, right_side BYTEA) RETURNS BYTEA
    LANGUAGE sql STABLE PARALLEL SAFE RETURN convert_to(left_side, 'UTF8') || right_side;
CREATE OR REPLACE FUNCTION join_bytes(left_side BYTEA, right_side BIGINT) RETURNS BYTEA
    LANGUAGE sql STABLE PARALLEL SAFE RETURN left_side || convert_to(CAST(right_side AS TEXT), 'UTF8');
CREATE OR REPLACE FUNCTION join_bytes(left_side BIGINT, right_side BYTEA) RETURNS BYTEA
    LANGUAGE sql STABLE PARALLEL SAFE RETURN convert_to(CAST(left_side AS TEXT), 'UTF8') || right_side;
CREATE OR REPLACE FUNCTION join_bytes(left_side BYTEA, right_side DOUBLE PRECISION) RETURNS BYTEA
    LANGUAGE sql STABLE PARALLEL SAFE RETURN left_side || convert_to(CAST(right_side AS TEXT), 'UTF8');

DO $$
DECLARE
    sides TEXT[];
BEGIN
    FOREACH sides SLICE 1 IN ARRAY ARRAY[['bytea', 'text'], ['text', 'bytea'], ['bytea', 'bigint'], ['bigint', 'bytea'],
                                         ['bytea', 'double precision']] LOOP
        CONTINUE WHEN to_regoperator(format('%I.||(%s, %s)', current_schema(), sides[1], sides[2])) IS NOT NULL;
        EXECUTE format('CREATE OPERATOR || (FUNCTION = join_bytes, LEFTARG = %s, RIGHTARG = %s)', sides[1], sides[2]);
    END LOOP;
END $$;

-- The joined values are sorted. SQLite takes the order of the primary key, which does not exist here. Each ballot on
-- the screen has a few groups, most of them with one value. A function in SQL would start a query for each value.
CREATE OR REPLACE FUNCTION add_to_group(joined BYTEA[], value BYTEA, separator BYTEA) RETURNS BYTEA[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN CASE WHEN value IS NULL THEN joined ELSE coalesce(joined, ARRAY[separator]) || value END;
END $$;

CREATE OR REPLACE FUNCTION join_group(joined BYTEA[]) RETURNS BYTEA
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF cardinality(joined) = 2 THEN
        RETURN joined[2];
    END IF;
    RETURN (SELECT string_agg(value, joined[1] ORDER BY value) FROM unnest(joined[2:]) AS value);
END $$;

CREATE OR REPLACE AGGREGATE group_concat(BYTEA, BYTEA) (SFUNC = add_to_group, STYPE = BYTEA[], FINALFUNC = join_group);

-- Reads JSON. Text that is not JSON is an error, as in SQLite. A number with a fraction has 15 digits.
CREATE OR REPLACE FUNCTION json_of(fields BYTEA) RETURNS JSON
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CAST(regexp_replace(convert_from(fields, 'UTF8'), '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g') AS JSON);

CREATE OR REPLACE FUNCTION json_valid(fields BYTEA) RETURNS BOOLEAN
    LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN json_of(fields) IS NOT NULL;
EXCEPTION WHEN data_exception THEN
    RETURN false;
END $$;

CREATE OR REPLACE FUNCTION json_type(fields BYTEA) RETURNS TEXT
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN json_typeof(json_of(fields));

CREATE OR REPLACE FUNCTION json_each(fields BYTEA, OUT key BYTEA, OUT value BYTEA, OUT type TEXT) RETURNS SETOF RECORD
    LANGUAGE sql IMMUTABLE PARALLEL SAFE SET extra_float_digits = 0 AS $$
    SELECT convert_to(field.key, 'UTF8'),
           convert_to(CASE WHEN kind <> 'number' OR written ~ '^-?[0-9]+$' THEN written
                           ELSE regexp_replace(CAST(CAST(written AS DOUBLE PRECISION) AS TEXT), '^(-?[0-9]+)$', '\1.0') END,
                      'UTF8'),
           CASE kind WHEN 'string' THEN 'text' WHEN 'boolean' THEN written
                     WHEN 'number' THEN CASE WHEN written ~ '^-?[0-9]+$' THEN 'integer' ELSE 'real' END ELSE kind END
      FROM json_each(CASE json_typeof(json_of(fields)) WHEN 'object' THEN json_of(fields) END) AS field,
           LATERAL (SELECT json_typeof(field.value) AS kind, field.value #>> '{}' AS written) AS told
$$;
