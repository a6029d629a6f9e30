/*
 * The session stores an answer; its consequences are only noted for the scores, which compute them later. So nothing
 * about runs or scores can refuse an answer or make a stored answer look failed.
 *
 * `shown_at` is set whenever another ballot comes into hand, also after an answer that failed because its ballot was
 * answered elsewhere. If an answer fails and its ballot stays in hand, `shown_at` stays too, and the time continues.
 */
#include "live/labelling.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/judge/deal_request.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "live/journal.h"

#include <math.h>
#include <stdlib.h>

struct labelling {
    struct store *store;
    struct session *session;
    struct live_scores *scores;
    int64_t version;            /* store_get_version when the changes of others were last looked at */
    uint64_t settings;          /* settings_digest of the settings in use */
    struct journal *journal;    /* NULL: there is no journal */
    struct err journal_failure; /* of the last attempt; ERR_NONE: it lacks nothing */
    struct clock clock;
    int64_t shown_at;   /* when the ballot came into hand, moved forward by the time it was covered */
    int64_t covered_at; /* since when it has been covered */
    bool is_covered;
    struct arena arena; /* holds annotator and guide */
    struct bytes annotator;
    struct bytes guide;
    struct reason_list reasons;
    struct practice_ballot *practice; /* in the arena */
    size_t n_practice, n_practised;
    struct bytes teacher; /* whose votes are used for practice; empty: nobody's */
    bool is_blind;
    bool asks_second; /* the setting second_choice */
    bool takes_ties;  /* the setting ties */
    enum document_format format;
    const char *language;
    struct decider *decider; /* NULL: there is no decision to make */
    enum stop_rule rule;
    struct forecast forecast;
    bool is_forecast_due; /* all questions must be read for it */
    bool adjudicates;
    size_t n_dropped; /* answers of the last act, if it dropped the rest: an undo takes all of them back */
};

static int64_t now(const struct labelling *labelling)
{
    return labelling->clock.now(labelling->clock.context);
}

/* To be called when another ballot comes into hand. */
static void come_into_hand(struct labelling *labelling)
{
    labelling->shown_at = labelling->covered_at = now(labelling);
}

static bool read_journal(struct labelling *labelling, struct err *err)
{
    struct bytes file;
    if (!setting_get(labelling->store, SETTING_JOURNAL, &labelling->arena, &file, err))
        return false;
    journal_free(labelling->journal);
    labelling->journal = file.size > 0 ? journal_make(labelling->store, file) : NULL;
    return true;
}

/* To be called after anything that may have added or undone an answer, which is stored even if this fails. */
static void keep_journal(struct labelling *labelling)
{
    labelling->journal_failure = (struct err){0};
    bool is_kept =
        labelling->journal == NULL || journal_follow(labelling->journal, &labelling->journal_failure);
    (void)is_kept; /* labelling_journal_failure reports it */
}

/* The forecast before anything was counted. */
static struct forecast unknown_forecast(void)
{
    return (struct forecast){.ballots = {NAN, NAN, NAN}, .hours = NAN};
}

static struct forecast forecast_of_ballots(struct labelling *labelling, int64_t left)
{
    const struct question_count all = {.left = left, .questions = 1};
    return forecast_make(STOP_AT_TARGET, &all, 1, session_vote_time(labelling->session));
}

/*
 * An answer reduces the judge's remaining work by one. If others may have voted, or an answer came back, all
 * contested ballots must be counted again.
 */
static void note_for_judge(struct labelling *labelling, bool is_answer)
{
    if (!is_answer)
        labelling->is_forecast_due = true;
    else if (labelling->forecast.at_most > 0)
        labelling->forecast = forecast_of_ballots(labelling, labelling->forecast.at_most - 1);
}

/*
 * If a question can have ended, all questions must be read. That takes longer than a vote; until then, the vote is
 * subtracted.
 */
static void note_for_forecast(struct labelling *labelling, bool may_have_ended, bool is_vote)
{
    if (may_have_ended)
        labelling->is_forecast_due = true;
    if (is_vote)
        forecast_count_vote(&labelling->forecast, session_vote_time(labelling->session));
}

/* Updates the remaining work. Whatever needs reading all questions or votes is left to labelling_update_forecast. */
static void update_remaining(struct labelling *labelling, bool may_have_ended, bool is_vote)
{
    if (labelling->adjudicates)
        note_for_judge(labelling, false);
    else if (labelling->rule == STOP_AT_TARGET)
        labelling->forecast =
            forecast_of_ballots(labelling, session_progress(labelling->session).ballots_left);
    else
        note_for_forecast(labelling, may_have_ended, is_vote);
}

static struct forecast count_for_judge(struct labelling *labelling)
{
    int64_t left;
    if (!session_count_contested(labelling->session, &left, err_ignored()))
        return unknown_forecast();
    return forecast_of_ballots(labelling, left);
}

static struct forecast read_forecast(struct labelling *labelling)
{
    struct forecast forecast;
    if (labelling->adjudicates)
        return count_for_judge(labelling);
    return store_forecast(labelling->store, &forecast, err_ignored()) ? forecast : unknown_forecast();
}

bool labelling_forecast_is_due(const struct labelling *labelling)
{
    return labelling->is_forecast_due;
}

void labelling_update_forecast(struct labelling *labelling)
{
    if (labelling->is_forecast_due)
        labelling->forecast = read_forecast(labelling);
    labelling->is_forecast_due = false;
}

static bool read_reasons(struct labelling *labelling, struct err *err)
{
    struct bytes reasons;
    return setting_get(labelling->store, SETTING_REASONS, &labelling->arena, &reasons, err) &&
           reason_list_parse(reasons, &labelling->reasons, err);
}

/* assay's own guide ends in how to answer if two documents are equally good, which depends on another setting. */
static void complete_guide(struct labelling *labelling)
{
    struct buffer text = {0};
    if (!bytes_equal(labelling->guide, bytes_of(setting_rows[SETTING_GUIDE].initial)))
        return;
    buffer_add(&text, labelling->guide);
    buffer_add_format(&text, " %s", labelling_on_equals(labelling->takes_ties));
    labelling->guide = arena_copy(&labelling->arena, buffer_bytes(&text));
    buffer_release(&text);
}

static bool read_each_setting(struct labelling *labelling, struct err *err)
{
    int64_t blind;
    size_t second, ties;
    size_t format, dealing;
    if (!setting_get(labelling->store, SETTING_GUIDE, &labelling->arena, &labelling->guide, err) ||
        !setting_get(labelling->store, SETTING_PRACTICE, &labelling->arena, &labelling->teacher, err) ||
        !setting_get_integer(labelling->store, SETTING_BLIND, &blind, err) ||
        !setting_get_choice(labelling->store, SETTING_SECOND_CHOICE, &second, err) ||
        !setting_get_choice(labelling->store, SETTING_TIES, &ties, err) ||
        !setting_get_choice(labelling->store, SETTING_FORMAT, &format, err) ||
        !setting_get_choice(labelling->store, SETTING_DEALING, &dealing, err) ||
        !setting_get_language(labelling->store, &labelling->language, err) || !read_reasons(labelling, err) ||
        !read_journal(labelling, err) || !settings_digest(labelling->store, &labelling->settings, err))
        return false;
    labelling->format = (enum document_format)format;
    labelling->is_blind = blind != 0;
    labelling->asks_second = second != 0;
    labelling->takes_ties = ties != 0;
    complete_guide(labelling);
    labelling->rule = dealing == DEALING_ADAPTIVE ? STOP_WHEN_SETTLED : STOP_AT_TARGET;
    return true;
}

/* Reads the settings within a reading transaction, so that a server gets one request for all of them. */
static bool read_settings(struct labelling *labelling, struct err *err)
{
    if (!store_begin_reading(labelling->store, err))
        return false;
    bool read = read_each_setting(labelling, err) && store_heed_set_aside(labelling->store, err);
    store_end_reading(labelling->store);
    return read;
}

static bool open_decider(struct labelling *labelling, const struct labelling_options *options,
                         struct err *err)
{
    return options->decider == NULL ||
           decider_open(&labelling->decider, options->store, options->decider, err);
}

/* A judge gets no advice, because a judge decides what annotators disagree on. */
static bool open_session(struct labelling *labelling, const struct labelling_options *options,
                         struct err *err)
{
    const bool is_advised = labelling->decider != NULL && !options->adjudicates;
    const struct session_options asked = {
        .store = options->store,
        .annotator = options->annotator,
        .seed = options->seed,
        .clock = options->clock,
        .adjudicates = options->adjudicates,
        .with_vote_time = true,
        .advisor = is_advised ? decider_advisor(labelling->decider) : NULL,
    };
    return session_open(&labelling->session, &asked, err);
}

/* The lead knows the answers, and a judge is not a beginner: they do not practise. */
static bool read_practice(struct labelling *labelling, struct err *err)
{
    if (labelling->adjudicates || labelling->teacher.size == 0 ||
        bytes_equal(labelling->teacher, labelling->annotator) || session_own_votes(labelling->session) > 0 ||
        session_ballot(labelling->session) == NULL)
        return true;
    return store_list_practice(labelling->store, labelling->teacher, &labelling->arena, &labelling->practice,
                               &labelling->n_practice, err);
}

bool labelling_open(struct labelling **out, const struct labelling_options *options, struct err *err)
{
    struct labelling *labelling = memory_get_zeroed(1, sizeof *labelling);
    labelling->store = options->store;
    labelling->clock = options->clock;
    labelling->adjudicates = options->adjudicates;
    labelling->annotator = arena_copy(&labelling->arena, options->annotator);
    if (!store_get_version(labelling->store, &labelling->version, err) || !read_settings(labelling, err) ||
        !live_scores_open(&labelling->scores, options->store, &options->scores, err) ||
        !open_decider(labelling, options, err) || !open_session(labelling, options, err) ||
        !read_practice(labelling, err)) {
        labelling_close(labelling, err_ignored());
        return false;
    }
    keep_journal(labelling);
    labelling->forecast = unknown_forecast();
    update_remaining(labelling, true, false);
    come_into_hand(labelling);
    *out = labelling;
    return true;
}

bool labelling_close(struct labelling *labelling, struct err *err)
{
    if (labelling == NULL)
        return true;
    bool worked = session_close(labelling->session, err);
    /* After the session has given up the ballot, because this may take a moment. */
    live_scores_close(labelling->scores);
    decider_close(labelling->decider);
    journal_free(labelling->journal);
    arena_release(&labelling->arena);
    free(labelling);
    return worked;
}

/*
 * How long the ballot in hand was visible, at least 1, including the time before an answer that was undone: an
 * annotator who corrects an answer has looked at the ballot twice. 0: unknown, because the clock was set back.
 */
static int64_t elapsed_ms(const struct labelling *labelling)
{
    const struct ballot *ballot = session_ballot(labelling->session);
    const int64_t before = ballot != NULL ? ballot->withdrawn.elapsed_ms : 0;
    int64_t elapsed = (labelling->is_covered ? labelling->covered_at : now(labelling)) - labelling->shown_at;
    if (elapsed == 0)
        elapsed = 1;
    if (elapsed < 0)
        return 0;
    return before > 0 && before <= INT64_MAX - elapsed ? before + elapsed : elapsed;
}

void labelling_cover(struct labelling *labelling, bool is_covered)
{
    if (is_covered == labelling->is_covered)
        return;
    if (is_covered)
        labelling->covered_at = now(labelling);
    else
        labelling->shown_at += now(labelling) - labelling->covered_at;
    labelling->is_covered = is_covered;
}

/* Makes the glance at the candidate current: an open one, or the one whose answer is to be replaced. */
static bool bring_candidate(struct session *session, const struct act *act, struct err *err)
{
    bool is_there = false;
    if (act->answer_id != 0 ? !session_reopen(session, act->answer_id, &is_there, err)
                            : !session_glance_at(session, act->document_id, err))
        return false;
    const struct ballot *ballot = session_ballot(session);
    return (ballot != NULL && ballot->is_glance && ballot->documents[0].candidate_id == act->document_id) ||
           err_set(err, ERR_INPUT, "this candidate can no longer be kept or dropped");
}

static bool answer_in_hand(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                           struct err *err)
{
    struct answer given = act->answer;
    if (act->document_id != 0 && !bring_candidate(labelling->session, act, err))
        return false;
    given.elapsed_ms = elapsed_ms(labelling);
    outcome->answer = given;
    outcome->answer.note = (struct bytes){0};
    outcome->answer.evidence = (struct quotation){0};
    outcome->answer.reason = (struct bytes){0};
    return session_answer(labelling->session, &given, err);
}

/* Drops the rest one by one; each answer is durable before the next. The next undo takes all of them back. */
static bool drop_rest(struct labelling *labelling, struct outcome *outcome, struct err *err)
{
    struct act drop = {.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}};
    if (!session_leave(labelling->session, err))
        return false;
    const struct ballot *ballot = session_ballot(labelling->session);
    const int64_t question_id = ballot != NULL ? ballot->question_id : 0;
    bool dropped = true;
    outcome->answer = drop.answer;
    while (dropped && ballot != NULL && ballot->is_glance && ballot->question_id == question_id) {
        dropped = answer_in_hand(labelling, &drop, outcome, err);
        labelling->n_dropped += dropped;
        ballot = session_ballot(labelling->session);
    }
    return dropped;
}

/* Undoes the last answer, or all answers of an act that dropped the rest. */
static bool undo(struct labelling *labelling, size_t n_dropped, struct outcome *outcome, struct err *err)
{
    bool undone = session_undo(labelling->session, &outcome->changed, err);
    outcome->n_undone = outcome->changed;
    while (undone && outcome->changed && outcome->n_undone < n_dropped) {
        bool changed;
        undone = session_undo(labelling->session, &changed, err);
        outcome->n_undone++;
    }
    return undone;
}

static bool redo_answer(struct labelling *labelling, const struct answer *with, struct outcome *outcome,
                        struct err *err)
{
    if (!session_redo(labelling->session, with, &outcome->answer, err))
        return false;
    outcome->changed = answer_is_given(&outcome->answer);
    outcome->answer.elapsed_ms = 0;
    return true;
}

/* Whether the ballot in hand has an answer, which stands. */
static bool is_answered(const struct labelling *labelling)
{
    const struct ballot *ballot = session_ballot(labelling->session);
    return ballot != NULL && ballot->stands;
}

static bool carry_out_act(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                          struct err *err)
{
    const size_t n_dropped = labelling->n_dropped;
    labelling->n_dropped = 0;
    switch (act->kind) {
    case ACT_ANSWER:
        return answer_in_hand(labelling, act, outcome, err);
    case ACT_UNDO:
        return undo(labelling, n_dropped, outcome, err);
    case ACT_REOPEN:
        return session_reopen(labelling->session, act->answer_id, &outcome->changed, err);
    case ACT_LEAVE:
        outcome->changed = is_answered(labelling);
        return session_leave(labelling->session, err);
    case ACT_REDO:
        return redo_answer(labelling, &act->answer, outcome, err);
    case ACT_DROP_REST:
        return drop_rest(labelling, outcome, err);
    case ACT_END_GLANCES:
        return session_end_glances(labelling->session, err);
    }
    BUG("act %d", (int)act->kind);
}

/*
 * Updates the decision where no advice was asked for, which would do this too. If the votes can't be read now, they
 * are read when the next ballot is dealt.
 */
static void look_unadvised(struct labelling *labelling)
{
    bool is_seen = labelling->decider == NULL || decider_look(labelling->decider, err_ignored());
    (void)is_seen;
}

static bool is_practising(const struct labelling *labelling)
{
    return labelling->n_practised < labelling->n_practice;
}

const struct practice_ballot *labelling_practice(const struct labelling *labelling, size_t *number,
                                                 size_t *of)
{
    *number = labelling->n_practised + 1;
    *of = labelling->n_practice;
    return is_practising(labelling) ? &labelling->practice[labelling->n_practised] : NULL;
}

/* Answers a practice ballot. It can't be undone, because nothing is stored. */
static void answer_practice(struct labelling *labelling, const struct act *act, struct outcome *outcome)
{
    outcome->changed = act->kind == ACT_ANSWER;
    if (!outcome->changed)
        return;
    outcome->practice = &labelling->practice[labelling->n_practised++];
    outcome->ballot_id = outcome->practice->ballot.ballot_id;
    outcome->answer = (struct answer){.position = act->answer.position,
                                      .skip = act->answer.skip,
                                      .second = act->answer.second};
    come_into_hand(labelling);
}

/*
 * Takes over settings that the lead may have changed elsewhere. The answer is stored; if the settings can't be read
 * now, they are read next time.
 */
static void follow_settings(struct labelling *labelling)
{
    bool is_followed = session_settings(labelling->session) == labelling->settings ||
                       labelling_take_settings(labelling, err_ignored());
    (void)is_followed;
}

bool labelling_answer(struct labelling *labelling, const struct act *act, struct outcome *outcome,
                      struct err *err)
{
    const struct ballot *in_hand = session_ballot(labelling->session);
    *outcome = (struct outcome){.changed = true, .answer = {.position = VOTE_ABSENT}};
    if (act->kind == ACT_ANSWER && second_tied(act->answer.second) > 0 && !labelling->takes_ties)
        return err_set(err, ERR_INPUT, "two documents can be equally good only if the setting ties is on");
    if (is_practising(labelling)) {
        answer_practice(labelling, act, outcome);
        return true;
    }
    if (in_hand == NULL && !act_goes_back(act)) {
        outcome->changed = false;
        return true;
    }

    /* The ballot's memory is freed with the ballot, so copy what is needed after the answer. */
    struct arena arena = {0};
    struct ballot answered = {0};
    if (in_hand != NULL) {
        answered = *in_hand;
        answered.qid = arena_copy(&arena, in_hand->qid);
    }
    bool done = carry_out_act(labelling, act, outcome, err);
    if (done && outcome->changed)
        keep_journal(labelling);
    const struct ballot *next = session_ballot(labelling->session);
    if (next == NULL || next->ballot_id != answered.ballot_id)
        come_into_hand(labelling);
    const bool takes_back = act->kind == ACT_UNDO;
    if (done && takes_back && outcome->changed)
        answered = *next;
    outcome->ballot_id = answered.ballot_id;
    if (done && (takes_back || !act_goes_back(act))) {
        bool changes_labels = outcome->changed && outcome->answer.skip == SKIP_ABSENT;
        const bool is_vote = changes_labels && !takes_back && !answered.is_glance && !answered.stands;
        live_scores_note_answer(labelling->scores, changes_labels ? answered.question_id : 0, answered.qid);
        if (takes_back)
            look_unadvised(labelling);
        bool goes_on = next != NULL && next->question_id == answered.question_id && !takes_back;
        if (labelling->adjudicates && outcome->changed && !takes_back)
            note_for_judge(labelling, true);
        else
            update_remaining(labelling, !goes_on, is_vote);
    }
    follow_settings(labelling); /* also if another ballot came because this one was answered elsewhere */
    arena_release(&arena);
    return done;
}

bool labelling_find_question(struct labelling *labelling, struct bytes qid, int64_t *question_id,
                             struct err *err)
{
    return store_find_question(labelling->store, qid, question_id, err);
}

bool labelling_find_question_at(struct labelling *labelling, int64_t place, int64_t *question_id,
                                struct err *err)
{
    return store_find_question_at(labelling->store, place, question_id, err);
}

bool labelling_read_pool_texts(const struct labelling *labelling, struct arena *arena,
                               struct bytes texts[POOL_TEXTS_MAX], size_t *n, struct err *err)
{
    const struct ballot *ballot = labelling_ballot(labelling);
    *n = 0;
    return ballot == NULL ||
           store_read_pool_texts(labelling->store, ballot->question_id, arena, texts, n, err);
}

bool labelling_take_question(struct labelling *labelling, int64_t question_id, struct err *err)
{
    if (is_practising(labelling))
        return err_set(err, ERR_NO_BALLOT, "practice comes first; after it you can label any question");
    const struct ballot *in_hand = session_ballot(labelling->session);
    int64_t before = in_hand != NULL ? in_hand->ballot_id : 0;
    if (!session_take_question(labelling->session, question_id, err))
        return false;
    keep_journal(labelling); /* a skipped ballot may have come back */
    follow_settings(labelling);
    if (session_ballot(labelling->session)->ballot_id != before)
        come_into_hand(labelling);
    return true;
}

bool labelling_take_settings(struct labelling *labelling, struct err *err)
{
    if (!read_settings(labelling, err) || !session_take_settings(labelling->session, err))
        return false;
    keep_journal(labelling);
    live_scores_note_news(labelling->scores);
    labelling->is_forecast_due = false; /* the setting may have changed how ballots are dealt */
    update_remaining(labelling, true, false);
    return true;
}

struct last_vote labelling_last_vote(const struct labelling *labelling)
{
    return is_practising(labelling) ? (struct last_vote){.position = VOTE_ABSENT}
                                    : session_last_vote(labelling->session);
}

bool labelling_add_to_vote(struct labelling *labelling, const struct addition *addition, bool *added,
                           struct err *err)
{
    if (!session_add_to_vote(labelling->session, addition, added, err))
        return false;
    if (!*added)
        return true;
    keep_journal(labelling);
    const struct ballot *answered = session_last_vote(labelling->session).ballot;
    if (addition->kind == ADDITION_SECOND && answered != NULL)
        live_scores_note_answer(labelling->scores, answered->question_id, answered->qid);
    return true;
}

bool labelling_asks_second(const struct labelling *labelling)
{
    enum { LEFT_MIN = 2 };
    const struct last_vote vote = labelling_last_vote(labelling);
    return labelling->asks_second && vote.position > VOTE_NONE && vote.second == SECOND_ABSENT &&
           vote.ballot != NULL && vote.ballot->n_slots > LEFT_MIN;
}

const char *labelling_on_equals(bool takes_ties)
{
    return takes_ties ? "If two documents are equally good, say so."
                      : "If two documents are equally good, choose either: their places are drawn at random.";
}

bool labelling_takes_ties(const struct labelling *labelling)
{
    return labelling->takes_ties;
}

const struct reason_list *labelling_reasons(const struct labelling *labelling)
{
    return &labelling->reasons;
}

int labelling_vote_without_reason(const struct labelling *labelling)
{
    struct last_vote vote = session_last_vote(labelling->session);
    return labelling->reasons.n > 0 && !vote.has_reason ? vote.position : VOTE_ABSENT;
}

bool labelling_keep_note(struct labelling *labelling, struct bytes note, struct err *err)
{
    return is_practising(labelling) || session_keep_note(labelling->session, note, err);
}

bool labelling_keep_mark(struct labelling *labelling, const struct evidence_mark *mark, struct err *err)
{
    return is_practising(labelling) || session_keep_mark(labelling->session, mark, err);
}

bool labelling_follow(struct labelling *labelling, struct err *err)
{
    bool changed;
    int64_t version;
    if (!session_follow(labelling->session, &changed, err) ||
        !store_get_version(labelling->store, &version, err))
        return false;
    if (changed || version != labelling->version)
        live_scores_note_news(labelling->scores);
    labelling->version = version;
    if (!changed)
        return true;
    look_unadvised(labelling);
    update_remaining(labelling, true, false);
    return true;
}

bool labelling_keep(struct labelling *labelling, struct err *err)
{
    return session_keep(labelling->session, err);
}

bool labelling_look_again(struct labelling *labelling, struct err *err)
{
    if (!session_look_again(labelling->session, err))
        return false;
    keep_journal(labelling);
    update_remaining(labelling, true, false);
    follow_settings(labelling);
    come_into_hand(labelling);
    return true;
}

const struct ballot *labelling_ballot(const struct labelling *labelling)
{
    if (is_practising(labelling))
        return &labelling->practice[labelling->n_practised].ballot;
    return session_ballot(labelling->session);
}

struct progress labelling_progress(const struct labelling *labelling)
{
    return session_progress(labelling->session);
}

bool labelling_has_glanced(const struct labelling *labelling)
{
    return session_has_glanced(labelling->session);
}

int64_t labelling_own_votes(const struct labelling *labelling)
{
    return session_own_votes(labelling->session);
}

const struct decider *labelling_decider(const struct labelling *labelling)
{
    return labelling->decider;
}

const struct forecast *labelling_forecast(const struct labelling *labelling)
{
    return &labelling->forecast;
}

const char *labelling_journal_failure(const struct labelling *labelling)
{
    return labelling->journal_failure.code != ERR_NONE ? labelling->journal_failure.text : NULL;
}

struct live_scores *labelling_scores(const struct labelling *labelling)
{
    return labelling->scores;
}

struct bytes labelling_annotator(const struct labelling *labelling)
{
    return labelling->annotator;
}

bool labelling_may_be_doubled(const struct labelling *labelling)
{
    return session_may_be_doubled(labelling->session);
}

int labelling_kept_percent(const struct labelling *labelling)
{
    return session_kept_percent(labelling->session);
}

uint64_t labelling_settings(const struct labelling *labelling)
{
    return labelling->settings;
}

struct bytes labelling_guide(const struct labelling *labelling)
{
    return labelling->guide;
}

bool labelling_is_blind(const struct labelling *labelling)
{
    return labelling->is_blind;
}

enum document_format labelling_format(const struct labelling *labelling)
{
    return labelling->format;
}

const char *labelling_language(const struct labelling *labelling)
{
    return labelling->language;
}

bool labelling_count_left_out(const struct labelling *labelling, int64_t *questions, struct err *err)
{
    return store_count_left_out(labelling->store, questions, err);
}

bool labelling_read_strata(const struct labelling *labelling, struct arena *arena, struct strata *strata,
                           struct err *err)
{
    return store_read_strata(labelling->store, arena, strata, err);
}

bool labelling_adjudicates(const struct labelling *labelling)
{
    return labelling->adjudicates;
}

bool labelling_check_ballots(const struct labelling *labelling, struct err *err)
{
    struct progress progress = labelling_progress(labelling);
    if (progress_has_ballots(progress))
        return true;
    if (progress.questions == 0)
        return err_set(err, ERR_NO_BALLOT,
                       "there is no question yet: import some with `assay import %s --questions FILE`",
                       store_address(labelling->store));
    return err_set(err, ERR_NO_BALLOT,
                   "no question has candidates yet: `assay pool %s --search` finds some, `assay pool %s RUN` "
                   "takes the documents of a run",
                   store_address(labelling->store), store_address(labelling->store));
}
