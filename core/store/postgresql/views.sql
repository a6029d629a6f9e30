-- What annotators see of each other where the server gives rights (rights.sql): these views say what was asked and
-- what was answered, and never by whom or when. The tables themselves show an annotator only their own rows. Through
-- the views, too, those who see everything see everything. This file is run after triggers.sql, always with its
-- search_path.
--
-- Functions are written in PL/pgSQL because it plans them once in a session. SQL functions would be planned with each
-- statement.

DROP VIEW IF EXISTS pooled_candidate, second_choice, any_ballot, any_answer, ordered_answer, control_answer;

CREATE VIEW pooled_candidate AS
SELECT question_id, document_id, prior
  FROM candidate
 WHERE document_id NOT IN (SELECT document_id FROM gone_document)
   AND NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                    WHERE merged.question_id = candidate.question_id AND merged.document_id = candidate.document_id);

-- Returns whether this session sees everybody's answers. Leads and the owner of the tables do, and everybody does
-- where no rights were given.
CREATE OR REPLACE FUNCTION sees_all() RETURNS BOOLEAN
    LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
    RETURN NOT row_security_active(CAST(CAST('answer' AS REGCLASS) AS OID))
           OR coalesce(pg_has_role(session_user, to_regrole(quote_ident(project_name() || '_lead')), 'MEMBER'), false);
END $$;

-- Returns the annotator of this session, or NULL if it has not answered yet.
CREATE OR REPLACE FUNCTION own_annotator() RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT annotator_id FROM annotator WHERE name = convert_to(session_user, 'UTF8'));
END $$;

-- Returns the annotator whom a setting names: `gold` names the one who knows the right answers, `practice` the one
-- who teaches.
CREATE OR REPLACE FUNCTION setting_annotator(named BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT annotator_id FROM setting, annotator
             WHERE setting.key = named
               AND (annotator.name = setting.value OR CAST('annotator:' AS BYTEA) || annotator.name = setting.value)
             ORDER BY annotator_id LIMIT 1);
END $$;

-- Returns whether a note was added to this answer, given by the annotator whom `practice` names. A policy cannot ask
-- this itself, because its query would invoke the policy again.
CREATE OR REPLACE FUNCTION practice_has_note(given BIGINT) RETURNS BOOLEAN
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM answer JOIN addition ON addition.answer_id = answer.answer_id AND addition.kind = 'note'
                    WHERE answer.answer_id = given AND answer.annotator_id = setting_annotator('practice'));
END $$;

-- Another annotator appears as a number that belongs to nobody and differs from ballot to ballot. So an annotator can
-- tell who was asked from who was not on one ballot, and nothing else. A ballot has a lease as long as it has no
-- answer.
CREATE VIEW any_ballot AS
SELECT ballot_id, question_id, deal,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       lease_until, control
  FROM ballot;

-- The answers that stand. Withdrawn answers have a time of withdrawal, which must be hidden even from functions that
-- are called for each row.
CREATE VIEW any_answer AS
SELECT ballot_id,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       position, skip, CAST(NULL AS BIGINT) AS withdrawn_at, control
  FROM answer
 WHERE withdrawn_at IS NULL;

-- The same answers in their order. Answers and ballots are numbered as they come, so both numbers together would tell
-- which answer belongs to which annotator's ballot. So an annotator sees them in the order of the ballots.
CREATE VIEW ordered_answer AS
SELECT answer_id, ballot_id, annotator_id, position, skip, CAST(NULL AS BIGINT) AS withdrawn_at, control
  FROM answer
 WHERE withdrawn_at IS NULL AND (SELECT sees_all())
 UNION ALL
SELECT ballot_id, ballot_id, CASE WHEN annotator_id = (SELECT own_annotator()) THEN annotator_id ELSE 1099511627776 - ballot_id END,
       position, skip, NULL, control
  FROM answer
 WHERE withdrawn_at IS NULL AND NOT (SELECT sees_all());

-- The second choice that was added to the vote that stands on a ballot: a position, or -1 for none. There is no row, or it is
-- NULL, if the annotator said nothing. Most databases have no additions. The server looks up only once whether there is any, and
-- by an index: EXISTS could read the table.
CREATE VIEW second_choice AS
SELECT ballot_id,
       (SELECT number FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'second'
         ORDER BY addition_id DESC LIMIT 1) AS position
  FROM answer
 WHERE withdrawn_at IS NULL AND (SELECT min(addition_id) FROM addition) IS NOT NULL;

-- Returns whether the ballot has an answer that the caller may see; NULL if `asked` is NULL.
CREATE OR REPLACE FUNCTION has_answer(asked BIGINT) RETURNS BOOLEAN
    LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    RETURN EXISTS (SELECT FROM answer WHERE ballot_id = asked AND withdrawn_at IS NULL);
END $$;

-- Gives the rows of the statement docket_list, with the rights of its caller.
CREATE OR REPLACE FUNCTION docket_list(asked BIGINT, answered BIGINT DEFAULT NULL)
    RETURNS TABLE (part INTEGER, number BIGINT, prior DOUBLE PRECISION, value_4 BIGINT, value_5 BIGINT, value_6 BIGINT, value_7 BIGINT,
                   value_8 BIGINT, value_9 BIGINT, value_10 BIGINT, value_11 BIGINT, value_12 BIGINT, value_13 BIGINT, value_14 BIGINT)
    LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_column
BEGIN
    IF asked IS NULL OR has_answer(answered) THEN
        RETURN;
    END IF;
    RETURN QUERY
-- text: docket_list asked
END $$;

-- Gives the row of the statement progress_get.
CREATE OR REPLACE FUNCTION progress_get(OUT ballots_done BIGINT, OUT ballots_left BIGINT, OUT questions BIGINT, OUT last_question BIGINT)
    RETURNS SETOF RECORD LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
-- text: progress_get
END $$;

-- Gives the rows of the statement ballot_show, with the rights of its caller.
CREATE OR REPLACE FUNCTION ballot_show(asked BIGINT, known BIGINT)
    RETURNS TABLE (question_id BIGINT, number BIGINT, qid BYTEA, question BYTEA, before_ms BIGINT, is_glance BOOLEAN, place BIGINT,
                   candidate_id BIGINT, text_version BIGINT, docid BYTEA, title BYTEA, text BYTEA, sources BYTEA,
                   ballots_done BIGINT, ballots_left BIGINT, questions BIGINT, last_question BIGINT)
    LANGUAGE plpgsql STABLE ROWS 3 AS $$
#variable_conflict use_column
BEGIN
    IF known IS NOT NULL AND known = (SELECT coalesce(max(import_id), 0) FROM import) THEN
        RETURN QUERY SELECT asked, CAST(0 AS BIGINT), CAST('' AS BYTEA), CAST('' AS BYTEA), CAST(0 AS BIGINT), false, CAST(0 AS BIGINT),
                            asked, CAST(0 AS BIGINT), CAST('' AS BYTEA), CAST('' AS BYTEA), CAST('' AS BYTEA), CAST('' AS BYTEA),
                            progress.*
                       FROM progress_get() AS progress;
        RETURN;
    END IF;
    RETURN QUERY
-- text: ballot_show asked
END $$;

-- Answers that a control can repeat: the annotator's own, and, of the annotator who knows the right answers, which
-- ballots were answered.
CREATE VIEW control_answer WITH (security_barrier) AS
SELECT answer_id, ballot_id, annotator_id, skip, withdrawn_at, control
  FROM answer
 WHERE annotator_id = (SELECT own_annotator()) OR annotator_id = (SELECT setting_annotator('gold')) OR (SELECT sees_all());

-- What has changed since a session last looked. The session gets the oldest transaction that ran then, with a seal
-- that proves it. Questions keep the number of the transaction that changed them last, and the server tells everybody
-- whose transactions are running. So an annotator who could ask about any number would learn whose answer it was.
CREATE OR REPLACE FUNCTION seal_of(oldest BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT CAST(CAST('x' || left(encode(sha256(convert_to(seal || ' ' || oldest, 'UTF8')), 'hex'), 10) AS BIT(40)) AS BIGINT)
              FROM change_seal);
END $$;

CREATE OR REPLACE FUNCTION newest_change(OUT oldest BIGINT, OUT seal BIGINT)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    oldest := CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT);
    seal := seal_of(oldest);
END $$;

CREATE OR REPLACE FUNCTION changed_questions(oldest BIGINT, sealed BIGINT) RETURNS SETOF BIGINT
    LANGUAGE plpgsql STABLE ROWS 10 SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT writes_all() AND oldest <> 0 AND sealed IS DISTINCT FROM seal_of(oldest) THEN
        RAISE insufficient_privilege USING MESSAGE = 'permission denied: you did not look at this moment';
    END IF;
    RETURN QUERY SELECT question_id FROM question WHERE changed >= CAST(CAST(oldest AS TEXT) AS XID8);
END $$;

REVOKE EXECUTE ON FUNCTION seal_of FROM PUBLIC;
