/*
 * Who hands sums on need not know all that may be wrong, and stops at the first thing. So the votes are read once
 * (standing.c), and beside them, question by question, what is kept of them: each table from its beginning to its end, which
 * takes a tenth of what SQLite takes to look at the whole file and to group and join what is in it.
 *
 * What SQLite would notice of a damaged file is noticed here as far as it can change what is printed: rows that are missing,
 * doubled, or not in their order, values that can't be, ids that are not those of their index. Small tables it looks at
 * itself. Among candidates that are equal otherwise the prior says which one is the best.
 */
#include "core/store/upkeep/check.h"

#include "core/base/memory.h"
#include "core/store/content/document_names.h"
#include "core/store/content/document_names_reading.h"
#include "core/store/labelling/needs.h"
#include "core/store/labelling/dockets.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/votes/server_sums.h"
#include "core/store/settings.h"
#include "core/store/votes/standing.h"
#include "core/store/store_private.h"

#include <math.h>
#include <stdlib.h>

/* A candidate of the question that is being read: what is kept of it, and what votes and sources say. */
struct candidate_sums {
    int64_t document_id;
    int64_t impressions, wins; /* kept */
    int64_t shown, chosen;     /* by the votes */
    int64_t ballots;           /* of the votes, that show it or what it stands for */
    int64_t last_ballot;       /* the last of those, as the nth vote on the question */
    double prior;              /* kept */
    double fused;              /* by the ranks in its sources */
    bool is_gone;
    int64_t into_id; /* of the candidate that stands for it; 0: it stands for itself */
};

struct sums {
    struct store *store;
    const struct standing_visitor *visitor;
    struct need_settings settings;
    /* Four tables in the order of questions, and the row of each that comes next. */
    struct query questions, candidates, ranks, twins;
    struct kept_question question;
    struct kept_candidate candidate;
    struct kept_rank rank;
    struct kept_twin twin;
    bool has_question, has_candidate, has_rank, has_twin;
    /* Of `question`: */
    struct candidate_sums *items;
    size_t n, capacity;
    size_t n_merged;                  /* of the items, those that another one stands for */
    int64_t ballots_done, none_votes; /* by the votes so far */
};

/* --- Row by row ---------------------------------------------------------------------------------- */

static bool fail(const struct sums *sums, const char *damage, struct err *err)
{
    return db_fail_damaged(sums->store->db, damage, err);
}

static bool fail_question(const struct sums *sums, const char *what, struct err *err)
{
    struct buffer text = {0};
    buffer_add_format(&text, "question %.*s: %s", BYTES_FORMAT(sums->question.qid), what);
    fail(sums, buffer_string(&text), err);
    buffer_release(&text);
    return false;
}

static bool is_before(int64_t question, int64_t document, int64_t next_question, int64_t next_document)
{
    return question != next_question ? question < next_question : document < next_document;
}

static void next_candidate(struct sums *sums)
{
    const struct kept_candidate last = sums->candidate;
    sums->has_candidate = query_next(&sums->candidates);
    if (!sums->has_candidate)
        return;
    sums->candidate = read_kept_candidate(&sums->candidates);
    query_require(&sums->candidates,
                  is_before(last.question_id, last.document_id, sums->candidate.question_id,
                            sums->candidate.document_id),
                  "candidates are not in their order");
}

static void next_rank(struct sums *sums)
{
    sums->has_rank = query_next(&sums->ranks);
    if (sums->has_rank)
        sums->rank = read_kept_rank(&sums->ranks);
}

static void next_twin(struct sums *sums)
{
    sums->has_twin = query_next(&sums->twins);
    if (sums->has_twin)
        sums->twin = read_kept_twin(&sums->twins);
}

static int compare_documents(const void *left, const void *right)
{
    const struct candidate_sums *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/* NULL: it is no candidate of the question. */
static struct candidate_sums *find_candidate(const struct sums *sums, int64_t document_id)
{
    const struct candidate_sums wanted = {.document_id = document_id};
    return sums->n == 0 ? NULL
                        : bsearch(&wanted, sums->items, sums->n, sizeof *sums->items, compare_documents);
}

/* Whether each of those that others stand for has one that stands for itself. */
static bool check_twins(const struct sums *sums, struct err *err)
{
    for (size_t i = 0; i < sums->n; i++) {
        const int64_t into_id = sums->items[i].into_id;
        const struct candidate_sums *candidate = into_id != 0 ? find_candidate(sums, into_id) : NULL;
        if (into_id != 0 && (candidate == NULL || candidate->into_id != 0))
            return fail_question(sums, "a candidate is merged into none that stands for itself", err);
    }
    return true;
}

/* Which candidates others stand for. */
static bool read_twins(struct sums *sums, struct err *err)
{
    for (; sums->has_twin && sums->twin.question_id == sums->question.question_id; next_twin(sums)) {
        struct candidate_sums *candidate = find_candidate(sums, sums->twin.document_id);
        if (candidate == NULL)
            return fail_question(sums, "a candidate is merged that is none", err);
        candidate->into_id = sums->twin.into_id;
        sums->n_merged++;
    }
    return sums->n_merged == 0 || check_twins(sums, err);
}

/* The candidates of the question, and what their sources say. */
static bool read_candidates(struct sums *sums, struct err *err)
{
    const int64_t question_id = sums->question.question_id;
    sums->n = sums->n_merged = 0;
    for (; sums->has_candidate && sums->candidate.question_id == question_id; next_candidate(sums)) {
        const struct kept_candidate *row = &sums->candidate;
        VECTOR_PUSH(sums->items, sums->n, sums->capacity) =
            (struct candidate_sums){.document_id = row->document_id,
                                    .impressions = row->impressions,
                                    .wins = row->wins,
                                    .prior = row->prior,
                                    .is_gone = row->is_gone};
    }
    for (; sums->has_rank && sums->rank.question_id == question_id; next_rank(sums)) {
        struct candidate_sums *candidate = find_candidate(sums, sums->rank.document_id);
        if (candidate == NULL)
            return fail_question(sums, "a source ranks what is no candidate", err);
        candidate->fused += 1.0 / (60 + (double)sums->rank.rank);
    }
    return read_twins(sums, err);
}

/* The next question, with its candidates; its votes follow. */
static bool next_question(struct sums *sums, struct err *err)
{
    const int64_t last = sums->question.question_id;
    sums->ballots_done = sums->none_votes = 0;
    sums->has_question = query_next(&sums->questions);
    if (!sums->has_question)
        return true;
    sums->question = read_kept_question(&sums->questions);
    query_require(&sums->questions, sums->question.question_id > last, "questions are not in their order");
    return read_candidates(sums, err);
}

/* --- What is kept, and what should be ------------------------------------------------------------ */

static const char *find_wrong_candidate(const struct candidate_sums *candidate)
{
    if (candidate->impressions != candidate->shown || candidate->wins != candidate->chosen)
        return "its wins and impressions are not what its votes say";
    /* What is no number is not near to anything. */
    if (!(fabs(candidate->prior - candidate->fused) <= 1e-12))
        return "a prior is not what the ranks in its sources say";
    return NULL;
}

static bool is_pooled(const struct candidate_sums *candidate)
{
    return !candidate->is_gone && candidate->into_id == 0;
}

static size_t count_pool(const struct sums *sums)
{
    size_t n = 0;
    for (size_t i = 0; i < sums->n; i++)
        n += is_pooled(&sums->items[i]);
    return n;
}

static const char *find_wrong_sum(const struct sums *sums)
{
    const char *wrong = NULL;
    if (sums->question.ballots_done != sums->ballots_done || sums->question.none_votes != sums->none_votes)
        wrong = "the ballots done, or those of them for none, are not what its votes say";
    else if (sums->question.candidates != (int64_t)count_pool(sums))
        wrong = "the number of its candidates is not that of its pool";
    for (size_t i = 0; wrong == NULL && i < sums->n; i++)
        wrong = find_wrong_candidate(&sums->items[i]);
    return wrong;
}

static struct pool pool_of(const struct sums *sums, struct arena *arena)
{
    struct pool_candidate *candidates = arena_get_array(arena, sums->n, sizeof *candidates);
    size_t n = 0;
    for (size_t i = 0; i < sums->n; i++) {
        const struct candidate_sums *item = &sums->items[i];
        if (is_pooled(item))
            candidates[n++] = (struct pool_candidate){.document_id = item->document_id,
                                                      .impressions = item->ballots,
                                                      .prior = item->prior};
    }
    return (struct pool){.rule = sums->settings.rule,
                         .candidates = candidates,
                         .n_candidates = n,
                         .n_slots = (size_t)sums->question.slots,
                         .target = sums->question.target,
                         .is_left_out = sums->question.place == 0};
}

static bool check_left(const struct sums *sums, const struct kept_needs *kept, struct arena *arena,
                       struct err *err)
{
    struct pool pool = pool_of(sums, arena);
    if (pool.rule == STOP_WHEN_SETTLED &&
        !pool_read(sums->store, &sums->settings.rules, kept->question_id, arena, &pool, err))
        return false;
    const char *wrong = needs_find_wrong_left(kept, &pool, arena);
    return wrong == NULL || fail(sums, wrong, err);
}

static bool check_needs(const struct sums *sums, struct arena *arena, struct err *err)
{
    const struct kept_question *question = &sums->question;
    const struct kept_needs kept = {
        .question_id = question->question_id,
        .qid = question->qid,
        .pool_size = question->candidates,
        .slots = question->slots,
        .target = question->target,
        .ballots_left = question->ballots_left,
    };
    const char *wrong = needs_find_wrong(&kept, &sums->settings, arena);
    return wrong == NULL ? check_left(sums, &kept, arena, err) : fail(sums, wrong, err);
}

/* All votes on the question have been seen. */
static bool finish_question(struct sums *sums, struct err *err)
{
    struct arena arena = {0};
    const char *wrong = find_wrong_sum(sums);
    bool is_right = wrong == NULL ? check_needs(sums, &arena, err) : fail_question(sums, wrong, err);
    arena_release(&arena);
    return is_right;
}

/* --- The votes ----------------------------------------------------------------------------------- */

static bool see_answer(void *context, const struct standing_answer *answer, struct err *err)
{
    const struct standing_visitor *visitor = ((const struct sums *)context)->visitor;
    return visitor->see_answer == NULL || visitor->see_answer(visitor->context, answer, err);
}

static bool count_slot(struct sums *sums, int64_t document_id, bool is_chosen, struct err *err)
{
    struct candidate_sums *candidate = find_candidate(sums, document_id);
    if (candidate == NULL)
        return fail_question(sums, "a vote is on what is no candidate", err);
    candidate->shown++;
    candidate->chosen += is_chosen;
    if (candidate->into_id != 0)
        candidate = find_candidate(sums, candidate->into_id);
    candidate->ballots += candidate->last_ballot != sums->ballots_done; /* two twins on one ballot are one */
    candidate->last_ballot = sums->ballots_done;
    return true;
}

static bool count_vote(struct sums *sums, const struct choice *choice, struct err *err)
{
    bool counted = true;
    sums->ballots_done++;
    sums->none_votes += choice->position == VOTE_NONE;
    for (size_t i = 0; counted && i < choice->n_slots; i++)
        counted = count_slot(sums, choice->document_ids[i], choice->position == (int)i + 1, err);
    return counted;
}

static bool see_vote(void *context, const struct cast_vote *vote, struct err *err)
{
    struct sums *sums = context;
    bool worked = true;
    while (worked && sums->has_question && sums->question.question_id < vote->question_id)
        worked = finish_question(sums, err) && next_question(sums, err);
    if (!worked)
        return false;
    if (!sums->has_question || sums->question.question_id != vote->question_id)
        return fail(sums, "a vote is on a question that is not there", err);
    return (vote->control != CONTROL_ABSENT || count_vote(sums, &vote->choice, err)) &&
           (sums->visitor->see_vote == NULL || sums->visitor->see_vote(sums->visitor->context, vote, err));
}

/* The questions after the last one with votes. */
static bool finish_questions(struct sums *sums, struct err *err)
{
    bool worked = true;
    while (worked && sums->has_question)
        worked = finish_question(sums, err) && next_question(sums, err);
    return worked && ((!sums->has_candidate && !sums->has_rank && !sums->has_twin) ||
                      fail(sums, "candidates are there of a question that is not", err));
}

/* The first of the questions from `first` to `last`. */
static bool begin_tables(struct sums *sums, int64_t first, int64_t last, struct err *err)
{
    struct query *const queries[] = {&sums->candidates, &sums->ranks, &sums->twins, &sums->questions};
    static const enum statement statements[] = {STATEMENT_KEPT_CANDIDATE_LIST, STATEMENT_KEPT_RANK_LIST,
                                                STATEMENT_KEPT_TWIN_LIST, STATEMENT_KEPT_QUESTION_LIST};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        *queries[i] = query_start(sums->store->db, statements[i]);
        query_bind_integer(queries[i], 1, first);
        query_bind_integer(queries[i], 2, last);
    }
    sums->question = (struct kept_question){0};
    sums->candidate = (struct kept_candidate){0};
    next_candidate(sums);
    next_rank(sums);
    next_twin(sums);
    return next_question(sums, err);
}

/* Where a table can't be read, that is why something else is missing. */
static bool end_tables(struct sums *sums, bool compared, struct err *err)
{
    struct query *const queries[] = {&sums->candidates, &sums->ranks, &sums->twins, &sums->questions};
    struct err failure, unused;
    bool ended = true;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        ended = query_end(queries[i], ended ? &failure : &unused) && ended;
    if (!ended)
        *err = failure;
    return compared && ended;
}

static bool compare_with_votes(struct sums *sums, struct err *err)
{
    const struct standing_visitor visitor = {.context = sums, .see_answer = see_answer, .see_vote = see_vote};
    bool compared = begin_tables(sums, INT64_MIN, INT64_MAX, err) &&
                    standing_visit(sums->store, &visitor, err) && finish_questions(sums, err);
    return end_tables(sums, compared, err);
}

/* --- All of it ----------------------------------------------------------------------------------- */

static bool fail_in_words(const struct sums *sums, struct bytes words, struct err *err)
{
    struct buffer text = {0};
    buffer_add(&text, words);
    fail(sums, buffer_string(&text), err);
    buffer_release(&text);
    return false;
}

/* Ends a query of which a row says what is wrong. */
static bool end_with_what_is_wrong(struct sums *sums, struct query *query, struct err *err)
{
    bool is_right = true;
    while (is_right && query_next(query)) {
        struct bytes line = query_only_bytes(query);
        is_right = bytes_equal(line, bytes_of("ok")) || fail_in_words(sums, line, err);
    }
    return query_end_visit(query, is_right, err);
}

static bool check_setting(struct sums *sums, const struct kept_setting *setting, struct err *err)
{
    struct err failure;
    struct buffer text = {0};
    if (setting_check(setting->key, setting->value, &failure))
        return true;
    buffer_add_format(&text, "setting %.*s: %s", BYTES_FORMAT(setting->key), failure.text);
    fail(sums, buffer_string(&text), err);
    buffer_release(&text);
    return false;
}

static bool check_settings(struct sums *sums, struct err *err)
{
    struct query query = query_start(sums->store->db, STATEMENT_SETTING_LIST);
    struct arena arena = {0};
    bool are_right = true;
    while (are_right && query_next(&query)) {
        struct kept_setting setting = read_kept_setting(&query, &arena);
        are_right = check_setting(sums, &setting, err);
    }
    arena_release(&arena);
    return query_end_visit(&query, are_right, err);
}

static bool check_places(const struct sums *sums, struct err *err)
{
    struct arena arena = {0};
    const char *wrong;
    bool are_right =
        needs_find_misplaced(sums->store, &arena, &wrong, err) && (wrong == NULL || fail(sums, wrong, err));
    arena_release(&arena);
    return are_right;
}

static bool check_tables(struct sums *sums, const char *const *names, struct err *err)
{
    bool are_right = true;
    if (!db_can_ask(sums->store->db, STATEMENT_CHECK_INTEGRITY_OF_TABLE))
        return true;
    for (size_t i = 0; are_right && names[i] != NULL; i++) {
        struct query query = query_start(sums->store->db, STATEMENT_CHECK_INTEGRITY_OF_TABLE);
        query_bind_bytes(&query, 1, bytes_of(names[i]));
        are_right = end_with_what_is_wrong(sums, &query, err);
    }
    return are_right;
}

static bool check_by(struct sums *sums, const enum statement *checks, size_t n, struct err *err)
{
    bool are_right = true;
    for (size_t i = 0; are_right && i < n; i++) {
        if (!db_can_ask(sums->store->db, checks[i]))
            continue;
        struct query query = query_start(sums->store->db, checks[i]);
        are_right = end_with_what_is_wrong(sums, &query, err);
    }
    return are_right;
}

/* What costs the same however many questions and votes there are. */
static bool check_few(struct sums *sums, struct err *err)
{
    static const char *const tables[] = {"setting",      "annotator",     "progress",
                                         "question_gap", "gone_document", NULL};
    static const enum statement checks[] = {STATEMENT_CHECK_PROGRESS_ROWS, STATEMENT_CHECK_ANNOTATORS};
    return check_tables(sums, tables, err) && check_settings(sums, err) &&
           check_by(sums, checks, sizeof checks / sizeof *checks, err) &&
           needs_read_settings(sums->store, &sums->settings, err);
}

/* What is kept of all questions together. */
static bool check_progress(struct sums *sums, struct err *err)
{
    static const enum statement checks[] = {STATEMENT_CHECK_PROGRESS, STATEMENT_CHECK_QUESTION_NUMBERS};
    return check_by(sums, checks, sizeof checks / sizeof *checks, err);
}

static bool is_nobody(const struct standing_visitor *visitor)
{
    return visitor->see_answer == NULL && visitor->see_vote == NULL;
}

/*
 * A server's rows are not damaged as those of a file are: what is wrong is looked for where its own sums say that there is
 * something.
 */
static bool compare_on_server(struct sums *sums, struct err *err)
{
    bool are_right;
    if (!server_sums_compare(sums->store, &sums->settings, &are_right, err))
        return false;
    if (!are_right)
        return compare_with_votes(sums, err);
    return is_nobody(sums->visitor) || standing_visit(sums->store, sums->visitor, err);
}

static bool compare_in_file(struct sums *sums, struct err *err)
{
    static const char *const tables[] = {"question",   "judgment", "judgment_source",  "model",
                                         "model_vote", "twin",     "merged_candidate", NULL};
    return check_tables(sums, tables, err) && compare_with_votes(sums, err);
}

static bool compare_all(struct sums *sums, struct err *err)
{
    const bool is_on_server = db_is_on_server(sums->store->db);
    return check_few(sums, err) && check_progress(sums, err) && check_places(sums, err) &&
           (is_on_server ? compare_on_server : compare_in_file)(sums, err) &&
           document_names_read(sums->store, err);
}

/* Whether they were found right, and nobody wrote since: who writes here, too, has the sums looked at each time. */
static bool are_known_sound(const struct store *store, int64_t version)
{
    return store->only_reads && store->sound_version == version;
}

static bool visit_compared(struct store *store, int64_t version, const struct standing_visitor *visitor,
                           struct err *err)
{
    struct sums sums = {.store = store, .visitor = visitor};
    bool are_right = compare_all(&sums, err);
    free(sums.items);
    store->sound_version = are_right ? version : 0;
    return are_right;
}

bool sums_visit(struct store *store, const struct standing_visitor *visitor, struct err *err)
{
    int64_t version;
    return store_require_all(store, "who said what", err) && store_get_version(store, &version, err) &&
           (are_known_sound(store, version) ? standing_visit(store, visitor, err)
                                            : visit_compared(store, version, visitor, err));
}

/* Who sees their own votes alone can't compare: the server's triggers kept the sums, and nobody else may write them. */
bool store_begin_reading_sums(struct store *store, struct err *err)
{
    const struct standing_visitor nobody = {0};
    int64_t version;
    bool sees_all;
    if (!store_begin_reading(store, err))
        return false;
    bool are_sound =
        store_sees_all(store, &sees_all, err) &&
        (!sees_all || (store_get_version(store, &version, err) &&
                       (are_known_sound(store, version) || visit_compared(store, version, &nobody, err))));
    if (!are_sound)
        store_end_reading(store);
    return are_sound;
}

void store_let_document_names_go(struct store *store)
{
    document_names_let_go(&store->names);
}

/* --- Before labelling ---------------------------------------------------------------------------- */

/* The votes of a question that is read alone: no other question's are near. */
static bool count_votes(struct sums *sums, struct err *err)
{
    int64_t ballot_id = 0;
    bool counted = true;
    struct query query = query_start(sums->store->db, STATEMENT_KNOWN_SLOT_LIST);
    query_bind_integer(&query, 1, sums->question.question_id);
    query_bind_integer(&query, 2, NO_LEASES);
    query_bind_integer(&query, 3, 0);
    while (counted && query_next(&query)) {
        struct known_slot slot = read_known_slot(&query);
        bool is_next = slot.ballot_id != ballot_id;
        ballot_id = slot.ballot_id;
        sums->ballots_done += is_next;
        sums->none_votes += is_next - slot.is_chosen;
        counted = count_slot(sums, slot.document_id, slot.is_chosen, err);
    }
    return query_end_visit(&query, counted, err);
}

static bool check_question(struct sums *sums, int64_t question_id, struct err *err)
{
    bool compared = begin_tables(sums, question_id, question_id, err) &&
                    (sums->has_question || fail(sums, "a ballot is of a question that is not there", err)) &&
                    count_votes(sums, err) && finish_questions(sums, err);
    return end_tables(sums, compared, err);
}

static bool check_documents(struct sums *sums, int64_t question_id, struct err *err)
{
    int64_t missing;
    struct query query = query_start(sums->store->db, STATEMENT_CANDIDATE_WITHOUT_DOCUMENT);
    query_bind_integer(&query, 1, question_id);
    return query_one_integer(&query, 0, &missing, err) &&
           (missing == 0 || fail(sums, "a candidate's document is missing", err));
}

/* A fiftieth of a second is what reads so many rows, and looks at so many questions alone. */
enum {
    ROWS_READ = 20 * 1000,
    QUESTIONS_COMPARED = 100,
    QUESTIONS_SETTLED = 10, /* texts of their candidates are compared for that */
    QUESTIONS_WITH_DOCUMENTS = 50,
};

struct question_ids {
    struct arena arena;
    int64_t *items;
    size_t n;
};

/* Those of the annotator's open ballots, and those that are dealt from next. */
static bool list_next_questions(struct store *store, struct bytes annotator, struct question_ids *ids,
                                struct err *err)
{
    int64_t annotator_id;
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, annotator);
    if (!query_one_integer(&find, 0, &annotator_id, err))
        return false;
    struct query open = query_start(store->db, STATEMENT_BALLOT_OPEN_LIST);
    query_bind_integer(&open, 1, annotator_id);
    while (ids->n < QUESTIONS_COMPARED && query_next(&open))
        ARENA_PUSH(&ids->arena, ids->items, ids->n) = read_kept_ballot(&open).question_id;
    if (!query_end(&open, err))
        return false;
    struct query next = query_start(store->db, STATEMENT_QUESTION_WITH_WORK_LIST);
    query_bind_integer(&next, 1, NO_LEASES);
    query_bind_integer(&next, 2, INT64_MIN); /* from the first one on */
    query_bind_integer(&next, 3, INT64_MIN);
    query_bind_integer(&next, 4, QUESTIONS_COMPARED);
    while (ids->n < QUESTIONS_COMPARED && query_next(&next))
        ARENA_PUSH(&ids->arena, ids->items, ids->n) = read_question_with_work(&next).question_id;
    return query_end(&next, err);
}

static bool check_questions(struct sums *sums, const struct question_ids *ids, struct err *err)
{
    const size_t n =
        sums->settings.rule == STOP_WHEN_SETTLED && ids->n > QUESTIONS_SETTLED ? QUESTIONS_SETTLED : ids->n;
    bool are_right = true;
    for (size_t i = 0; are_right && i < n; i++)
        are_right = check_question(sums, ids->items[i], err);
    return are_right;
}

static bool check_next_ballots(struct sums *sums, struct bytes annotator, struct err *err)
{
    struct question_ids ids = {0};
    int64_t rows = 0;
    struct query size = query_start(sums->store->db, STATEMENT_SUMS_SIZE);
    bool are_right = query_one_integer(&size, 0, &rows, err) && check_few(sums, err) &&
                     list_next_questions(sums->store, annotator, &ids, err);
    bool all = rows <= ROWS_READ && sums->settings.rule == STOP_AT_TARGET;
    are_right = are_right &&
                (all ? check_progress(sums, err) && check_places(sums, err) && compare_with_votes(sums, err)
                     : check_questions(sums, &ids, err));
    for (size_t i = 0; are_right && i < ids.n && i < QUESTIONS_WITH_DOCUMENTS; i++)
        are_right = check_documents(sums, ids.items[i], err);
    arena_release(&ids.arena);
    return are_right;
}

bool store_check_next_ballots(struct store *store, struct bytes annotator, struct err *err)
{
    struct sums sums = {.store = store, .visitor = &(struct standing_visitor){0}};
    if (db_is_on_server(store->db))
        return true;
    if (!store_begin_reading(store, err))
        return false;
    bool are_right = check_next_ballots(&sums, annotator, err);
    free(sums.items);
    store_end_reading(store);
    return are_right;
}
