-- All statements that assay runs, each with its name. statements.awk makes an enum of the names. db.h prepares each
-- statement once and keeps it. Parameters are $1, $2, ... A row describes two or more columns as one C struct; {its_name}
-- selects them.
--
-- SQLite and PostgreSQL prepare the same texts and give the same rows in the same order. Therefore:
-- * On PostgreSQL, text is BYTEA. Before you cut or measure it, say in what unit: CAST(... AS BLOB) for bytes, CAST(... AS
--   CHARACTERS) for characters.
-- * Cast a sum of whole numbers to BIGINT.
-- * Write the condition of a CROSS JOIN behind WHERE. CROSS JOIN makes SQLite keep the order of the tables.
-- * If PostgreSQL needs another text, write it behind the statement, under "-- postgresql:".
-- * If only a file can be asked, give the statement a line "-- sqlite:" with the reason.
-- * If a list may have any length, or the caller usually reads only its first rows, give it a line "-- long". A server then
--   sends the rows in parts. With "-- alone" it sends them as one stream, during which nothing else can be asked.
-- * To read the newest answers of an annotator, write BETWEEN $1 AND $1 and use the order of the index: annotator, answer.
--   In the order of answer_id alone, a server whose statistics show few annotators reads everybody's answers backwards.
--
-- On a server that restricts rights, the tables `annotator`, `ballot` and `answer` show an annotator only their own rows. A
-- statement that needs the rows of others reads a view of postgresql/views.sql. In a file the view is the table itself:
-- view: any_ballot ballot
-- view: any_answer answer
-- view: ordered_answer answer
-- view: control_answer answer
--
-- On such a server an annotator can't write to any table. A statement that a session writes with has a line "-- function":
-- a server runs the function with the statement's name in postgresql/acts.sql instead. It makes the same checks as a
-- session, and may take more parameters.
--
-- On a server, a question gets a new version whenever its votes or its pool change. A file needs no versions, because no
-- other program writes to it during a step:
-- view: question_version 0
--
-- Nor does a step on a file need a stamp (step_stamp in postgresql/acts.sql), because nothing is read ahead of it:
-- view: step_stamp\([^)]*\) 0
--
-- The two databases differ in unexpected places. On PostgreSQL an INTEGER has 32 bits, a sum is NUMERIC, CAST(... AS TEXT)
-- of bytes gives hexadecimal digits, 1 << 40 is 256, and NULL sorts last. test_statements runs every statement on both
-- databases and compares what it reads and writes, cell by cell.

-- Schema --------------------------------------------------------------------

-- struct: schema_object
--   type      bytes
--   name      bytes
--   of_table  bytes  tbl_name
--   sql       bytes

-- Leaves out the indexes that belong to a table's own definition: they have no text.
-- name: schema_list
-- sqlite: it reads the schema of a file
SELECT {schema_object} FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name;

-- name: schema_made_of
-- sqlite: a server says that with all else that is asked first
SELECT made_of FROM assay_schema;

-- Rights --------------------------------------------------------------------

-- The rights of this session. Whoever may write to a file has all rights, and no name.
-- struct: session_rights
--   sees_all  bool   sees_all
--   owns      bool   owns
--   name      bytes  name

-- name: session_rights
SELECT {session_rights} FROM (SELECT 1 AS sees_all, 1 AS owns, '' AS name) AS session;
-- postgresql:
SELECT {session_rights}
  FROM (SELECT sees_all() AS sees_all,
               pg_has_role(answer.relowner, 'USAGE') AND pg_has_role(pg_database.datdba, 'USAGE') AS owns,
               convert_to(CASE WHEN relrowsecurity THEN session_user ELSE '' END, 'UTF8') AS name
          FROM pg_class AS answer, pg_database
         WHERE answer.oid = CAST('answer' AS REGCLASS) AND datname = current_database()) AS session;

-- row: granted
--   name     bytes  name
--   is_lead  bool   is_lead

-- The users who were given rights, by name.
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

-- The newest addition of a kind to an answer counts. Without one, the value that came with the answer counts.
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
