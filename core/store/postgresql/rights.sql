-- Who may do what, on a server. The owner of the tables runs this file after triggers.sql and views.sql. To run it
-- again does no harm.
--
-- Annotators and leads log in under their own names and are members of one of two roles: DATABASE_annotator and
-- DATABASE_lead. Where the tables are in another schema than `public`, the roles are DATABASE.SCHEMA_annotator and
-- DATABASE.SCHEMA_lead (project_name). An annotator of the database is the user of the same name. An annotator sees
-- the collection, the sums, and what was asked and answered, but not by whom or when (views.sql). An annotator also
-- sees their own answers, reasons and drafts, and the votes with notes that the setting `practice` shows to all. An
-- annotator has no right to write to a table, to lock it or its rows, or to see which transaction wrote a row.
-- Annotators read named columns and write through the functions of acts.sql, as a session does. A lead sees and does
-- everything that assay does. Nobody else can connect. Nobody ever changes or deletes an answer (triggers.sql).
--
-- What an annotator can still do with psql: see the sums of all votes as they change; see how the documents of a
-- ballot were voted on; see what judgments say, because dealing needs them, and so also what gold ballots ask; have
-- up to a hundred ballots dealt that nobody asked for, and answer them; and say wrongly with a vote how many ballots
-- of its question are left, by one ballot, or by any number under adaptive dealing.

DO $rights$
DECLARE
    base       CONSTANT TEXT := current_database();
    annotators CONSTANT TEXT := project_name() || '_annotator';
    leads      CONSTANT TEXT := project_name() || '_lead';
    schema     CONSTANT TEXT := current_schema();
    wanted     TEXT;
    definer    REGPROCEDURE;
    former     RECORD;
BEGIN
    IF schema LIKE '%.%' THEN
        RAISE EXCEPTION 'the name of the schema % has a dot, and roles are named DATABASE.SCHEMA_annotator; use a schema without a dot', quote_ident(schema)
            USING ERRCODE = 'AS001';
    END IF;
    IF octet_length(annotators) > 63 THEN
        RAISE EXCEPTION 'the names of the database and of the schema are too long, because roles are named after them: at most 53 bytes are possible'
            USING ERRCODE = 'AS001';
    END IF;
    FOREACH wanted IN ARRAY ARRAY[annotators, leads] LOOP
        CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = wanted);
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole)) THEN
            RAISE EXCEPTION 'there is no role %, and % may not make roles; ask the server''s administrator to run: CREATE ROLE %; GRANT % TO % WITH ADMIN OPTION',
                wanted, current_user, quote_ident(wanted), quote_ident(wanted), quote_ident(current_user) USING ERRCODE = 'AS001';
        END IF;
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', base);
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', schema);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', base, annotators);
    EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', base, leads);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I, %I', schema, annotators, leads);
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', schema, annotators); -- what an older assay gave
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA %I FROM %I', schema, annotators);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', schema, leads);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', schema, leads);

    -- A right to columns, instead of the table, hides which transaction wrote a row and where the row is stored, and
    -- does not allow locks.
    FOREACH wanted IN ARRAY ARRAY[
        'assay_schema', 'setting', 'document', 'replaced_document', 'question', 'candidate', 'candidate_source', 'pooled_candidate', 'second_choice',
        'gone_document', 'twin', 'merged_candidate', 'doomed', 'question_gap', 'progress', 'import', 'judgment_source', 'judgment',
        'model', 'model_vote', 'annotator', 'ballot', 'slot', 'answer', 'addition', 'note_draft', 'evidence_draft',
        'any_ballot', 'any_answer', 'ordered_answer', 'control_answer', 'step_numbers']
    LOOP
        EXECUTE (SELECT format('GRANT SELECT (%s) ON %I TO %I', string_agg(quote_ident(attname), ', '), wanted, annotators)
                   FROM pg_attribute
                  WHERE attrelid = to_regclass(quote_ident(wanted)) AND attnum > 0 AND NOT attisdropped
                    AND (wanted, attname) <> ('question', 'changed'));
    END LOOP;

    -- Functions that run with the owner's rights look for tables in the schema first. Otherwise a temporary schema
    -- would come before it, and anybody could have made tables there.
    FOR definer IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = CAST(quote_ident(schema) AS REGNAMESPACE) LOOP
        EXECUTE format('ALTER ROUTINE %s SET search_path = %I, pg_temp', definer, schema);
    END LOOP;

    FOR former IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = schema LOOP
        EXECUTE format('DROP POLICY %I ON %I', former.policyname, former.tablename);
    END LOOP;

    -- Rights to rows. A lead sees all rows.
    FOREACH wanted IN ARRAY ARRAY['annotator', 'ballot', 'answer', 'addition', 'note_draft', 'evidence_draft', 'model_vote'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', wanted);
        EXECUTE format('CREATE POLICY of_lead ON %I TO %I USING (true)', wanted, leads);
    END LOOP;
END $rights$;

CREATE POLICY own ON annotator FOR SELECT USING (name = convert_to(session_user, 'UTF8'));
CREATE POLICY named ON annotator FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('gold')) OR annotator_id = (SELECT setting_annotator('practice')));

CREATE POLICY own ON ballot FOR SELECT USING (annotator_id = (SELECT own_annotator()));

-- PostgreSQL evaluates policies in reverse order of their names, so an annotator's own answers need no test except
-- that they are their own.
CREATE POLICY own ON answer FOR SELECT USING (annotator_id = (SELECT own_annotator()));
CREATE POLICY for_practice ON answer FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('practice'))
    AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL AND (note IS NOT NULL OR practice_has_note(answer_id)));

-- Whoever sees an answer sees the additions to it.
CREATE POLICY of_seen ON addition FOR SELECT USING (EXISTS (SELECT 1 FROM answer WHERE answer.answer_id = addition.answer_id));

CREATE POLICY own ON note_draft FOR SELECT USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = note_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

CREATE POLICY own ON evidence_draft FOR SELECT USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = evidence_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

-- Gives an annotator's or a lead's rights, one of the two, to a role that exists. The user is shown the text of an
-- exception AS001.
CREATE OR REPLACE FUNCTION give_rights(named TEXT, of_lead BOOLEAN) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    annotators CONSTANT TEXT := project_name() || '_annotator';
    leads      CONSTANT TEXT := project_name() || '_lead';
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = named) THEN
        RAISE EXCEPTION 'there is no role %; ask the server''s administrator to run: CREATE ROLE % LOGIN PASSWORD ''...''', named, quote_ident(named)
            USING ERRCODE = 'AS001';
    ELSIF EXISTS (SELECT FROM pg_roles WHERE rolname = named AND (rolsuper OR rolbypassrls))
          OR pg_has_role(CAST(named AS NAME), (SELECT relowner FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)), 'MEMBER') THEN
        RAISE EXCEPTION '% may already do everything here; name a role that owns nothing', named
            USING ERRCODE = 'AS001';
    ELSIF EXISTS (SELECT FROM model WHERE name = convert_to(named, 'UTF8')) THEN
        RAISE EXCEPTION '% is a model that has voted; an annotator needs another name', named USING ERRCODE = 'AS001';
    END IF;
    EXECUTE format('REVOKE %I FROM %I', CASE WHEN of_lead THEN annotators ELSE leads END, named);
    EXECUTE format('GRANT %I TO %I', CASE WHEN of_lead THEN leads ELSE annotators END, named);
END $$;

-- Takes nothing from a role that would keep the rights in another way.
CREATE OR REPLACE FUNCTION take_rights(named TEXT) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    given   CONSTANT TEXT[] := ARRAY[project_name() || '_annotator', project_name() || '_lead'];
    through TEXT;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = named) THEN
        RAISE EXCEPTION 'there is no role %', named USING ERRCODE = 'AS001';
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = named AND (rolsuper OR rolbypassrls))
       OR pg_has_role(CAST(named AS NAME), (SELECT relowner FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)), 'MEMBER') THEN
        RAISE EXCEPTION '% may do everything here, so no rights can be taken away', named USING ERRCODE = 'AS001';
    END IF;
    EXECUTE format('REVOKE %I, %I FROM %I', given[1], given[2], named);
    SELECT string_agg(rolname, ', ' ORDER BY rolname) INTO through
      FROM pg_roles WHERE rolname <> named AND rolname <> ALL (given) AND pg_has_role(CAST(named AS NAME), oid, 'MEMBER')
                      AND EXISTS (SELECT FROM pg_auth_members JOIN pg_roles AS rights ON rights.oid = roleid
                                   WHERE member = pg_roles.oid AND rights.rolname = ANY (given));
    IF through IS NOT NULL THEN
        RAISE EXCEPTION '% also has rights as a member of %; revoke the rights there, or remove % from that role', named, through, named
            USING ERRCODE = 'AS001';
    END IF;
END $$;

REVOKE EXECUTE ON FUNCTION give_rights, take_rights FROM PUBLIC;
