-- What is seen of others where the server gives rights (rights.sql): views that say what was asked and what was said to it,
-- and never by whom. The tables themselves show an annotator their own rows alone. Who sees all, sees all by them, too. They
-- are run behind triggers.sql, whenever that is, with its search_path.

-- Whether this session sees everybody's answers: who leads does, who owns the tables, and everybody where no rights are given.
CREATE OR REPLACE FUNCTION sees_all() RETURNS BOOLEAN
    LANGUAGE sql STABLE
    RETURN NOT row_security_active(CAST(CAST('answer' AS REGCLASS) AS OID))
           OR EXISTS (SELECT FROM pg_roles WHERE rolname = current_database() || '_lead'
                                             AND pg_has_role(session_user, pg_roles.oid, 'MEMBER'));

-- The annotator that this session is; NULL: it has not answered yet.
CREATE OR REPLACE FUNCTION own_annotator() RETURNS BIGINT
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
    RETURN (SELECT annotator_id FROM annotator WHERE name = convert_to(session_user, 'UTF8'));

-- The annotator whom a setting names: `gold` the one who knows the right answers, `practice` the one who teaches.
CREATE OR REPLACE FUNCTION setting_annotator(named BYTEA) RETURNS BIGINT
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
    RETURN (SELECT annotator_id FROM setting, annotator
             WHERE setting.key = named
               AND (annotator.name = setting.value OR CAST('annotator:' AS BYTEA) || annotator.name = setting.value)
             ORDER BY annotator_id LIMIT 1);

-- Another annotator is a number that is nobody's, and another one on each ballot: who was asked is told from who was not,
-- and that is all.
CREATE OR REPLACE VIEW any_ballot AS
SELECT ballot_id, question_id, deal,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       dealt_at, lease_until, control
  FROM ballot;

CREATE OR REPLACE VIEW any_answer AS
SELECT answer_id, ballot_id,
       CASE WHEN annotator_id = (SELECT own_annotator()) OR (SELECT sees_all()) THEN annotator_id
            ELSE 1099511627776 - ballot_id END AS annotator_id,
       position, skip, elapsed_ms, withdrawn_at, control
  FROM answer;

-- Answers that a control can ask for again: one's own, and of who knows the right ones which ballots they answered.
CREATE OR REPLACE VIEW control_answer WITH (security_barrier) AS
SELECT answer_id, ballot_id, annotator_id, skip, withdrawn_at, control
  FROM answer
 WHERE annotator_id = (SELECT own_annotator()) OR annotator_id = (SELECT setting_annotator('gold')) OR (SELECT sees_all());
