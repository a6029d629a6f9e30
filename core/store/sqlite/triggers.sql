-- If you change a trigger of answer, also count brk and page faults: an IN (SELECT ...) allocates a table of 87 KiB for a
-- moment. cli/label/label.c makes the heap keep the memory of a vote.

CREATE TRIGGER answer_is_given AFTER INSERT ON answer
WHEN NEW.withdrawn_at IS NULL AND NEW.control IS NULL AND NEW.skip IS NULL
BEGIN
    UPDATE question
       SET ballots_done = ballots_done + 1, none_votes = none_votes + (NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

CREATE TRIGGER answer_is_withdrawn AFTER UPDATE OF withdrawn_at ON answer
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
    INSERT INTO withdrawal (answer_id) VALUES (NEW.answer_id);
    UPDATE question
       SET ballots_done = ballots_done - 1, none_votes = none_votes - (NEW.position IS NULL)
     WHERE NEW.control IS NULL AND NEW.skip IS NULL
       AND question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

CREATE TRIGGER answer_is_never_deleted BEFORE DELETE ON answer
BEGIN
    SELECT RAISE(ABORT, 'an answer is withdrawn, never deleted');
END;

CREATE TRIGGER answer_is_never_changed BEFORE UPDATE ON answer
WHEN OLD.withdrawn_at IS NOT NULL
  OR NEW.answer_id IS NOT OLD.answer_id OR NEW.uuid IS NOT OLD.uuid
  OR NEW.ballot_id IS NOT OLD.ballot_id OR NEW.annotator_id IS NOT OLD.annotator_id
  OR NEW.position IS NOT OLD.position OR NEW.skip IS NOT OLD.skip
  OR NEW.given_at IS NOT OLD.given_at OR NEW.elapsed_ms IS NOT OLD.elapsed_ms OR NEW.note IS NOT OLD.note
  OR NEW.control IS NOT OLD.control
  OR NEW.evidence IS NOT OLD.evidence OR NEW.evidence_start IS NOT OLD.evidence_start
BEGIN
    SELECT RAISE(ABORT, 'an answer is withdrawn, never changed');
END;

-- A unique index instead of this trigger would be one more page to write for each ballot.
CREATE TRIGGER slot_is_of_another_document BEFORE INSERT ON slot
WHEN EXISTS (SELECT 1 FROM slot WHERE ballot_id = NEW.ballot_id AND document_id = NEW.document_id)
BEGIN
    SELECT RAISE(ABORT, 'a ballot has the same document twice');
END;

CREATE TRIGGER question_sums_change AFTER UPDATE OF ballots_done, ballots_left ON question
WHEN NEW.ballots_done <> OLD.ballots_done OR NEW.ballots_left <> OLD.ballots_left
BEGIN
    UPDATE progress
       SET ballots_done = ballots_done + NEW.ballots_done - OLD.ballots_done,
           ballots_left = ballots_left + NEW.ballots_left - OLD.ballots_left;
END;

CREATE TRIGGER source_is_added AFTER INSERT ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = (SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                    FROM candidate_source
                     WHERE question_id = NEW.question_id AND document_id = NEW.document_id)
     WHERE question_id = NEW.question_id AND document_id = NEW.document_id;
END;

CREATE TRIGGER source_is_changed AFTER UPDATE OF rank ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = (SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                    FROM candidate_source
                     WHERE question_id = NEW.question_id AND document_id = NEW.document_id)
     WHERE question_id = NEW.question_id AND document_id = NEW.document_id;
END;

CREATE TRIGGER source_is_removed AFTER DELETE ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                             FROM candidate_source
                              WHERE question_id = OLD.question_id AND document_id = OLD.document_id), 0)
     WHERE question_id = OLD.question_id AND document_id = OLD.document_id;
END;

CREATE TRIGGER indexed_document_changes AFTER UPDATE ON document
BEGIN
    UPDATE search_index SET is_stale = 1 WHERE last_document >= OLD.document_id AND is_stale = 0;
END;

CREATE TRIGGER indexed_document_is_removed AFTER DELETE ON document
BEGIN
    UPDATE search_index SET is_stale = 1 WHERE last_document >= OLD.document_id AND is_stale = 0;
END;

-- Nobody has voted on a removed question, so the sums contain only the ballots left of it.
CREATE TRIGGER question_is_taken_out AFTER DELETE ON question
WHEN OLD.ballots_left <> 0
BEGIN
    UPDATE progress SET ballots_left = ballots_left - OLD.ballots_left;
END;

-- A document with a new text is no longer a twin.
CREATE TRIGGER twin_changes AFTER UPDATE OF title, text ON document
BEGIN
    DELETE FROM twin WHERE document_id = OLD.document_id;
END;

CREATE TRIGGER twin_is_gone AFTER INSERT ON gone_document
BEGIN
    DELETE FROM twin WHERE document_id = NEW.document_id;
END;

-- A candidate that is no longer a twin, or no longer there, represents no other candidate: the first of the candidates that
-- it represented now represents the others.
CREATE TRIGGER twin_is_removed AFTER DELETE ON twin
BEGIN
    UPDATE merged_candidate SET into_id = next.document_id
      FROM (SELECT question_id, min(document_id) AS document_id FROM merged_candidate
             WHERE into_id = OLD.document_id GROUP BY question_id) AS next
     WHERE merged_candidate.into_id = OLD.document_id AND merged_candidate.question_id = next.question_id
       AND merged_candidate.document_id > next.document_id;
    DELETE FROM merged_candidate WHERE into_id = OLD.document_id;
    DELETE FROM merged_candidate WHERE document_id = OLD.document_id;
END;

CREATE TRIGGER twin_leaves_pool BEFORE DELETE ON candidate
BEGIN
    UPDATE merged_candidate SET into_id = next.document_id
      FROM (SELECT min(document_id) AS document_id FROM merged_candidate
             WHERE into_id = OLD.document_id AND question_id = OLD.question_id) AS next
     WHERE merged_candidate.into_id = OLD.document_id AND merged_candidate.question_id = OLD.question_id
       AND merged_candidate.document_id > next.document_id;
END;
