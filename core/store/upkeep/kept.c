/*
 * Compares the stored sums with the rows that they follow from. The sums are stored so that a vote and a list of
 * questions need not read all answers:
 *
 *    of a question   its pool's size, slots and target, place, ballots done and left, votes for none
 *    of a candidate  the prior that follows from the ranks in its sources
 *    of all          the sums of ballots done and left
 *
 * Invariant: each of them follows from other rows. A command that prints figures compares them first, and stops at the
 * first difference; the check reports all. The votes are read anyway (standing.c); the stored sums are read beside
 * them, question by question: each table from its beginning to its end, in a tenth of the time that SQLite takes to
 * group and join them.
 *
 * Damage of a file is detected here as far as it can change what is printed: rows that are missing, doubled or out of
 * order, impossible values, ids that differ from their index. SQLite checks small tables itself. The prior is compared
 * because it decides which of otherwise equal candidates is the best.
 */
#include "core/store/upkeep/kept.h"

#include "core/base/memory.h"
#include "core/judge/deal.h"
#include "core/store/content/document_names.h"
#include "core/store/content/document_names_reading.h"
#include "core/store/content/question_places.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/dockets.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"
#include "core/store/upkeep/sound.h"
#include "core/store/votes/held_votes.h"
#include "core/store/votes/held_votes_reading.h"
#include "core/store/votes/standing.h"
#include "core/store/votes/votes.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* A candidate of the present question. */
struct compared_candidate {
    int64_t document_id;
    int64_t ballots; /* votes on ballots that show it or its twins */
    double prior;    /* as stored */
    double fused;    /* computed from the ranks in its sources */
    bool is_gone;
    int64_t into_id; /* the candidate that stands for it; 0: it stands for itself */
};

struct kept_comparing {
    struct store *store;
    const struct standing_visitor *visitor; /* reads the votes, too */
    check_report *report;                   /* NULL: the first difference is an error */
    void *context;
    bool is_right;                    /* no difference so far */
    int64_t ballot_size, impressions; /* the settings */
    struct deal_rules rules;
    enum stop_rule rule;
    bool are_settings_known;
    /* Three tables in the order of questions, and the next row of each. */
    struct query questions, candidates, twins;
    struct kept_question question;
    struct kept_candidate candidate;
    struct kept_twin twin;
    bool has_question, has_candidate, has_twin;
    /* Of the present `question`: */
    struct compared_candidate *items;
    size_t n, capacity;
    int64_t ballots_done, none_votes; /* by the votes so far */
};

/* --- Reporting ----------------------------------------------------------------------------------- */

/* Sets the error: the votes can't be read further. */
static bool fail(const struct kept_comparing *comparing, const char *damage, struct err *err)
{
    return db_fail_damaged(comparing->store->db, damage, err);
}

/* Reports a difference; false: the comparison stops. */
static bool tell_line(struct kept_comparing *comparing, struct bytes line, struct err *err)
{
    struct buffer text = {0};
    comparing->is_right = false;
    if (comparing->report != NULL) {
        comparing->report(comparing->context, line);
        return true;
    }
    buffer_add(&text, line);
    fail(comparing, buffer_string(&text), err);
    buffer_release(&text);
    return false;
}

__attribute__((format(printf, 3, 4))) static bool tell(struct kept_comparing *comparing, struct err *err,
                                                       const char *format, ...)
{
    struct buffer text = {0};
    va_list values;
    va_start(values, format);
    buffer_add_format_of(&text, format, values);
    va_end(values);
    const bool goes_on = tell_line(comparing, buffer_bytes(&text), err);
    buffer_release(&text);
    return goes_on;
}

/* Reports a difference that other checks describe better; says nothing if these run, too. */
static bool fail_unless_checked(struct kept_comparing *comparing, const char *damage, struct err *err)
{
    comparing->is_right = false;
    return comparing->report != NULL ||
           tell(comparing, err, "question %.*s: %s", BYTES_FORMAT(comparing->question.qid), damage);
}

/* Reports each row of the query, and ends the query. */
static bool end_with_what_is_wrong(struct kept_comparing *comparing, struct query *query, struct err *err)
{
    bool goes_on = true;
    while (goes_on && query_next(query)) {
        const struct bytes line = query_only_bytes(query);
        goes_on = bytes_equal(line, bytes_of("ok")) || tell_line(comparing, line, err);
    }
    return query_end_visit(query, goes_on, err);
}

static bool check_by(struct kept_comparing *comparing, enum statement check, struct err *err)
{
    if (!db_can_ask(comparing->store->db, check))
        return true;
    struct query query = query_start(comparing->store->db, check);
    return end_with_what_is_wrong(comparing, &query, err);
}

/* --- Reading row by row -------------------------------------------------------------------------- */

static bool is_before(int64_t question, int64_t document, int64_t next_question, int64_t next_document)
{
    return question != next_question ? question < next_question : document < next_document;
}

static void next_candidate(struct kept_comparing *comparing)
{
    const struct kept_candidate last = comparing->candidate;
    comparing->has_candidate = query_next(&comparing->candidates);
    if (!comparing->has_candidate)
        return;
    comparing->candidate = read_kept_candidate(&comparing->candidates);
    query_require(&comparing->candidates,
                  is_before(last.question_id, last.document_id, comparing->candidate.question_id,
                            comparing->candidate.document_id),
                  "the candidates are not in order");
}

static void next_twin(struct kept_comparing *comparing)
{
    comparing->has_twin = query_next(&comparing->twins);
    if (comparing->has_twin)
        comparing->twin = read_kept_twin(&comparing->twins);
}

static int compare_documents(const void *left, const void *right)
{
    const struct compared_candidate *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/* NULL: it is not a candidate of the question. */
static struct compared_candidate *find_candidate(const struct kept_comparing *comparing, int64_t document_id)
{
    const struct compared_candidate wanted = {.document_id = document_id};
    return comparing->n == 0 ? NULL
                             : bsearch(&wanted, comparing->items, comparing->n, sizeof *comparing->items,
                                       compare_documents);
}

/* Checks that every merged candidate is merged into one that stands for itself. */
static bool check_twins(struct kept_comparing *comparing, struct err *err)
{
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < comparing->n; i++) {
        const int64_t into_id = comparing->items[i].into_id;
        const struct compared_candidate *candidate = into_id != 0 ? find_candidate(comparing, into_id) : NULL;
        if (into_id != 0 && (candidate == NULL || candidate->into_id != 0))
            goes_on =
                fail_unless_checked(comparing,
                                    "a candidate is merged into one that is missing or merged itself", err);
    }
    return goes_on;
}

/* Reads which candidates stand for others. */
static bool read_twins(struct kept_comparing *comparing, struct err *err)
{
    size_t n_merged = 0;
    bool goes_on = true;
    for (; goes_on && comparing->has_twin && comparing->twin.question_id == comparing->question.question_id;
         next_twin(comparing)) {
        struct compared_candidate *candidate = find_candidate(comparing, comparing->twin.document_id);
        if (candidate == NULL)
            goes_on = fail_unless_checked(comparing, "a merged candidate is missing", err);
        else
            candidate->into_id = comparing->twin.into_id;
        n_merged++;
    }
    return goes_on && (n_merged == 0 || check_twins(comparing, err));
}

/* Reads the candidates of the question. */
static bool read_candidates(struct kept_comparing *comparing, struct err *err)
{
    const int64_t question_id = comparing->question.question_id;
    comparing->n = 0;
    for (; comparing->has_candidate && comparing->candidate.question_id == question_id;
         next_candidate(comparing))
        VECTOR_PUSH(comparing->items, comparing->n, comparing->capacity) =
            (struct compared_candidate){.document_id = comparing->candidate.document_id,
                                        .prior = comparing->candidate.prior,
                                        .fused = comparing->candidate.fused,
                                        .is_gone = comparing->candidate.is_gone};
    return read_twins(comparing, err);
}

/* Reads the next question, with its candidates; its votes follow. */
static bool next_question(struct kept_comparing *comparing, struct err *err)
{
    const int64_t last = comparing->question.question_id;
    comparing->ballots_done = comparing->none_votes = 0;
    comparing->has_question = query_next(&comparing->questions);
    if (!comparing->has_question)
        return true;
    comparing->question = read_kept_question(&comparing->questions);
    query_require(&comparing->questions, comparing->question.question_id > last,
                  "the questions are not in order");
    return read_candidates(comparing, err);
}

/* --- Comparing a question ------------------------------------------------------------------------ */

/* A NaN is not near to anything. */
static bool is_prior_right(const struct compared_candidate *item)
{
    return fabs(item->prior - item->fused) <= 1e-12;
}

static bool tell_prior(struct kept_comparing *comparing, const struct compared_candidate *item,
                       struct err *err)
{
    struct query query = query_start(comparing->store->db, STATEMENT_DOCUMENT_DOCID);
    struct arena arena = {0};
    struct bytes docid = {0};
    query_bind_integer(&query, 1, item->document_id);
    if (query_next(&query))
        docid = arena_copy(&arena, query_only_bytes(&query));
    bool goes_on =
        query_end(&query, err) &&
        tell(comparing, err,
             "question %.*s, document %.*s: the prior %.15g is stored, but the ranks in its sources "
             "give %.15g",
             BYTES_FORMAT(comparing->question.qid), BYTES_FORMAT(docid), item->prior, item->fused);
    arena_release(&arena);
    return goes_on;
}

static bool is_pooled(const struct compared_candidate *item)
{
    return !item->is_gone && item->into_id == 0;
}

static bool compare_votes(struct kept_comparing *comparing, struct err *err)
{
    const struct kept_question *kept = &comparing->question;
    return (kept->ballots_done == comparing->ballots_done && kept->none_votes == comparing->none_votes) ||
           tell(
               comparing, err,
               "question %.*s: %lld ballots done, %lld of them for none, are stored, but the votes give %lld "
               "and %lld",
               BYTES_FORMAT(kept->qid), (long long)kept->ballots_done, (long long)kept->none_votes,
               (long long)comparing->ballots_done, (long long)comparing->none_votes);
}

static bool compare_pool(struct kept_comparing *comparing, size_t n_pooled, struct err *err)
{
    return comparing->question.candidates == (int64_t)n_pooled ||
           tell(comparing, err, "question %.*s: %lld candidates are stored, but its pool has %zu",
                BYTES_FORMAT(comparing->question.qid), (long long)comparing->question.candidates, n_pooled);
}

static bool compare_left(struct kept_comparing *comparing, struct bytes qid, int64_t ballots_left,
                         const struct pool *pool, struct err *err)
{
    return pool_ballots_left(pool) == ballots_left ||
           tell(comparing, err, "question %.*s: %lld ballots left are stored, but the rule '%s' needs %lld",
                BYTES_FORMAT(qid), (long long)ballots_left, stop_rule_name(pool->rule),
                (long long)pool_ballots_left(pool));
}

static struct pool pool_of(const struct kept_comparing *comparing, struct arena *arena)
{
    struct pool_candidate *candidates = arena_get_array(arena, comparing->n, sizeof *candidates);
    size_t n = 0;
    for (size_t i = 0; i < comparing->n; i++) {
        const struct compared_candidate *item = &comparing->items[i];
        if (is_pooled(item))
            candidates[n++] = (struct pool_candidate){.document_id = item->document_id,
                                                      .impressions = item->ballots,
                                                      .prior = item->prior};
    }
    return (struct pool){.rule = comparing->rule,
                         .candidates = candidates,
                         .n_candidates = n,
                         .n_slots = (size_t)comparing->question.slots,
                         .target = comparing->question.target,
                         .is_left_out = comparing->question.place == 0};
}

/*
 * Compares the needs of the question by the settings, and the ballots left. If these depend on texts, compare_settled
 * compares them.
 */
static bool compare_needs(struct kept_comparing *comparing, const struct pool *pool, struct err *err)
{
    const struct kept_question *kept = &comparing->question;
    const size_t ballot_size = (size_t)comparing->ballot_size;
    const int64_t slots = (int64_t)deal_slots(pool->n_candidates, ballot_size);
    const int64_t target = deal_target(pool->n_candidates, ballot_size, comparing->impressions);
    if (kept->slots != slots || kept->target != target)
        return tell(comparing, err,
                    "question %.*s: ballots with %lld slots and %lld impressions of each candidate are "
                    "stored, but the settings require %lld and %lld",
                    BYTES_FORMAT(kept->qid), (long long)kept->slots, (long long)kept->target,
                    (long long)slots, (long long)target);
    return pool->rule == STOP_WHEN_SETTLED ||
           compare_left(comparing, kept->qid, kept->ballots_left, pool, err);
}

/* Compares the question; all its votes have been read. */
static bool finish_question(struct kept_comparing *comparing, struct err *err)
{
    struct arena arena = {0};
    const struct pool pool = pool_of(comparing, &arena);
    bool goes_on = compare_votes(comparing, err) && compare_pool(comparing, pool.n_candidates, err);
    for (size_t i = 0; goes_on && i < comparing->n; i++)
        goes_on = is_prior_right(&comparing->items[i]) || tell_prior(comparing, &comparing->items[i], err);
    goes_on = goes_on && (!comparing->are_settings_known || compare_needs(comparing, &pool, err));
    arena_release(&arena);
    return goes_on;
}

/* --- Votes --------------------------------------------------------------------------------------- */

static bool count_vote(struct kept_comparing *comparing, const struct choice *choice, struct err *err)
{
    bool goes_on = true;
    comparing->ballots_done++;
    comparing->none_votes += choice->position == VOTE_NONE;
    for (size_t i = 0; goes_on && i < choice->n_slots; i++) {
        struct compared_candidate *candidate = find_candidate(comparing, choice->document_ids[i]);
        if (candidate == NULL)
            goes_on = fail_unless_checked(comparing, "a vote shows a document that is no candidate", err);
        else
            candidate->ballots++;
    }
    return goes_on;
}

/* --- Passing on to the other visitor ------------------------------------------------------------- */

static bool begin_visit(void *context, struct err *err)
{
    const struct standing_visitor *visitor = ((const struct kept_comparing *)context)->visitor;
    return visitor->begin == NULL || visitor->begin(visitor->context, err);
}

static bool see_answer(void *context, const struct standing_answer *answer, struct err *err)
{
    const struct standing_visitor *visitor = ((const struct kept_comparing *)context)->visitor;
    return visitor->see_answer == NULL || visitor->see_answer(visitor->context, answer, err);
}

static bool see_vote(void *context, const struct standing_vote *vote, struct err *err)
{
    struct kept_comparing *comparing = context;
    const struct standing_visitor *visitor = comparing->visitor;
    bool goes_on = true;
    while (goes_on && comparing->has_question && comparing->question.question_id < vote->question_id)
        goes_on = finish_question(comparing, err) && next_question(comparing, err);
    if (!goes_on)
        return false;
    if (!comparing->has_question || comparing->question.question_id != vote->question_id)
        return fail(comparing, "a vote belongs to a missing question", err);
    return (vote->control != CONTROL_ABSENT || count_vote(comparing, &vote->counted, err)) &&
           (visitor->see_vote == NULL || visitor->see_vote(visitor->context, vote, err));
}

/* Compares the questions after the last one with votes. */
static bool finish_questions(struct kept_comparing *comparing, struct err *err)
{
    bool goes_on = true;
    while (goes_on && comparing->has_question)
        goes_on = finish_question(comparing, err) && next_question(comparing, err);
    if (!goes_on || (!comparing->has_candidate && !comparing->has_twin))
        return goes_on;
    comparing->is_right = false;
    return comparing->report != NULL || fail(comparing, "candidates belong to a missing question", err);
}

/* --- All questions, or one ----------------------------------------------------------------------- */

/* Begins reading the tables for the questions from `first` to `last`. */
static bool begin_tables(struct kept_comparing *comparing, int64_t first, int64_t last, struct err *err)
{
    struct query *const queries[] = {&comparing->candidates, &comparing->twins, &comparing->questions};
    static const enum statement statements[] = {STATEMENT_KEPT_CANDIDATE_LIST, STATEMENT_KEPT_TWIN_LIST,
                                                STATEMENT_KEPT_QUESTION_LIST};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        *queries[i] = query_start(comparing->store->db, statements[i]);
        query_bind_integer(queries[i], 1, first);
        query_bind_integer(queries[i], 2, last);
    }
    comparing->question = (struct kept_question){0};
    comparing->candidate = (struct kept_candidate){0};
    next_candidate(comparing);
    next_twin(comparing);
    return next_question(comparing, err);
}

/* Ends reading. If a table can't be read, its error explains missing rows, so it replaces other errors. */
static bool end_tables(struct kept_comparing *comparing, bool compared, struct err *err)
{
    struct query *const queries[] = {&comparing->candidates, &comparing->twins, &comparing->questions};
    struct err failure;
    bool ended = true;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        ended = query_end(queries[i], ended ? &failure : err_ignored()) && ended;
    if (!ended)
        *err = failure;
    return compared && ended;
}

static bool compare_questions(struct kept_comparing *comparing, struct err *err)
{
    const struct standing_visitor visitor = {.context = comparing,
                                             .begin = begin_visit,
                                             .see_answer = see_answer,
                                             .see_vote = see_vote};
    bool compared = begin_tables(comparing, INT64_MIN, INT64_MAX, err) &&
                    standing_visit(comparing->store, &visitor, err) && finish_questions(comparing, err);
    return end_tables(comparing, compared, err);
}

static bool count_votes(struct kept_comparing *comparing, struct err *err)
{
    struct arena arena = {0};
    struct cast_vote *votes;
    size_t n;
    bool counted = store_list_votes_until(comparing->store, comparing->question.question_id, INT64_MAX,
                                          &arena, &votes, &n, err);
    for (size_t i = 0; counted && i < n; i++)
        counted = count_vote(comparing, &votes[i].choice, err);
    arena_release(&arena);
    return counted;
}

static bool compare_question(struct kept_comparing *comparing, int64_t question_id, struct err *err)
{
    bool compared =
        begin_tables(comparing, question_id, question_id, err) &&
        (comparing->has_question || fail(comparing, "a ballot belongs to a missing question", err)) &&
        count_votes(comparing, err) && finish_questions(comparing, err);
    return end_tables(comparing, compared, err);
}

/* --- Ballots left that depend on texts ----------------------------------------------------------- */

enum { QUESTIONS_READ = 100 /* questions read together */ };

static void prefetch_pools(struct store *store, const struct question_row *rows, size_t n)
{
    db_drop_prefetched(store->db);
    for (size_t i = 0; i < n; i++) {
        docket_prefetch(store, rows[i].question_id);
        if (rows[i].ballots_done >= SETTLED_VOTES_MIN)
            pool_prefetch_texts(store, rows[i].question_id);
    }
}

static bool compare_settled_question(struct kept_comparing *comparing, const struct question_row *row,
                                     struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    const bool goes_on =
        pool_read(comparing->store, &comparing->rules, row->question_id, &arena, &pool, err) &&
        compare_left(comparing, row->qid, row->ballots_left, &pool, err);
    arena_release(&arena);
    return goes_on;
}

/* Compares question by question, as the number was computed; not while all votes are read. */
static bool compare_settled(struct kept_comparing *comparing, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    bool goes_on = comparing->rule != STOP_WHEN_SETTLED || !comparing->are_settings_known ||
                   store_list_questions(comparing->store, &arena, &rows, &n, err);
    for (size_t i = 0; goes_on && i < n; i++) {
        if (i % QUESTIONS_READ == 0)
            prefetch_pools(comparing->store, rows + i, n - i < QUESTIONS_READ ? n - i : QUESTIONS_READ);
        goes_on = compare_settled_question(comparing, &rows[i], err);
    }
    db_drop_prefetched(comparing->store->db);
    arena_release(&arena);
    return goes_on;
}

/* --- Data that belong to no question ------------------------------------------------------------- */

/* A setting that this assay does not know may be a newer one's: the sums may follow from it, and nothing is damaged. */
static bool tell_of_setting(struct kept_comparing *comparing, struct bytes key, const char *wrong,
                            struct err *err)
{
    enum setting setting;
    const bool is_known = setting_find(key, &setting, err_ignored());
    if (is_known || comparing->report != NULL)
        return tell(comparing, err, "setting %.*s: %s%s", BYTES_FORMAT(key), wrong,
                    is_known ? "" : "; if a newer assay has set it, use that one");
    comparing->is_right = false;
    return err_set(
        err, ERR_INPUT,
        "%s: a newer assay has set '%.*s', and this assay has no such setting; update this assay; if "
        "there is no newer one, `assay check %s` lists what is wrong",
        store_path(comparing->store), BYTES_FORMAT(key), store_address(comparing->store));
}

static bool check_settings(struct kept_comparing *comparing, struct err *err)
{
    struct query query = query_start(comparing->store->db, STATEMENT_SETTING_LIST);
    struct arena arena = {0};
    struct err failure;
    bool goes_on = true;
    while (goes_on && query_next(&query)) {
        const struct kept_setting setting = read_kept_setting(&query, &arena);
        goes_on = setting_check(setting.key, setting.value, &failure) ||
                  tell_of_setting(comparing, setting.key, failure.text, err);
    }
    arena_release(&arena);
    return query_end_visit(&query, goes_on, err);
}

/* Reads the settings. If one is invalid, the needs of questions can't be compared. */
static bool read_settings(struct kept_comparing *comparing, struct err *err)
{
    struct store *store = comparing->store;
    size_t order;
    int64_t sample, seed;
    struct err *failure = comparing->report == NULL ? err : err_ignored();
    comparing->are_settings_known =
        setting_get_integer(store, SETTING_BALLOT_SIZE, &comparing->ballot_size, failure) &&
        setting_get_integer(store, SETTING_IMPRESSIONS, &comparing->impressions, failure) &&
        deal_rules_read(store, &comparing->rules, failure) &&
        setting_get_choice(store, SETTING_ORDER, &order, failure) &&
        setting_get_sample(store, &sample, failure) &&
        setting_get_integer(store, SETTING_SEED, &seed, failure);
    comparing->rule = stop_rule_of(comparing->rules.dealing);
    return comparing->are_settings_known || comparing->report != NULL;
}

static bool check_places(struct kept_comparing *comparing, struct err *err)
{
    struct arena arena = {0};
    struct misplaced_question *misplaced;
    size_t n;
    bool goes_on = !comparing->are_settings_known ||
                   (question_places_compare(comparing->store, &arena, &misplaced, &n, err) &&
                    (n == 0 || tell(comparing, err,
                                    "%zu question%s at another place in the order of dealing than the "
                                    "settings require: the first is %.*s, at %lld instead of %lld",
                                    n, n == 1 ? " stands" : "s stand", BYTES_FORMAT(misplaced->qid),
                                    (long long)misplaced->kept, (long long)misplaced->place)));
    arena_release(&arena);
    return goes_on;
}

/* Lets SQLite check small tables. The check does not need this, because it checks the whole file before. */
static bool check_tables(struct kept_comparing *comparing, const char *const *names, struct err *err)
{
    bool are_right = true;
    if (comparing->report != NULL || !db_can_ask(comparing->store->db, STATEMENT_CHECK_INTEGRITY_OF_TABLE))
        return true;
    for (size_t i = 0; are_right && names[i] != NULL; i++) {
        struct query query = query_start(comparing->store->db, STATEMENT_CHECK_INTEGRITY_OF_TABLE);
        query_bind_bytes(&query, 1, bytes_of(names[i]));
        are_right = end_with_what_is_wrong(comparing, &query, err);
    }
    return are_right;
}

/* Checks whose cost does not depend on the number of questions and votes. */
static bool check_few(struct kept_comparing *comparing, struct err *err)
{
    static const char *const tables[] = {"setting",      "annotator",     "progress",
                                         "question_gap", "gone_document", NULL};
    return check_tables(comparing, tables, err) && check_settings(comparing, err) &&
           check_by(comparing, STATEMENT_CHECK_PROGRESS_ROWS, err) &&
           check_by(comparing, STATEMENT_CHECK_ANNOTATORS, err) && read_settings(comparing, err);
}

/* Checks of the data over all questions. */
static bool check_all_questions(struct kept_comparing *comparing, struct err *err)
{
    return check_by(comparing, STATEMENT_CHECK_PROGRESS, err) &&
           check_by(comparing, STATEMENT_CHECK_QUESTION_NUMBERS, err) && check_places(comparing, err);
}

static bool compare_all(struct kept_comparing *comparing, struct err *err)
{
    static const char *const tables[] = {"question",   "judgment", "judgment_source",  "model",
                                         "model_vote", "twin",     "merged_candidate", NULL};
    return check_few(comparing, err) && check_all_questions(comparing, err) &&
           check_tables(comparing, tables, err) && compare_questions(comparing, err) &&
           compare_settled(comparing, err) && document_names_read(comparing->store, err);
}

bool kept_report(struct store *store, check_report *report, void *context, bool *is_right, struct err *err)
{
    const struct standing_visitor nobody = {0};
    struct kept_comparing comparing = {
        .store = store, .visitor = &nobody, .report = report, .context = context, .is_right = true};
    bool worked = compare_all(&comparing, err);
    *is_right = worked && comparing.is_right;
    free(comparing.items);
    return worked;
}

/* --- For commands that print figures ------------------------------------------------------------- */

/* Returns whether everything was right, and nobody has written since. A session that writes compares each time. */
static bool is_known_sound(const struct store *store, int64_t version)
{
    return store->only_reads && store->sound_version == version;
}

static bool visit_compared(struct store *store, int64_t version, const struct standing_visitor *visitor,
                           struct err *err)
{
    struct kept_comparing comparing = {.store = store, .visitor = visitor};
    bool are_right = compare_all(&comparing, err);
    free(comparing.items);
    store->sound_version = are_right ? version : 0;
    return are_right;
}

bool kept_visit(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    int64_t version;
    return store_get_version(store, &version, err) &&
           (is_known_sound(store, version) ? standing_visit(store, visitor, err)
                                           : visit_compared(store, version, visitor, err));
}

/*
 * A session that sees only its own answers can't compare. On a server triggers keep the sums, and nobody else can write
 * them.
 */
bool store_begin_reading_sums(struct store *store, struct err *err)
{
    bool sees_all;
    if (!store_begin_reading(store, err))
        return false;
    const bool is_sound =
        store_sees_all(store, &sees_all, err) && (!sees_all || votes_hold(store, kept_visit, err));
    if (!is_sound)
        store_end_reading(store);
    return is_sound;
}

void store_let_held_go(struct store *store)
{
    document_names_let_go(&store->names);
    held_votes_let_go(&store->votes);
}

/* --- Before labelling ---------------------------------------------------------------------------- */

static bool check_documents(const struct kept_comparing *comparing, int64_t question_id, struct err *err)
{
    int64_t missing;
    struct query query = query_start(comparing->store->db, STATEMENT_CANDIDATE_WITHOUT_DOCUMENT);
    query_bind_integer(&query, 1, question_id);
    return query_one_integer(&query, 0, &missing, err) &&
           (missing == 0 || fail(comparing, "a candidate's document is missing", err));
}

/*
 * The annotator waits for this check, so in a small file it reads at most these rows, which takes a fiftieth of a second,
 * and in a larger one it looks at these questions, which takes half of that. Fifty questions are at least fifty ballots,
 * a quarter of an hour at 200 per hour. `check` finds damage that comes later, and so does each command that prints
 * figures.
 */
enum {
    ROWS_READ = 20 * 1000,
    QUESTIONS_COMPARED = 50,
    QUESTIONS_SETTLED = 10, /* the texts of their candidates are compared for that */
};

struct question_ids {
    struct arena arena;
    int64_t *items;
    size_t n;
};

/* Lists the questions of the annotator's open ballots, and those that are dealt next. */
static bool list_next_questions(struct store *store, struct bytes annotator, struct question_ids *ids,
                                struct err *err)
{
    int64_t annotator_id;
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, annotator);
    if (!query_one_integer(&find, 0, &annotator_id, err))
        return false;
    struct query open = query_start(store->db, STATEMENT_QUESTION_OPEN_LIST);
    query_bind_integer(&open, 1, annotator_id);
    while (ids->n < QUESTIONS_COMPARED && query_next(&open))
        ARENA_PUSH(&ids->arena, ids->items, ids->n) = query_only_integer(&open);
    if (!query_end(&open, err))
        return false;
    struct query next = query_start(store->db, STATEMENT_QUESTION_WITH_WORK_BEHIND);
    query_bind_integer(&next, 1, NO_LEASES);
    query_bind_integer(&next, 2, INT64_MIN); /* from the first one on */
    query_bind_integer(&next, 3, INT64_MIN);
    while (ids->n < QUESTIONS_COMPARED && query_next(&next))
        ARENA_PUSH(&ids->arena, ids->items, ids->n) = read_question_with_work(&next).question_id;
    return query_end(&next, err);
}

static bool compare_settled_next(struct kept_comparing *comparing, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct question_row row;
    const bool is_right = question_read(comparing->store, question_id, &arena, &row, err) &&
                          compare_settled_question(comparing, &row, err);
    arena_release(&arena);
    return is_right;
}

static bool compare_next(struct kept_comparing *comparing, const struct question_ids *ids, struct err *err)
{
    const bool is_settled = comparing->rule == STOP_WHEN_SETTLED;
    const size_t n = is_settled && ids->n > QUESTIONS_SETTLED ? QUESTIONS_SETTLED : ids->n;
    bool are_right = true;
    for (size_t i = 0; are_right && i < n; i++)
        are_right = compare_question(comparing, ids->items[i], err) &&
                    (!is_settled || compare_settled_next(comparing, ids->items[i], err));
    return are_right;
}

static bool check_next_ballots(struct kept_comparing *comparing, struct bytes annotator, struct err *err)
{
    struct question_ids ids = {0};
    int64_t rows = 0;
    struct query size = query_start(comparing->store->db, STATEMENT_KEPT_SIZE);
    bool are_right = query_one_integer(&size, 0, &rows, err) && check_few(comparing, err) &&
                     list_next_questions(comparing->store, annotator, &ids, err);
    const bool all = rows <= ROWS_READ && comparing->rule == STOP_AT_TARGET;
    are_right = are_right && (all ? check_all_questions(comparing, err) && compare_questions(comparing, err)
                                  : compare_next(comparing, &ids, err));
    for (size_t i = 0; are_right && i < ids.n; i++)
        are_right = check_documents(comparing, ids.items[i], err);
    arena_release(&ids.arena);
    return are_right;
}

bool store_check_next_ballots(struct store *store, struct bytes annotator, struct err *err)
{
    const struct standing_visitor nobody = {0};
    struct kept_comparing comparing = {.store = store, .visitor = &nobody};
    if (db_is_on_server(store->db))
        return true;
    if (!store_begin_reading(store, err))
        return false;
    bool are_right = check_next_ballots(&comparing, annotator, err);
    free(comparing.items);
    store_end_reading(store);
    return are_right;
}
