#include "core/store/labelling/prior_learning.h"

#include "core/base/memory.h"
#include "core/judge/prior_weight.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

#include <math.h>

/* One more than enough, because the question that is dealt from does not count. */
enum { QUESTIONS_MAX = PRIOR_QUESTIONS_MAX + 1 };

struct learned_question {
    int64_t question_id, deals; /* deals: of its last ballot, when it was read */
    struct prior_evidence evidence;
};

/* Holds no other memory: store_close frees it. */
struct prior_learning {
    int64_t dealt_from; /* the question for which the list was read; 0: none */
    struct learned_question questions[QUESTIONS_MAX];
    size_t n;
};

static const struct learned_question *find_question(const struct prior_learning *learning,
                                                    int64_t question_id, int64_t deals)
{
    for (size_t i = 0; i < learning->n; i++) {
        if (learning->questions[i].question_id == question_id && learning->questions[i].deals == deals)
            return &learning->questions[i];
    }
    return NULL;
}

static struct query start_list(struct store *store)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_DEALT_LIST);
    query_bind_integer(&query, 1, QUESTIONS_MAX);
    return query;
}

void prior_learning_prefetch(struct store *store)
{
    struct query query = start_list(store);
    query_prefetch(&query);
}

/* Lists the questions; what was learned of those in which nothing was dealt since then is kept. */
static bool list_questions(struct store *store, struct prior_learning *learning, struct err *err)
{
    struct prior_learning listed = {.n = 0};
    struct query query = start_list(store);
    while (query_next(&query)) {
        const struct question_deals row = read_question_deals(&query);
        const struct learned_question *kept = find_question(learning, row.question_id, row.deals);
        listed.questions[listed.n++] =
            kept != NULL ? *kept : (struct learned_question){row.question_id, row.deals, {.precision = NAN}};
    }
    *learning = listed;
    return query_end(&query, err);
}

/* A step knows its own answer before the database does. */
static bool learn_question(struct store *store, const struct deal_rules *rules, struct labelling_step *step,
                           struct learned_question *question, struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    const struct counted_at votes = {.now = NO_LEASES};
    const bool worked = step != NULL ? step_look_at(step, question->question_id, &arena, &docket, err)
                                     : docket_read(store, rules, question->question_id, &arena, &docket, err);
    if (worked) {
        const struct pool pool = docket_pool(&docket, STOP_WHEN_SETTLED, &votes, &arena);
        question->evidence = prior_evidence_of(pool.known);
    }
    arena_release(&arena);
    return worked;
}

static bool learn_questions(struct store *store, const struct deal_rules *rules, struct labelling_step *step,
                            int64_t except, struct prior_learning *learning, struct err *err)
{
    bool worked = true;
    for (int reads = !db_is_on_server(store->db); worked && reads <= 1; reads++) {
        for (size_t i = 0; worked && i < learning->n; i++) {
            struct learned_question *question = &learning->questions[i];
            if (!isnan(question->evidence.precision) || question->question_id == except)
                continue;
            if (reads)
                worked = learn_question(store, rules, step, question, err);
            else
                docket_prefetch(store, question->question_id);
        }
    }
    return worked;
}

static struct learned_priors learn_without(const struct prior_learning *learning, int64_t except)
{
    struct prior_evidence evidence[QUESTIONS_MAX];
    struct learned_priors learned = {.n_questions = 0};
    size_t n = 0;
    for (size_t i = 0; i < learning->n && n < PRIOR_QUESTIONS_MAX; i++) {
        if (learning->questions[i].question_id == except)
            continue;
        evidence[n] = learning->questions[i].evidence;
        learned.n_questions += evidence[n++].precision > 0;
    }
    learned.weight = prior_weight_learn(evidence, n);
    learned.label_weight = prior_weight_learn_for_labels(evidence, n);
    return learned;
}

bool prior_learning_take(struct labelling_step *step, int64_t question_id, struct pool *pool, struct err *err)
{
    struct store *store = step->store;
    if (pool->rule != STOP_WHEN_SETTLED)
        return true;
    if (store->learning == NULL)
        store->learning = memory_get_zeroed(1, sizeof *store->learning);
    struct prior_learning *learning = store->learning;
    if (learning->dealt_from != question_id) {
        if (!list_questions(store, learning, err) ||
            !learn_questions(store, &step->rules, step, question_id, learning, err))
            return false;
        learning->dealt_from = question_id;
    }
    pool->prior_change = learn_without(learning, question_id).weight - luce_belief_for_dealing.prior_weight;
    return true;
}

/* Returns whether labels rely on the order of the runs. */
static bool is_in_labels(struct store *store, bool *is, struct err *err)
{
    enum estimator estimator;
    size_t is_learned;
    if (!setting_get_estimator(store, &estimator, err) ||
        !setting_get_choice(store, SETTING_PRIOR, &is_learned, err))
        return false;
    *is = estimator == ESTIMATOR_LUCE && is_learned != 0;
    return true;
}

static bool learn_from_all(struct store *store, const struct deal_rules *rules,
                           struct learned_priors *learned, struct err *err)
{
    struct prior_learning learning = {.n = 0};
    if (!list_questions(store, &learning, err) || !learn_questions(store, rules, NULL, 0, &learning, err))
        return false;
    *learned = learn_without(&learning, 0);
    return true;
}

bool prior_learning_for_labels(struct store *store, double *weight, struct err *err)
{
    struct known_weight *known = &store->label_weight;
    struct deal_rules rules;
    struct learned_priors learned;
    int64_t votes;
    bool is;
    *weight = NAN;
    if (!is_in_labels(store, &is, err))
        return false;
    if (!is)
        return true;
    if (!store_require_all(store, "the setting `prior`, which learns from votes,", err))
        return false;
    if (!votes_count(store, &votes, err))
        return false;
    if (!known->is_known || !votes_are_nearly(known->votes, votes)) {
        if (!deal_rules_read(store, &rules, err) || !learn_from_all(store, &rules, &learned, err))
            return false;
        *known = (struct known_weight){.is_known = true, .votes = votes, .weight = learned.label_weight};
    }
    *weight = known->weight;
    return true;
}

bool prior_learning_read(struct store *store, struct learned_priors *learned, struct err *err)
{
    struct deal_rules rules;
    bool is;
    *learned = (struct learned_priors){.weight = NAN, .label_weight = NAN};
    if (!deal_rules_read(store, &rules, err) || !is_in_labels(store, &is, err))
        return false;
    const bool is_dealt = stop_rule_of(rules.dealing) == STOP_WHEN_SETTLED;
    if (!is_dealt && !is)
        return true;
    if (!learn_from_all(store, &rules, learned, err))
        return false;
    learned->weight = is_dealt ? learned->weight : NAN;
    learned->label_weight = is ? learned->label_weight : NAN;
    return true;
}
