-- The triggers of the current version. They are made anew, all of them, whenever a
-- database is made or brought up to date.

DROP TRIGGER IF EXISTS vote_is_cast;
CREATE TRIGGER vote_is_cast AFTER INSERT ON vote
BEGIN
    UPDATE candidate
       SET impressions = impressions + 1,
           wins = wins + (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
    UPDATE question SET ballots_done = ballots_done + 1, none_votes = none_votes + (NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

DROP TRIGGER IF EXISTS vote_is_withdrawn;
CREATE TRIGGER vote_is_withdrawn AFTER UPDATE OF withdrawn_at ON vote
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
    UPDATE candidate
       SET impressions = impressions - 1,
           wins = wins - (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
    UPDATE question SET ballots_done = ballots_done - 1, none_votes = none_votes - (NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

DROP TRIGGER IF EXISTS vote_is_never_deleted;
CREATE TRIGGER vote_is_never_deleted BEFORE DELETE ON vote
BEGIN
    SELECT RAISE(ABORT, 'a vote is withdrawn, never deleted');
END;

DROP TRIGGER IF EXISTS vote_is_never_changed;
CREATE TRIGGER vote_is_never_changed BEFORE UPDATE ON vote
WHEN OLD.withdrawn_at IS NOT NULL
  OR NEW.vote_id IS NOT OLD.vote_id OR NEW.ballot_id IS NOT OLD.ballot_id
  OR NEW.annotator_id IS NOT OLD.annotator_id OR NEW.position IS NOT OLD.position
  OR NEW.cast_at IS NOT OLD.cast_at OR NEW.elapsed_ms IS NOT OLD.elapsed_ms OR NEW.note IS NOT OLD.note
BEGIN
    SELECT RAISE(ABORT, 'a vote is withdrawn, never changed');
END;

-- What is left of a question follows from its candidates: each ballot gives one
-- impression to each of its slots, and to a candidate at most one.
DROP TRIGGER IF EXISTS question_work_changes;
CREATE TRIGGER question_work_changes AFTER UPDATE OF ballots_done, target, slots ON question
BEGIN
    UPDATE question
       SET ballots_left = (SELECT coalesce(max((sum(max(0, NEW.target - impressions)) + NEW.slots - 1) / NEW.slots,
                                               max(max(0, NEW.target - impressions))), 0)
                             FROM candidate WHERE candidate.question_id = NEW.question_id)
     WHERE question_id = NEW.question_id;
    UPDATE progress
       SET ballots_done = ballots_done + NEW.ballots_done - OLD.ballots_done,
           ballots_left = ballots_left - OLD.ballots_left
                        + (SELECT ballots_left FROM question WHERE question_id = NEW.question_id);
END;
