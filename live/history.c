/*
 * First the moments are found: the vote with which each one ends. Then the votes are replayed, from question to question and
 * not from vote to vote: of each question it is found what the votes up to each moment made of it, and the moment gets by
 * how much that differs from the moment before. So few questions are held at a time, whatever the number of votes, and the
 * sums of all moments are there once the differences have been added up, after the last question.
 *
 * The questions come in blocks, and the blocks from all over the database: so what is replayed at any time is a sample of all
 * questions, whose means are shown until the whole is there. In a block they stay side by side, as their votes mostly do, and
 * are read together (core/store/replay.h).
 *
 * What of a run does not change from moment to moment is found once: where the candidates stand in its ranking. Of a moment
 * that changed no grade nothing is scored.
 *
 * The work is counted in votes that are replayed, so that each part of it takes some milliseconds, however the votes lie.
 * Votes that are withdrawn meanwhile leave gaps; the moments stay in order, and a last one that can't be found is dropped.
 */
#include "live/history.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/judge/relevance.h"
#include "core/metric/scoring.h"
#include "core/store/replay.h"
#include "core/store/settings.h"
#include "core/store/status.h"
#include "core/store/votes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 32,            /* questions */
    QUESTIONS_LEAST = 500, /* that are replayed before anything is shown of them */
    VOTES_AT_ONCE = 500,   /* that are replayed: some milliseconds */
    COUNTED_A_VOTE = 40,   /* so many are counted in the time in which one is replayed */
};

struct moment {
    int64_t votes;     /* up to it */
    int64_t answer_id; /* the last one of them */
    int64_t labelled;  /* questions with labels; until it is complete: how many came or went since before */
};

struct history {
    struct store *store;
    struct replay *replay;         /* once the moments are known */
    bool is_ready;                 /* so is it */
    const struct scoreboard *live; /* whose runs are scored */
    struct measure *measures;
    size_t n_runs, n_measures;
    int64_t votes; /* in all */
    enum estimator estimator;
    int64_t n_blocks, stride, blocks_done;
    int64_t replayed; /* of the block that is replayed now, questions */
    struct moment moments[HISTORY_MOMENTS];
    size_t n_moments; /* whose votes are counted */
    size_t moments_all;
    double *sums;           /* by moment, run, measure, of the values; like `labelled` */
    double *squares;        /* likewise */
    struct ranking ranking; /* room to work in, as what follows */
    double *values;         /* by measure */
    int64_t work;           /* of this part, in votes that are replayed */
    bool is_complete;
};

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A step that has no divisor in common with the number of blocks comes by each of them, and by their like only later. */
static int64_t stride_of(int64_t n_blocks)
{
    int64_t stride = n_blocks * 618 / 1000 + 1;
    while (common_divisor(stride, n_blocks) != 1)
        stride++;
    return stride;
}

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
    history->n_blocks = (progress.last_question + BLOCK - 1) / BLOCK;
    history->stride = stride_of(history->n_blocks);
    history->moments_all =
        progress.ballots_done < HISTORY_MOMENTS ? (size_t)progress.ballots_done : HISTORY_MOMENTS;
    history->is_complete = history->moments_all == 0;
    history->n_runs = scoreboard_run_count(live);
    history->n_measures = scoreboard_measure_count(live);
    const size_t n_sums = history->moments_all * history->n_runs * history->n_measures + 1;
    history->sums = memory_get_zeroed(n_sums, sizeof *history->sums);
    history->squares = memory_get_zeroed(n_sums, sizeof *history->squares);
    history->measures = memory_get_zeroed(history->n_measures + 1, sizeof *history->measures);
    for (size_t i = 0; i < history->n_measures; i++)
        history->measures[i] = *scoreboard_measure(live, i);
    history->values = memory_get_zeroed(history->n_measures + 1, sizeof *history->values);
    *out = history;
    return true;
}

void history_close(struct history *history)
{
    if (history == NULL)
        return;
    replay_close(history->replay);
    ranking_release(&history->ranking);
    free(history->values);
    free(history->measures);
    free(history->squares);
    free(history->sums);
    free(history);
}

/* In sums or squares. */
static size_t place_of(const struct history *history, size_t moment, size_t run, size_t measure)
{
    return (moment * history->n_runs + run) * history->n_measures + measure;
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
    history->work += (moment.votes - before.votes) / COUNTED_A_VOTE;
    return true;
}

static bool get_ready(struct history *history, struct err *err)
{
    const struct moment *last = &history->moments[history->n_moments - 1];
    if (history->replay == NULL &&
        !replay_open(&history->replay, history->store, last->answer_id, last->votes, history->estimator, err))
        return false;
    history->work += VOTES_AT_ONCE / 2;
    return replay_read_docids(history->replay, &history->is_ready, err);
}

/* One question, as of the votes so far. */
struct question {
    struct tally *tallies; /* of its candidates, by document_id */
    size_t n;
    struct luce_ballot *votes; /* by number of tallies */
    size_t n_votes;
    struct judged_places *places; /* of the candidates in the ranking of each run */
    double *grades;               /* of each candidate, NAN: none */
    double *grades_before;        /* as of the moment before */
    double *judged;               /* the grades of those that have one */
    size_t n_judged;
    size_t *numbers;             /* of each candidate among those */
    struct judged_places graded; /* the places of those: room for all */
    double *values;              /* by run, measure: 0 without labels */
    bool has_labels;
};

static void question_release(struct history *history, struct question *question)
{
    for (size_t run = 0; run < history->n_runs; run++)
        judged_places_release(&question->places[run]);
}

/* As if all candidates were judged: only where they stand is looked at. */
static void find_places(struct history *history, struct bytes qid, struct question *question,
                        struct arena *arena)
{
    struct qrels_question truth = {.qid = qid};
    for (size_t i = 0; i < question->n; i++)
        BUG_UNLESS(qrels_question_add(&truth, question->tallies[i].docid, 0));
    question->places = arena_get_array(arena, history->n_runs, sizeof *question->places);
    for (size_t run = 0; run < history->n_runs; run++) {
        const struct ranked_question retrieved = ranked_run_find(scoreboard_run(history->live, run), qid);
        ranking_set_ranked(&history->ranking, &retrieved, &truth);
        judged_places_set(&question->places[run], &history->ranking);
    }
    qrels_question_clear(&truth);
    free(truth.judgments);
}

static void question_open(struct history *history, const struct replayed_question *replayed,
                          struct question *question, struct arena *arena)
{
    const size_t n = replayed->n_tallies;
    *question = (struct question){.tallies = replayed->tallies, .n = n};
    question->votes = arena_get_array(arena, replayed->n_votes, sizeof *question->votes);
    question->grades = arena_get_array(arena, n, sizeof *question->grades);
    question->grades_before = arena_get_array(arena, n, sizeof *question->grades_before);
    question->judged = arena_get_array(arena, n, sizeof *question->judged);
    question->numbers = arena_get_array(arena, n, sizeof *question->numbers);
    question->graded.at = arena_get_array(arena, n, sizeof *question->graded.at);
    question->values =
        arena_get_array(arena, history->n_runs * history->n_measures, sizeof *question->values);
    for (size_t i = 0; i < n; i++)
        question->grades_before[i] = NAN;
    find_places(history, replayed->qid, question, arena);
}

/* A document that went from the collection is no candidate; a vote on such ones alone says nothing. */
static void count_vote(struct question *question, const struct replayed_vote *cast)
{
    const struct choice *choice = &cast->choice;
    struct luce_ballot vote = {.position = VOTE_NONE, .rater = cast->rater};
    for (size_t slot = 0; slot < choice->n_slots; slot++) {
        size_t i;
        LOWER_BOUND(i, question->n, question->tallies[i].document_id < choice->document_ids[slot]);
        if (i == question->n || question->tallies[i].document_id != choice->document_ids[slot])
            continue;
        const bool is_chosen = choice->position == (int)slot + 1;
        question->tallies[i].impressions++;
        question->tallies[i].wins += is_chosen;
        vote.candidates[vote.n_slots++] = i;
        if (is_chosen)
            vote.position = (int)vote.n_slots;
    }
    if (vote.n_slots > 0)
        question->votes[question->n_votes++] = vote;
}

static bool is_same_grade(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* False: no grade is another one than at the moment before. */
static bool grade_question(const struct history *history, struct question *question)
{
    const struct grading_rule rule = grading_rule_default();
    bool has_changed = false;
    relevance_estimate(history->estimator, question->tallies, question->n, question->votes,
                       question->n_votes);
    const size_t n_graded = grade_candidates(question->tallies, question->n, &rule, question->grades);
    question->n_judged = 0;
    for (size_t i = 0; i < question->n; i++) {
        const double grade = question->grades[i];
        has_changed = has_changed || !is_same_grade(grade, question->grades_before[i]);
        question->grades_before[i] = grade;
        question->numbers[i] = isnan(grade) ? SIZE_MAX : question->n_judged;
        if (!isnan(grade))
            question->judged[question->n_judged++] = grade;
    }
    BUG_UNLESS(question->n_judged == n_graded);
    return has_changed;
}

/* A candidate without a grade is a document that nobody has judged. What follows from the grades alone the first run finds. */
static void score_run(struct history *history, struct question *question, size_t run)
{
    const struct judged_places *places = &question->places[run];
    struct judged_places *graded = &question->graded;
    graded->n_retrieved = places->n_retrieved;
    graded->n = 0;
    for (size_t i = 0; i < places->n; i++) {
        const size_t number = question->numbers[places->at[i].judgment];
        if (number != SIZE_MAX)
            graded->at[graded->n++] = (struct judged_place){.rank = places->at[i].rank, .judgment = number};
    }
    if (run == 0)
        ranking_set_grades(&history->ranking, graded, question->judged, question->n_judged);
    else
        ranking_set_other_places(&history->ranking, graded, question->judged);
    score_ranking(history->measures, history->n_measures, &history->ranking, history->values);
}

/* By how much the question differs from what it was at the moment before. */
static void add_to_moment(struct history *history, struct question *question, size_t moment)
{
    if (!grade_question(history, question))
        return;
    const bool has_labels = question->n_judged > 0;
    for (size_t run = 0; run < history->n_runs; run++) {
        const size_t place = place_of(history, moment, run, 0);
        double *before = question->values + run * history->n_measures;
        if (has_labels)
            score_run(history, question, run);
        for (size_t i = 0; i < history->n_measures; i++) {
            const double value = has_labels ? history->values[i] : 0;
            history->sums[place + i] += value - before[i];
            history->squares[place + i] += value * value - before[i] * before[i];
            before[i] = value;
        }
    }
    history->moments[moment].labelled += has_labels - question->has_labels;
    question->has_labels = has_labels;
}

static void replay_votes(struct history *history, struct question *question,
                         const struct replayed_vote *votes, size_t n)
{
    size_t moment = 0;
    for (size_t i = 0; i < n; i++) {
        while (votes[i].answer_id > history->moments[moment].answer_id)
            moment++;
        count_vote(question, &votes[i]);
        if (i + 1 == n || votes[i + 1].answer_id > history->moments[moment].answer_id)
            add_to_moment(history, question, moment);
    }
}

static void replay_question(struct history *history, const struct replayed_question *replayed,
                            struct arena *arena)
{
    struct question question;
    question_open(history, replayed, &question, arena);
    replay_votes(history, &question, replayed->votes, replayed->n_votes);
    question_release(history, &question);
    history->work += (int64_t)replayed->n_votes;
}

static void add_up(struct history *history)
{
    const size_t n = history->n_runs * history->n_measures;
    for (size_t i = n; i < history->n_moments * n; i++) {
        history->sums[i] += history->sums[i - n];
        history->squares[i] += history->squares[i - n];
    }
    for (size_t moment = 1; moment < history->n_moments; moment++)
        history->moments[moment].labelled += history->moments[moment - 1].labelled;
    history->is_complete = true;
}

/* Of a block what has a part's votes. */
static bool replay_block(struct history *history, struct err *err)
{
    struct arena arena = {0};
    struct replayed_question *questions;
    size_t n;
    const int64_t before = history->blocks_done * history->stride % history->n_blocks * BLOCK;
    const bool worked = replay_read(history->replay, before + history->replayed + 1, before + BLOCK,
                                    VOTES_AT_ONCE, &arena, &questions, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        replay_question(history, &questions[i], &arena);
    if (worked && n > 0)
        history->replayed = questions[n - 1].question_id - before;
    if (worked && (n == 0 || history->replayed == BLOCK)) {
        history->replayed = 0;
        history->blocks_done++;
    }
    arena_release(&arena);
    return worked;
}

static bool history_step(struct history *history, struct err *err)
{
    if (history->n_moments < history->moments_all)
        return find_moment(history, err);
    if (!history->is_ready)
        return get_ready(history, err);
    if (history->blocks_done < history->n_blocks)
        return replay_block(history, err);
    add_up(history);
    return true;
}

bool history_work(struct history *history, struct err *err)
{
    history->work = 0;
    while (history->work < VOTES_AT_ONCE && !history->is_complete)
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
    return history->n_blocks > 0 ? (int)(100 * history->blocks_done / history->n_blocks) : 0;
}

/* A part of the questions says something before all are replayed. */
static bool is_shown(const struct history *history)
{
    return history->is_complete || history->blocks_done * BLOCK >= QUESTIONS_LEAST;
}

size_t history_count(const struct history *history)
{
    return is_shown(history) ? history->n_moments : 0;
}

int64_t history_votes(const struct history *history, size_t moment)
{
    return history->moments[moment].votes;
}

/* What has come together of a cell by the moment. */
struct history_cell {
    double sum, squares, labelled;
};

static struct history_cell cell_at(const struct history *history, size_t moment, size_t run, size_t measure)
{
    struct history_cell cell = {0};
    for (size_t i = history->is_complete ? moment : 0; i <= moment; i++) {
        const size_t place = place_of(history, i, run, measure);
        cell.sum += history->sums[place];
        cell.squares += history->squares[place];
        cell.labelled += (double)history->moments[i].labelled;
    }
    return cell;
}

double history_mean(const struct history *history, size_t moment, size_t run, size_t measure)
{
    const struct measure_row *row = history->measures[measure].row;
    const struct history_cell cell = cell_at(history, moment, run, measure);
    if (cell.labelled == 0 || (row->is_sum && !history->is_complete))
        return NAN;
    return measure_total(row, cell.sum, cell.labelled);
}

struct estimate history_estimate(const struct history *history, size_t moment, size_t run, size_t measure)
{
    const struct measure_row *row = history->measures[measure].row;
    const struct history_cell cell = cell_at(history, moment, run, measure);
    const bool has_interval = !row->is_sum && !row->is_geometric && cell.labelled > 0;
    struct estimate estimate = {.low = NAN, .high = NAN};
    if (has_interval)
        estimate = estimate_mean_by_sums((size_t)cell.labelled, cell.sum, cell.squares);
    if (row->range == RANGE_UNIT)
        estimate_clip(&estimate, 0, 1);
    return estimate;
}
