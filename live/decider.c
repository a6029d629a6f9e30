/*
 * What a question tells is estimated by simulation: draw utilities from their distribution, before and after the
 * votes, then labels, then the measure of both runs. Both simulations use the same random numbers, so that the effect
 * of the votes is not hidden by the randomness. The stakes, by which the ballot's candidates are chosen, are the
 * covariances of the difference with each utility.
 *
 * Advice is asked for inside a transaction that has stored an answer and may still be rolled back. So the question
 * advised last is computed again each time, in addition to those whose votes have changed.
 */
#include "live/decider.h"

#include "core/base/digest.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "core/judge/matrix.h"
#include "core/judge/relevance.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/scoring.h"
#include "core/store/votes/evidence.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "import/runs/run.h"

#include <math.h>
#include <stdlib.h>

enum { DRAWS = 200, SLOTS_COUNTED = BALLOT_SIZE_MAX };

/* How much a vote on three equal candidates reduces the variance of a utility of variance 1. */
static const double information_of_vote = 0.2;

/* A question, and what is known about the runs' difference on it. */
struct contest {
    int64_t question_id;
    int64_t votes; /* when it was last read */
    int64_t left;  /* remaining ballots */
    double mean_before, variance_before;
    struct decision_evidence evidence, next; /* now, and the expected state after one more vote */
    double gain;
    size_t n;
    int64_t *document_ids;
    double *stakes;
    struct arena arena; /* holds the two arrays */
};

struct decider {
    struct store *store;
    struct ranked_run runs[2];
    struct bytes names[2];
    struct measure measure;
    struct scorer scorer;
    struct contest *contests; /* sorted by question_id */
    size_t n;
    size_t *order;                  /* the most informative first */
    size_t advised, advised_before; /* the last question advised, and the one before it; n: none */
    struct answer_change change;
    struct run_decision decision;
    struct deal_advisor advisor;
    struct arena arena;
};

/* --- Differences ----------------------------------------------------------------------------------- */

struct sampling {
    struct decider *decider;
    const struct evidence *evidence;
    const struct luce_estimate *estimate;
    const double *lower;
    struct judgment *judgments;
};

/*
 * The grade of a document with a drawn relevance. If the measure counts relevant documents, it is computed as for
 * labels. If it uses gains, it is the nearest of as many evenly spaced levels: then a small change of relevance never
 * changes the grade much, and fewer votes decide.
 */
static double drawn_grade(const struct measure *measure, double relevance)
{
    const int64_t levels = grading_rule_default().levels;
    const bool counts_relevant = (measure->row->parameters & PARAMETER_REL) != 0 && !isnan(measure->rel);
    return counts_relevant ? relevance_level(relevance, levels)
                           : floor(relevance * (double)(levels - 1) + 0.5);
}

static double difference_at(const struct sampling *sampling, const double *utilities)
{
    struct scorer *scorer = &sampling->decider->scorer;
    double values[2];
    for (size_t i = 0; i < sampling->estimate->n; i++)
        sampling->judgments[i] = (struct judgment){.docid = sampling->evidence->docids[i],
                                                   .grade = drawn_grade(decider_measure(sampling->decider),
                                                                        luce_relevance(utilities[i]))};
    scorer_set_labels(scorer, sampling->evidence->qid, sampling->judgments, sampling->estimate->n);
    for (size_t run = 0; run < 2; run++)
        scorer_score(scorer, &sampling->decider->runs[run], &values[run]);
    return values[1] - values[0];
}

/* The mean and variance of the difference, and its covariance with each utility. */
struct drawn {
    double mean, variance;
    double *covariances;
};

static void draw(const struct sampling *sampling, uint64_t stream, struct arena *arena, struct drawn *drawn)
{
    const size_t n = sampling->estimate->n;
    struct random_source random = random_from(0, stream);
    double *normals = arena_get_array(arena, n, sizeof *normals);
    double *utilities = arena_get_array(arena, n, sizeof *utilities);
    double sum = 0, squares = 0;
    drawn->covariances = arena_get_array(arena, n, sizeof *drawn->covariances);
    for (size_t i = 0; i < DRAWS; i++) {
        /* each draw is used twice, with both signs, so that the utilities keep their mean */
        const double sign = i % 2 == 0 ? 1 : -1;
        for (size_t a = 0; sign > 0 && a < n; a++)
            normals[a] = random_normal(&random);
        for (size_t a = 0; a < n; a++)
            utilities[a] =
                sampling->estimate->utilities[a] + sign * matrix_dot(sampling->lower + a * n, normals, a + 1);
        const double difference = difference_at(sampling, utilities);
        sum += difference;
        squares += difference * difference;
        for (size_t a = 0; a < n; a++)
            drawn->covariances[a] += difference * (utilities[a] - sampling->estimate->utilities[a]) / DRAWS;
    }
    drawn->mean = sum / DRAWS;
    drawn->variance = fmax(0, squares / DRAWS - drawn->mean * drawn->mean);
}

static struct drawn draw_by(struct decider *decider, const struct evidence *evidence, size_t n_votes,
                            struct luce_estimate *estimate, struct arena *arena)
{
    struct luce_question known = evidence->known;
    struct drawn drawn;
    known.n_ballots = n_votes;
    *estimate = luce_fit(&known, &luce_belief_for_labels, arena);
    double *lower = arena_get_array(arena, estimate->n * estimate->n, sizeof *lower);
    matrix_factor(estimate->covariance, estimate->n, lower);
    struct sampling sampling = {.decider = decider,
                                .evidence = evidence,
                                .estimate = estimate,
                                .lower = lower,
                                .judgments = arena_get_array(arena, estimate->n, sizeof(struct judgment))};
    draw(&sampling, digest_number_of(evidence->qid), arena, &drawn);
    return drawn;
}

/* --- Contests -------------------------------------------------------------------------------------- */

/* The approximate reduction of the variance by the next vote: what its three most informative candidates explain. */
static double variance_to_fall(const struct drawn *drawn, const struct luce_estimate *estimate)
{
    double most[SLOTS_COUNTED] = {0}, fall = 0;
    for (size_t i = 0; i < estimate->n; i++) {
        const double variance = estimate->covariance[i * estimate->n + i];
        double told = drawn->covariances[i] * drawn->covariances[i] / variance *
                      (information_of_vote * variance / (1 + information_of_vote * variance));
        for (size_t a = 0; a < SLOTS_COUNTED; a++) {
            const double kept = most[a];
            most[a] = fmax(kept, told);
            told = fmin(kept, told);
        }
    }
    for (size_t a = 0; a < SLOTS_COUNTED; a++)
        fall += most[a];
    return fmin(fall, drawn->variance / 2);
}

static void keep_stakes(struct contest *contest, const struct evidence *evidence, const struct drawn *drawn)
{
    arena_release(&contest->arena);
    contest->n = evidence->known.n_candidates;
    contest->document_ids = arena_get_array(&contest->arena, contest->n, sizeof *contest->document_ids);
    contest->stakes = arena_get_array(&contest->arena, contest->n, sizeof *contest->stakes);
    for (size_t i = 0; i < contest->n; i++) {
        contest->document_ids[i] = evidence->document_ids[i];
        contest->stakes[i] = drawn->covariances[i];
    }
}

static void work_out(struct decider *decider, struct contest *contest, const struct evidence *evidence,
                     struct arena *arena)
{
    struct luce_estimate estimate;
    struct drawn before = draw_by(decider, evidence, 0, &estimate, arena), now = before;
    if (evidence->known.n_ballots > 0)
        now = draw_by(decider, evidence, evidence->known.n_ballots, &estimate, arena);
    const double then = now.variance - variance_to_fall(&now, &estimate);
    contest->votes = (int64_t)evidence->known.n_ballots;
    contest->left = evidence->left;
    contest->evidence = decision_evidence_of(before.mean, before.variance, now.mean, now.variance);
    contest->next = decision_evidence_of(before.mean, before.variance, now.mean, then);
    keep_stakes(contest, evidence, &now);
}

static bool read_contest(struct decider *decider, struct contest *contest, struct err *err)
{
    struct arena arena = {0};
    struct evidence evidence;
    bool worked = store_read_evidence(decider->store, contest->question_id, &arena, &evidence, err);
    if (worked && evidence.known.n_candidates > 0)
        work_out(decider, contest, &evidence, &arena);
    arena_release(&arena);
    return worked;
}

static struct contest *find_contest(const struct decider *decider, int64_t question_id)
{
    size_t place;
    LOWER_BOUND(place, decider->n, decider->contests[place].question_id < question_id);
    bool is_there = place < decider->n && decider->contests[place].question_id == question_id;
    return is_there ? &decider->contests[place] : NULL;
}

/* --- The decision ---------------------------------------------------------------------------------- */

static void decide(struct decider *decider)
{
    struct decision_evidence *evidence = memory_get_zeroed(decider->n, sizeof *evidence);
    for (size_t i = 0; i < decider->n; i++)
        evidence[i] = decider->contests[i].evidence;
    decider->decision = decision_make(evidence, decider->n);
    free(evidence);
    for (size_t i = 0; i < decider->n; i++) {
        struct contest *contest = &decider->contests[i];
        contest->gain =
            contest->left > 0 ? decision_gain(&decider->decision, &contest->evidence, &contest->next) : 0;
    }
}

/* NULL: there is none yet. */
static struct contest *contest_at(const struct decider *decider, size_t place)
{
    return place < decider->n ? &decider->contests[place] : NULL;
}

/* The question may have one more vote by now. */
static void prefetch_contest(const struct decider *decider, const struct contest *contest)
{
    store_prefetch_evidence(decider->store, contest->question_id, contest->votes + 1);
}

static bool read_contests(struct decider *decider, struct contest *const *contests, size_t n, struct err *err)
{
    enum { AT_ONCE = 100 };
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++) {
        for (size_t next = i; i % AT_ONCE == 0 && next < n && next < i + AT_ONCE; next++)
            prefetch_contest(decider, contests[next]);
        worked = read_contest(decider, contests[i], err);
    }
    return worked;
}

/* Announces what will be read. The question answered last may be reported as changed once more. */
static void prefetch(void *context, struct store *store)
{
    const struct decider *decider = context;
    const struct contest *advised = contest_at(decider, decider->advised),
                         *before = contest_at(decider, decider->advised_before);
    store_prefetch_changed_questions(store, &decider->change);
    if (advised != NULL)
        prefetch_contest(decider, advised);
    if (before != NULL && before != advised)
        prefetch_contest(decider, before);
}

static bool look(struct decider *decider, struct err *err)
{
    struct arena arena = {0};
    struct question_name *names;
    size_t n;
    struct contest *advised = contest_at(decider, decider->advised), **changed = NULL;
    size_t n_changed = 0;
    bool worked = store_list_changed_questions(decider->store, &decider->change, &arena, &names, &n, err) &&
                  (advised == NULL || read_contest(decider, advised, err));
    for (size_t i = 0; worked && i < n; i++) {
        struct contest *contest = find_contest(decider, names[i].question_id);
        if (contest != NULL && contest != advised)
            ARENA_PUSH(&arena, changed, n_changed) = contest;
    }
    worked = worked && read_contests(decider, changed, n_changed, err);
    arena_release(&arena);
    if (worked)
        decide(decider);
    return worked;
}

bool decider_look(struct decider *decider, struct err *err)
{
    if (!store_begin_reading(decider->store, err))
        return false;
    prefetch(decider, decider->store);
    bool worked = look(decider, err);
    store_end_reading(decider->store);
    return worked;
}

/* --- Advice ---------------------------------------------------------------------------------------- */

/* The best question after the first n_refused, which have no ballot for this annotator. */
static size_t find_next(const struct decider *decider, size_t n_refused)
{
    size_t best = decider->n;
    for (size_t i = 0; i < decider->n; i++) {
        const struct contest *contest = &decider->contests[i];
        bool was_refused = false;
        for (size_t k = 0; k < n_refused; k++)
            was_refused |= decider->order[k] == i;
        if (!was_refused && contest->gain > 0 &&
            (best == decider->n || contest->gain > decider->contests[best].gain))
            best = i;
    }
    return best;
}

static bool advise(void *context, struct store *store, size_t n_refused, struct deal_advice *advice,
                   struct err *err)
{
    struct decider *decider = context;
    (void)store;
    if (n_refused == 0 && !look(decider, err))
        return false;
    const size_t best = find_next(decider, n_refused);
    *advice = (struct deal_advice){0};
    if (decision_is_made(&decider->decision) || best == decider->n)
        return true;
    const struct contest *contest = &decider->contests[best];
    if (n_refused == 0)
        decider->advised_before = decider->advised;
    decider->order[n_refused] = decider->advised = best;
    *advice = (struct deal_advice){.question_id = contest->question_id,
                                   .document_ids = contest->document_ids,
                                   .stakes = contest->stakes,
                                   .n = contest->n};
    return true;
}

/* --- Opening --------------------------------------------------------------------------------------- */

static bool takes_part(const struct question_row *question)
{
    return question->ballots_done > 0 || (question->place > 0 && question->place <= DECIDER_QUESTIONS);
}

static bool list_contests(struct decider *decider, struct err *err)
{
    struct arena arena = {0};
    struct contest **contests = NULL;
    struct question_row *rows;
    size_t n, n_contests = 0;
    bool worked = store_find_newest_change(decider->store, &decider->change, err) &&
                  store_list_questions(decider->store, &arena, &rows, &n, err);
    if (worked) {
        decider->contests = memory_get_zeroed(n, sizeof *decider->contests);
        decider->order = memory_get_zeroed(n + 1, sizeof *decider->order);
    }
    for (size_t i = 0; worked && i < n; i++) {
        if (!takes_part(&rows[i]))
            continue;
        struct contest *contest = &decider->contests[decider->n++];
        *contest = (struct contest){.question_id = rows[i].question_id,
                                    .votes = rows[i].ballots_done,
                                    .evidence.variance = INFINITY};
        ARENA_PUSH(&arena, contests, n_contests) = contest;
    }
    decider->advised = decider->advised_before = decider->n;
    worked = worked && read_contests(decider, contests, n_contests, err);
    arena_release(&arena);
    return worked;
}

bool decider_open(struct decider **out, struct store *store, const struct decider_options *options,
                  struct err *err)
{
    struct decider *decider = memory_get_zeroed(1, sizeof *decider);
    bool worked = true;
    decider->store = store;
    decider->measure = *options->measure;
    decider->scorer = (struct scorer){.measures = &decider->measure, .n_measures = 1};
    decider->advisor = (struct deal_advisor){.advise = advise, .prefetch = prefetch, .context = decider};
    for (size_t run = 0; worked && run < 2; run++) {
        decider->names[run] = arena_copy(&decider->arena, run_file_name(options->paths[run]));
        worked = import_ranked_run(options->paths[run], TIES_DOCID_DESC, SCORE_FLOAT64, NULL,
                                   &decider->runs[run], err);
    }
    worked = worked && store_begin_reading(store, err);
    if (worked) {
        worked = list_contests(decider, err);
        store_end_reading(store);
    }
    if (worked) {
        decide(decider);
        *out = decider;
        return true;
    }
    decider_close(decider);
    return false;
}

void decider_close(struct decider *decider)
{
    if (decider == NULL)
        return;
    for (size_t i = 0; i < decider->n; i++)
        arena_release(&decider->contests[i].arena);
    for (size_t run = 0; run < 2; run++)
        ranked_run_release(&decider->runs[run]);
    scorer_release(&decider->scorer);
    arena_release(&decider->arena);
    free(decider->contests);
    free(decider->order);
    free(decider);
}

const struct deal_advisor *decider_advisor(const struct decider *decider)
{
    return &decider->advisor;
}

const struct run_decision *decider_decision(const struct decider *decider)
{
    return &decider->decision;
}

struct bytes decider_run_name(const struct decider *decider, size_t run)
{
    return decider->names[run];
}

const struct measure *decider_measure(const struct decider *decider)
{
    return &decider->measure;
}

/* --- Words ----------------------------------------------------------------------------------------- */

static void add_claim(const struct decider *decider, size_t better, const char *is, struct buffer *text)
{
    unicode_add_visible(text, decider->names[better]);
    buffer_add_format(text, " %sbetter than ", is);
    unicode_add_visible(text, decider->names[1 - better]);
    buffer_add_string(text, " in ");
    measure_add_name(&decider->measure, text);
}

/* Never 100 %, which would mean certainty. */
static double percent_of(double probability)
{
    return fmin(99.9, fmax(0.1, 100 * probability));
}

void decider_add_state(const struct decider *decider, struct buffer *text)
{
    add_claim(decider, 1, "", text);
    buffer_add_format(text, ": %.*f %%", decision_is_made(&decider->decision) ? 1 : 0,
                      percent_of(decider->decision.probability));
}

void decider_add_end(const struct decider *decider, struct buffer *text)
{
    const double probability = decider->decision.probability;
    const size_t better = probability > 0.5 ? 1 : 0;
    if (decision_is_made(&decider->decision)) {
        add_claim(decider, better, "is ", text);
        buffer_add_format(text, ", with %.1f %%.", percent_of(better == 1 ? probability : 1 - probability));
        return;
    }
    buffer_add_string(text, "The budget is too small to tell which run is better: ");
    decider_add_state(decider, text);
    buffer_add_string(text, ".");
}

const char *decider_caution(const struct decider *decider)
{
    return decision_is_made(&decider->decision)
               ? "This is not an error rate: between nearly equal runs the decision is wrong more often."
               : NULL;
}
