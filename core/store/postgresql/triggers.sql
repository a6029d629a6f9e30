-- The triggers on PostgreSQL. All of them are made again when a database is repaired or when rights are given. They
-- run with the rights of their owner, so an annotator needs no right to change sums. They look for tables in the
-- schema of the project first, so nobody can put a temporary table in the place of one of these.

DO $$ BEGIN PERFORM set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true); END $$;

-- The roles of rights.sql are named after this. Each schema of a database is a project with rights of its own, but roles belong to
-- the whole server, so no two projects of a server may have the same name: DATABASE in the schema `public`, DATABASE.SCHEMA in all
-- others and where the name of the database has a dot. rights.sql refuses a schema with a dot. The schema is the function's own,
-- not that of the caller's search_path.
CREATE OR REPLACE FUNCTION project_name() RETURNS TEXT
    LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
    RETURN current_database() || CASE WHEN current_schema() <> 'public' OR current_database() LIKE '%.%' THEN '.' || current_schema()
                                      ELSE '' END;
END $$;

-- Documents and questions are numbered without gaps, and imports come one after the other: whoever adds to the
-- collection waits for whoever already does so, by a lock that only those who may write to the table can take. A
-- question is locked before its candidates. So if two people answer the same question, the second waits for the
-- first, and there is no deadlock.

CREATE OR REPLACE FUNCTION collection_lock() RETURNS void
    LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE import IN SHARE UPDATE EXCLUSIVE MODE; END $$;

CREATE OR REPLACE FUNCTION document_is_numbered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM collection_lock();
    NEW.document_id := (SELECT coalesce(max(document_id), 0) + 1 FROM document);
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER document_is_numbered BEFORE INSERT ON document
    FOR EACH ROW WHEN (NEW.document_id IS NULL) EXECUTE FUNCTION document_is_numbered();

CREATE OR REPLACE FUNCTION question_is_numbered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM collection_lock();
    NEW.question_id := (SELECT coalesce(max(question_id), 0) + 1 FROM question);
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER question_is_numbered BEFORE INSERT ON question
    FOR EACH ROW WHEN (NEW.question_id IS NULL) EXECUTE FUNCTION question_is_numbered();

-- An import notes what was there before it. It looks this up under the lock, when nobody else can add anything.
CREATE OR REPLACE FUNCTION import_is_numbered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM collection_lock();
    NEW.import_id := nextval('import_number');
    NEW.last_document := (SELECT coalesce(max(document_id), 0) FROM document);
    NEW.last_question := (SELECT coalesce(max(question_id), 0) FROM question);
    NEW.last_answer := (SELECT coalesce(max(answer_id), 0) FROM answer);
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER import_is_numbered BEFORE INSERT ON import
    FOR EACH ROW WHEN (NEW.import_id IS NULL) EXECUTE FUNCTION import_is_numbered();

-- If answer_add (acts.sql) says how many ballots are left, that number is written in the same UPDATE, so the row is
-- written once.
CREATE OR REPLACE FUNCTION answer_is_counted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    is_given CONSTANT BOOLEAN := TG_OP = 'INSERT';
    asked    CONSTANT BIGINT := (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
    votes    CONSTANT BIGINT := CASE WHEN NEW.skip IS NOT NULL OR NEW.control IS NOT NULL THEN 0
                                     WHEN is_given THEN 1 ELSE -1 END;
    told     CONSTANT TEXT := CASE WHEN is_given THEN nullif(current_setting('assay.ballots_left', true), '') END;
BEGIN
    IF NOT is_given THEN
        INSERT INTO withdrawal (answer_id) VALUES (NEW.answer_id);
    ELSIF NEW.withdrawn_at IS NOT NULL THEN
        RETURN NULL;
    END IF;
    UPDATE question
       SET ballots_done = ballots_done + votes,
           none_votes = none_votes + CASE WHEN NEW.position IS NULL THEN votes ELSE 0 END,
           ballots_left = coalesce(CAST(told AS BIGINT), ballots_left),
           changed = pg_current_xact_id(),
           question_version = question_version + 1
     WHERE question_id = asked;
    IF told IS NOT NULL THEN
        PERFORM set_config('assay.ballots_left', '', true);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER answer_is_given AFTER INSERT ON answer
    FOR EACH ROW EXECUTE FUNCTION answer_is_counted();

CREATE OR REPLACE TRIGGER answer_is_withdrawn AFTER UPDATE OF withdrawn_at ON answer
    FOR EACH ROW WHEN (OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL) EXECUTE FUNCTION answer_is_counted();

CREATE OR REPLACE FUNCTION answer_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an answer is withdrawn, never %', CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;

CREATE OR REPLACE TRIGGER answer_is_never_deleted BEFORE DELETE ON answer
    FOR EACH ROW EXECUTE FUNCTION answer_is_kept();

CREATE OR REPLACE TRIGGER answer_is_never_truncated BEFORE TRUNCATE ON answer
    FOR EACH STATEMENT EXECUTE FUNCTION answer_is_kept();

CREATE OR REPLACE TRIGGER answer_is_never_changed BEFORE UPDATE ON answer
    FOR EACH ROW
    WHEN (OLD.withdrawn_at IS NOT NULL
          OR (NEW.answer_id, NEW.uuid, NEW.ballot_id, NEW.annotator_id, NEW.position, NEW.skip, NEW.given_at,
              NEW.elapsed_ms, NEW.note, NEW.control, NEW.evidence, NEW.evidence_start)
             IS DISTINCT FROM
             (OLD.answer_id, OLD.uuid, OLD.ballot_id, OLD.annotator_id, OLD.position, OLD.skip, OLD.given_at,
              OLD.elapsed_ms, OLD.note, OLD.control, OLD.evidence, OLD.evidence_start))
    EXECUTE FUNCTION answer_is_kept();

CREATE OR REPLACE FUNCTION question_is_another() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    NEW.question_version := OLD.question_version + 1;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER question_is_another BEFORE UPDATE OF target, slots, candidates, place ON question
    FOR EACH ROW EXECUTE FUNCTION question_is_another();

-- A note, reason, evidence or second choice is also news of the question.
CREATE OR REPLACE FUNCTION addition_is_news() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE question
       SET changed = pg_current_xact_id(),
           question_version = question_version + CASE NEW.kind WHEN 'second' THEN 1 ELSE 0 END
     WHERE question_id = (SELECT ballot.question_id FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                           WHERE answer.answer_id = NEW.answer_id);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER addition_is_given AFTER INSERT ON addition
    FOR EACH ROW EXECUTE FUNCTION addition_is_news();

-- Checks all slots of a ballot at once, after they were added. A removal locks the questions that lose a candidate
-- (upkeep.c), and the ballot's foreign key waits for it, so the check sees what is gone. A foreign key would write to each
-- document.
CREATE OR REPLACE FUNCTION slots_are_checked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM added JOIN slot ON slot.ballot_id = added.ballot_id AND slot.document_id = added.document_id
                WHERE slot.position <> added.position) THEN
        RAISE EXCEPTION 'a ballot shows a document only once';
    ELSIF EXISTS (SELECT 1 FROM added
                   WHERE NOT EXISTS (SELECT 1 FROM ballot JOIN candidate ON candidate.question_id = ballot.question_id
                                      WHERE ballot.ballot_id = added.ballot_id AND candidate.document_id = added.document_id)) THEN
        RAISE foreign_key_violation
            USING MESSAGE = 'a slot is of a candidate of its ballot''s question', CONSTRAINT = 'slot_is_of_candidate';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER slot_is_of_another_document AFTER INSERT ON slot
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION slots_are_checked();

CREATE OR REPLACE FUNCTION question_is_summed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    done      CONSTANT BIGINT := CASE TG_OP WHEN 'UPDATE' THEN NEW.ballots_done - OLD.ballots_done ELSE 0 END;
    remaining CONSTANT BIGINT := CASE TG_OP WHEN 'UPDATE' THEN NEW.ballots_left - OLD.ballots_left ELSE -OLD.ballots_left END;
BEGIN
    INSERT INTO progress (progress_id, ballots_done, ballots_left) VALUES (OLD.question_id % 64, done, remaining)
        ON CONFLICT (progress_id) DO UPDATE SET ballots_done = progress.ballots_done + done,
                                                ballots_left = progress.ballots_left + remaining;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER question_sums_change AFTER UPDATE OF ballots_done, ballots_left ON question
    FOR EACH ROW WHEN (NEW.ballots_done <> OLD.ballots_done OR NEW.ballots_left <> OLD.ballots_left)
    EXECUTE FUNCTION question_is_summed();

-- Only questions without votes are deleted, so the sums contain nothing of them except the ballots that are left.
CREATE OR REPLACE TRIGGER question_is_taken_out AFTER DELETE ON question
    FOR EACH ROW WHEN (OLD.ballots_left <> 0) EXECUTE FUNCTION question_is_summed();

CREATE OR REPLACE FUNCTION source_is_fused() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    ranked CONSTANT candidate_source := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
    UPDATE candidate
       SET prior = coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                               FROM candidate_source
                              WHERE question_id = ranked.question_id AND document_id = ranked.document_id), 0)
     WHERE question_id = ranked.question_id AND document_id = ranked.document_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER source_is_added AFTER INSERT ON candidate_source
    FOR EACH ROW EXECUTE FUNCTION source_is_fused();

CREATE OR REPLACE TRIGGER source_is_changed AFTER UPDATE OF rank ON candidate_source
    FOR EACH ROW EXECUTE FUNCTION source_is_fused();

CREATE OR REPLACE TRIGGER source_is_removed AFTER DELETE ON candidate_source
    FOR EACH ROW EXECUTE FUNCTION source_is_fused();

-- A document whose text has changed, or that is gone, is no longer anybody's twin.
CREATE OR REPLACE FUNCTION twin_ends() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM twin WHERE document_id = NEW.document_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER twin_changes AFTER UPDATE OF title, text ON document
    FOR EACH ROW EXECUTE FUNCTION twin_ends();

CREATE OR REPLACE TRIGGER twin_is_gone AFTER INSERT ON gone_document
    FOR EACH ROW EXECUTE FUNCTION twin_ends();

-- A candidate that is no longer a twin, or no longer there, represents no other candidate: the first of the candidates that
-- it represented now represents the others.
CREATE OR REPLACE FUNCTION twin_is_removed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE merged_candidate SET into_id = next.document_id
      FROM (SELECT question_id, min(document_id) AS document_id FROM merged_candidate
             WHERE into_id = OLD.document_id GROUP BY question_id) AS next
     WHERE merged_candidate.into_id = OLD.document_id AND merged_candidate.question_id = next.question_id
       AND merged_candidate.document_id > next.document_id;
    DELETE FROM merged_candidate WHERE into_id = OLD.document_id;
    DELETE FROM merged_candidate WHERE document_id = OLD.document_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER twin_is_removed AFTER DELETE ON twin
    FOR EACH ROW EXECUTE FUNCTION twin_is_removed();

CREATE OR REPLACE FUNCTION twin_leaves_pool() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE merged_candidate SET into_id = next.document_id
      FROM (SELECT min(document_id) AS document_id FROM merged_candidate
             WHERE into_id = OLD.document_id AND question_id = OLD.question_id) AS next
     WHERE merged_candidate.into_id = OLD.document_id AND merged_candidate.question_id = OLD.question_id
       AND merged_candidate.document_id > next.document_id;
    RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER twin_leaves_pool BEFORE DELETE ON candidate
    FOR EACH ROW EXECUTE FUNCTION twin_leaves_pool();

-- Every entry of the log is signed with the name of the user who wrote it.
CREATE OR REPLACE FUNCTION event_is_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.who := convert_to(session_user, 'UTF8');
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER event_is_signed BEFORE INSERT ON event
    FOR EACH ROW EXECUTE FUNCTION event_is_signed();
