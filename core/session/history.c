#include "core/session/history.h"

#include "core/base/bug.h"
#include "core/base/map.h"

#include <math.h>
#include <stdlib.h>

enum {
    VOTES_AT_ONCE = 200,
    QUESTIONS_AT_ONCE = 50,
    STEPS_AT_ONCE = 400, /* votes read and questions scored: some milliseconds */
};

/* A document that has stood on a ballot with a vote. */
struct seen {
    struct bytes docid;
    int64_t impressions;
    int64_t wins;
};

struct question {
    struct bytes qid;
    struct seen *seen;
    size_t n_seen, capacity;
    bool is_changed; /* since it was scored */
};

struct history {
    struct store *store;
    struct scoreboard *scores; /* as of the votes so far */
    int64_t votes;             /* in all */
    int64_t votes_done;
    int64_t vote_id; /* the last one of them */
    struct map numbers;
    struct question *questions;
    size_t n_questions, questions_capacity;
    size_t *changed; /* their numbers */
    size_t n_changed, changed_capacity;
    size_t n_moments;   /* known */
    size_t moments_all; /* that will be */
    int64_t votes_at[HISTORY_MOMENTS];
    double *means; /* by moment, run, measure */
    size_t n_runs, n_measures;
    size_t steps; /* of this part of the work */
    struct arena ids;
};

bool history_open(struct history **out, struct store *store, const struct scoreboard *live, struct err *err)
{
    struct progress progress;
    if (!store_get_progress(store, &progress, err))
        return false;
    struct history *history = memory_get_zeroed(1, sizeof *history);
    history->store = store;
    history->votes = progress.ballots_done;
    history->moments_all =
        progress.ballots_done < HISTORY_MOMENTS ? (size_t)progress.ballots_done : HISTORY_MOMENTS;
    history->n_runs = scoreboard_run_count(live);
    history->n_measures = scoreboard_measure_count(live);
    history->means = memory_get_zeroed(history->moments_all * history->n_runs * history->n_measures + 1,
                                       sizeof *history->means);
    struct measure *measures = memory_get_zeroed(history->n_measures + 1, sizeof *measures);
    for (size_t i = 0; i < history->n_measures; i++)
        measures[i] = *scoreboard_measure(live, i);
    scoreboard_open(&history->scores, measures, history->n_measures);
    free(measures);
    scoreboard_share_runs(history->scores, live);
    *out = history;
    return true;
}

/* What only the replay needs. */
static void release_replay(struct history *history)
{
    for (size_t i = 0; i < history->n_questions; i++)
        free(history->questions[i].seen);
    free(history->questions);
    free(history->changed);
    map_release(&history->numbers);
    arena_release(&history->ids);
    scoreboard_close(history->scores);
    history->questions = NULL;
    history->changed = NULL;
    history->scores = NULL;
    history->n_questions = history->n_changed = 0;
}

void history_close(struct history *history)
{
    if (history == NULL)
        return;
    release_replay(history);
    free(history->means);
    free(history);
}

/* --- Replaying ------------------------------------------------------------ */

static size_t number_of_question(struct history *history, struct bytes qid)
{
    int64_t number = map_find(&history->numbers, qid);
    if (number != MAP_ABSENT)
        return (size_t)number;
    struct bytes copy = arena_copy(&history->ids, qid);
    number = map_put(&history->numbers, copy, NULL);
    history->questions = memory_grow(history->questions, &history->questions_capacity,
                                     history->n_questions + 1, sizeof *history->questions);
    history->questions[history->n_questions++] = (struct question){.qid = copy};
    return (size_t)number;
}

static struct seen *seen_of(struct history *history, struct question *question, struct bytes docid)
{
    for (size_t i = 0; i < question->n_seen; i++)
        if (bytes_equal(question->seen[i].docid, docid))
            return &question->seen[i];
    question->seen =
        memory_grow(question->seen, &question->capacity, question->n_seen + 1, sizeof *question->seen);
    question->seen[question->n_seen] = (struct seen){.docid = arena_copy(&history->ids, docid)};
    return &question->seen[question->n_seen++];
}

static void count_choice(struct history *history, const struct choice_row *row)
{
    size_t number = number_of_question(history, row->qid);
    struct question *question = &history->questions[number];
    struct seen *seen = seen_of(history, question, row->docid);
    seen->impressions++;
    seen->wins += row->is_chosen;
    if (question->is_changed)
        return;
    question->is_changed = true;
    history->changed = memory_grow(history->changed, &history->changed_capacity, history->n_changed + 1,
                                   sizeof *history->changed);
    history->changed[history->n_changed++] = number;
}

/* After how many votes the next moment is. */
static int64_t next_moment(const struct history *history)
{
    int64_t moments = (int64_t)history->moments_all;
    int64_t moment = (int64_t)history->n_moments + 1;
    return history->votes / moments * moment + history->votes % moments * moment / moments;
}

static bool replay_votes(struct history *history, struct err *err)
{
    struct arena arena = {0};
    struct choice_row *rows;
    size_t n;
    int64_t wanted = next_moment(history) - history->votes_done;
    wanted = wanted < VOTES_AT_ONCE ? wanted : VOTES_AT_ONCE;
    bool worked = store_list_choices(history->store, history->vote_id, wanted, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        count_choice(history, &rows[i]);
        history->votes_done += rows[i].vote_id != history->vote_id;
        history->vote_id = rows[i].vote_id;
    }
    if (worked && n == 0) { /* votes were withdrawn meanwhile: this is the last moment */
        history->votes = history->votes_done;
        history->moments_all = history->n_moments + 1;
    }
    history->steps += (size_t)wanted;
    arena_release(&arena);
    return worked;
}

static void score_question(struct history *history, struct question *question)
{
    struct grading_rule rule = grading_rule_default();
    size_t n = question->n_seen;
    struct tally *tallies = memory_get_zeroed(n, sizeof *tallies);
    double *grades = memory_get_zeroed(n, sizeof *grades);
    struct judgment *labels = memory_get_zeroed(n, sizeof *labels);
    size_t n_labels = 0;
    for (size_t i = 0; i < n; i++)
        tallies[i] = (struct tally){.docid = question->seen[i].docid,
                                    .impressions = question->seen[i].impressions,
                                    .wins = question->seen[i].wins};
    grade_candidates(tallies, n, &rule, grades);
    for (size_t i = 0; i < n; i++)
        if (!isnan(grades[i]))
            labels[n_labels++] = (struct judgment){.docid = tallies[i].docid, .grade = grades[i]};
    scoreboard_set_labels(history->scores, question->qid, labels, n_labels);
    question->is_changed = false;
    history->steps++;
    free(tallies);
    free(grades);
    free(labels);
}

static void score_changed(struct history *history)
{
    for (size_t i = 0; i < QUESTIONS_AT_ONCE && history->n_changed > 0; i++)
        score_question(history, &history->questions[history->changed[--history->n_changed]]);
}

static double *means_at(const struct history *history, size_t moment)
{
    return history->means + moment * history->n_runs * history->n_measures;
}

static void end_moment(struct history *history)
{
    double *mean = means_at(history, history->n_moments);
    bool has_labels = scoreboard_question_count(history->scores) > 0;
    for (size_t run = 0; run < history->n_runs; run++)
        for (size_t measure = 0; measure < history->n_measures; measure++)
            *mean++ = has_labels ? scoreboard_mean(history->scores, run, measure) : NAN;
    history->votes_at[history->n_moments++] = history->votes_done;
    if (history_is_complete(history))
        release_replay(history);
}

/* Towards the next moment, which ends when all questions that have changed are scored. */
static bool go_on(struct history *history, struct err *err)
{
    if (history->votes_done < next_moment(history) && !replay_votes(history, err))
        return false;
    if (history->votes_done < next_moment(history))
        return true;
    score_changed(history);
    if (history->n_changed == 0)
        end_moment(history);
    return true;
}

bool history_work(struct history *history, struct err *err)
{
    history->steps = 0;
    while (history->steps < STEPS_AT_ONCE && !history_is_complete(history))
        if (!go_on(history, err))
            return false;
    return true;
}

/* --- Reading -------------------------------------------------------------- */

bool history_is_complete(const struct history *history)
{
    return history->n_moments == history->moments_all;
}

bool history_is_fresh(const struct history *history, int64_t votes)
{
    return llabs(votes - history->votes) <= history->votes / HISTORY_MOMENTS;
}

size_t history_count(const struct history *history)
{
    return history->n_moments;
}

int64_t history_votes(const struct history *history, size_t moment)
{
    return history->votes_at[moment];
}

double history_mean(const struct history *history, size_t moment, size_t run, size_t measure)
{
    return means_at(history, moment)[run * history->n_measures + measure];
}
