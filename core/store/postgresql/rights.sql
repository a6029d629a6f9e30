-- Who may do what, on a server: run by the owner of the tables behind triggers.sql and views.sql. To run it again does no harm.
--
-- Annotators and leads log in by their own names and are members of one of two roles, DATABASE_annotator and DATABASE_lead.
-- An annotator is the annotator of the same name: sees the collection, the sums, what was asked and what was said to it but not
-- by whom (views.sql), and of answers, reasons and drafts their own, and the votes with notes that the setting `practice` shows to
-- all; gives answers in their own name and takes these back, and changes nothing else. A lead sees and does all that assay
-- does. Nobody else can connect. Answers are never changed or deleted, by nobody: triggers.sql.
--
-- What an annotator can still do with psql: see the sums of all votes, what was voted on a set, and what judgments say, which
-- dealing needs, so also what gold ballots ask for; put question.ballots_left out, which any `assay set` of what questions need
-- puts right; leave ballots open, or answer ballots, that nobody asked for.

DO $rights$
DECLARE
    project    CONSTANT TEXT := current_database();
    annotators CONSTANT TEXT := project || '_annotator';
    leads      CONSTANT TEXT := project || '_lead';
    schema     CONSTANT TEXT := current_schema();
    wanted     TEXT;
    definer    REGPROCEDURE;
    former     RECORD;
BEGIN
    IF octet_length(annotators) > 63 THEN
        RAISE EXCEPTION 'the name of the database is too long for roles that are called after it: at most 53 bytes'
            USING ERRCODE = 'AS001';
    END IF;
    FOREACH wanted IN ARRAY ARRAY[annotators, leads] LOOP
        CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = wanted);
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole)) THEN
            RAISE EXCEPTION 'the role % is not there, and % may not make roles; who runs the server types: CREATE ROLE %; GRANT % TO % WITH ADMIN OPTION',
                wanted, current_user, quote_ident(wanted), quote_ident(wanted), quote_ident(current_user) USING ERRCODE = 'AS001';
        END IF;
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', project);
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', schema);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', project, annotators);
    EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', project, leads);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I, %I', schema, annotators, leads);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I, %I', schema, annotators, leads);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', schema, leads);
    EXECUTE format('GRANT EXECUTE ON PROCEDURE slot_index_make, slot_index_drop, answer_index_make, answer_index_drop TO %I', leads);
    IF to_regclass('assay_schema') IS NOT NULL THEN -- which the program makes beside schema.sql
        EXECUTE format('GRANT SELECT ON assay_schema TO %I', annotators);
    END IF;
    FOREACH wanted IN ARRAY ARRAY[
        'SELECT ON setting, document, replaced_document, question, candidate, candidate_source, pooled_candidate, gone_document,
                   twin, merged_candidate, doomed, question_gap, progress, import, judgment_source, judgment, model, model_vote,
                   annotator, ballot, slot, answer, withdrawal, reason, note_draft, evidence_draft, any_ballot, any_answer, control_answer',
        'INSERT ON annotator, ballot, slot, answer, reason, note_draft, evidence_draft',
        'UPDATE (name) ON annotator', -- to its own name, where it is there already
        'UPDATE (lease_until) ON ballot',
        'UPDATE (withdrawn_at, withdrawn_by) ON answer',
        'UPDATE (ballots_left) ON question',
        'UPDATE, DELETE ON note_draft, evidence_draft']
    LOOP
        EXECUTE format('GRANT %s TO %I', wanted, annotators);
    END LOOP;

    -- What runs with the owner's rights looks for tables in the schema first: else those of a temporary schema would come
    -- before them, and anybody may have made these.
    FOR definer IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = CAST(schema AS REGNAMESPACE) LOOP
        EXECUTE format('ALTER ROUTINE %s SET search_path = %I, pg_temp', definer, schema);
    END LOOP;

    FOR former IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = schema LOOP
        EXECUTE format('DROP POLICY %I ON %I', former.policyname, former.tablename);
    END LOOP;

    -- Rows. Whoever leads has all of them.
    FOREACH wanted IN ARRAY ARRAY['annotator', 'ballot', 'slot', 'answer', 'reason', 'note_draft', 'evidence_draft', 'model_vote'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', wanted);
        EXECUTE format('CREATE POLICY of_lead ON %I USING ((SELECT sees_all()))', wanted);
    END LOOP;
END $rights$;

CREATE POLICY own ON annotator USING (name = convert_to(session_user, 'UTF8'));
CREATE POLICY named ON annotator FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('gold')) OR annotator_id = (SELECT setting_annotator('practice')));

CREATE POLICY own ON ballot USING (annotator_id = (SELECT own_annotator()));

-- A ballot has documents of its question's pool, and one that was answered gets no others. Answers that stand, and those that
-- do not, are found by an index each, and no answer by none.
CREATE POLICY all_seen ON slot FOR SELECT USING (true);
CREATE POLICY own_new ON slot FOR INSERT WITH CHECK (
    EXISTS (SELECT 1 FROM ballot JOIN candidate ON candidate.question_id = ballot.question_id
                                               AND candidate.document_id = slot.document_id
             WHERE ballot.ballot_id = slot.ballot_id AND ballot.annotator_id = (SELECT own_annotator()))
    AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = slot.ballot_id AND answer.withdrawn_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = slot.ballot_id AND answer.withdrawn_at IS NOT NULL));

-- PostgreSQL asks those of later names first: of one's own answers nothing is asked beside whose they are.
CREATE POLICY own ON answer FOR SELECT USING (annotator_id = (SELECT own_annotator()));
CREATE POLICY for_practice ON answer FOR SELECT USING (
    annotator_id = (SELECT setting_annotator('practice'))
    AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL AND note IS NOT NULL);
CREATE POLICY own_new ON answer FOR INSERT WITH CHECK (
    annotator_id = (SELECT own_annotator())
    AND EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = answer.ballot_id AND ballot.annotator_id = answer.annotator_id
                                       AND ballot.control IS NOT DISTINCT FROM answer.control));
CREATE POLICY own_changed ON answer FOR UPDATE USING (annotator_id = (SELECT own_annotator()));

-- Who sees an answer sees its reasons, and who gave it gives them.
CREATE POLICY of_seen ON reason FOR SELECT USING (EXISTS (SELECT 1 FROM answer WHERE answer.answer_id = reason.answer_id));
CREATE POLICY own_new ON reason FOR INSERT WITH CHECK (
    EXISTS (SELECT 1 FROM answer WHERE answer.answer_id = reason.answer_id
                                   AND answer.annotator_id = (SELECT own_annotator())));

CREATE POLICY own ON note_draft USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = note_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

CREATE POLICY own ON evidence_draft USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = evidence_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

-- An annotator's or a lead's rights to a role that is there: one of the two. What is raised as AS001 is read by who asked.
CREATE OR REPLACE FUNCTION give_rights(named TEXT, of_lead BOOLEAN) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    annotators CONSTANT TEXT := current_database() || '_annotator';
    leads      CONSTANT TEXT := current_database() || '_lead';
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = named) THEN
        RAISE EXCEPTION 'there is no role %; who runs the server makes it: CREATE ROLE % LOGIN PASSWORD ''...''', named, quote_ident(named)
            USING ERRCODE = 'AS001';
    ELSIF EXISTS (SELECT FROM pg_roles WHERE rolname = named AND (rolsuper OR rolbypassrls))
          OR pg_has_role(CAST(named AS NAME), (SELECT relowner FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)), 'MEMBER') THEN
        RAISE EXCEPTION '% may do everything here already, whatever rights are given; name a role that owns nothing', named
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
    given   CONSTANT TEXT[] := ARRAY[current_database() || '_annotator', current_database() || '_lead'];
    through TEXT;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = named) THEN
        RAISE EXCEPTION 'there is no role %', named USING ERRCODE = 'AS001';
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = named AND (rolsuper OR rolbypassrls))
       OR pg_has_role(CAST(named AS NAME), (SELECT relowner FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)), 'MEMBER') THEN
        RAISE EXCEPTION '% may do everything here, whatever rights are taken', named USING ERRCODE = 'AS001';
    END IF;
    EXECUTE format('REVOKE %I, %I FROM %I', given[1], given[2], named);
    SELECT string_agg(rolname, ', ' ORDER BY rolname) INTO through
      FROM pg_roles WHERE rolname <> named AND rolname <> ALL (given) AND pg_has_role(CAST(named AS NAME), oid, 'MEMBER')
                      AND EXISTS (SELECT FROM pg_auth_members JOIN pg_roles AS rights ON rights.oid = roleid
                                   WHERE member = pg_roles.oid AND rights.rolname = ANY (given));
    IF through IS NOT NULL THEN
        RAISE EXCEPTION '% has rights as a member of %, too; take them from there, or % out of it', named, through, named
            USING ERRCODE = 'AS001';
    END IF;
END $$;

REVOKE EXECUTE ON FUNCTION give_rights, take_rights FROM PUBLIC;
