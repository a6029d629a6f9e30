#include "tests/support/experiment.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/judge/likeness.h"
#include "core/judge/matrix.h"
#include "core/judge/relevance.h"
#include "core/metric/qrels.h"
#include "core/metric/run.h"
#include "import/files/file.h"
#include "import/items/item_file.h"
#include "import/qrels.h"
#include "import/runs/run.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const expert_names[N_EXPERTS] = {"hard10", "hard25", "real", "three"};
const char *const trial_priors_names[N_TRIAL_PRIORS] = {"fused", "random", "reversed", "with a judge"};

static double draw_share(struct random_source *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) / (double)(UINT64_C(1) << 53);
}

/* --- A collection ------------------------------------------------------------------------------- */

struct texts {
    struct arena *arena;
    struct map by_docid;
    struct bytes *texts;
    size_t n, capacity;
};

static bool take_text(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    struct texts *texts = context;
    (void)line;
    (void)bytes_read;
    (void)err;
    map_put(&texts->by_docid, arena_copy(texts->arena, item->id), NULL);
    char *both = arena_format(texts->arena, "%.*s %.*s", (int)item->title.size, item->title.data,
                              (int)item->text.size, item->text.data);
    VECTOR_PUSH(texts->texts, texts->n, texts->capacity) = bytes_of(both);
    return true;
}

static bool read_texts(struct texts *texts, const char *folder, struct err *err)
{
    struct file file;
    const char *path = arena_format(texts->arena, "%s/documents.jsonl", folder);
    if (!file_open(&file, path, err))
        return false;
    struct item_fields fields = {.kind = ITEM_DOCUMENT};
    bool worked = item_file_read(&fields, path, file.bytes, take_text, texts, err);
    item_fields_release(&fields);
    file_close(&file);
    return worked;
}

struct fused {
    struct bytes docid;
    double prior;
};

static int compare_fused(const void *left, const void *right)
{
    const struct fused *a = left, *b = right;
    if (a->prior < b->prior || a->prior > b->prior)
        return a->prior > b->prior ? -1 : 1;
    return bytes_compare(a->docid, b->docid);
}

static size_t fuse(const struct run *runs, size_t n_runs, struct bytes qid, struct fused **fused)
{
    struct map by_docid = {0};
    size_t n = 0, capacity = 0;
    *fused = NULL;
    for (size_t r = 0; r < n_runs; r++) {
        const struct run_question *question = run_find(&runs[r], qid);
        if (question == NULL)
            continue;
        const struct run_entry **ranked = run_question_rank(question, TIES_DOCID_DESC);
        for (size_t i = 0; i < question->n_entries; i++) {
            bool is_new;
            int64_t number = map_put(&by_docid, ranked[i]->docid, &is_new);
            if (is_new)
                VECTOR_PUSH(*fused, n, capacity) = (struct fused){.docid = ranked[i]->docid};
            (*fused)[number].prior += 1.0 / (61.0 + (double)i);
        }
        free(ranked);
    }
    map_release(&by_docid);
    if (n > 0)
        qsort(*fused, n, sizeof **fused, compare_fused);
    return n;
}

static double count_words(struct bytes text)
{
    double words = 0;
    struct bytes word;
    while (bytes_next_word(&text, &word))
        words++;
    return words;
}

/* Returns the number of the candidate, or n if the document is not a candidate. */
static size_t find_fused(const struct fused *fused, size_t n, struct bytes docid)
{
    size_t i = 0;
    while (i < n && !bytes_equal(fused[i].docid, docid))
        i++;
    return i;
}

static void take_run(struct trial_question *question, const struct run_question *retrieved,
                     const struct fused *fused)
{
    size_t *first = question->runs[question->n_runs++];
    for (size_t i = 0; i < TRIAL_DEPTH; i++)
        first[i] = question->n;
    if (retrieved == NULL)
        return;
    const struct run_entry **ranked = run_question_rank(retrieved, TIES_DOCID_DESC);
    for (size_t i = 0; i < TRIAL_DEPTH && i < retrieved->n_entries; i++)
        first[i] = find_fused(fused, question->n, ranked[i]->docid);
    free(ranked);
}

static void add_question(struct collection *collection, const struct texts *texts,
                         const struct qrels_question *truth, const struct fused *fused, size_t n,
                         const struct run *runs, size_t n_runs)
{
    struct arena *arena = &collection->arena;
    struct likeness likeness = {0};
    struct trial_question question = {.n = n};
    question.grades = arena_get_array(arena, n, sizeof(double));
    question.priors = arena_get_array(arena, n, sizeof(double));
    question.standardised = arena_get_array(arena, n, sizeof(double));
    question.likeness = arena_get_array(arena, n * n, sizeof(double));
    question.words = arena_get_array(arena, n, sizeof(double));
    for (size_t i = 0; i < n; i++) {
        const struct judgment *judgment = qrels_question_find(truth, fused[i].docid);
        int64_t text = map_find(&texts->by_docid, fused[i].docid);
        struct bytes words = text == MAP_ABSENT ? (struct bytes){0} : texts->texts[text];
        question.grades[i] = judgment == NULL ? 0 : fmax(0, judgment->grade);
        question.priors[i] = fused[i].prior;
        question.words[i] = count_words(words);
        likeness_add(&likeness, (struct bytes){0}, words);
    }
    luce_standardise_priors(question.priors, n, question.standardised);
    likeness_fill(&likeness, question.likeness);
    likeness_release(&likeness);
    for (size_t i = 0; i < n_runs; i++)
        take_run(&question, run_find(&runs[i], truth->qid), fused);
    collection->questions[collection->n_questions++] = question;
}

static bool read_runs(const char *folder, struct run *runs, size_t *n_runs, struct err *err)
{
    struct arena arena = {0};
    glob_t found;
    bool worked = glob(arena_format(&arena, "%s/*.run", folder), 0, NULL, &found) == 0;
    if (!worked)
        err_set(err, ERR_INPUT, "%s: there are no runs", folder);
    for (size_t i = 0; worked && i < found.gl_pathc && i < TRIAL_RUNS_MAX; i++)
        worked = import_run(found.gl_pathv[i], NULL, &runs[(*n_runs)++], err);
    globfree(&found);
    arena_release(&arena);
    return worked;
}

bool collection_read(struct collection *out, const char *folder, size_t pool_size, struct err *err)
{
    struct texts texts = {.arena = &out->arena};
    struct run runs[TRIAL_RUNS_MAX] = {0};
    struct qrels qrels = {0};
    size_t n_runs = 0;
    bool worked = read_runs(folder, runs, &n_runs, err) && read_texts(&texts, folder, err) &&
                  import_qrels(arena_format(&out->arena, "%s/judgments.qrels", folder), &qrels, NULL, err);
    out->questions = arena_get_array(&out->arena, qrels.n_questions, sizeof *out->questions);
    for (size_t i = 0; worked && i < qrels.n_questions; i++) {
        struct fused *fused;
        size_t n = fuse(runs, n_runs, qrels.questions[i].qid, &fused);
        if (n >= BALLOT_SIZE_MAX)
            add_question(out, &texts, &qrels.questions[i], fused, n < pool_size ? n : pool_size, runs,
                         n_runs);
        free(fused);
    }
    for (size_t i = 0; i < n_runs; i++)
        run_release(&runs[i]);
    qrels_release(&qrels);
    map_release(&texts.by_docid);
    free(texts.texts);
    return worked;
}

void collection_release(struct collection *collection)
{
    arena_release(&collection->arena);
    *collection = (struct collection){0};
}

static double draw_normal(struct random_source *random)
{
    double radius = sqrt(-2 * log(draw_share(random)));
    return radius * cos(2 * M_PI * draw_share(random));
}

/*
 * The simulated judge gives each document one normally distributed score, with this much higher mean if the document is
 * relevant. That gives an AUC of 0.8.
 */
static const double judge_distance = 1.19;

static void ask_judge(struct trial_question *question, struct random_source *random)
{
    double scores[TRIAL_POOL_MAX];
    for (size_t i = 0; i < question->n; i++)
        scores[i] = draw_normal(random) + (question->grades[i] >= 1 ? judge_distance : 0);
    for (size_t i = 0; i < question->n; i++) {
        double better = 0, by_runs = 0;
        for (size_t j = 0; j < question->n; j++) {
            better += scores[j] > scores[i];
            by_runs += question->standardised[j] > question->standardised[i];
        }
        question->priors[i] = 1 / (61 + better) + 1 / (61 + by_runs);
    }
}

void collection_set_priors(struct collection *collection, enum trial_priors priors)
{
    for (size_t q = 0; q < collection->n_questions; q++) {
        struct trial_question *question = &collection->questions[q];
        struct random_source random = random_from(q, 2);
        for (size_t i = 0; i < question->n; i++)
            question->priors[i] = priors == PRIORS_RANDOM     ? draw_share(&random)
                                  : priors == PRIORS_REVERSED ? -question->priors[i]
                                                              : question->priors[i];
        if (priors == PRIORS_WITH_JUDGE)
            ask_judge(question, &random);
        luce_standardise_priors(question->priors, question->n, question->standardised);
    }
}

void collection_spoil_grades(struct collection *collection)
{
    for (size_t q = 0; q < collection->n_questions; q++) {
        for (size_t i = 0; i < collection->questions[q].n; i++)
            collection->questions[q].grades[i] = 0;
    }
}

/* --- Experts ------------------------------------------------------------------------------------ */

static double draw_gumbel(struct random_source *random)
{
    return -log(-log(draw_share(random)));
}

/* Of equally graded documents, another one than the one voted for, by lot. 0: there is none. */
static int draw_tied(struct trial_run *run, const struct luce_ballot *ballot, int position)
{
    const double *grades = run->question->grades, best = grades[ballot->candidates[position - 1]];
    size_t n = 0;
    int tied = 0;
    for (size_t a = 0; a < ballot->n_slots; a++) {
        if ((int)a + 1 != position && grades[ballot->candidates[a]] >= best &&
            random_below(&run->random, ++n) == 0)
            tied = (int)a + 1;
    }
    return tied;
}

static int vote_hard(struct trial_run *run, struct luce_ballot *ballot)
{
    const double *grades = run->question->grades;
    double best = 0;
    size_t n_best = 0;
    int position = VOTE_NONE;
    for (size_t a = 0; a < ballot->n_slots; a++)
        best = fmax(best, grades[ballot->candidates[a]]);
    for (size_t a = 0; best >= 1 && a < ballot->n_slots; a++) {
        if (grades[ballot->candidates[a]] >= best && random_below(&run->random, ++n_best) == 0)
            position = (int)a + 1;
    }
    if (run->ties_within > 0 && position > VOTE_NONE)
        ballot->tied = draw_tied(run, ballot, position);
    return position;
}

/* The thresholds of the three experts of EXPERT_THREE, used in turn. */
static const double thresholds[] = {-0.8, 0, 0.8};
enum { THREE = sizeof thresholds / sizeof *thresholds };

static int vote_by_luce(struct trial_run *run, struct luce_ballot *ballot)
{
    double best = draw_gumbel(&run->random);
    if (run->expert == EXPERT_THREE)
        best += thresholds[run->n_votes % THREE];
    int position = VOTE_NONE, next_position = VOTE_NONE;
    double next = best;
    for (size_t a = 0; a < ballot->n_slots; a++) {
        double worth = run->utilities[ballot->candidates[a]] + draw_gumbel(&run->random);
        if (worth > best) {
            next = best;
            next_position = position;
            best = worth;
            position = (int)a + 1;
        } else if (worth > next) {
            next = worth;
            next_position = (int)a + 1;
        }
    }
    if (next_position > VOTE_NONE && best - next < run->ties_within)
        ballot->tied = next_position;
    return position;
}

static const double by_chance[N_EXPERTS] = {0.1, 0.25, 0.05, 0.05},
                    first_unread[N_EXPERTS] = {0, 0, 0.05, 0.05};

static int vote(struct trial_run *run, struct luce_ballot *ballot)
{
    double share = draw_share(&run->random);
    if (share < by_chance[run->expert])
        return (int)random_below(&run->random, ballot->n_slots + 1);
    if (share < by_chance[run->expert] + first_unread[run->expert])
        return 1;
    return run->expert >= EXPERT_REAL ? vote_by_luce(run, ballot) : vote_hard(run, ballot);
}

/* --- Labelling ---------------------------------------------------------------------------------- */

/* Above the last grade, the last step is extrapolated: an expert can distinguish all grades of the judgments. */
static double utility_of_grade(double grade)
{
    static const double utilities[] = {-2.5, 0.6, 2.6, 4.4};
    enum { LAST = sizeof utilities / sizeof *utilities - 1 };
    if (grade > LAST)
        return utilities[LAST] + (grade - LAST) * (utilities[LAST] - utilities[LAST - 1]);
    return utilities[(size_t)grade];
}

void trial_run_begin(struct trial_run *run, const struct trial_question *question, enum expert expert,
                     uint64_t seed)
{
    run->question = question;
    run->expert = expert;
    run->random = random_from(seed, 1);
    run->in_hands = 0;
    run->ignores_reading = run->says_second = false;
    run->ties_within = 0;
    run->prior_change = 0;
    run->label_weight = NAN;
    run->n_ballots = run->n_votes = run->n_beside = run->n_checked = 0;
    run->words_read = run->words_new = run->glances = run->seconds_said = 0;
    for (size_t i = 0; i < question->n; i++) {
        run->utilities[i] = utility_of_grade(question->grades[i]) + 0.5 * draw_normal(&run->random);
        run->pool[i] = (struct pool_candidate){.document_id = (int64_t)i + 1};
        run->seen[i] = run->keeps[i] = run->drops[i] = 0;
        run->wins[i] = 0;
    }
}

/* K of luce.h. */
static double believed_covariance(const struct trial_question *question, size_t i, size_t j)
{
    const struct luce_belief *belief = &luce_belief_for_dealing;
    double alike = i == j ? 1 : belief->likeness_weight * question->likeness[i * question->n + j];
    return belief->spread * belief->spread * alike + belief->question_spread * belief->question_spread +
           belief->prior_spread * belief->prior_spread * question->standardised[i] *
               question->standardised[j];
}

void trial_run_draw_world(struct trial_run *run, uint64_t seed)
{
    struct arena arena = {0};
    struct random_source random = random_from(seed, 3);
    size_t n = run->question->n;
    double *factor = arena_get_array(&arena, n * n, sizeof(double)), lots[TRIAL_POOL_MAX];
    for (size_t i = 0; i < n; i++) {
        lots[i] = draw_normal(&random);
        for (size_t j = 0; j <= i; j++)
            factor[i * n + j] = believed_covariance(run->question, i, j);
    }
    matrix_factor(factor, n, factor);
    for (size_t i = 0; i < n; i++)
        run->utilities[i] = luce_belief_for_dealing.prior_weight * run->question->standardised[i] +
                            matrix_dot(factor + i * n, lots, i + 1);
    arena_release(&arena);
}

struct luce_question trial_run_known(const struct trial_run *run)
{
    return (struct luce_question){.n_candidates = run->question->n,
                                  .priors = run->question->standardised,
                                  .likeness = run->question->likeness,
                                  .ballots = run->ballots,
                                  .n_ballots = run->n_votes,
                                  .beside = run->beside,
                                  .n_beside = run->n_beside};
}

void trial_run_glance(struct trial_run *run, double errors)
{
    static const double wrong[] = {0, 0.12, 0.05, 0.02};
    enum { LAST = sizeof wrong / sizeof *wrong - 1 };
    for (size_t i = 0; i < run->question->n; i++) {
        const double grade = fmin(run->question->grades[i], LAST);
        const double drop = grade < 1 ? 0.6 : errors * wrong[(size_t)grade];
        const bool is_dropped = draw_share(&run->random) < drop;
        const bool is_checked = is_dropped && random_below(&run->random, 10) == 0;
        run->glances++;
        run->drops[i] = is_dropped;
        run->keeps[i] = !is_dropped;
        const struct luce_ballot glance = {.candidates = {i},
                                           .n_slots = 1,
                                           .position = is_dropped ? VOTE_NONE : 1,
                                           .rater = &luce_rater_of_glances};
        if (is_checked)
            run->checked[run->n_checked++] = glance;
        else
            run->beside[run->n_beside++] = glance;
    }
}

void trial_run_learn(struct trial_run *run, const struct trial_learning *learning, bool also_labels)
{
    if (also_labels)
        run->label_weight = prior_weight_learn_for_labels(learning->evidence, learning->n);
    run->prior_change =
        prior_weight_learn(learning->evidence, learning->n) - luce_belief_for_dealing.prior_weight;
}

void trial_learning_add(struct trial_learning *learning, const struct trial_run *run)
{
    const struct luce_question known = trial_run_known(run);
    if (learning->n < PRIOR_QUESTIONS_MAX)
        learning->evidence[learning->n++] = prior_evidence_of(&known);
}

double trial_run_seconds(const struct trial_run *run)
{
    return run->words_read / 250 * 60 + 4 * (double)run->n_votes + 3.7 * run->glances +
           1.5 * run->seconds_said;
}

/* Returns whether the candidate was on one of the last answered ballots, so that the annotator has just read it. */
static bool was_just_read(const struct trial_run *run, size_t candidate)
{
    bool stood = false;
    for (size_t back = 1; back <= JUST_READ_BALLOTS && back <= run->n_votes; back++) {
        const struct luce_ballot *ballot = &run->ballots[run->n_votes - back];
        for (size_t a = 0; a < ballot->n_slots; a++)
            stood |= ballot->candidates[a] == candidate;
    }
    return stood;
}

static bool deal(struct trial_run *run, enum dealing dealing)
{
    bool is_read[TRIAL_POOL_MAX];
    size_t n = run->question->n;
    struct luce_question known = trial_run_known(run);
    known.n_ballots = run->n_ballots;
    for (size_t i = 0; i < n; i++)
        is_read[i] = was_just_read(run, i);
    struct deal_request request = {.dealing = dealing,
                                   .pool = {.candidates = run->pool,
                                            .n_candidates = n,
                                            .n_slots = deal_slots(n, BALLOT_SIZE_MAX),
                                            .target = INT64_MAX,
                                            .known = &known,
                                            .prior_change = run->prior_change,
                                            .words = run->ignores_reading ? NULL : run->question->words,
                                            .n_votes = run->n_votes},
                                   .taken = run->taken,
                                   .n_taken = run->n_ballots,
                                   .is_read = run->ignores_reading ? NULL : is_read};
    struct deal deal = deal_ballot(&request, &run->random);
    if (deal.n_slots == 0 || run->n_ballots == TRIAL_BALLOTS_MAX)
        return false;
    struct luce_ballot *ballot = &run->ballots[run->n_ballots];
    *ballot = (struct luce_ballot){.n_slots = deal.n_slots, .position = VOTE_ABSENT};
    for (size_t a = 0; a < deal.n_slots; a++) {
        ballot->candidates[a] = (size_t)deal.document_ids[a] - 1;
        run->pool[ballot->candidates[a]].impressions++;
    }
    run->taken[run->n_ballots++] = slot_set_of(deal.document_ids, deal.n_slots);
    return true;
}

/* Votes as on a ballot with the two documents that the vote did not choose. */
static void say_second(struct trial_run *run, const struct luce_ballot *ballot)
{
    struct luce_ballot rest = {.n_slots = 0};
    if (ballot->position <= VOTE_NONE || ballot->n_slots < BALLOT_SIZE_MAX)
        return;
    for (size_t a = 0; a < ballot->n_slots; a++)
        if ((int)a + 1 != ballot->position)
            rest.candidates[rest.n_slots++] = ballot->candidates[a];
    rest.position = vote(run, &rest);
    run->beside[run->n_beside++] = rest;
    run->seconds_said++;
}

static void answer_oldest(struct trial_run *run)
{
    struct luce_ballot *ballot = &run->ballots[run->n_votes];
    for (size_t a = 0; a < ballot->n_slots; a++) {
        size_t candidate = ballot->candidates[a];
        const double words = run->question->words[candidate];
        const bool is_new = !was_just_read(run, candidate);
        run->words_read += words / (is_new ? 1 : 3);
        run->words_new += is_new ? words : 0;
        run->seen[candidate]++;
    }
    ballot->position = vote(run, ballot);
    for (size_t a = 0; a < ballot->n_slots; a++)
        run->wins[ballot->candidates[a]] += luce_share(ballot, a);
    if (run->says_second)
        say_second(run, ballot);
    run->n_votes++;
}

bool trial_run_step(struct trial_run *run, enum dealing dealing)
{
    while (run->n_ballots <= run->n_votes + run->in_hands) {
        if (!deal(run, dealing))
            return false;
    }
    answer_oldest(run);
    return true;
}

/* Fills in the tallies from the votes: ballots in hand do not count, drops that dealing ignores do. */
static void take_tallies(const struct trial_run *run, enum labelling labelling, struct tally *tallies)
{
    for (size_t i = 0; i < run->question->n; i++)
        tallies[i] = (struct tally){.document_id = run->pool[i].document_id,
                                    .prior = run->question->priors[i],
                                    .impressions = run->seen[i],
                                    .wins = run->wins[i],
                                    .keeps = run->keeps[i],
                                    .drops = run->drops[i]};
    struct luce_ballot beside[2 * TRIAL_POOL_MAX + TRIAL_BALLOTS_MAX];
    struct luce_question said = trial_run_known(run);
    memcpy(beside, run->beside, run->n_beside * sizeof *beside);
    memcpy(beside + run->n_beside, run->checked, run->n_checked * sizeof *beside);
    said.beside = beside;
    said.n_beside += run->n_checked;
    relevance_estimate(labelling == LABELLING_LUCE ? ESTIMATOR_LUCE : ESTIMATOR_RATE, tallies, &said,
                       run->label_weight);
}

void trial_relevances(const struct trial_run *run, enum labelling labelling, double *relevances)
{
    struct tally tallies[TRIAL_POOL_MAX];
    take_tallies(run, labelling, tallies);
    for (size_t i = 0; i < run->question->n; i++)
        relevances[i] = tally_is_known(&tallies[i]) ? relevance_of(&tallies[i]) : -1;
}

void trial_grades(const struct trial_run *run, enum labelling labelling, double *grades)
{
    const struct grading_rule rule = grading_rule_default();
    struct tally tallies[TRIAL_POOL_MAX];
    take_tallies(run, labelling, tallies);
    (void)grade_candidates(tallies, run->question->n, &rule, grades);
}

/* --- Coverage of intervals ------------------------------------------------------------------------ */

double trial_true_relevance(const struct trial_run *run, size_t candidate)
{
    const double utility = run->utilities[candidate];
    double sum = 0;
    if (run->expert < EXPERT_REAL)
        return run->question->grades[candidate] >= 1 ? 1 : 0;
    if (run->expert != EXPERT_THREE)
        return luce_relevance(utility);
    for (size_t i = 0; i < THREE; i++)
        sum += luce_relevance(utility - thresholds[i]);
    return sum / THREE;
}

/* The chance of winning if the expert looks at the documents, as in vote_hard and vote_by_luce. */
static double chance_when_looking(const struct trial_run *run, size_t number, size_t slot)
{
    const struct luce_ballot *ballot = &run->ballots[number];
    double utilities[BALLOT_SIZE_MAX], chances[BALLOT_SIZE_MAX + 1], best = 1;
    size_t n_best = 0;
    if (run->expert < EXPERT_REAL) {
        for (size_t a = 0; a < ballot->n_slots; a++)
            best = fmax(best, run->question->grades[ballot->candidates[a]]);
        for (size_t a = 0; a < ballot->n_slots; a++)
            n_best += run->question->grades[ballot->candidates[a]] >= best;
        return run->question->grades[ballot->candidates[slot]] >= best ? 1 / (double)n_best : 0;
    }
    const struct luce_rater rater = {.threshold =
                                         run->expert == EXPERT_THREE ? thresholds[number % THREE] : 0};
    struct luce_ballot theirs = *ballot;
    theirs.rater = &rater;
    for (size_t a = 0; a < ballot->n_slots; a++)
        utilities[a] = run->utilities[ballot->candidates[a]];
    luce_choose(&theirs, utilities, chances);
    return chances[slot];
}

static double chance_of(const struct trial_run *run, size_t number, size_t slot)
{
    const double chance = by_chance[run->expert], first = first_unread[run->expert];
    return chance / (double)(run->ballots[number].n_slots + 1) + (slot == 0 ? first : 0) +
           (1 - chance - first) * chance_when_looking(run, number, slot);
}

double trial_expected_rate(const struct trial_run *run, size_t candidate)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < run->n_votes; i++) {
        for (size_t a = 0; a < run->ballots[i].n_slots; a++) {
            if (run->ballots[i].candidates[a] == candidate) {
                sum += chance_of(run, i, a);
                n++;
            }
        }
    }
    return sum / n;
}

/* Intervals are printed with four digits, so rounding may move the bounds. */
static bool holds(const struct relevance_range *range, double truth)
{
    static const double rounding = 5e-5;
    return truth >= range->low - rounding && truth <= range->high + rounding;
}

static size_t leader_of(const struct tally *tallies, size_t n)
{
    size_t leader = 0;
    for (size_t i = 1; i < n; i++)
        leader = tally_compare_merit(&tallies[i], &tallies[leader]) < 0 ? i : leader;
    return leader;
}

void trial_coverage_add(struct trial_coverage *coverage, const struct trial_run *run,
                        enum labelling labelling)
{
    const size_t n = run->question->n;
    const struct luce_question votes = {.n_candidates = n,
                                        .ballots = run->ballots,
                                        .n_ballots = run->n_votes};
    struct tally tallies[TRIAL_POOL_MAX];
    struct relevance_range ranges[TRIAL_POOL_MAX];
    take_tallies(run, labelling, tallies);
    for (size_t i = 0; i < n; i++) {
        tallies[i].prior = run->question->priors[i];
        tallies[i].votes = &votes;
        tallies[i].number = i;
    }
    relevance_intervals(tallies, n, ranges);
    const size_t leader = leader_of(tallies, n);
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].impressions == 0)
            continue;
        const double truth =
            labelling == LABELLING_RATE ? trial_expected_rate(run, i) : trial_true_relevance(run, i);
        const bool held = holds(&ranges[i], truth);
        coverage->n++;
        coverage->held += held;
        coverage->high += truth > 0.9;
        coverage->high_held += truth > 0.9 && held;
        coverage->leaders += i == leader;
        coverage->leaders_held += i == leader && held;
        coverage->width += ranges[i].high - ranges[i].low;
    }
}

/* --- Settled questions ---------------------------------------------------------------------------- */

struct verdict trial_settle(struct trial_run *run, size_t budget)
{
    struct verdict verdict = {0};
    while (verdict.probability < 0.95 && run->n_votes < budget && trial_run_step(run, DEALING_ADAPTIVE)) {
        struct luce_question known = trial_run_known(run);
        if (known.n_ballots >= SETTLED_VOTES_MIN)
            verdict = settled_verdict(&known);
    }
    return verdict;
}

bool trial_is_right(const struct trial_run *run, const struct verdict *verdict)
{
    double most = -INFINITY, leading = run->utilities[verdict->leader];
    for (size_t i = 0; i < run->question->n; i++)
        most = fmax(most, run->utilities[i]);
    return verdict->is_none ? most <= SETTLED_NONE_MARGIN : leading > 0 && leading + SETTLED_MARGIN >= most;
}

static double best_grade(const struct trial_question *question)
{
    double best = 0;
    for (size_t i = 0; i < question->n; i++)
        best = fmax(best, question->grades[i]);
    return best;
}

bool trial_is_right_by_grade(const struct trial_run *run, const struct verdict *verdict)
{
    const double best = best_grade(run->question);
    return verdict->is_none ? best < 1 : best >= 1 && run->question->grades[verdict->leader] >= best;
}

void trial_agreement_add(struct trial_agreement *agreement, const struct trial_question *question,
                         const double *grades)
{
    for (size_t i = 0; i < question->n; i++) {
        const double truth = fmin(question->grades[i], GRADING_LEVELS_DEFAULT - 1);
        if (isnan(grades[i]))
            continue;
        agreement->n++;
        agreement->given += grades[i];
        agreement->truth += truth;
        agreement->given_squared += grades[i] * grades[i];
        agreement->truth_squared += truth * truth;
        agreement->product += grades[i] * truth;
    }
}

double trial_agreement_kappa(const struct trial_agreement *agreement)
{
    const double n = agreement->n, given = agreement->given / n, truth = agreement->truth / n;
    const double variances =
        agreement->given_squared / n - given * given + agreement->truth_squared / n - truth * truth;
    return 2 * (agreement->product / n - given * truth) / (variances + (given - truth) * (given - truth));
}

/* --- Quality of labels -------------------------------------------------------------------------- */

/* Returns the remaining candidate with the highest relevance, ties by the higher prior, and marks it as taken. */
static size_t take_first(const struct trial_question *question, const double *relevances, bool *is_taken)
{
    const double *priors = question->priors;
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < question->n; i++) {
        if (!is_taken[i] && (first == SIZE_MAX || relevances[i] > relevances[first] ||
                             (relevances[i] >= relevances[first] && priors[i] > priors[first])))
            first = i;
    }
    is_taken[first] = true;
    return first;
}

bool trial_finds_best(const struct trial_question *question, const double *relevances)
{
    bool is_taken[TRIAL_POOL_MAX] = {false};
    return question->grades[take_first(question, relevances, is_taken)] >= best_grade(question);
}

static double gain_of(double grade, enum trial_gain gain)
{
    return gain == GAIN_EXPONENTIAL ? exp2(grade) - 1 : grade;
}

static double discount_of(size_t rank)
{
    return 1 / log2((double)rank + 2);
}

/* Returns the discounted gain of the first ten candidates in the order of these relevances. */
static double discounted_first(const struct trial_question *question, const double *relevances,
                               enum trial_gain gain)
{
    bool is_taken[TRIAL_POOL_MAX] = {false};
    double sum = 0;
    for (size_t rank = 0; rank < TRIAL_DEPTH && rank < question->n; rank++)
        sum +=
            gain_of(question->grades[take_first(question, relevances, is_taken)], gain) * discount_of(rank);
    return sum;
}

/* Does the same, but gives each of several equal candidates their mean gain: the mean over all orders of ties. */
static double discounted_by_lot(const struct trial_question *question, const double *relevances,
                                enum trial_gain gain)
{
    double sum = 0;
    for (size_t i = 0; i < question->n; i++) {
        size_t above = 0, equal = 0;
        double discounts = 0;
        for (size_t j = 0; j < question->n; j++) {
            above += relevances[j] > relevances[i];
            equal += relevances[j] >= relevances[i] && relevances[j] <= relevances[i];
        }
        for (size_t rank = above; rank < TRIAL_DEPTH && rank < above + equal; rank++)
            discounts += discount_of(rank);
        sum += gain_of(question->grades[i], gain) * discounts / (double)equal;
    }
    return sum;
}

static double share_of_ideal(const struct trial_question *question, double found, enum trial_gain gain)
{
    double ideal = discounted_first(question, question->grades, gain);
    return ideal > 0 ? found / ideal : NAN;
}

double trial_ndcg(const struct trial_question *question, const double *relevances, enum trial_gain gain)
{
    return share_of_ideal(question, discounted_first(question, relevances, gain), gain);
}

double trial_ndcg_by_lot(const struct trial_question *question, const double *relevances,
                         enum trial_gain gain)
{
    return share_of_ideal(question, discounted_by_lot(question, relevances, gain), gain);
}

/* Returns the discounted gain of a run by these relevances. Unjudged documents have no gain. */
static double discounted_gain(const struct trial_question *question, size_t run, const double *relevances)
{
    double sum = 0;
    for (size_t rank = 0; rank < TRIAL_DEPTH; rank++) {
        size_t candidate = question->runs[run][rank];
        if (candidate < question->n)
            sum += fmax(0, relevances[candidate]) * discount_of(rank);
    }
    return sum;
}

double trial_concordance(const struct trial_question *question, const double *relevances, size_t *pairs)
{
    double sum = 0;
    *pairs = 0;
    for (size_t a = 0; a < question->n_runs; a++) {
        for (size_t b = 0; b < a; b++) {
            double truth = discounted_gain(question, a, question->grades) -
                           discounted_gain(question, b, question->grades);
            double labels =
                discounted_gain(question, a, relevances) - discounted_gain(question, b, relevances);
            bool is_decided = fabs(truth) > 1e-9, is_told = fabs(labels) > 1e-9;
            *pairs += is_decided;
            if (is_decided && is_told)
                sum += (truth > 0) == (labels > 0) ? 1 : -1;
        }
    }
    return sum;
}

static int compare_descending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

double trial_run_ndcg(const struct trial_question *question, size_t run, const double *grades)
{
    double gains[TRIAL_POOL_MAX], ideal = 0;
    for (size_t i = 0; i < question->n; i++)
        gains[i] = isnan(grades[i]) ? 0 : grades[i];
    const double gained = discounted_gain(question, run, gains);
    qsort(gains, question->n, sizeof *gains, compare_descending);
    for (size_t rank = 0; rank < TRIAL_DEPTH && rank < question->n; rank++)
        ideal += gains[rank] * discount_of(rank);
    return ideal > 0 ? gained / ideal : 0;
}

double trial_run_precision(const struct trial_question *question, size_t run, const double *grades,
                           double least)
{
    double relevant = 0;
    for (size_t rank = 0; rank < TRIAL_DEPTH; rank++) {
        const size_t candidate = question->runs[run][rank];
        relevant += candidate < question->n && grades[candidate] >= least ? 1 : 0;
    }
    return relevant / TRIAL_DEPTH;
}

/* --- Programs ------------------------------------------------------------- */

int experiment_main(const char *name, int argc, char **argv,
                    void (*print)(struct collection *collection, size_t labellings))
{
    enum { POOL_MIN = 4 };
    struct err err = {0};
    int64_t pool = 31, labellings = 4;
    if (argc < 2 || argc > 4 ||
        (argc > 2 && !number_parse_integer(bytes_of(argv[2]), POOL_MIN, TRIAL_POOL_MAX, &pool)) ||
        (argc > 3 && !number_parse_integer(bytes_of(argv[3]), 1, EXPERIMENT_LABELLINGS_MAX, &labellings))) {
        fprintf(stderr, "usage: %s FOLDER [POOL of %d to %d documents [LABELLINGS]]\n", name, POOL_MIN,
                TRIAL_POOL_MAX);
        return 2;
    }
    struct collection collection = {0};
    const bool worked = collection_read(&collection, argv[1], (size_t)pool, &err);
    if (worked) {
        printf("%zu questions, pools of %zu, %zu labellings\n", collection.n_questions, (size_t)pool,
               (size_t)labellings);
        print(&collection, (size_t)labellings);
    } else {
        fprintf(stderr, "%s: %s\n", name, err.text);
    }
    collection_release(&collection);
    return worked ? 0 : 1;
}
