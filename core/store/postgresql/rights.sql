-- Who may do what, on a server: run by the owner of the tables after triggers.sql. To run it again does no harm.
--
-- Annotators and leads log in by their own names and are members of one of two roles, DATABASE_annotator and DATABASE_lead.
-- An annotator is the annotator of the same name: sees the collection, who was asked what, the sums, and of answers, reasons
-- and drafts their own; gives answers in their own name and takes these back, and changes nothing else. A lead sees and does
-- all that assay does. Nobody else can connect. Answers are never changed or deleted, by nobody: triggers.sql.
--
-- What an annotator can still do with psql: see the sums of all votes, and what judgments say, which dealing needs; put
-- question.ballots_left out, which `assay check --repair` puts right; leave ballots open that nobody asked for.

-- The annotator that this session is; NULL: it has not answered yet.
CREATE OR REPLACE FUNCTION own_annotator() RETURNS BIGINT
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    SELECT annotator_id FROM annotator WHERE name = convert_to(session_user, 'UTF8')
$$;

CREATE OR REPLACE FUNCTION is_lead() RETURNS BOOLEAN
    LANGUAGE sql STABLE AS $$ SELECT pg_has_role(session_user, current_database() || '_lead', 'MEMBER') $$;

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
        RAISE EXCEPTION 'the name of the database is too long for roles that are called after it: at most 53 bytes';
    END IF;
    FOREACH wanted IN ARRAY ARRAY[annotators, leads] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
        END IF;
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', project);
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', schema);
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', project, annotators);
    EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', project, leads);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I, %I', schema, annotators, leads);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I, %I', schema, annotators, leads);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', schema, leads);
    IF to_regclass('assay_schema') IS NOT NULL THEN -- which the program makes beside schema.sql
        EXECUTE format('GRANT SELECT ON assay_schema TO %I', annotators);
    END IF;
    FOREACH wanted IN ARRAY ARRAY[
        'SELECT ON setting, document, question, candidate, candidate_source, pooled_candidate, gone_document, twin,
                   merged_candidate, doomed, question_gap, progress, import, judgment_source, judgment, model, model_vote, annotator, ballot,
                   slot, answer, withdrawal, reason, note_draft, evidence_draft',
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
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', definer, schema);
    END LOOP;

    FOR former IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = schema LOOP
        EXECUTE format('DROP POLICY %I ON %I', former.policyname, former.tablename);
    END LOOP;

    -- Rows. Whoever leads has all of them; dealing needs to know of others what they were asked, and not what they said.
    FOREACH wanted IN ARRAY ARRAY['annotator', 'ballot', 'slot', 'answer', 'reason', 'note_draft', 'evidence_draft', 'model_vote'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', wanted);
        EXECUTE format('CREATE POLICY of_lead ON %I USING ((SELECT is_lead()))', wanted);
    END LOOP;
END $rights$;

CREATE POLICY own ON annotator USING (name = convert_to(session_user, 'UTF8'));

CREATE POLICY all_seen ON ballot FOR SELECT USING (true);
CREATE POLICY own_new ON ballot FOR INSERT WITH CHECK (annotator_id = (SELECT own_annotator()));
CREATE POLICY own ON ballot FOR UPDATE USING (annotator_id = (SELECT own_annotator()));

-- A ballot that was answered gets no other documents.
CREATE POLICY all_seen ON slot FOR SELECT USING (true);
CREATE POLICY own_new ON slot FOR INSERT WITH CHECK (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = slot.ballot_id AND ballot.annotator_id = (SELECT own_annotator()))
    AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = slot.ballot_id));

CREATE POLICY own ON answer USING (
    annotator_id = (SELECT own_annotator())
    AND EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = answer.ballot_id AND ballot.annotator_id = answer.annotator_id));

CREATE POLICY own ON reason USING (EXISTS (SELECT 1 FROM answer WHERE answer.answer_id = reason.answer_id));

CREATE POLICY own ON note_draft USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = note_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));

CREATE POLICY own ON evidence_draft USING (
    EXISTS (SELECT 1 FROM ballot WHERE ballot.ballot_id = evidence_draft.ballot_id
                                   AND ballot.annotator_id = (SELECT own_annotator())));
