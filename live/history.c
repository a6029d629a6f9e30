/*
 * First the moments are found: the vote with which each one ends. Then the votes are replayed, from question to question and
 * not from vote to vote: of each question it is found what the votes up to each moment made of it, and the moment gets by
 * how much that differs from the moment before. So one question is held at a time, whatever the number of votes, and the
 * sums of all moments are there once the differences have been added up, after the last question.
 *
 * The work is counted in slots that are replayed, so that each part of it takes some milliseconds, however the votes lie.
 * Votes that are withdrawn meanwhile leave gaps; the moments stay in order, and a last one that can't be found is dropped.
 */
#include "live/history.h"

#include "core/base/memory.h"
#include "core/metric/scoring.h"
#include "core/store/questions.h"
#include "core/store/settings.h"
#include "core/store/status.h"
#include "core/store/votes.h"

#include <math.h>
#include <stdlib.h>

enum {
    QUESTIONS_AT_ONCE = 32,
    SLOTS_AT_ONCE = 500, /* of votes that are replayed: some milliseconds */
    VOTES_A_SLOT = 40,   /* so many are counted in the time in which one slot is replayed */
};

struct moment {
    int64_t votes;     /* up to it */
    int64_t answer_id; /* the last one of them */
    int64_t labelled;  /* questions with labels; until it is complete: how many came or went since before */
};

struct history {
    struct store *store;
    const struct scoreboard *live; /* whose runs are scored */
    struct measure *measures;
    size_t n_runs, n_measures;
    int64_t votes;         /* in all */
    int64_t last_question; /* its number */
    enum estimator estimator;
    int64_t replayed; /* questions up to this number */
    struct moment moments[HISTORY_MOMENTS];
    size_t n_moments; /* whose votes are counted */
    size_t moments_all;
    double *sums; /* by moment, run, measure, of the values; like `labelled` */
    struct scorer scorer;
    double *values; /* by measure: room to work in */
    int64_t slots;  /* of this part of the work */
    bool is_complete;
};

bool history_open(struct history **out, struct store *store, const struct scoreboard *live, struct err *err)
{
    struct progress progress;
    enum estimator estimator;
    if (!store_get_progress(store, &progress, err) || !setting_get_estimator(store, &estimator, err))
        return false;
    struct history *history = memory_get_zeroed(1, sizeof *history);
    history->estimator = estimator;
    history->store = store;
    history->live = live;
    history->votes = progress.ballots_done;
    history->last_question = progress.last_question;
    history->moments_all =
        progress.ballots_done < HISTORY_MOMENTS ? (size_t)progress.ballots_done : HISTORY_MOMENTS;
    history->is_complete = history->moments_all == 0;
    history->n_runs = scoreboard_run_count(live);
    history->n_measures = scoreboard_measure_count(live);
    history->sums = memory_get_zeroed(history->moments_all * history->n_runs * history->n_measures + 1,
                                      sizeof *history->sums);
    history->measures = memory_get_zeroed(history->n_measures + 1, sizeof *history->measures);
    for (size_t i = 0; i < history->n_measures; i++)
        history->measures[i] = *scoreboard_measure(live, i);
    history->scorer = (struct scorer){.measures = history->measures, .n_measures = history->n_measures};
    history->values = memory_get_zeroed(history->n_measures + 1, sizeof *history->values);
    *out = history;
    return true;
}

void history_close(struct history *history)
{
    if (history == NULL)
        return;
    scorer_release(&history->scorer);
    free(history->values);
    free(history->measures);
    free(history->sums);
    free(history);
}

static double *sums_at(const struct history *history, size_t moment)
{
    return history->sums + moment * history->n_runs * history->n_measures;
}

/* --- Replaying ------------------------------------------------------------ */

/* After how many votes the next moment is. */
static int64_t next_moment(const struct history *history)
{
    int64_t moments = (int64_t)history->moments_all;
    int64_t moment = (int64_t)history->n_moments + 1;
    return history->votes / moments * moment + history->votes % moments * moment / moments;
}

/* Finds the vote with which the next moment ends. */
static bool find_moment(struct history *history, struct err *err)
{
    struct moment before = {0};
    struct moment moment = {.votes = next_moment(history)};
    if (history->n_moments > 0)
        before = history->moments[history->n_moments - 1];
    if (!store_find_vote_after(history->store, before.answer_id, moment.votes - before.votes,
                               &moment.answer_id, err))
        return false;
    if (moment.answer_id == 0) /* votes were withdrawn meanwhile */
        history->moments_all = history->n_moments;
    else
        history->moments[history->n_moments++] = moment;
    history->is_complete = history->moments_all == 0;
    history->slots += (moment.votes - before.votes) / VOTES_A_SLOT;
    return true;
}

/* One question, as of the votes so far. */
struct question {
    struct bytes qid;
    struct tally *tallies; /* of the documents that have stood on a ballot */
    size_t n, capacity;
    struct luce_ballot *votes; /* by number of tallies */
    size_t n_votes, votes_capacity;
    int64_t last_answer; /* of the votes */
    double *values;      /* by run, measure: 0 without labels */
    bool has_labels;
    struct arena labels; /* of one moment; its memory is used again and again */
};

/* The rows of a vote stand side by side. */
static void note_choice(struct question *question, const struct choice_row *row, size_t candidate)
{
    if (question->n_votes == 0 || question->last_answer != row->answer_id)
        VECTOR_PUSH(question->votes, question->n_votes, question->votes_capacity) =
            (struct luce_ballot){.position = VOTE_NONE};
    struct luce_ballot *vote = &question->votes[question->n_votes - 1];
    question->last_answer = row->answer_id;
    vote->candidates[vote->n_slots++] = candidate;
    if (row->is_chosen)
        vote->position = (int)vote->n_slots;
}

static void count_choice(struct question *question, const struct choice_row *row)
{
    size_t i = 0;
    while (i < question->n && !bytes_equal(question->tallies[i].docid, row->docid))
        i++;
    if (i == question->n) {
        VECTOR_PUSH(question->tallies, question->n, question->capacity) = (struct tally){.docid = row->docid};
    }
    question->tallies[i].impressions++;
    question->tallies[i].wins += row->is_chosen;
    note_choice(question, row, i);
}

/* The scorer scores on its labels from now on; whether it has any. */
static bool label_question(struct scorer *scorer, enum estimator estimator, struct question *question)
{
    struct grading_rule rule = grading_rule_default();
    struct judgment *labels;
    arena_clear(&question->labels);
    relevance_estimate(estimator, question->tallies, question->n, question->votes, question->n_votes);
    size_t n = labels_of(question->tallies, question->n, &rule, &question->labels, &labels);
    scorer_set_labels(scorer, question->qid, labels, n);
    return n > 0;
}

/* By how much the question differs from what it was at the moment before. */
static void add_to_moment(struct history *history, struct question *question, size_t moment)
{
    size_t n = history->n_measures;
    bool has_labels = label_question(&history->scorer, history->estimator, question);
    for (size_t run = 0; run < history->n_runs; run++) {
        double *sums = sums_at(history, moment) + run * n;
        double *before = question->values + run * n;
        if (has_labels)
            scorer_score(&history->scorer, scoreboard_run(history->live, run), history->values);
        for (size_t i = 0; i < n; i++) {
            double value = has_labels ? history->values[i] : 0;
            sums[i] += value - before[i];
            before[i] = value;
        }
    }
    history->moments[moment].labelled += has_labels - question->has_labels;
    question->has_labels = has_labels;
}

static void replay_rows(struct history *history, struct bytes qid, const struct choice_row *rows, size_t n)
{
    struct question question = {.qid = qid};
    size_t moment = 0;
    question.values = memory_get_zeroed(history->n_runs * history->n_measures + 1, sizeof *question.values);
    for (size_t i = 0; i < n; i++) {
        while (rows[i].answer_id > history->moments[moment].answer_id)
            moment++;
        count_choice(&question, &rows[i]);
        if (i + 1 == n || rows[i + 1].answer_id > history->moments[moment].answer_id)
            add_to_moment(history, &question, moment);
    }
    arena_release(&question.labels);
    free(question.tallies);
    free(question.votes);
    free(question.values);
}

static bool replay_question(struct history *history, const struct question_name *name, struct err *err)
{
    struct arena arena = {0};
    struct choice_row *rows;
    size_t n;
    int64_t last = history->moments[history->n_moments - 1].answer_id;
    bool worked = store_list_choices(history->store, name->question_id, last, &arena, &rows, &n, err);
    if (worked)
        replay_rows(history, name->qid, rows, n);
    history->slots += (int64_t)n;
    arena_release(&arena);
    return worked;
}

static void add_up(struct history *history)
{
    size_t n = history->n_runs * history->n_measures;
    for (size_t moment = 1; moment < history->n_moments; moment++) {
        history->moments[moment].labelled += history->moments[moment - 1].labelled;
        for (size_t i = 0; i < n; i++)
            sums_at(history, moment)[i] += sums_at(history, moment - 1)[i];
    }
    history->is_complete = true;
}

static bool replay_questions(struct history *history, struct err *err)
{
    struct arena arena = {0};
    struct question_name *names;
    size_t n;
    int64_t last = history->replayed + QUESTIONS_AT_ONCE;
    bool worked =
        store_list_begun_questions(history->store, history->replayed + 1, last, &arena, &names, &n, err);
    for (size_t i = 0; worked && i < n && history->slots < SLOTS_AT_ONCE; i++) {
        worked = replay_question(history, &names[i], err);
        if (worked)
            history->replayed = names[i].question_id;
    }
    if (worked && history->slots < SLOTS_AT_ONCE)
        history->replayed = last;
    arena_release(&arena);
    return worked;
}

static bool history_step(struct history *history, struct err *err)
{
    if (history->n_moments < history->moments_all)
        return find_moment(history, err);
    if (history->replayed < history->last_question)
        return replay_questions(history, err);
    add_up(history);
    return true;
}

bool history_work(struct history *history, struct err *err)
{
    history->slots = 0;
    while (history->slots < SLOTS_AT_ONCE && !history->is_complete)
        if (!history_step(history, err))
            return false;
    return true;
}

/* --- Reading -------------------------------------------------------------- */

bool history_is_complete(const struct history *history)
{
    return history->is_complete;
}

bool history_is_fresh(const struct history *history, int64_t votes)
{
    return llabs(votes - history->votes) <= history->votes / HISTORY_MOMENTS;
}

int history_percent(const struct history *history)
{
    int64_t done = history->replayed < history->last_question ? history->replayed : history->last_question;
    return history->last_question > 0 ? (int)(100 * done / history->last_question) : 0;
}

size_t history_count(const struct history *history)
{
    return history->is_complete ? history->n_moments : 0;
}

int64_t history_votes(const struct history *history, size_t moment)
{
    return history->moments[moment].votes;
}

double history_mean(const struct history *history, size_t moment, size_t run, size_t measure)
{
    double sum = sums_at(history, moment)[run * history->n_measures + measure];
    double labelled = (double)history->moments[moment].labelled;
    if (labelled == 0)
        return NAN;
    return measure_total(history->measures[measure].row, sum, labelled);
}
