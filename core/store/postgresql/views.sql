-- What is seen of others where the server gives rights (rights.sql): views that say what was asked and what was said to it,
-- and never by whom or when. The tables themselves show an annotator their own rows alone. Who sees all, sees all by them, too.
-- They are run behind triggers.sql, whenever that is, with its search_path.
--
-- Functions in PL/pgSQL are planned once in a session, those in SQL with each statement.

DROP VIEW IF EXISTS pooled_candidate, second_choice, any_ballot, any_answer, ordered_answer, control_answer;

CREATE VIEW pooled_candidate AS
SELECT question_id, document_id, prior
  FROM candidate
 WHERE document_id NOT IN (SELECT document_id FROM gone_document)
   AND NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                    WHERE merged.question_id = candidate.question_id AND merged.document_id = candidate.document_id);

-- Whether this session sees everybody's answers: who leads does, who owns the tables, and everybody where no rights are given.
CREATE OR REPLACE FUNCTION sees_all() RETURNS BOOLEAN
    LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
    RETURN NOT row_security_active(CAST(CAST('answer' AS REGCLASS) AS OID))
           OR coalesce(pg_has_role(session_user, to_regrole(quote_ident(project_name() || '_lead')), 'MEMBER'), false);
END $$;

-- The annotator that this session is; NULL: it has not answered yet.
CREATE OR REPLACE FUNCTION own_annotator() RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT annotator_id FROM annotator WHERE name = convert_to(session_user, 'UTF8'));
END $$;

-- The annotator whom a setting names: `gold` the one who knows the right answers, `practice` the one who teaches.
CREATE OR REPLACE FUNCTION setting_annotator(named BYTEA) RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN (SELECT annotator_id FROM setting, annotator
             WHERE setting.key = named
               AND (annotator.name = setting.value OR CAST('annotator:' AS BYTEA) || annotator.name = setting.value)
             ORDER BY annotator_id LIMIT 1);
END $$;

-- Whether a note was added to this answer, of the annotator whom `practice` names. A policy can't ask: it would ask itself.
CREATE OR REPLACE FUNCTION practice_has_note(given BIGINT) RETURNS BOOLEAN
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM answer JOIN addition ON addition.answer_id = answer.answer_id AND addition.kind = 'note'
                    WHERE answer.answer_id = given AND answer.annotator_id = setting_annotator('practice'));
END $$;

-- Another annotator is a number that is nobody's, and another one on each ballot: who was asked is told from who was not,
-- and that is all. A ballot has a lease as long as it has no answer.
CREATE VIEW any_ballot AS
SELECT ballot_id, question_id, deal,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       lease_until, control
  FROM ballot;

-- Those that stand. The others have a time, which no function that is called with each row is to see either.
CREATE VIEW any_answer AS
SELECT ballot_id,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       position, skip, CAST(NULL AS BIGINT) AS withdrawn_at, control
  FROM answer
 WHERE withdrawn_at IS NULL;

-- The same by their numbers. Answers and ballots are numbered as they come, so the numbers of both would tell which ballot an
-- annotator was dealt for which answer: an annotator has them in the order of the ballots.
CREATE VIEW ordered_answer AS
SELECT answer_id, ballot_id, annotator_id, position, skip, CAST(NULL AS BIGINT) AS withdrawn_at, control
  FROM answer
 WHERE withdrawn_at IS NULL AND (SELECT sees_all())
 UNION ALL
SELECT ballot_id, ballot_id, CASE WHEN annotator_id = (SELECT own_annotator()) THEN annotator_id ELSE 1099511627776 - ballot_id END,
       position, skip, NULL, control
  FROM answer
 WHERE withdrawn_at IS NULL AND NOT (SELECT sees_all());

-- The second choice beside the vote that stands on a ballot: a position, or -1 for none; NULL where nothing was said.
CREATE VIEW second_choice AS
SELECT ballot_id,
       (SELECT number FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'second'
         ORDER BY addition_id DESC LIMIT 1) AS position
  FROM answer
 WHERE withdrawn_at IS NULL;

-- Answers that a control can ask for again: one's own, and of who knows the right ones which ballots they answered.
CREATE VIEW control_answer WITH (security_barrier) AS
SELECT answer_id, ballot_id, annotator_id, skip, withdrawn_at, control
  FROM answer
 WHERE annotator_id = (SELECT own_annotator()) OR annotator_id = (SELECT setting_annotator('gold')) OR (SELECT sees_all());

-- What has changed since somebody looked: the oldest transaction that ran then, which is sealed. Questions keep the number of the
-- transaction that changed them last, and the server tells everybody whose transactions run: an annotator who could ask for any
-- number would learn whose answer it was.
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
