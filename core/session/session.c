/*
 * The state of a session is its current ballot. Every step is one transaction that stores what was done, takes the
 * next ballot with its lease, and reads the progress. Only after the commit does the session move on (finish_step).
 * A step that fails leaves the session as it was.
 *
 * The session does not store an order of ballots. Undoing an answer opens its ballot again, and open ballots come
 * first when one is taken. That gives undo, redo, and resuming after a crash. The session remembers only the chosen
 * question and the times of its votes.
 */
#include "core/session/session.h"

#include "core/base/bug.h"
#include "core/base/digest.h"
#include "core/base/memory.h"
#include "core/session/reading.h"
#include "core/store/labelling/adjudicating.h"
#include "core/store/votes/annotators.h"
#include "core/store/labelling/additions.h"
#include "core/store/labelling/answers.h"
#include "core/store/labelling/dealing.h"
#include "core/store/labelling/drafts.h"
#include "core/store/labelling/entering.h"
#include "core/store/content/shown_fields.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"

#include <math.h>
#include <stdlib.h>

enum { CLOSING_PATIENCE_MS = 1000 };

enum { LEASE_MS = 5 * 60 * 1000 };

/* The note and the mark for the next answer to an open ballot, as they are in the store. */
struct draft {
    int64_t ballot_id;
    bool has_note, has_mark;
    struct buffer note;
    struct evidence_mark mark; /* without its text, which is in `evidence` */
    struct buffer evidence;
};

/* Whether an interrupted step has changed the database. */
enum outcome_known { IS_NOT_DONE, IS_PERHAPS_DONE, IS_DONE };

/* An answer to the current ballot, the same in each try. */
struct given_answer {
    struct answer_name name;
    struct answer answer; /* including the drafted note and mark of the ballot */
    int64_t ballot_id, question_id;
    int64_t replaces; /* the answer of the ballot that stands until this one is given; 0: it is open */
    bool is_glance;
    enum outcome_known known;
};

/* An answer that is undone, the same in each try; the first try finds which one it is. */
struct taking_back {
    struct taken_answer answer;
    enum outcome_known known;
};

struct session {
    struct store *store;
    struct clock clock;
    struct dealer dealer;            /* without `now`, which the clock gives at each use */
    struct arena arena;              /* the bytes of `ballot` */
    struct ballot ballot;            /* ballot_id = 0: there is nothing to do */
    struct taken_ballot taken;       /* the same ballot, as it was taken */
    int64_t leased_until;            /* when the lease of `ballot` ends */
    struct question_reading reading; /* of the question of `ballot`, or of an earlier one */
    struct progress progress;        /* as of the last answer */
    uint64_t settings;               /* likewise: settings_digest */
    bool with_vote_time;
    double vote_ms;      /* like `progress` */
    bool has_glanced;    /* a keep or a drop was saved */
    int64_t own_votes;   /* valid votes of the annotator; counted again when others may have changed them */
    bool may_be_doubled; /* the annotator already held a ballot when the session was opened */
    int64_t
        chosen_question; /* its ballots come before all others as long as it has any; 0: none was chosen */
    struct draft *drafts;
    size_t n_drafts;
    size_t drafts_capacity;
    /* The ballot before the current one; if the last vote was on it, with the note and the mark of that vote. */
    struct arena left_arena;
    struct ballot left;
    /* The last answer of this session, if it is a vote that the session has not undone; else 0. */
    int64_t last_vote_id;
    struct last_vote last_vote; /* without its ballot, which is `left` if the ballot id is this one: */
    int64_t last_vote_ballot_id, last_vote_question_id;
    int64_t *given; /* the answers of this session that it has not taken back, in their order */
    size_t n_given, given_capacity;
    int64_t first_given; /* the first answer of this session; INT64_MAX: it has given none */
};

static struct dealer dealer_now(const struct session *session)
{
    struct dealer dealer = session->dealer;
    dealer.now = session->clock.now(session->clock.context);
    return dealer;
}

/* The current ballot has no valid answer, even if it had one before. */
static void mark_what_was_read(struct session *session)
{
    reading_forget(&session->reading, session->ballot.ballot_id);
    reading_mark(&session->reading, &session->ballot);
}

/* --- Again ---------------------------------------------------------------------------------------- */

/* How often a step was repeated, and how long to wait for the server before the next time. */
struct tries {
    int n;
    int pause_ms;
    struct random_source random;
};

/*
 * Returns whether to try a lost server again. The first try is immediate, because the server may just have been
 * restarted. Then the pauses grow, but stay short enough to find a promoted server within a second.
 */
static bool tries_server_again(struct store *store, struct tries *tries)
{
    enum { LONGER_MS = 100, LONGEST_MS = 500 };
    int pause_ms = tries->pause_ms;
    tries->pause_ms = pause_ms < LONGEST_MS ? pause_ms + LONGER_MS : LONGEST_MS;
    return pause_ms == 0 ? store_is_away(store) : store_wait_if_away(store, pause_ms);
}

/*
 * Returns whether to try again after another program was first to write the same rows. Programs that repeat at once
 * would meet again, and one of them would always be last. So each pauses for a random time, from a range that
 * doubles each time (Metcalfe & Boggs, CACM 19, 1976).
 */
static bool tries_after_another(struct store *store, struct tries *tries)
{
    enum { TRIES_MAX = 100, DOUBLINGS_MAX = 7 };
    int doublings = tries->n < DOUBLINGS_MAX ? tries->n : DOUBLINGS_MAX;
    int pause_ms = (int)random_below(&tries->random, UINT64_C(1) << doublings); /* 0 at first */
    return ++tries->n < TRIES_MAX && store_wait_if_met_another(store, pause_ms);
}

/*
 * Returns whether to repeat a step from the present state: others were first, or the server was away and the user
 * waits for it. A failed step has left the session as it was.
 */
static bool shall_begin_again(struct store *store, struct tries *tries)
{
    return tries_after_another(store, tries) || tries_server_again(store, tries);
}

#define UNTIL_DONE(store, seed, step)                                                                        \
    do {                                                                                                     \
        struct tries tries = {.random = random_from((seed), 0)};                                             \
        bool done;                                                                                           \
        do                                                                                                   \
            done = (step);                                                                                   \
        while (!done && shall_begin_again((store), &tries));                                                 \
        return done;                                                                                         \
    } while (false)

/* --- What is typed and marked --------------------------------------------------------------------- */

/* Returns NULL if nothing was typed or marked on the ballot. */
static struct draft *find_draft(const struct session *session, int64_t ballot_id)
{
    for (size_t i = 0; i < session->n_drafts; i++)
        if (session->drafts[i].ballot_id == ballot_id)
            return &session->drafts[i];
    return NULL;
}

static struct draft *hold_draft(struct session *session, int64_t ballot_id)
{
    struct draft *draft = find_draft(session, ballot_id);
    if (draft == NULL) {
        draft = &VECTOR_PUSH(session->drafts, session->n_drafts, session->drafts_capacity);
        *draft = (struct draft){.ballot_id = ballot_id};
    }
    return draft;
}

static void forget_draft(struct session *session, int64_t ballot_id)
{
    struct draft *draft = find_draft(session, ballot_id);
    if (draft == NULL)
        return;
    buffer_release(&draft->note);
    buffer_release(&draft->evidence);
    *draft = session->drafts[--session->n_drafts];
}

static void release_drafts(struct session *session)
{
    while (session->n_drafts > 0)
        forget_draft(session, session->drafts[0].ballot_id);
    free(session->drafts);
}

static struct draft *hold_note(struct session *session, int64_t ballot_id, struct bytes note)
{
    struct draft *draft = hold_draft(session, ballot_id);
    draft->has_note = true;
    buffer_clear(&draft->note);
    buffer_add(&draft->note, note);
    return draft;
}

static struct draft *hold_mark(struct session *session, int64_t ballot_id, const struct evidence_mark *mark)
{
    struct draft *draft = hold_draft(session, ballot_id);
    draft->has_mark = true;
    draft->mark = *mark;
    buffer_clear(&draft->evidence);
    buffer_add(&draft->evidence, mark->evidence.text);
    return draft;
}

/* Returns the drafted mark, if the document still contains it. */
static struct evidence_mark drafted_mark(const struct session *session, const struct draft *draft)
{
    struct evidence_mark mark = draft->mark;
    mark.evidence.text = buffer_bytes(&draft->evidence);
    return ballot_standing_mark(&session->ballot, &mark);
}

static void show_draft(struct session *session)
{
    struct ballot *ballot = &session->ballot;
    const struct draft *draft = find_draft(session, ballot->ballot_id);
    ballot->note = draft != NULL && draft->has_note ? buffer_bytes(&draft->note) : ballot->withdrawn.note;
    ballot->mark =
        draft != NULL && draft->has_mark ? drafted_mark(session, draft) : ballot_withdrawn_mark(ballot);
}

static void hold_drafts(struct session *session, const struct drafts *drafts)
{
    for (size_t i = 0; i < drafts->n_notes; i++)
        hold_note(session, drafts->notes[i].ballot_id, drafts->notes[i].note);
    for (size_t i = 0; i < drafts->n_marks; i++)
        hold_mark(session, drafts->marks[i].ballot_id, &drafts->marks[i].mark);
}

/* Commits the transaction in which a draft was stored, or rolls it back. */
static bool finish_keeping(struct session *session, bool stored, struct err *err)
{
    if (stored && store_commit(session->store, err))
        return true;
    store_rollback(session->store);
    return false;
}

static bool keep_note(struct session *session, struct bytes note, struct err *err)
{
    const struct ballot *ballot = &session->ballot;
    int64_t ballot_id = ballot->ballot_id;
    if (ballot_id == 0 || bytes_equal(note, ballot->note))
        return true;
    bool is_as_before = bytes_equal(note, ballot->withdrawn.note);
    if (!note_is_accepted(note, err) || !store_begin(session->store, err))
        return false;
    bool stored = is_as_before ? store_remove_note_draft(session->store, ballot_id, err)
                               : store_put_note_draft(session->store, ballot_id, note, err);
    if (!finish_keeping(session, stored, err))
        return false;
    hold_note(session, ballot_id, note)->has_note = !is_as_before;
    show_draft(session);
    return true;
}

bool session_keep_note(struct session *session, struct bytes note, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, keep_note(session, note, err));
}

static bool keep_mark(struct session *session, const struct evidence_mark *mark, struct err *err)
{
    const struct ballot *ballot = &session->ballot;
    int64_t ballot_id = ballot->ballot_id;
    struct evidence_mark before = ballot_withdrawn_mark(ballot);
    bool is_as_before = evidence_mark_is_equal(mark, &before);
    if (ballot_id == 0 || evidence_mark_is_equal(mark, &ballot->mark))
        return true;
    if (!quotation_is_accepted(&mark->evidence, err) || !store_begin(session->store, err))
        return false;
    bool stored = is_as_before ? store_remove_evidence_draft(session->store, ballot_id, err)
                               : store_put_evidence_draft(session->store, ballot_id, mark, err);
    if (!finish_keeping(session, stored, err))
        return false;
    hold_mark(session, ballot_id, mark)->has_mark = !is_as_before;
    show_draft(session);
    return true;
}

bool session_keep_mark(struct session *session, const struct evidence_mark *mark, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, keep_mark(session, mark, err));
}

/* --- Steps ---------------------------------------------------------------------------------------- */

/* Makes the session show the new ballot. */
static void stand_at(struct session *session, const struct dealer *dealer, struct ballot_view *view,
                     bool with_seen)
{
    if (session->ballot.ballot_id != 0) {
        arena_release(&session->left_arena);
        session->left_arena = session->arena;
        session->left = session->ballot;
    } else {
        arena_release(&session->arena);
    }
    session->arena = view->arena;
    session->ballot = view->ballot;
    show_draft(session);
    session->leased_until = dealer->now + dealer->lease_ms;
    session->progress = view->progress;
    session->settings = view->settings;
    session->vote_ms = view->vote_ms;
    if (with_seen)
        reading_take_question(&session->reading, view->ballot.question_id, view->seen, view->n_seen);
    mark_what_was_read(session);
}

/*
 * Ends the transaction of a step. `answered` says whether the step's own part worked; `taken` is the next current
 * ballot.
 */
static bool finish_step(struct session *session, const struct dealer *dealer, bool answered,
                        const struct taken_ballot *taken, bool with_votes, struct err *err)
{
    struct store *store = session->store;
    struct ballot_view view = {0};
    bool with_seen = taken->ballot_id != 0 && taken->question_id != session->reading.question_id;
    const struct view_request request = {
        .dealer = dealer,
        .taken = *taken,
        .with_seen = with_seen,
        .with_votes = with_votes,
        .with_vote_time = session->with_vote_time,
    };
    if (answered)
        store_prefetch_commit(store);
    if (answered && store_view_ballot(store, &request, &view, err) && store_commit(store, err)) {
        stand_at(session, dealer, &view, with_seen);
        session->taken = *taken;
        if (with_votes)
            session->own_votes = view.votes;
        return true;
    }
    store_rollback(store);
    arena_release(&view.arena);
    return false;
}

static bool take_next(struct session *session, const struct dealer *dealer, bool answered, struct err *err)
{
    struct taken_ballot taken = {0};
    int64_t chosen = session->chosen_question;
    bool is_taken = answered && store_take_next(session->store, dealer, &chosen, &taken, err);
    if (!finish_step(session, dealer, is_taken, &taken, true, err))
        return false;
    session->chosen_question = chosen;
    return true;
}

/*
 * The current ballot was answered elsewhere, or its documents were changed. Takes another ballot, but still reports
 * ERR_ANSWERED. What the session knows of earlier answers may no longer hold either.
 */
static bool replace_answered(struct session *session, struct err *err)
{
    struct err answered = *err;
    struct dealer dealer = dealer_now(session);
    const struct draft *draft = find_draft(session, session->ballot.ballot_id);
    if (draft != NULL && draft->has_note && draft->note.size > 0)
        err_set(&answered, err->code, "your note is lost, your answer %s", err->text);
    session->reading.question_id = 0;
    session->last_vote_id = 0;
    if (!store_begin(session->store, err) || !take_next(session, &dealer, true, err))
        return false;
    *err = answered;
    return false;
}

/*
 * With the same seed on a copy of the database, another annotator gets the same ballots but gives other answers. So
 * the annotator's name is part of the seed of their uuids.
 */
static uint64_t uuid_seed_of(const struct session_options *options)
{
    return options->seed ^ digest_number_of(options->annotator);
}

/* Takes the first ballot in the caller's transaction, and ends the transaction. */
static bool enter(struct session *session, struct bytes annotator, struct err *err)
{
    struct arena arena = {0};
    struct entry entry;
    struct dealer dealer = dealer_now(session);
    bool entered = store_enter(session->store, annotator, &dealer, &arena, &entry, err);
    session->dealer.annotator_id = dealer.annotator_id;
    session->may_be_doubled = entry.holds_ballot;
    hold_drafts(session, &entry.drafts);
    entered = finish_step(session, &dealer, entered, &entry.taken, true, err);
    arena_release(&arena);
    return entered;
}

static bool begin_session(struct session **out, const struct session_options *options, struct err *err)
{
    struct store *store = options->store;
    struct session *session = memory_get_zeroed(1, sizeof *session);
    session->store = store;
    session->clock = options->clock;
    session->with_vote_time = options->with_vote_time;
    session->first_given = INT64_MAX;
    session->dealer = (struct dealer){.lease_ms = LEASE_MS,
                                      .seed = options->seed,
                                      .uuid_seed = uuid_seed_of(options),
                                      .adjudicates = options->adjudicates,
                                      .advisor = options->advisor};
    bool opened = store_begin(store, err) && enter(session, options->annotator, err);
    if (!opened) {
        release_drafts(session);
        free(session);
        return false;
    }
    *out = session;
    return true;
}

bool session_open(struct session **out, const struct session_options *options, struct err *err)
{
    UNTIL_DONE(options->store, uuid_seed_of(options), begin_session(out, options, err));
}

static bool end_leases(struct session *session, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    bool worked = store_begin(session->store, err) &&
                  store_end_leases(session->store, dealer.annotator_id, dealer.now, err) &&
                  store_commit(session->store, err);
    store_rollback(session->store);
    return worked;
}

bool session_close(struct session *session, struct err *err)
{
    if (session == NULL)
        return true;
    struct tries tries = {.random = random_from(session->dealer.uuid_seed, 0)};
    bool worked;
    store_set_patience(session->store, CLOSING_PATIENCE_MS);
    do
        worked = end_leases(session, err);
    while (!worked && tries_after_another(session->store, &tries));
    /* An error here is harmless if the store is busy or away: leases expire by themselves. */
    worked = worked || store_was_busy(session->store) || store_is_away(session->store);
    arena_release(&session->arena);
    arena_release(&session->left_arena);
    reading_release(&session->reading);
    release_drafts(session);
    free(session->given);
    free(session);
    return worked;
}

const struct ballot *session_ballot(const struct session *session)
{
    return session->ballot.ballot_id != 0 ? &session->ballot : NULL;
}

bool session_may_be_doubled(const struct session *session)
{
    return session->may_be_doubled;
}

int session_kept_percent(const struct session *session)
{
    return session->taken.kept_percent;
}

bool session_has_glanced(const struct session *session)
{
    return session->has_glanced;
}

int64_t session_own_votes(const struct session *session)
{
    return session->own_votes;
}

struct progress session_progress(const struct session *session)
{
    return session->progress;
}

/* Reads it outside of a step. */
static void read_vote_time(struct session *session)
{
    if (session->with_vote_time && !store_read_vote_time(session->store, &session->vote_ms, err_ignored()))
        session->vote_ms = NAN;
}

uint64_t session_settings(const struct session *session)
{
    return session->settings;
}

/* The ballot's old bytes stay valid, because a caller may be using them. */
bool session_take_settings(struct session *session, struct err *err)
{
    struct progress progress;
    if (!store_get_progress(session->store, &progress, err) ||
        (session->ballot.ballot_id != 0 &&
         !shown_fields_read(session->store, &session->arena, &session->ballot, err)))
        return false;
    session->progress = progress;
    read_vote_time(session);
    return true;
}

double session_vote_time(const struct session *session)
{
    return session->vote_ms;
}

bool session_count_contested(const struct session *session, int64_t *ballots, struct err *err)
{
    return store_count_contested(session->store, session->dealer.annotator_id, ballots, err);
}

/*
 * Adds the drafted note and mark to an answer whose own note or evidence has no data. An empty one with data counts
 * as given.
 */
static struct answer answer_with_drafts(const struct session *session, const struct answer *answer)
{
    const struct ballot *ballot = &session->ballot;
    const struct draft *draft = find_draft(session, ballot->ballot_id);
    struct answer given = *answer;
    if (draft != NULL && draft->has_note && given.note.data == NULL)
        given.note = ballot->note;
    if (draft != NULL && draft->has_mark && given.evidence.text.data == NULL)
        given.evidence = evidence_mark_for(&ballot->mark, given.position);
    return given;
}

static bool answer_and_take(struct session *session, const struct dealer *dealer, struct given_answer *given,
                            int64_t *chosen, struct taken_ballot *next, struct err *err)
{
    const struct draft *draft = find_draft(session, given->ballot_id);
    const bool has_drafts = draft != NULL && (draft->has_note || draft->has_mark);
    struct taken_answer replaced;
    return (given->replaces == 0 ||
            store_withdraw_answer_of(session->store, dealer, given->replaces, &replaced, err)) &&
           store_answer_and_take(session->store, dealer, &session->taken, &given->answer, has_drafts, chosen,
                                 &given->name, next, err);
}

/* Records an addition to the last vote with its ballot, as if it had been typed or marked there. */
static void note_beside(struct session *session, const struct addition *addition)
{
    struct ballot *ballot = &session->left;
    if (addition->kind == ADDITION_REASON)
        session->last_vote.has_reason = true;
    if (addition->kind == ADDITION_SECOND)
        session->last_vote.second = (int)addition->number;
    if (ballot->ballot_id != session->last_vote_ballot_id)
        return;
    if (addition->kind == ADDITION_NOTE)
        ballot->note = arena_copy(&session->left_arena, addition->said);
    if (addition->kind == ADDITION_EVIDENCE)
        ballot->mark =
            (struct evidence_mark){session->last_vote.position,
                                   {addition->number, arena_copy(&session->left_arena, addition->said)}};
}

static void note_vote(struct session *session, const struct given_answer *given)
{
    session->own_votes += given->replaces == 0; /* else they were counted */
    session->last_vote_id = given->name.answer_id;
    session->last_vote_ballot_id = given->ballot_id;
    session->last_vote_question_id = given->question_id;
    session->last_vote = (struct last_vote){.position = given->answer.position};
    session->left.note = (struct bytes){0};
    session->left.mark = (struct evidence_mark){0};
    for (enum addition_kind kind = 0; kind < ADDITION_KIND_COUNT; kind++) {
        struct addition addition;
        if (addition_of(&given->answer, kind, &addition))
            note_beside(session, &addition);
    }
}

/* The answer is stored, and the session has moved to the next ballot. */
static void note_given(struct session *session, const struct given_answer *given)
{
    session->last_vote_id = 0;
    if (given->is_glance)
        session->has_glanced = true;
    else if (answer_is_vote(&given->answer))
        note_vote(session, given);
    VECTOR_PUSH(session->given, session->n_given, session->given_capacity) = given->name.answer_id;
    if (session->first_given == INT64_MAX)
        session->first_given = given->name.answer_id;
    forget_draft(session, given->ballot_id);
}

/* Gives the answer, unless an earlier try has done so, in the transaction of the step, and ends the transaction. */
static bool give_and_finish(struct session *session, const struct dealer *dealer, struct given_answer *given,
                            struct err *err)
{
    struct taken_ballot next = {0};
    int64_t chosen = session->chosen_question;
    bool is_taken = given->known == IS_DONE ? store_take_next(session->store, dealer, &chosen, &next, err)
                                            : answer_and_take(session, dealer, given, &chosen, &next, err);
    if (!session->ballot.is_glance)
        reading_add(&session->reading, &session->ballot, given->answer.elapsed_ms);
    if (!finish_step(session, dealer, is_taken, &next, given->replaces != 0, err)) {
        reading_forget(&session->reading, given->ballot_id);
        return false;
    }
    session->chosen_question = chosen;
    note_given(session, given);
    return true;
}

/* Looks up by its uuid whether an answer with unknown outcome is stored. */
static bool look_for_given(struct session *session, struct given_answer *given, struct err *err)
{
    bool is_stored = false;
    if (given->known != IS_PERHAPS_DONE)
        return true;
    if (!store_begin_reading(session->store, err))
        return false;
    bool looked = store_has_answer(session->store, bytes_of(given->name.uuid), &is_stored, err);
    store_end_reading(session->store);
    given->known = is_stored ? IS_DONE : given->known;
    return looked;
}

/* The ballot has an answer. It may be this one, whose COMMIT was still on its way when the connection was lost. */
static bool was_given_meanwhile(struct session *session, struct given_answer *given)
{
    bool was_unknown = given->known == IS_PERHAPS_DONE;
    return was_unknown && look_for_given(session, given, err_ignored()) && given->known == IS_DONE;
}

/* If an earlier try with unknown outcome has stored the answer, only the next ballot is taken. */
static bool give_answer(struct session *session, struct given_answer *given, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    if (!look_for_given(session, given, err) || !store_begin(session->store, err))
        return false;
    if (give_and_finish(session, &dealer, given, err))
        return true;
    if (given->known == IS_NOT_DONE && store_may_be_kept(session->store))
        given->known = IS_PERHAPS_DONE;
    if (err->code != ERR_ANSWERED)
        return false;
    return was_given_meanwhile(session, given) ? give_answer(session, given, err)
                                               : replace_answered(session, err);
}

static bool give_until_done(struct session *session, struct given_answer *given, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, give_answer(session, given, err));
}

/* Adds to the error of an unfinished step whether its work is saved. */
static bool fail_step(const struct session *session, enum outcome_known known, struct err *err)
{
    const char *path = store_path(session->store);
    bool is_away = store_is_away(session->store);
    if (known == IS_DONE)
        return is_away ? err_set(err, err->code,
                                 "saved, but there is no connection to the server any more (%s)", path)
                       : err_context(err, "saved, but then");
    if (known == IS_PERHAPS_DONE)
        return is_away ? err_set(err, err->code,
                                 "perhaps saved: there is no connection to the server; look again when the "
                                 "server is back (%s)",
                                 path)
                       : err_context(err, "perhaps saved");
    return false;
}

/*
 * The step may have failed on a read after its COMMIT. Then the answer is saved, which can be found out as long as
 * the server can be reached.
 */
static bool fail_answer(struct session *session, struct given_answer *given, struct err *err)
{
    bool looked = store_is_away(session->store) || look_for_given(session, given, err_ignored());
    (void)looked; /* an unknown outcome stays unknown */
    return fail_step(session, given->known, err);
}

/* Checks that the second choice, or the other document of a tie, is on the ballot. */
static bool check_second(const struct ballot *ballot, int64_t second, struct err *err)
{
    const int64_t position = second_tied(second) > 0 ? second_tied(second) : second;
    return position <= (int64_t)ballot->n_slots ||
           err_set(err, ERR_INPUT, "there is no document %lld on this ballot", (long long)position);
}

bool session_answer(struct session *session, const struct answer *answer, struct err *err)
{
    const struct ballot *ballot = &session->ballot;
    BUG_UNLESS(ballot->ballot_id != 0 && answer_is_given(answer) && answer->position <= (int)ballot->n_slots);
    if (!check_second(ballot, answer->second, err))
        return false;
    struct given_answer given = {.ballot_id = ballot->ballot_id,
                                 .is_glance = ballot->is_glance,
                                 .question_id = ballot->question_id,
                                 .replaces = session->taken.standing_id,
                                 .answer = answer_with_drafts(session, answer)};
    return give_until_done(session, &given, err) || fail_answer(session, &given, err);
}

/* Replaces the current glance. */
static bool leave_glance(struct session *session, const struct dealer *dealer, struct err *err)
{
    struct taken_ballot taken = {0};
    if (!store_begin(session->store, err))
        return false;
    const bool left = store_leave_glance(session->store, dealer, &session->taken, &taken, err);
    return finish_step(session, dealer, left, &taken, false, err);
}

static bool leave(struct session *session, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    if (session->taken.standing_id == 0)
        return true;
    session->reading.question_id = 0; /* it left out this ballot, whose documents were read */
    return store_begin(session->store, err) && take_next(session, &dealer, true, err);
}

bool session_leave(struct session *session, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, leave(session, err));
}

/* Undone glances of the question are open, too, and come into hand one after the other. */
static bool end_glances(struct session *session, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    if (session->taken.standing_id != 0)
        return leave(session, err);
    if (!session->ballot.is_glance)
        return true;
    dealer.glanced_question = session->ballot.question_id;
    while (session->ballot.is_glance && session->ballot.question_id == dealer.glanced_question)
        if (!leave_glance(session, &dealer, err))
            return false;
    session->dealer.glanced_question = dealer.glanced_question;
    return true;
}

bool session_end_glances(struct session *session, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, end_glances(session, err));
}

static bool glance_at(struct session *session, int64_t document_id, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    if (session->taken.standing_id != 0 && !leave(session, err))
        return false;
    if (!session->ballot.is_glance || session->ballot.documents[0].candidate_id == document_id)
        return true;
    dealer.glanced_candidate = document_id;
    return leave_glance(session, &dealer, err);
}

bool session_glance_at(struct session *session, int64_t document_id, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, glance_at(session, document_id, err));
}

static bool add_to_vote(struct session *session, const struct addition *addition, bool *added,
                        struct err *err)
{
    if (!store_begin(session->store, err))
        return false;
    if (store_add_to_vote(session->store, session->last_vote_id, addition, added, err) &&
        (addition->kind != ADDITION_SECOND || !*added ||
         store_settle_second(session->store, session->last_vote_question_id, err)) &&
        store_commit(session->store, err))
        return true;
    store_rollback(session->store);
    return false;
}

static bool add_until_done(struct session *session, const struct addition *addition, bool *added,
                           struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, add_to_vote(session, addition, added, err));
}

static bool fail_tie(struct err *err)
{
    return err_set(err, ERR_INPUT, "a tie is given with its vote, and takes no second choice");
}

static bool check_addition(const struct last_vote *vote, const struct addition *addition, struct err *err)
{
    const bool is_second = addition->kind == ADDITION_SECOND;
    if (is_second && (second_tied(addition->number) > 0 || second_tied(vote->second) > 0))
        return fail_tie(err);
    return (!is_second || vote->ballot == NULL || check_second(vote->ballot, addition->number, err)) &&
           addition_is_accepted(addition, vote->position, err);
}

bool session_add_to_vote(struct session *session, const struct addition *addition, bool *added,
                         struct err *err)
{
    const struct last_vote vote = session_last_vote(session);
    *added = false;
    if (session->last_vote_id == 0)
        return true;
    if (!check_addition(&vote, addition, err) || !add_until_done(session, addition, added, err))
        return false;
    if (*added)
        note_beside(session, addition);
    return true;
}

struct last_vote session_last_vote(const struct session *session)
{
    struct last_vote vote = session->last_vote;
    if (session->last_vote_id == 0)
        return (struct last_vote){.position = VOTE_ABSENT};
    vote.ballot = session->left.ballot_id == session->last_vote_ballot_id ? &session->left : NULL;
    return vote;
}

bool session_keep(struct session *session, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    if (session->ballot.ballot_id == 0 || session->leased_until - dealer.now >= dealer.lease_ms / 2)
        return true;
    if (!store_begin(session->store, err))
        return false;
    if (!store_keep_lease(session->store, &dealer, session->ballot.ballot_id, err) ||
        !store_commit(session->store, err)) {
        store_rollback(session->store);
        return false;
    }
    /* also if the lease is not ours any more, so as not to ask each time */
    session->leased_until = dealer.now + dealer.lease_ms;
    return true;
}

/* Returns the current ballot and takes one of the question, in the caller's transaction. */
static bool change_question(struct session *session, const struct dealer *dealer, int64_t question_id,
                            struct taken_ballot *taken, struct err *err)
{
    int64_t in_hand = session->ballot.ballot_id;
    if ((in_hand != 0 && session->taken.standing_id == 0 &&
         !store_give_back(session->store, dealer, in_hand, err)) ||
        !store_take_ballot_of_question(session->store, dealer, question_id, true, taken, err))
        return false;
    return taken->ballot_id != 0 || store_explain_no_ballot(session->store, question_id, err);
}

static bool take_question(struct session *session, int64_t question_id, struct err *err)
{
    bool is_there = session->ballot.ballot_id != 0 && session->ballot.question_id == question_id &&
                    session->taken.standing_id == 0;
    if (!is_there) {
        struct dealer dealer = dealer_now(session);
        struct taken_ballot taken = {0};
        if (!store_begin(session->store, err))
            return false;
        bool changed = change_question(session, &dealer, question_id, &taken, err);
        if (!finish_step(session, &dealer, changed, &taken, true, err))
            return false;
    }
    session->chosen_question = question_id;
    return true;
}

bool session_take_question(struct session *session, int64_t question_id, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, take_question(session, question_id, err));
}

bool session_follow(struct session *session, bool *changed, struct err *err)
{
    struct progress now;
    const struct progress *before = &session->progress;
    *changed = false;
    if (!store_get_progress(session->store, &now, err))
        return false;
    *changed = now.ballots_done != before->ballots_done || now.ballots_left != before->ballots_left ||
               now.questions != before->questions;
    session->progress = now;
    if (*changed)
        read_vote_time(session);
    return !*changed ||
           store_count_votes_of(session->store, session->dealer.annotator_id, &session->own_votes, err);
}

static bool look_again(struct session *session, struct err *err)
{
    if (session->ballot.ballot_id != 0)
        return true;
    struct dealer dealer = dealer_now(session);
    return store_begin(session->store, err) && take_next(session, &dealer, true, err);
}

bool session_look_again(struct session *session, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, look_again(session, err));
}

/*
 * Undoes the answer in the caller's transaction. Finds nothing to do if an earlier try with unknown outcome has
 * undone it.
 */
static bool withdraw(struct session *session, const struct dealer *dealer, struct taking_back *taking,
                     struct err *err)
{
    struct taken_answer found = taking->answer;
    bool read = found.answer_id != 0
                    ? store_withdraw_answer_of(session->store, dealer, found.answer_id, &found, err)
                    : store_withdraw_answer_before(session->store, dealer, session->first_given, &found, err);
    if (!read)
        return false;
    if (found.ballot.ballot_id != 0)
        taking->answer = found;
    else if (taking->known == IS_PERHAPS_DONE)
        taking->known = IS_DONE;
    return true;
}

/* Undoes an answer and makes its ballot the current one. *taken = false: there is no such answer. */
static bool take_back(struct session *session, struct taking_back *taking, bool *taken, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    struct taken_answer *answer = &taking->answer;
    *taken = false;
    if (!store_begin(session->store, err))
        return false;
    bool is_withdrawn = withdraw(session, &dealer, taking, err);
    bool is_found = answer->ballot.ballot_id != 0;
    if (!finish_step(session, &dealer, is_withdrawn, is_found ? &answer->ballot : &session->taken, true,
                     err)) {
        if (taking->known == IS_NOT_DONE && store_may_be_kept(session->store))
            taking->known = IS_PERHAPS_DONE;
        return false;
    }
    *taken = is_found;
    if (is_found)
        session->last_vote_id = 0;
    return true;
}

static bool take_back_until_done(struct session *session, struct taking_back *taking, bool *taken,
                                 struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, take_back(session, taking, taken, err));
}

/* Looks up whether an answer with unknown outcome was undone. If it was, this try or an earlier one has done it. */
static bool look_for_taken(struct session *session, struct taking_back *taking, struct err *err)
{
    bool stands = true;
    if (taking->known != IS_PERHAPS_DONE)
        return true;
    if (!store_begin_reading(session->store, err))
        return false;
    bool looked = store_own_answer_stands(session->store, session->dealer.annotator_id,
                                          taking->answer.answer_id, &stands, err);
    store_end_reading(session->store);
    taking->known = looked && !stands ? IS_DONE : taking->known;
    return looked;
}

/* Like fail_answer. */
static bool fail_taking_back(struct session *session, struct taking_back *taking, struct err *err)
{
    bool looked = store_is_away(session->store) || look_for_taken(session, taking, err_ignored());
    (void)looked;
    return fail_step(session, taking->known, err);
}

/* answer_id = 0: the last one that the annotator gave before this session gave its first. */
static bool take_answer_back(struct session *session, int64_t answer_id, bool *taken, struct err *err)
{
    struct taking_back taking = {.answer = {.answer_id = answer_id}};
    return take_back_until_done(session, &taking, taken, err) || fail_taking_back(session, &taking, err);
}

/* What this session gave may have been taken back elsewhere. */
bool session_undo(struct session *session, bool *undone, struct err *err)
{
    *undone = false;
    if (session->taken.standing_id != 0)
        return take_answer_back(session, session->taken.standing_id, undone, err);
    while (!*undone && session->n_given > 0) {
        if (!take_answer_back(session, session->given[session->n_given - 1], undone, err))
            return false;
        session->n_given--;
    }
    return *undone || take_answer_back(session, 0, undone, err);
}

static bool reopen(struct session *session, int64_t answer_id, bool *reopened, struct err *err)
{
    struct dealer dealer = dealer_now(session);
    struct taken_answer found = {0};
    *reopened = false;
    if (!store_begin(session->store, err))
        return false;
    const bool is_read = store_find_own_answer(session->store, &dealer, answer_id, &found, err);
    const bool is_found = found.ballot.ballot_id != 0;
    if (!finish_step(session, &dealer, is_read, is_found ? &found.ballot : &session->taken, true, err))
        return false;
    *reopened = is_found;
    if (is_found)
        session->last_vote_id = 0;
    return true;
}

bool session_reopen(struct session *session, int64_t answer_id, bool *reopened, struct err *err)
{
    UNTIL_DONE(session->store, session->dealer.uuid_seed, reopen(session, answer_id, reopened, err));
}

bool session_redo(struct session *session, const struct answer *with, struct answer *redone, struct err *err)
{
    const struct ballot *ballot = &session->ballot;
    struct answer again = ballot->withdrawn;
    *redone = (struct answer){.position = VOTE_ABSENT};
    if (ballot->ballot_id == 0 || !answer_is_given(&again))
        return true;
    if (with->second != SECOND_ABSENT && second_tied(again.second) > 0)
        return fail_tie(err);
    again.reason = with->reason.size > 0 ? with->reason : again.reason;
    again.second = with->second != SECOND_ABSENT ? with->second : again.second;
    again.note = with->note.data != NULL ? with->note : ballot->note;
    again.evidence =
        with->evidence.text.data != NULL ? with->evidence : evidence_mark_for(&ballot->mark, again.position);
    if (!session_answer(session, &again, err))
        return false;
    again.note = (struct bytes){0}; /* stored with the answer, like the evidence */
    again.evidence = (struct quotation){0};
    again.reason = (struct bytes){0};
    *redone = again;
    return true;
}
