-- Every statement that assay runs, by name. statements.awk makes an enum of the
-- names; db.h prepares each once and keeps it. Parameters: $1, $2, ...
-- What two columns or more are in C is said once, as a row; {its_name} selects them.
--
-- SQLite and PostgreSQL prepare the same texts, and give the same rows in the same order. There text is BYTEA, which is
-- cut and counted by CAST(... AS BLOB) or CAST(... AS CHARACTERS), never unsaid; a sum of whole numbers is cast to BIGINT;
-- CROSS JOIN has its condition behind WHERE (SQLite keeps the order of its tables). Where PostgreSQL needs other words, they
-- stand under "-- postgresql:" behind the text. What no server can be asked has a line "-- sqlite:" that says why. A list
-- of whatever is there, or of which seldom more than the first rows are looked at, has a line "-- long": a server gives it
-- a part at a time.
--
-- The newest answers of an annotator are those BETWEEN their number and the same, in the order of the index: asked for by
-- answer_id alone, a server that knows of few annotators reads everybody's backwards until it has them. What EXISTS ... IS TRUE
-- asks, a server looks up row by row, as SQLite does; else it may begin at the other end, with all answers.
--
-- Where a server gives rights its tables show an annotator their own rows of `annotator`, `ballot` and `answer` alone. What needs
-- others' asks for them by a view of postgresql/views.sql; in a file that is the table itself:
-- view: any_ballot ballot
-- view: any_answer answer
-- view: ordered_answer answer
-- view: control_answer answer
--
-- There an annotator writes to no table either. What a session writes has a line "-- function": a server does it by the function
-- of the statement's name in postgresql/acts.sql, which checks what a session checks, and may take more parameters.
--
-- A question on a server has another version whenever its votes or its pool have changed. In a file nobody else writes meanwhile:
-- view: question_version 0
--
-- The two databases differ where nobody expects it. On PostgreSQL an INTEGER has 32 bits, a sum is NUMERIC, CAST(…
-- AS TEXT) of bytes gives hexadecimal digits, 1 << 40 is 256, and NULL sorts last. test_statements compares what
-- every statement reads and writes on both, cell by cell.

-- Schema --------------------------------------------------------------------

-- struct: schema_object
--   type      bytes
--   name      bytes
--   of_table  bytes  tbl_name
--   sql       bytes

-- What has no text are indexes that a table brings along.
-- name: schema_list
-- sqlite: it reads the schema of a file
SELECT {schema_object} FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name;

-- name: schema_made_of
-- sqlite: a server says that with all else that is asked first
SELECT made_of FROM assay_schema;

-- Rights --------------------------------------------------------------------

-- Who this session is, and what it may. In a file who may write to it may do everything, and nobody is anybody.
-- struct: session_rights
--   sees_all  bool   sees_all
--   owns      bool   owns
--   name      bytes  name

-- name: session_rights
SELECT {session_rights} FROM (SELECT 1 AS sees_all, 1 AS owns, '' AS name) AS session;
-- postgresql:
SELECT {session_rights}
  FROM (SELECT NOT row_security_active(answer.oid)
               OR EXISTS (SELECT 1 FROM pg_roles WHERE rolname = project_name() || '_lead'
                                                   AND pg_has_role(session_user, pg_roles.oid, 'MEMBER')) AS sees_all,
               pg_has_role(answer.relowner, 'USAGE') AND pg_has_role(pg_database.datdba, 'USAGE') AS owns,
               convert_to(CASE WHEN relrowsecurity THEN session_user ELSE '' END, 'UTF8') AS name
          FROM pg_class AS answer, pg_database
         WHERE answer.oid = CAST('answer' AS REGCLASS) AND datname = current_database()) AS session;

-- row: granted
--   name     bytes  name
--   is_lead  bool   is_lead

-- Whose rights were given, by name.
-- name: rights_list
SELECT {granted} FROM (SELECT '' AS name, 0 AS is_lead WHERE 0 = 1) AS member ORDER BY name;
-- postgresql:
SELECT {granted}
  FROM (SELECT convert_to(member.rolname, 'UTF8') AS name, given.rolname = project_name() || '_lead' AS is_lead
          FROM pg_auth_members JOIN pg_roles AS given ON given.oid = roleid
                               JOIN pg_roles AS member ON member.oid = pg_auth_members.member
         WHERE given.rolname IN (project_name() || '_annotator', project_name() || '_lead')
           AND EXISTS (SELECT 1 FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)
                                                AND relrowsecurity AND NOT pg_has_role(member.oid, relowner, 'MEMBER'))) AS member
 ORDER BY name;

-- Settings ------------------------------------------------------------------

-- struct: kept_setting
--   key    bytes
--   value  bytes

-- name: setting_list
SELECT {kept_setting} FROM setting ORDER BY key;

-- name: setting_remove
DELETE FROM setting WHERE key = $1;

-- name: setting_get
SELECT value FROM setting WHERE key = $1;

-- name: setting_put
INSERT INTO setting (key, value) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- Answers -------------------------------------------------------------------

-- The newest of a kind that was said beside an answer counts, else what the answer was given with.
-- struct: said_note
--   note  view  coalesce((SELECT said FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'note'
--                          ORDER BY addition_id DESC LIMIT 1), answer.note)

-- struct: said_reason
--   reason  view  (SELECT said FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'reason'
--                   ORDER BY addition_id DESC LIMIT 1)

-- struct: said_second
--   second  integer  (SELECT number FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'second'
--                      ORDER BY addition_id DESC LIMIT 1)

-- struct: said_evidence
--   text  view  coalesce((SELECT said FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'evidence'
--                          ORDER BY addition_id DESC LIMIT 1), answer.evidence)

-- struct: said_evidence_start
--   start  count  coalesce((SELECT number FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'evidence'
--                            ORDER BY addition_id DESC LIMIT 1), answer.evidence_start)

-- The whole file -----------------------------------------------------------

-- row: logged
--   at    time
--   who   bytes
--   what  bytes

-- name: event_add
INSERT INTO event (at, who, what) VALUES ($1, $2, $3);

-- name: event_list
-- long
SELECT {logged} FROM event ORDER BY at, event_id;

-- name: database_copy
-- sqlite: it copies a file
VACUUM INTO $1;

-- row: backup_counts
--   answers  integer  (SELECT count(*) FROM answer)
--   votes    integer  (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM progress)

-- name: backup_count
SELECT {backup_counts};
