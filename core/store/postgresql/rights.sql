-- Who may do what, on a server: run by the owner of the tables behind triggers.sql and views.sql. To run it again does no harm.
--
-- Annotators and leads log in by their own names and are members of one of two roles, DATABASE_annotator and DATABASE_lead, or, where
-- the tables are in another schema than `public`, DATABASE.SCHEMA_annotator and DATABASE.SCHEMA_lead: see project_name.
-- An annotator is the annotator of the same name: sees the collection, the sums, what was asked and what was said to it but not
-- by whom or when (views.sql), and of answers, reasons and drafts their own, and the votes with notes that the setting `practice`
-- shows to all. An annotator has no right to write to a table, to lock one, or rows of it, nor to see which transaction wrote
-- them: they read named columns, and write by the functions of acts.sql, as a session does. A lead sees and does all that assay
-- does. Nobody else can connect. Answers are never changed or deleted, by nobody: triggers.sql.
--
-- What an annotator can still do with psql: see the sums of all votes as they change, what was voted on a set, and what judgments
-- say, which dealing needs, so also what gold ballots ask for; have ballots dealt, a hundred at a time, and answer them, that
-- nobody asked for; with a vote say wrongly how much is left of its question: by one ballot, under adaptive dealing by any number.

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
    EXECUTE format('GRANT EXECUTE ON PROCEDURE slot_index_make, slot_index_drop, answer_index_make, answer_index_drop TO %I', leads);

    -- By its columns a table shows neither which transaction wrote a row nor where it lies, and can't be locked.
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

    -- What runs with the owner's rights looks for tables in the schema first: else those of a temporary schema would come
    -- before them, and anybody may have made these.
    FOR definer IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = CAST(quote_ident(schema) AS REGNAMESPACE) LOOP
        EXECUTE format('ALTER ROUTINE %s SET search_path = %I, pg_temp', definer, schema);
    END LOOP;

    FOR former IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = schema LOOP
        EXECUTE format('DROP POLICY %I ON %I', former.policyname, former.tablename);
    END LOOP;

    -- Rows. Whoever leads has all of them.
    FOREACH wanted IN ARRAY ARRAY['annotator', 'ballot', 'answer', 'addition', 'note_draft', 'evidence_draft', 'model_vote'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', wanted);
        EXECUTE format('CREATE POLICY of_lead ON %I TO %I USING (true)', wanted, leads);
    END LOOP;
END $rights$;

CREATE POLICY own ON annotator FOR SELECT USING (name = convert_to(session_user, 'UTF8'));
CREATE POLICY named ON annotator FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('gold')) OR annotator_id = (SELECT setting_annotator('practice')));

CREATE POLICY own ON ballot FOR SELECT USING (annotator_id = (SELECT own_annotator()));

-- PostgreSQL asks those of later names first: of one's own answers nothing is asked beside whose they are.
CREATE POLICY own ON answer FOR SELECT USING (annotator_id = (SELECT own_annotator()));
CREATE POLICY for_practice ON answer FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('practice'))
    AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL AND (note IS NOT NULL OR practice_has_note(answer_id)));

-- Who sees an answer sees what was said beside it.
CREATE POLICY of_seen ON addition FOR SELECT USING (EXISTS (SELECT 1 FROM answer WHERE answer.answer_id = addition.answer_id));

CREATE POLICY own ON note_draft FOR SELECT USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = note_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

CREATE POLICY own ON evidence_draft FOR SELECT USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = evidence_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

-- An annotator's or a lead's rights to a role that is there: one of the two. What is raised as AS001 is read by who asked.
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

-- Nothing is taken from a role that would have rights all the same.
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
