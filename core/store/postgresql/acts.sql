-- What a session writes, on a server. Each statement of queries.sql that says "-- function" calls the function of the
-- same name here. The functions run with the rights of their owner, so an annotator needs no right to write to a
-- table. They look for tables in their own schema first. This file is run after views.sql, with the search_path of
-- triggers.sql.
--
-- Leads, the owner, and whoever was given rights to the tables by hand may do through these functions what they could
-- do without them. An annotator may do only what an annotator's session does. So the functions check everything
-- again, because an annotator may have connected with another program. A check that an honest session can fail,
-- because something changed in the meantime, raises a serialization failure. Then the session tries again.

-- Returns whether the session may do everything that the tables allow.
CREATE OR REPLACE FUNCTION writes_all() RETURNS BOOLEAN
    LANGUAGE sql STABLE RETURN has_table_privilege(session_user, CAST(CAST('answer' AS REGCLASS) AS OID), 'INSERT');

CREATE OR REPLACE FUNCTION refuse(why TEXT) RETURNS void
    LANGUAGE plpgsql AS $$ BEGIN RAISE insufficient_privilege USING MESSAGE = why; END $$;

CREATE OR REPLACE FUNCTION begin_again(why TEXT) RETURNS void
    LANGUAGE plpgsql AS $$ BEGIN RAISE serialization_failure USING MESSAGE = why; END $$;

-- Returns the annotator in whose name the session may act.
CREATE OR REPLACE FUNCTION acting_annotator() RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    annotators CONSTANT OID := to_regrole(quote_ident(project_name() || '_annotator'));
    own        CONSTANT BIGINT := (SELECT annotator_id FROM annotator WHERE name = convert_to(session_user, 'UTF8'));
BEGIN
    IF own IS NULL OR pg_has_role(session_user, annotators, 'MEMBER') IS NOT TRUE THEN
        PERFORM refuse('permission denied: no annotator with this name labels here');
    END IF;
    RETURN own;
END $$;

-- The same, or NULL if the session may do everything.
CREATE OR REPLACE FUNCTION actor_of_session() RETURNS BIGINT
    LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN CASE WHEN NOT writes_all() THEN acting_annotator() END; END $$;

-- Returns milliseconds since 1970, like all times.
CREATE OR REPLACE FUNCTION server_time() RETURNS BIGINT
    LANGUAGE sql VOLATILE RETURN CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT);

-- Checks that the time comes from a clock that is roughly right.
CREATE OR REPLACE FUNCTION check_time(told BIGINT) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF told IS NULL OR abs(told - server_time()) > 24 * 60 * 60 * 1000 THEN
        RAISE EXCEPTION 'this computer''s clock differs from the server''s by more than a day; correct the clock' USING ERRCODE = 'AS001';
    END IF;
END $$;

-- An annotator's lease ends at most one hour from now, by the server's clock. An annotator may hold at most 100
-- ballots.
CREATE OR REPLACE FUNCTION lease_within_bounds(own BIGINT, until BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql AS $$
DECLARE
    now CONSTANT BIGINT := server_time();
BEGIN
    IF until > now
       AND (SELECT count(*) FROM ballot WHERE annotator_id = own AND lease_until IS NOT NULL AND lease_until > now) >= 100 THEN
        PERFORM refuse('permission denied: you hold a hundred ballots already');
    END IF;
    RETURN CASE WHEN until IS NOT NULL THEN least(greatest(until, 0), now + 60 * 60 * 1000) END;
END $$;

-- Row numbers are consecutive. A session reserves one number at a time, and gets the next one only after it has used
-- the first. So no session can take the numbers of others or use them all up. A session reserves a number while its
-- annotator reads. If an import comes before the answer, the answer gets another number, because numbers tell whether an
-- answer was given before the import (import.last_answer) or after.
CREATE OR REPLACE FUNCTION last_number(counter REGCLASS) RETURNS BIGINT
    LANGUAGE plpgsql AS $$
BEGIN
    RETURN currval(counter);
EXCEPTION WHEN object_not_in_prerequisite_state THEN
    RETURN NULL; -- this connection has none yet
END $$;

CREATE OR REPLACE FUNCTION next_numbers(OUT next_answer BIGINT, OUT next_ballot BIGINT)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    next_answer := last_number('answer_answer_id_seq');
    IF next_answer IS NULL OR EXISTS (SELECT FROM answer WHERE answer_id = next_answer)
       OR next_answer <= (SELECT last_answer FROM import ORDER BY import_id DESC LIMIT 1) THEN
        next_answer := nextval('answer_answer_id_seq');
    END IF;
    next_ballot := last_number('ballot_ballot_id_seq');
    IF next_ballot IS NULL OR EXISTS (SELECT FROM ballot WHERE ballot_id = next_ballot) THEN
        next_ballot := nextval('ballot_ballot_id_seq');
    END IF;
END $$;

CREATE OR REPLACE VIEW step_numbers AS SELECT next_answer, next_ballot FROM next_numbers();

-- Gives the rows of the statement step_start, with the rights of its caller.
CREATE OR REPLACE FUNCTION step_start(own BIGINT, asked BIGINT, answered BIGINT)
    RETURNS TABLE (next_answer BIGINT, next_ballot BIGINT, in_hand BIGINT, ballot_id BIGINT, question_id BIGINT, lease_until BIGINT,
                   stamp BIGINT)
    LANGUAGE plpgsql ROWS 5 AS $$
#variable_conflict use_column
BEGIN
    IF has_answer(answered) THEN
        RETURN;
    END IF;
    RETURN QUERY
-- text: step_start own; asked
END $$;

-- Returns a number that changes when anything changes that an annotator's answer to a ballot of question `asked` reads: the
-- settings, the last import, the question with its votes and its ballots, and what the annotator has open and has answered
-- last. So a session reads all of it while the annotator reads the ballot, and its answer says by which stamp. The session
-- renews the leases of its own ballots meanwhile, so their ends do not count. A new ballot of the question shows by its lease,
-- or by its answer, which gives the question another version. If it was closed without one, its number is refused. An annotator
-- gets no stamp of another annotator.
--
-- The annotator's own answers and ballots change only the lower half, in a way that is known ahead (stamp_behind). So a session
-- need not read a step anew behind its own answer: the next answer is refused if others have changed anything meanwhile.
CREATE OR REPLACE FUNCTION own_half(version BIGINT, open_ballots BIGINT, newest_answer BIGINT) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE RETURN (version % 4294967296 + open_ballots % 4294967296 * 1000003 + newest_answer % 4294967296 * 7919) & 4294967295;

-- Returns the annotator's newest answer that stands, or 0.
CREATE OR REPLACE FUNCTION newest_answer(own BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce((SELECT answer_id FROM answer WHERE annotator_id BETWEEN own AND own AND withdrawn_at IS NULL
                      ORDER BY annotator_id DESC, answer_id DESC LIMIT 1), 0);
END $$;

CREATE OR REPLACE FUNCTION step_stamp(own BIGINT, asked BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    who CONSTANT BIGINT := CASE WHEN writes_all() THEN own ELSE own_annotator() END;
BEGIN
    IF asked IS NULL THEN
        RETURN 0;
    END IF;
    RETURN (hashtextextended(concat_ws(' ',
        (SELECT string_agg(concat(key, '=', value), ' ' ORDER BY key) FROM setting),
        (SELECT max(import_id) FROM import),
        (SELECT sum(CAST(prior * 1e12 AS BIGINT) # document_id) FROM candidate WHERE question_id = asked),
        (SELECT string_agg(concat(ballot_id, ':', lease_until), ' ' ORDER BY ballot_id)
           FROM ballot WHERE question_id = asked AND lease_until IS NOT NULL AND annotator_id <> who)), 0) << 32)
         | own_half((SELECT question_version FROM question WHERE question_id = asked),
                    (SELECT CAST(coalesce(sum(ballot_id), 0) AS BIGINT) FROM ballot WHERE annotator_id = who AND lease_until IS NOT NULL),
                    newest_answer(who));
END $$;

-- Returns the stamp behind an answer that was given by stamp `before`, if nobody else changes anything: the answer gives its
-- question the next version, closes ballot `asked` and opens ballot `next`. `newest` is the annotator's newest answer before.
CREATE OR REPLACE FUNCTION stamp_behind(before BIGINT, asked BIGINT, next BIGINT, newest BIGINT, given BIGINT) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE RETURN (before & CAST(-4294967296 AS BIGINT))
         | (((before & 4294967295) + own_half(1, next - asked, given - newest)) & 4294967295);

-- An import reserves many numbers before it writes their rows.
CREATE OR REPLACE FUNCTION answer_next_id() RETURNS BIGINT
    LANGUAGE sql VOLATILE RETURN nextval('answer_answer_id_seq');
CREATE OR REPLACE FUNCTION ballot_next_id() RETURNS BIGINT
    LANGUAGE sql VOLATILE RETURN nextval('ballot_ballot_id_seq');

-- Does nothing if an annotator or a model already has this name.
CREATE OR REPLACE FUNCTION annotator_add(called BYTEA) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    annotators CONSTANT OID := to_regrole(quote_ident(project_name() || '_annotator'));
BEGIN
    IF NOT writes_all() AND (called <> convert_to(session_user, 'UTF8')
                             OR pg_has_role(session_user, annotators, 'MEMBER') IS NOT TRUE) THEN
        PERFORM refuse('permission denied: you can label only under your own name');
    END IF;
    IF NOT EXISTS (SELECT FROM annotator WHERE name = called) THEN
        INSERT INTO annotator (name)
        SELECT called
         WHERE NOT EXISTS (SELECT FROM model JOIN model_vote ON model_vote.model_id = model.model_id WHERE model.name = called);
    END IF;
END $$;

-- Returns how long the newest votes took. A caller who may not see which annotator voted gets the times in no
-- particular order.
CREATE OR REPLACE FUNCTION newest_times(most BIGINT) RETURNS TABLE (annotator_id BIGINT, elapsed_ms BIGINT)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    names CONSTANT BOOLEAN := writes_all();
BEGIN
    RETURN QUERY SELECT CASE WHEN names THEN newest.annotator_id ELSE 1099511627776 END, newest.elapsed_ms
                   FROM (SELECT * FROM answer WHERE control IS NULL ORDER BY answer_id DESC LIMIT most) AS newest
                  WHERE newest.skip IS NULL AND newest.withdrawn_at IS NULL AND newest.elapsed_ms > 0
                  ORDER BY 2, 1;
END $$;

-- --- Ballots ---------------------------------------------------------------

-- Adds a ballot with its documents in the order of their positions. If two sessions deal from the same state of a
-- question, the second waits for the transaction of the first. Then its ballot would have the number of the other one,
-- and false is returned. `actor` is the annotator in whose name the session may act; NULL: the session may do everything.
CREATE OR REPLACE FUNCTION ballot_is_added(actor BIGINT, asked BIGINT, number BIGINT, own BIGINT, now BIGINT, until BIGINT, kind BYTEA,
                                           called BIGINT, first BIGINT, second BIGINT, third BIGINT) RETURNS BOOLEAN
    LANGUAGE plpgsql AS $$
BEGIN
    IF actor IS NOT NULL THEN
        IF own IS DISTINCT FROM actor THEN
            PERFORM refuse('permission denied: you can take a ballot only for yourself');
        END IF;
        PERFORM check_time(now);
        until := lease_within_bounds(own, until);
        IF called IS DISTINCT FROM last_number('ballot_ballot_id_seq')
           OR number IS NULL OR number > (SELECT coalesce(max(deal), 0) + 1 FROM ballot WHERE question_id = asked) THEN
            PERFORM begin_again('the number of the ballot is not the next number');
        END IF;
        IF until IS NULL OR number < 1 THEN
            PERFORM refuse('permission denied: there is no such ballot');
        END IF;
        IF (SELECT count(*) FROM candidate WHERE question_id = asked AND document_id IN (first, second, third))
           <> num_nonnulls(first, second, third)
           OR NOT EXISTS (SELECT FROM question WHERE question_id = asked AND place > 0) THEN
            PERFORM begin_again('the ballot has a document that is no candidate of its question, or nobody is asked the question');
        END IF;
    END IF;
    IF first IS NULL OR (second IS NULL AND third IS NOT NULL) THEN
        PERFORM refuse('permission denied: the documents of a ballot start at position 1');
    END IF;
    INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until, control, ballot_id)
    VALUES (asked, number, own, now, until, kind, called) ON CONFLICT (question_id, deal) DO NOTHING;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO slot (ballot_id, position, document_id)
    SELECT called, shown.position, shown.document_id
      FROM (VALUES (1, first), (2, second), (3, third)) AS shown (position, document_id) WHERE shown.document_id IS NOT NULL;
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION ballot_add(asked BIGINT, number BIGINT, own BIGINT, now BIGINT, until BIGINT, kind BYTEA, called BIGINT,
                                      first BIGINT, second BIGINT, third BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT ballot_is_added(actor_of_session(), asked, number, own, now, until, kind, called, first, second, third) THEN
        PERFORM begin_again('another session has dealt a ballot with this number');
    END IF;
END $$;

-- Adds a closed ballot, of an answer that comes from elsewhere. If a session is dealing a ballot with the same number, it
-- waits for that session, and then takes the next number. It has the rights of its caller: no annotator may do that.
CREATE OR REPLACE FUNCTION ballot_add_closed(asked BIGINT, own BIGINT, now BIGINT, kind BYTEA, called BIGINT) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    is_added BOOLEAN := false;
BEGIN
    WHILE NOT is_added LOOP
        INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, control, ballot_id)
        VALUES (asked, (SELECT coalesce(max(deal), 0) + 1 FROM ballot WHERE question_id = asked), own, now, kind, called)
            ON CONFLICT (question_id, deal) DO NOTHING;
        is_added := FOUND;
    END LOOP;
END $$;

-- Sets when a lease ends. NULL means that nobody will be asked this ballot again. A ballot that was closed in the
-- meantime stays closed.
CREATE OR REPLACE FUNCTION ballot_lease(held BIGINT, until BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    own CONSTANT BIGINT := actor_of_session();
BEGIN
    IF own IS NOT NULL THEN
        until := lease_within_bounds(own, until);
    END IF;
    UPDATE ballot SET lease_until = until
     WHERE ballot_id = held AND lease_until IS NOT NULL AND (own IS NULL OR annotator_id = own);
END $$;

CREATE OR REPLACE FUNCTION ballot_end_leases(who BIGINT, now BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT writes_all() AND who IS DISTINCT FROM acting_annotator() THEN
        PERFORM refuse('permission denied: another annotator has these ballots');
    END IF;
    UPDATE ballot SET lease_until = now WHERE annotator_id = who AND lease_until IS NOT NULL AND lease_until > now;
END $$;

-- For an annotator, ends only leases of their own. Nobody else's leases can be that long.
CREATE OR REPLACE FUNCTION ballot_end_stray_leases(after BIGINT, now BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE ballot SET lease_until = now
     WHERE lease_until IS NOT NULL AND lease_until > after AND (writes_all() OR annotator_id = own_annotator());
END $$;

-- Reopens a ballot after its answer was withdrawn, unless the ballot has another answer by now.
CREATE OR REPLACE FUNCTION reopen_ballot(asked BIGINT, until BIGINT) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ballot SET lease_until = until
     WHERE ballot_id = asked
       AND NOT EXISTS (SELECT FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL);
END $$;

-- --- What is left of a question ----------------------------------------------

-- Returns which candidates the votes of a question have shown. A candidate counts once for each ballot, whichever of
-- its twins the ballot shows.
CREATE OR REPLACE FUNCTION seen_candidates(asked BIGINT) RETURNS TABLE (ballot_id BIGINT, document_id BIGINT)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT ballot.ballot_id, coalesce(merged.into_id, slot.document_id)
                   FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                                          AND answer.skip IS NULL AND answer.control IS NULL
                               JOIN slot ON slot.ballot_id = ballot.ballot_id
                               LEFT JOIN merged_candidate AS merged ON merged.question_id = asked
                                                                   AND merged.document_id = slot.document_id
                  WHERE ballot.question_id = asked;
END $$;

-- Computes how many ballots are left until each candidate reaches the target, from the votes that are there now.
-- ballots_to_target (core/judge/stop_rule.c) follows the same rule. Under adaptive dealing the session says how many
-- are left, through question_set_ballots_left.
CREATE OR REPLACE FUNCTION settle_at_target(asked BIGINT) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM setting WHERE key = 'dealing' AND value = 'adaptive') THEN
        RETURN;
    END IF;
    UPDATE question
       SET ballots_left = (SELECT CASE WHEN question.place = 0 THEN 0 ELSE greatest(filled, most) END
                             FROM (SELECT (CAST(coalesce(sum(missing), 0) AS BIGINT) + question.slots - 1) / question.slots AS filled,
                                          coalesce(max(missing), 0) AS most
                                     FROM (SELECT greatest(question.target - count(seen.ballot_id), 0) AS missing
                                             FROM pooled_candidate AS candidate
                                                  LEFT JOIN seen_candidates(asked) AS seen ON seen.document_id = candidate.document_id
                                            WHERE candidate.question_id = asked
                                            GROUP BY candidate.document_id) AS counted) AS needed)
     WHERE question_id = asked;
END $$;

-- Under adaptive dealing the rule needs floating point, so the annotator's session says how many ballots are left. It
-- may do so only for a question whose votes it has just changed.
CREATE OR REPLACE FUNCTION question_set_ballots_left(asked BIGINT, remaining BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT writes_all() AND NOT (remaining BETWEEN 0 AND 1000 -- the largest budget
            AND EXISTS (SELECT FROM setting WHERE key = 'dealing' AND value = 'adaptive')
            AND EXISTS (SELECT FROM question WHERE question_id = asked AND changed = pg_current_xact_id_if_assigned())) THEN
        PERFORM refuse('permission denied: the work left on a question follows from its votes');
    END IF;
    UPDATE question SET ballots_left = remaining WHERE question_id = asked;
END $$;

-- --- Answers -----------------------------------------------------------------

-- Returns how many ballots of a question are left after a vote, and locks the question, so that nobody else writes to
-- it before the transaction ends. `remaining` is what the session says, which read the question in this version; -1
-- means that it says nothing. If the question has another version by now, NULL is returned if the target can say how
-- many are left; otherwise the session has to begin again. A vote ends one ballot at most, so the session is not
-- believed if it says more, except where the rule needs floating point.
CREATE OR REPLACE FUNCTION left_behind_vote(asked BIGINT, remaining BIGINT, version BIGINT) RETURNS BIGINT
    LANGUAGE plpgsql AS $$
DECLARE
    now         question;
    is_adaptive CONSTANT BOOLEAN := EXISTS (SELECT FROM setting WHERE key = 'dealing' AND value = 'adaptive');
BEGIN
    SELECT * INTO now FROM question WHERE question_id = asked FOR NO KEY UPDATE;
    IF remaining >= 0 AND now.question_version = version
       AND (is_adaptive OR remaining BETWEEN now.ballots_left - 1 AND now.ballots_left) THEN
        RETURN remaining;
    ELSIF is_adaptive AND remaining >= 0 THEN
        PERFORM begin_again('others have voted in the question since it was read');
    END IF;
    RETURN NULL;
END $$;

-- Adds an answer with its reason. If `remaining` is NULL, the answer comes from elsewhere and nothing else changes.
-- Otherwise the ballot is closed, and `remaining` says how many ballots of the question are left (left_behind_vote).
-- The ballot is closed last, because from then on others who deal from an older state have to wait. The next ballot,
-- if there is one, is dealt first (its arguments are those of ballot_add): it may have to wait for another ballot of
-- the same number, and nothing is locked yet. `expected` is the stamp by which the session read all this (NULL: it has
-- none). With `with_drafts` the drafts of the ballot are removed.
--
-- `done` becomes 1. If others were first, because the stamp is another one by now or the next ballot's number is taken, the
-- session has to begin again. If `may_be_refused`, nothing is written and 0 is returned then, so that the rest of the trip can
-- read what the session needs. Otherwise the session goes on with the numbers and the stamp that are returned, if the next
-- ballot is of the same question.
CREATE OR REPLACE FUNCTION answer_add(called BIGINT, named BYTEA, asked BIGINT, own BIGINT, chosen BIGINT, skipped BYTEA, now BIGINT,
                                      took_ms BIGINT, said BYTEA, quoted BYTEA, quoted_from BIGINT, why BYTEA, remaining BIGINT,
                                      version BIGINT, next_asked BIGINT DEFAULT NULL, next_number BIGINT DEFAULT NULL,
                                      next_own BIGINT DEFAULT NULL, next_now BIGINT DEFAULT NULL, next_until BIGINT DEFAULT NULL,
                                      next_kind BYTEA DEFAULT NULL, next_called BIGINT DEFAULT NULL, first BIGINT DEFAULT NULL,
                                      second BIGINT DEFAULT NULL, third BIGINT DEFAULT NULL, expected BIGINT DEFAULT NULL,
                                      may_be_refused BIGINT DEFAULT NULL, with_drafts BIGINT DEFAULT NULL,
                                      OUT done BIGINT, OUT next_answer BIGINT, OUT next_ballot BIGINT, OUT stamp BIGINT)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    actor  CONSTANT BIGINT := actor_of_session();
    newest BIGINT;
    shown  ballot;
    counts BOOLEAN;
    told   BIGINT;
BEGIN
    done := 0;
    SELECT * INTO shown FROM ballot WHERE ballot_id = asked;
    IF expected <> step_stamp(own, shown.question_id)
       OR (next_called IS NOT NULL AND NOT ballot_is_added(actor, next_asked, next_number, next_own, next_now, next_until, next_kind,
                                                           next_called, first, second, third)) THEN
        IF may_be_refused IS NULL THEN
            PERFORM begin_again('others were first, so the next ballot is another one');
        END IF;
        RETURN;
    END IF;
    IF actor IS NOT NULL THEN
        IF own IS DISTINCT FROM actor OR shown.annotator_id IS DISTINCT FROM own THEN
            PERFORM refuse('permission denied: the ballot is not yours');
        END IF;
        PERFORM check_time(now);
        IF shown.lease_until IS NULL OR called IS DISTINCT FROM last_number('answer_answer_id_seq') THEN
            PERFORM begin_again('the ballot is closed, or the answer has a number that is not the next one');
        END IF;
        IF remaining IS NULL OR remaining NOT BETWEEN -1 AND 1000
           OR encode(named, 'escape') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           OR took_ms > CAST(366 AS BIGINT) * 24 * 60 * 60 * 1000
           OR length(said) > 4000 OR length(quoted) > 4000 OR length(why) > 60
           OR (quoted IS NOT NULL AND quoted_from NOT BETWEEN 0 AND 2147483647)
           OR (why IS NOT NULL AND skipped IS NOT NULL) THEN
            PERFORM refuse('permission denied: there is no such answer');
        END IF;
    END IF;
    counts := remaining IS NOT NULL AND skipped IS NULL
              AND coalesce(shown.control, 'glance') = 'glance'; -- for what is left of the question
    IF counts THEN
        told := left_behind_vote(shown.question_id, remaining, version);
    END IF;
    IF may_be_refused IS NOT NULL AND expected IS NOT NULL AND next_asked = shown.question_id THEN
        newest := newest_answer(own);
    END IF;
    PERFORM set_config('assay.ballots_left', coalesce(CAST(told AS TEXT), ''), true); -- read by answer_is_counted
    INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note, evidence,
                        evidence_start, control)
    VALUES (called, named, asked, own, chosen, skipped, now, took_ms, said, quoted, quoted_from, shown.control);
    IF why IS NOT NULL THEN
        INSERT INTO addition (answer_id, kind, said, number) VALUES (called, 'reason', why, 0);
    END IF;
    IF counts AND told IS NULL THEN
        PERFORM settle_at_target(shown.question_id);
    END IF;
    IF remaining IS NOT NULL THEN
        UPDATE ballot SET lease_until = NULL WHERE ballot_id = asked;
    END IF;
    IF with_drafts IS NOT NULL THEN
        DELETE FROM note_draft WHERE ballot_id = asked;
        DELETE FROM evidence_draft WHERE ballot_id = asked;
    END IF;
    done := 1;
    IF newest IS NOT NULL THEN
        next_answer := nextval('answer_answer_id_seq');
        next_ballot := nextval('ballot_ballot_id_seq');
        stamp := stamp_behind(expected, asked, next_called, newest, called);
    END IF;
END $$;

-- Adds a note, reason, evidence or second choice to a vote that stands. A place above 3 is a tie with the slot place - 3.
-- It is given with its vote, so it neither replaces a second choice nor is replaced by one.
CREATE OR REPLACE FUNCTION addition_add(given BIGINT, called BYTEA, words BYTEA, place BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    own   CONSTANT BIGINT := actor_of_session();
    named CONSTANT BIGINT := CASE WHEN called = 'second' THEN place - CASE WHEN place > 3 THEN 3 ELSE 0 END END; -- a slot
BEGIN
    IF own IS NOT NULL AND NOT (CASE called
            WHEN 'second' THEN length(words) = 0
            WHEN 'evidence' THEN length(words) BETWEEN 1 AND 4000 AND place BETWEEN 0 AND 2147483647
            ELSE length(words) BETWEEN 1 AND CASE called WHEN 'reason' THEN 60 ELSE 4000 END AND place = 0 END
            AND EXISTS (SELECT FROM answer WHERE answer_id = given AND annotator_id = own
                                             AND skip IS NULL AND withdrawn_at IS NULL
                                             AND (called NOT IN ('evidence', 'second') OR position IS NOT NULL)
                                             AND (called <> 'second' OR place = -1
                                                  OR (place > 3 AND named > position) OR (place <= 3 AND named <> position))
                                             AND (called <> 'second' OR place = -1
                                                  OR EXISTS (SELECT FROM slot WHERE slot.ballot_id = answer.ballot_id
                                                                                AND slot.position = named)))
            AND NOT (called = 'second' AND EXISTS (SELECT FROM addition WHERE answer_id = given AND kind = 'second'
                                                                          AND (number > 3 OR place > 3)))) THEN
        PERFORM refuse('permission denied: the vote is not yours, was undone, or cannot have this addition');
    END IF;
    INSERT INTO addition (answer_id, kind, said, number) VALUES (given, called, words, place);
END $$;

-- Withdraws an answer. The ballot is open again and leased to its annotator. If `until` is NULL, it stays closed, for
-- example when a lead withdraws votes.
CREATE OR REPLACE FUNCTION answer_withdraw(given BIGINT, now BIGINT, until BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    own    CONSTANT BIGINT := actor_of_session();
    undone answer;
BEGIN
    IF own IS NOT NULL THEN
        PERFORM check_time(now);
        until := lease_within_bounds(own, until);
        IF until IS NULL OR NOT EXISTS (SELECT FROM answer WHERE answer_id = given AND annotator_id = own) THEN
            PERFORM refuse('permission denied: the answer is not yours');
        END IF;
    END IF;
    UPDATE answer SET withdrawn_at = now, withdrawn_by = 'undo'
     WHERE answer_id = given AND withdrawn_at IS NULL RETURNING * INTO undone;
    IF NOT FOUND THEN
        PERFORM begin_again('the answer was undone meanwhile');
    END IF;
    IF until IS NOT NULL THEN
        PERFORM reopen_ballot(undone.ballot_id, until);
        IF undone.skip IS NULL THEN
            PERFORM settle_at_target((SELECT question_id FROM ballot WHERE ballot_id = undone.ballot_id));
        END IF;
    END IF;
END $$;

-- Brings back a ballot that was skipped as "later".
CREATE OR REPLACE FUNCTION answer_return(asked BIGINT, now BIGINT, until BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    own CONSTANT BIGINT := actor_of_session();
BEGIN
    IF own IS NOT NULL THEN
        PERFORM check_time(now);
        until := lease_within_bounds(own, until);
        IF NOT EXISTS (SELECT FROM ballot WHERE ballot_id = asked AND annotator_id = own) THEN
            PERFORM refuse('permission denied: the ballot is not yours');
        END IF;
    END IF;
    UPDATE answer SET withdrawn_at = now, withdrawn_by = 'return'
     WHERE ballot_id = asked AND withdrawn_at IS NULL AND skip = 'later';
    PERFORM reopen_ballot(asked, until);
END $$;

-- --- Drafts ------------------------------------------------------------------

-- Checks that the draft belongs to a ballot of this session's annotator.
CREATE OR REPLACE FUNCTION check_draft(asked BIGINT, fits BOOLEAN) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    own CONSTANT BIGINT := actor_of_session();
BEGIN
    IF own IS NOT NULL AND NOT (fits AND EXISTS (SELECT FROM ballot WHERE ballot_id = asked AND annotator_id = own)) THEN
        PERFORM refuse('permission denied: the ballot is not yours');
    END IF;
END $$;

CREATE OR REPLACE FUNCTION note_draft_put(asked BIGINT, said BYTEA) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM check_draft(asked, length(said) <= 4000);
    INSERT INTO note_draft (ballot_id, note) VALUES (asked, said) ON CONFLICT (ballot_id) DO UPDATE SET note = excluded.note;
END $$;

CREATE OR REPLACE FUNCTION note_draft_remove(asked BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM check_draft(asked, true);
    DELETE FROM note_draft WHERE ballot_id = asked;
END $$;

CREATE OR REPLACE FUNCTION evidence_draft_put(asked BIGINT, marked BIGINT, quoted BYTEA, quoted_from BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM check_draft(asked, marked IS NULL OR (length(quoted) <= 4000 AND quoted_from BETWEEN 0 AND 2147483647));
    INSERT INTO evidence_draft (ballot_id, position, evidence, evidence_start) VALUES (asked, marked, quoted, quoted_from)
        ON CONFLICT (ballot_id) DO UPDATE SET position = excluded.position, evidence = excluded.evidence,
                                              evidence_start = excluded.evidence_start;
END $$;

CREATE OR REPLACE FUNCTION evidence_draft_remove(asked BIGINT) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM check_draft(asked, true);
    DELETE FROM evidence_draft WHERE ballot_id = asked;
END $$;
