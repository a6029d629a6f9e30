/*
 * First the moments are found: the vote with which each one ends. Then the votes are replayed question by question,
 * not vote by vote. For each question it is computed what the votes up to each moment made of it, and each moment
 * stores the difference from the previous moment. So few questions are in memory at a time, whatever the number of
 * votes. After the last question, adding up the differences gives the sums of all moments.
 *
 * The questions come in blocks from all over the database, so at any time the replayed questions are a sample of all;
 * their means are shown until everything is replayed. The questions of a block are adjacent and are read together
 * (core/store/votes/replay.h). Once enough questions are replayed to show something, the votes of all others are
 * read.
 *
 * While the caller reads some questions, other threads score those that were read before. Only the caller adds the
 * results to the sums, question by question, so the sums are bitwise the same for any number of threads.
 *
 * What does not change from moment to moment is computed once: the ranks of the candidates in each run. A moment that
 * changed no grade is not scored.
 *
 * Work is counted in replayed votes, so each part takes some milliseconds, however the votes are distributed. Votes
 * that are withdrawn meanwhile leave gaps; the moments stay in order, and a last moment that can't be found is
 * dropped.
 */
#include "live/history.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/workforce.h"
#include "core/judge/relevance.h"
#include "core/metric/scoring.h"
#include "core/store/votes/holding.h"
#include "core/store/votes/replay.h"
#include "core/store/settings.h"
#include "core/store/labelling/prior_learning.h"
#include "core/store/labelling/status.h"
#include "core/store/votes/votes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 32,            /* questions */
    QUESTIONS_LEAST = 500, /* replayed before their means are shown */
    VOTES_AT_ONCE = 500,   /* replayed in one part of some milliseconds */
    COUNTED_A_VOTE = 40,   /* so many votes are counted in the time in which one is replayed */
};

struct moment {
    int64_t votes;     /* votes up to it */
    int64_t answer_id; /* of the last of these votes */
    /* questions with labels; until the history is complete: the change since the previous moment */
    int64_t labelled;
};

/* Questions of a block that are read together. */
struct read_part {
    struct arena arena; /* for the following members */
    struct replayed_question *questions;
    size_t n;
    int64_t blocks; /* blocks completed by this part */
};

/* A moment that changed a question's labels. */
struct stage {
    size_t moment;
    bool has_labels;
    double *values; /* by run and measure; 0 without labels */
};

/* The result for a question of a part. Its memory is reused for the next part. */
struct scored_question {
    struct arena arena; /* for the following members except the ranking, and as scratch memory */
    struct ranking ranking;
    struct stage *stages; /* in the order of moments */
    size_t n;
};

struct history {
    struct store *store;
    struct holding *holding;       /* set once the moments are known */
    bool has_docids, has_votes;    /* all docids or votes that it holds are read */
    const struct scoreboard *live; /* its runs are scored */
    size_t n_threads;
    struct measure *measures;
    size_t n_runs, n_measures;
    int64_t votes; /* number of all votes */
    enum estimator estimator;
    double prior_weight; /* as relevance_estimate takes it: today's, at all moments */
    int64_t n_blocks, stride;
    int64_t blocks_read;
    int64_t questions_read; /* questions read of the present block */
    int64_t blocks_done;    /* blocks already scored */
    struct read_part parts[2];
    struct read_part *current, *next;        /* one of the parts is scored while the other is read */
    struct scored_question questions[BLOCK]; /* results for the part that is scored */
    struct moment moments[HISTORY_MOMENTS];
    size_t n_moments; /* moments that have been found */
    size_t moments_all;
    /* of the values, by moment, run and measure; differences like `labelled` until it is complete */
    double *sums;
    double *squares; /* of the squared values, in the same form */
    int64_t work;    /* of this call, in replayed votes */
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

/* A stride coprime to the number of blocks visits each block once, and visits neighbouring blocks far apart in time. */
static int64_t stride_of(int64_t n_blocks)
{
    int64_t stride = n_blocks * 618 / 1000 + 1;
    while (common_divisor(stride, n_blocks) != 1)
        stride++;
    return stride;
}

bool history_open(struct history **out, struct store *store, const struct scoreboard *live, size_t n_threads,
                  struct err *err)
{
    struct progress progress;
    enum estimator estimator;
    double prior_weight;
    if (!store_get_progress(store, &progress, err) || !setting_get_estimator(store, &estimator, err) ||
        !prior_learning_for_labels(store, &prior_weight, err))
        return false;
    struct history *history = memory_get_zeroed(1, sizeof *history);
    history->estimator = estimator;
    history->prior_weight = prior_weight;
    history->store = store;
    history->live = live;
    history->n_threads = n_threads;
    history->current = &history->parts[0];
    history->next = &history->parts[1];
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
    *out = history;
    return true;
}

/* Frees what only replaying needs: a million docids take many megabytes. */
static void end_replaying(struct history *history)
{
    holding_close(history->holding);
    history->holding = NULL;
    for (size_t i = 0; i < BLOCK; i++) {
        ranking_release(&history->questions[i].ranking);
        arena_release(&history->questions[i].arena);
    }
    arena_release(&history->parts[0].arena);
    arena_release(&history->parts[1].arena);
}

void history_close(struct history *history)
{
    if (history == NULL)
        return;
    end_replaying(history);
    free(history->measures);
    free(history->squares);
    free(history->sums);
    free(history);
}

/* The index into sums or squares. */
static size_t place_of(const struct history *history, size_t moment, size_t run, size_t measure)
{
    return (moment * history->n_runs + run) * history->n_measures + measure;
}

/* --- Replaying ------------------------------------------------------------ */

/* The number of votes at the next moment. */
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

static bool read_docids(struct history *history, struct err *err)
{
    const struct moment *last = &history->moments[history->n_moments - 1];
    if (history->holding == NULL &&
        !holding_open(&history->holding, history->store, last->answer_id, last->votes, err))
        return false;
    history->work += VOTES_AT_ONCE / 2;
    return holding_read_docids(history->holding, &history->has_docids, err);
}

static bool read_votes(struct history *history, struct err *err)
{
    history->work += VOTES_AT_ONCE / 2;
    return holding_read_votes(history->holding, &history->has_votes, err);
}

/* A question with the votes so far. */
struct question {
    struct tally *tallies; /* of its candidates, sorted by document_id */
    size_t n;
    struct luce_ballot *votes; /* they refer to candidates by index into tallies */
    size_t n_votes;
    struct judged_places *places; /* ranks of the candidates in each run */
    double *grades;               /* of each candidate; NAN: none */
    double *grades_before;        /* at the previous moment */
    double *judged;               /* the grades that are not NAN */
    size_t n_judged;
    size_t *numbers;             /* index of each candidate in `judged` */
    struct judged_places graded; /* ranks of the judged candidates, with room for all */
};

static void question_release(const struct history *history, struct question *question)
{
    for (size_t run = 0; run < history->n_runs; run++)
        judged_places_release(&question->places[run]);
}

/* Finds the ranks as if all candidates were judged. */
static void find_places(const struct history *history, struct bytes qid, struct question *question,
                        struct scored_question *scored)
{
    struct qrels_question truth = {.qid = qid};
    for (size_t i = 0; i < question->n; i++)
        BUG_UNLESS(qrels_question_add(&truth, question->tallies[i].docid, 0));
    question->places = arena_get_array(&scored->arena, history->n_runs, sizeof *question->places);
    for (size_t run = 0; run < history->n_runs; run++) {
        const struct ranked_question retrieved = ranked_run_find(scoreboard_run(history->live, run), qid);
        ranking_set_ranked(&scored->ranking, &retrieved, &truth);
        judged_places_set(&question->places[run], &scored->ranking);
    }
    qrels_question_release(&truth);
}

static void question_open(const struct history *history, const struct replayed_question *replayed,
                          struct question *question, struct scored_question *scored)
{
    struct arena *arena = &scored->arena;
    const size_t n = replayed->n_tallies;
    *question = (struct question){.tallies = replayed->tallies, .n = n};
    question->votes = arena_get_array(arena, replayed->n_votes, sizeof *question->votes);
    question->grades = arena_get_array(arena, n, sizeof *question->grades);
    question->grades_before = arena_get_array(arena, n, sizeof *question->grades_before);
    question->judged = arena_get_array(arena, n, sizeof *question->judged);
    question->numbers = arena_get_array(arena, n, sizeof *question->numbers);
    question->graded.at = arena_get_array(arena, n, sizeof *question->graded.at);
    for (size_t i = 0; i < n; i++)
        question->grades_before[i] = NAN;
    find_places(history, replayed->qid, question, scored);
}

/*
 * Documents that left the collection are not candidates. If the chosen one is not, the vote says nothing about the
 * others; a vote on such documents alone is ignored, too.
 */
static void count_vote(struct question *question, const struct replayed_vote *cast)
{
    const struct choice *choice = &cast->choice;
    struct luce_ballot vote = {.position = VOTE_NONE, .rater = cast->rater};
    bool is_lost = false;
    for (size_t slot = 0; slot < choice->n_slots; slot++) {
        size_t i;
        LOWER_BOUND(i, question->n, question->tallies[i].document_id < choice->document_ids[slot]);
        if (i == question->n || question->tallies[i].document_id != choice->document_ids[slot]) {
            is_lost = is_lost || choice_wins(choice, (int)slot + 1) > 0;
            continue;
        }
        question->tallies[i].impressions++;
        question->tallies[i].wins += choice_wins(choice, (int)slot + 1);
        luce_ballot_take(&vote, choice, (int)slot + 1, i);
    }
    if (vote.n_slots > 0 && !is_lost)
        question->votes[question->n_votes++] = vote;
}

static bool is_same_grade(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Returns false if no grade has changed since the previous moment. */
static bool grade_question(const struct history *history, struct question *question)
{
    const struct grading_rule rule = grading_rule_default();
    bool has_changed = false;
    const struct luce_question votes = {.n_candidates = question->n,
                                        .ballots = question->votes,
                                        .n_ballots = question->n_votes};
    relevance_estimate(history->estimator, question->tallies, &votes, history->prior_weight);
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

/* A candidate without a grade counts as unjudged. What depends only on the grades is computed with the first run. */
static void score_run(const struct history *history, struct question *question, size_t run,
                      struct ranking *ranking, double *values)
{
    const struct judged_places *places = &question->places[run];
    struct judged_places *graded = &question->graded;
    graded->n_retrieved = places->n_retrieved;
    graded->n = 0;
    for (size_t i = 0; i < places->n; i++) {
        const size_t number = question->numbers[places->at[i].judgment];
        if (number != SIZE_MAX)
            graded->at[graded->n++] = judged_place_of(places->at[i].rank, number);
    }
    if (run == 0)
        ranking_set_grades(ranking, graded, question->judged, question->n_judged);
    else
        ranking_set_other_places(ranking, graded, question->judged);
    score_ranking(history->measures, history->n_measures, ranking, values);
}

static void score_moment(const struct history *history, struct question *question, size_t moment,
                         struct scored_question *scored)
{
    if (!grade_question(history, question))
        return;
    struct stage stage = {.moment = moment, .has_labels = question->n_judged > 0};
    stage.values =
        arena_get_array(&scored->arena, history->n_runs * history->n_measures, sizeof *stage.values);
    for (size_t run = 0; stage.has_labels && run < history->n_runs; run++)
        score_run(history, question, run, &scored->ranking, stage.values + run * history->n_measures);
    ARENA_PUSH(&scored->arena, scored->stages, scored->n) = stage;
}

static void replay_votes(const struct history *history, struct question *question,
                         const struct replayed_question *replayed, struct scored_question *scored)
{
    const struct replayed_vote *votes = replayed->votes;
    size_t moment = 0;
    for (size_t i = 0; i < replayed->n_votes; i++) {
        while (votes[i].answer_id > history->moments[moment].answer_id)
            moment++;
        count_vote(question, &votes[i]);
        if (i + 1 == replayed->n_votes || votes[i + 1].answer_id > history->moments[moment].answer_id)
            score_moment(history, question, moment, scored);
    }
}

static void replay_question(const struct history *history, const struct replayed_question *replayed,
                            struct scored_question *scored)
{
    struct question question;
    arena_clear(&scored->arena);
    scored->stages = NULL;
    scored->n = 0;
    question_open(history, replayed, &question, scored);
    replay_votes(history, &question, replayed, scored);
    question_release(history, &question);
}

/* Adds the difference of the question from the stage before; NULL: there was none. */
static void add_stage(struct history *history, const struct stage *stage, const struct stage *before)
{
    const size_t place = place_of(history, stage->moment, 0, 0);
    for (size_t i = 0; i < history->n_runs * history->n_measures; i++) {
        const double value = stage->values[i];
        const double old = before != NULL ? before->values[i] : 0;
        history->sums[place + i] += value - old;
        history->squares[place + i] += value * value - old * old;
    }
    history->moments[stage->moment].labelled += stage->has_labels - (before != NULL && before->has_labels);
}

static void add_part(struct history *history, const struct read_part *part)
{
    for (size_t i = 0; i < part->n; i++) {
        const struct scored_question *scored = &history->questions[i];
        for (size_t stage = 0; stage < scored->n; stage++)
            add_stage(history, &scored->stages[stage], stage > 0 ? &scored->stages[stage - 1] : NULL);
        history->work += (int64_t)part->questions[i].n_votes;
    }
    history->blocks_done = part->blocks;
}

/* Reads the questions of a block up to the votes of one part. */
static bool read_part(struct history *history, struct read_part *part, struct err *err)
{
    size_t n;
    const int64_t before = history->blocks_read * history->stride % history->n_blocks * BLOCK;
    if (!replay_read(history->holding, history->estimator, before + history->questions_read + 1,
                     before + BLOCK, VOTES_AT_ONCE, &part->arena, &part->questions, &n, err))
        return false;
    part->n = n;
    if (n > 0)
        history->questions_read = part->questions[n - 1].question_id - before;
    if (n == 0 || history->questions_read == BLOCK) {
        history->questions_read = 0;
        history->blocks_read++;
    }
    return true;
}

/* --- Threads -------------------------------------------------------------- */

/* One part is read while another is scored. */
struct shift {
    struct history *history;
    bool worked; /* whether reading succeeded */
    struct err *err;
};

/* Reads the next part; there is none after the last. */
static void read_next(void *context)
{
    struct shift *shift = context;
    struct history *history = shift->history;
    struct read_part *part = history->next;
    arena_clear(&part->arena);
    part->n = 0;
    if (history->blocks_read < history->n_blocks)
        shift->worked = read_part(history, part, shift->err);
    part->blocks = history->blocks_read;
}

static void score_task(void *context, size_t task)
{
    const struct shift *shift = context;
    struct history *history = shift->history;
    replay_question(history, &history->current->questions[task], &history->questions[task]);
}

/* Scoring need not be interrupted, because a part takes milliseconds. */
static bool is_interrupted(void)
{
    return false;
}

/* Scores one part and reads the next. The scores are kept even if reading fails. */
static bool replay_part(struct history *history, struct err *err)
{
    const struct workforce workforce = {.n_threads = history->n_threads, .interrupted = is_interrupted};
    struct shift shift = {.history = history, .worked = true, .err = err};
    struct read_part *current = history->current;
    BUG_UNLESS(workforce_do_beside(&workforce, read_next, current->n, score_task, &shift));
    add_part(history, current);
    history->current = history->next;
    history->next = current;
    return shift.worked;
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
    end_replaying(history);
}

/* Whether so many questions are replayed that their means can be shown. */
static bool is_shown(const struct history *history)
{
    return history->is_complete || history->blocks_done * BLOCK >= QUESTIONS_LEAST;
}

/*
 * Does the next step. The votes of the first questions are looked up singly, so that something can be shown before
 * all votes are read.
 */
static bool history_step(struct history *history, struct err *err)
{
    if (history->n_moments < history->moments_all)
        return find_moment(history, err);
    if (!history->has_docids)
        return read_docids(history, err);
    if (is_shown(history) && !history->has_votes)
        return read_votes(history, err);
    if (history->blocks_done < history->n_blocks)
        return replay_part(history, err);
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

size_t history_count(const struct history *history)
{
    return is_shown(history) ? history->n_moments : 0;
}

int64_t history_votes(const struct history *history, size_t moment)
{
    return history->moments[moment].votes;
}

/* The sums of a cell up to a moment. */
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
        estimate =
            estimate_mean_by_sums((size_t)cell.labelled, cell.sum, cell.squares, row->range == RANGE_UNIT);
    return estimate;
}
