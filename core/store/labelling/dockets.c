/*
 * Votes are read anew each time, so that a withdrawn answer, or an answer from another program, counts at once. On a
 * server they are not read again if the stamp of a step proves that nobody else has voted (step_expect). The likeness of
 * texts is kept for the question that was read last: an annotator stays at a question for some ballots, and its texts are
 * read once. They are read again when the pool has changed, and after each import, which may have replaced a text.
 *
 * The question is read before its ballots: its version shows whether somebody has voted in between (question_version).
 */
#include "core/store/labelling/dockets.h"

#include "core/base/memory.h"
#include "core/judge/likeness.h"
#include "core/store/labelling/dealer.h"
#include "core/store/labelling/pool_likeness.h"
#include "core/store/rows.h"
#include "core/store/settings_private.h"
#include "core/store/store_private.h"

#include <stdlib.h>

/* --- Settings ------------------------------------------------------------------------------------- */

void deal_rules_prefetch(struct store *store)
{
    struct query query = settings_start(store);
    query_prefetch(&query);
}

static bool take_rules(struct store *store, const struct kept_settings *kept, struct deal_rules *rules,
                       struct err *err)
{
    size_t dealing, aim, screening;
    double budget, seed;
    if (!kept_setting_choice(store, kept, SETTING_DEALING, &dealing, err) ||
        !kept_setting_choice(store, kept, SETTING_AIM, &aim, err) ||
        !kept_setting_real(store, kept, SETTING_BUDGET, &budget, err) ||
        !kept_setting_real(store, kept, SETTING_CONFIDENCE, &rules->confidence, err) ||
        !kept_setting_overlap(store, kept, &rules->overlap, err) ||
        !kept_setting_real(store, kept, SETTING_REPEATS, &rules->controls.repeats, err) ||
        !kept_setting_choice(store, kept, SETTING_SCREENING, &screening, err) ||
        !kept_setting_real(store, kept, SETTING_SEED, &seed, err))
        return false;
    rules->dealing = (enum dealing)dealing;
    rules->aim = (enum aim)aim;
    rules->budget = (int64_t)budget;
    rules->controls.has_gold = kept->values[SETTING_GOLD].size > 0;
    rules->has_glances = screening > 0;
    rules->seed = (int64_t)seed;
    return true;
}

bool deal_rules_read_told(struct store *store, struct deal_rules *rules, struct told_settings *told,
                          struct err *err)
{
    struct arena arena = {0};
    struct kept_settings kept;
    *rules = (struct deal_rules){0};
    const bool worked = settings_read_kept(store, &arena, &kept, err) && take_rules(store, &kept, rules, err);
    *told = (struct told_settings){kept.digest, kept.values[SETTING_SHOW].size > 0};
    arena_release(&arena);
    return worked;
}

bool deal_rules_read(struct store *store, struct deal_rules *rules, struct err *err)
{
    struct told_settings unused;
    return deal_rules_read_told(store, rules, &unused, err);
}

/* --- Dockets -------------------------------------------------------------------------------------- */

/* A document, and the candidate that stands for it. */
struct twin {
    int64_t document_id, into_id;
};

/* The state of reading a docket; twins are ordered by their documents. */
struct docket_reading {
    struct query query;
    struct arena *arena;
    struct docket *docket;
    struct pool_candidate *candidates;
    struct twin *twins;
    size_t n_twins;
};

/* unless 0: in any case. */
static struct query start_docket(struct store *store, int64_t question_id, int64_t unless)
{
    struct query query = query_start(store->db, STATEMENT_DOCKET_LIST);
    query_bind_integer(&query, 1, question_id);
    if (unless != 0)
        query_bind_integer(&query, 2, unless);
    return query;
}

void docket_prefetch_unless(struct store *store, int64_t question_id, int64_t ballot_id)
{
    struct query query = start_docket(store, question_id, ballot_id);
    query_prefetch(&query);
}

void docket_prefetch(struct store *store, int64_t question_id)
{
    docket_prefetch_unless(store, question_id, 0);
}

static void take_question(struct docket_reading *reading)
{
    const struct docket_question row = read_docket_question(&reading->query);
    struct docket *docket = reading->docket;
    if (query_require(&reading->query, row.slots >= 1 && row.slots <= BALLOT_SIZE_MAX,
                      "a question has no number of slots that can be")) {
        docket->question_id = row.question_id;
        docket->target = row.target;
        docket->n_slots = (size_t)row.slots;
        docket->is_left_out = row.place == 0;
        docket->version = row.version;
        docket->import_id = row.import_id;
        docket->imported_at = row.imported_at;
    }
}

static void take_candidate(struct docket_reading *reading)
{
    const struct docket_candidate row = read_docket_candidate(&reading->query);
    if (row.into_id != 0)
        ARENA_PUSH(reading->arena, reading->twins, reading->n_twins) =
            (struct twin){row.document_id, row.into_id};
    else
        ARENA_PUSH(reading->arena, reading->candidates, reading->docket->n_candidates) =
            (struct pool_candidate){.document_id = row.document_id, .prior = row.prior};
}

/* Returns the candidate that stands for the document. */
static int64_t candidate_of(const struct docket_reading *reading, int64_t document_id)
{
    size_t low = 0;
    for (size_t high = reading->n_twins; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (reading->twins[middle].document_id < document_id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < reading->n_twins && reading->twins[low].document_id == document_id
               ? reading->twins[low].into_id
               : document_id;
}

/* Returns the candidates that the ballot shows, by position. */
static struct deal deal_of(const struct docket_reading *reading, const struct dealt_ballot *row)
{
    const int64_t document_ids[BALLOT_SIZE_MAX] = {row->first, row->second, row->third};
    struct deal deal = {.n_slots = row->second == 0 ? 1 : row->third == 0 ? 2 : 3};
    for (size_t i = 0; i < deal.n_slots; i++)
        deal.document_ids[i] = candidate_of(reading, document_ids[i]);
    return deal;
}

static struct docket_ballot ballot_of(const struct docket_reading *reading, const struct dealt_ballot *row)
{
    const struct deal deal = deal_of(reading, row);
    struct docket_ballot ballot =
        docket_ballot_dealt(row->ballot_id, row->deal, row->annotator_id, row->lease_until, &deal);
    ballot.is_control = row->control > 0;
    ballot.is_glance = row->control > 1;
    if (row->is_answered)
        ballot.said = row->is_skip ? SAID_SKIP : SAID_VOTE;
    if (ballot.said == SAID_VOTE && row->position > (int64_t)deal.n_slots)
        ballot.said = SAID_SKIP; /* names a missing slot: damage that `assay check` reports */
    if (ballot.said == SAID_VOTE)
        ballot.choice.position = row->position > 0 ? ballot.places[row->position - 1] : VOTE_NONE;
    for (size_t i = 0; i < deal.n_slots; i++)
        choice_take_second(&ballot.choice, row->next_best, (int64_t)i + 1, ballot.places[i]);
    return ballot;
}

static void take_ballot(struct docket_reading *reading)
{
    const struct dealt_ballot row = read_dealt_ballot(&reading->query);
    struct docket *docket = reading->docket;
    ARENA_PUSH(reading->arena, docket->ballots, docket->n_ballots) = ballot_of(reading, &row);
}

static void take_part(struct docket_reading *reading)
{
    static void (*const take[])(struct docket_reading * reading) = {take_question, take_candidate,
                                                                    take_ballot};
    const int64_t part =
        read_docket_candidate(&reading->query).part; /* all parts begin with the same columns */
    if (query_require(&reading->query, part >= 0 && part < (int64_t)(sizeof take / sizeof *take),
                      "a docket has a part of an unknown kind"))
        take[part](reading);
}

static bool read_docket(struct query query, struct arena *arena, struct docket *docket, struct err *err)
{
    struct docket_reading reading = {query, arena, docket, NULL, NULL, 0};
    while (query_next(&reading.query))
        take_part(&reading);
    docket->candidates = reading.candidates;
    return query_end(&reading.query, err);
}

bool docket_read_unless(struct store *store, const struct deal_rules *rules, int64_t question_id,
                        int64_t ballot_id, struct arena *arena, struct docket *docket, struct err *err)
{
    *docket = (struct docket){.question_id = question_id, .is_left_out = true, .n_slots = 1, .rules = rules};
    return read_docket(start_docket(store, question_id, ballot_id), arena, docket, err);
}

bool docket_read(struct store *store, const struct deal_rules *rules, int64_t question_id,
                 struct arena *arena, struct docket *docket, struct err *err)
{
    return docket_read_unless(store, rules, question_id, 0, arena, docket, err);
}

static struct query start_least(struct store *store, int64_t now, int64_t passed)
{
    struct query query = query_start(store->db, STATEMENT_DOCKET_LEAST_LIST);
    query_bind_integer(&query, 1, now);
    query_bind_integer(&query, 2, passed);
    return query;
}

void docket_prefetch_least(struct store *store, int64_t now, int64_t passed)
{
    struct query query = start_least(store, now, passed);
    query_prefetch(&query);
}

bool docket_read_least(struct store *store, const struct deal_rules *rules, int64_t now, int64_t passed,
                       struct arena *arena, struct docket *docket, struct err *err)
{
    *docket = (struct docket){.rules = rules};
    return read_docket(start_least(store, now, passed), arena, docket, err);
}

/* --- Pools ---------------------------------------------------------------------------------------- */

static struct query start_texts(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_TEXT_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

void pool_prefetch_texts(struct store *store, int64_t question_id)
{
    if (store->likeness != NULL && store->likeness->question_id == question_id)
        return;
    struct query query = start_texts(store, question_id);
    query_prefetch(&query);
}

static bool is_of_pool(const struct pool_likeness *kept, const struct docket *docket, const struct pool *pool)
{
    if (kept == NULL || kept->question_id != docket->question_id || kept->n != pool->n_candidates ||
        kept->import_id != docket->import_id || kept->imported_at != docket->imported_at)
        return false;
    for (size_t i = 0; i < kept->n; i++) {
        if (kept->document_ids[i] != pool->candidates[i].document_id)
            return false;
    }
    return true;
}

/* Compares the texts of the pool's candidates; they come in the same order, one in memory at a time. */
static bool compare_texts(struct store *store, const struct pool *pool, struct pool_likeness *out,
                          struct err *err)
{
    struct likeness likeness = {0};
    struct query query = start_texts(store, out->question_id);
    while (likeness.n_texts < pool->n_candidates && query_next(&query)) {
        struct candidate_text text = read_candidate_text(&query);
        if (text.document_id == pool->candidates[likeness.n_texts].document_id)
            likeness_add(&likeness, text.title, text.text);
    }
    bool worked =
        query_end(&query, err) && (likeness.n_texts == pool->n_candidates ||
                                   db_fail_unfit(store->db, "a candidate's document is missing", err));
    if (worked)
        likeness_fill(&likeness, out->likeness);
    for (size_t i = 0; worked && i < out->n; i++)
        out->words[i] = likeness_words(&likeness, i);
    likeness_release(&likeness);
    return worked;
}

static bool take_likeness(struct store *store, const struct docket *docket, const struct pool *pool,
                          struct err *err)
{
    const size_t n = pool->n_candidates;
    struct pool_likeness *made = memory_get_zeroed(1, sizeof *made);
    *made = (struct pool_likeness){.question_id = docket->question_id,
                                   .import_id = docket->import_id,
                                   .imported_at = docket->imported_at,
                                   .n = n};
    made->document_ids = memory_get_zeroed(n, sizeof *made->document_ids);
    made->likeness = memory_get_zeroed(n * n, sizeof *made->likeness);
    made->words = memory_get_zeroed(n, sizeof *made->words);
    for (size_t i = 0; i < n; i++)
        made->document_ids[i] = pool->candidates[i].document_id;
    if (!compare_texts(store, pool, made, err)) {
        pool_likeness_free(made);
        return false;
    }
    pool_likeness_free(store->likeness);
    store->likeness = made;
    return true;
}

static bool add_likeness(struct store *store, const struct docket *docket, struct arena *arena,
                         struct pool *pool, struct err *err)
{
    if (!is_of_pool(store->likeness, docket, pool) && !take_likeness(store, docket, pool, err))
        return false;
    struct luce_question *known = arena_get(arena, sizeof *known);
    *known = *pool->known;
    known->likeness = store->likeness->likeness;
    pool->known = known;
    pool->words = store->likeness->words;
    return true;
}

bool pool_take(struct store *store, const struct docket *docket, enum stop_rule rule,
               const struct counted_at *at, struct arena *arena, struct pool *pool, struct err *err)
{
    *pool = docket_pool(docket, rule, at, arena);
    if (rule == STOP_AT_TARGET)
        return true;
    const bool can_change = at->now != NO_LEASES || pool->n_votes >= SETTLED_VOTES_MIN;
    if (can_change && pool->n_candidates > pool->n_slots && !add_likeness(store, docket, arena, pool, err))
        return false;
    pool_judge(pool);
    return true;
}

static bool read_by(struct store *store, const struct deal_rules *rules, enum stop_rule rule,
                    int64_t question_id, struct arena *arena, struct pool *pool, struct err *err)
{
    struct docket docket;
    const struct counted_at votes = {.now = NO_LEASES};
    return docket_read(store, rules, question_id, arena, &docket, err) &&
           pool_take(store, &docket, rule, &votes, arena, pool, err);
}

bool pool_read(struct store *store, const struct deal_rules *rules, int64_t question_id, struct arena *arena,
               struct pool *pool, struct err *err)
{
    return read_by(store, rules, stop_rule_of(rules->dealing), question_id, arena, pool, err);
}

bool pool_read_to_budget(struct store *store, const struct deal_rules *rules, int64_t question_id,
                         struct arena *arena, struct pool *pool, struct err *err)
{
    bool worked = read_by(store, rules, STOP_WHEN_SETTLED, question_id, arena, pool, err);
    pool->is_settled = false;
    return worked;
}

bool question_put_ballots_left(struct store *store, int64_t question_id, int64_t ballots_left,
                               struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_SET_BALLOTS_LEFT);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, ballots_left);
    return query_post(&query, err);
}

bool question_settle(struct store *store, const struct deal_rules *rules, int64_t question_id,
                     struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    bool worked = pool_read(store, rules, question_id, &arena, &pool, err) &&
                  question_put_ballots_left(store, question_id, pool_ballots_left(&pool), err);
    arena_release(&arena);
    return worked;
}

bool questions_settle(struct store *store, const int64_t *question_ids, size_t n, struct err *err)
{
    struct deal_rules rules;
    bool worked = deal_rules_read(store, &rules, err);
    for (size_t i = 0; worked && i < n; i++)
        docket_prefetch(store, question_ids[i]);
    for (size_t i = 0; worked && i < n; i++)
        worked = question_settle(store, &rules, question_ids[i], err);
    db_drop_prefetched(store->db);
    return worked;
}
