/* Counts how often bulk data waits for a server: at most once for 500 rows, however far away the server is. */
#include "tests/support/support.h"

#include "core/store/votes/labels.h"
#include "core/store/votes/raters.h"
#include "core/store/store.h"
#include "core/store/votes/vote_groups.h"
#include "export/export.h"
#include "export/exporter.h"
#include "export/file.h"
#include "import/import.h"
#include "import/pooling.h"
#include "tests/support/postgresql.h"

#include <stdlib.h>
#include <string.h>

/* A database on a server, and the number of files made for it. */
struct site {
    struct arena arena;
    const char *url;
    struct store *store;
    int n_files;
};

static int make_site(void **state)
{
    *state = calloc(1, sizeof(struct site));
    return *state == NULL;
}

static int free_site(void **state)
{
    struct site *site = *state;
    store_close(site->store);
    arena_release(&site->arena);
    free(site);
    return 0;
}

/* --- Files ------------------------------------------------------------------------------------------ */

enum { POOL_SIZE = 4 };

typedef void add_line(struct buffer *file, int number);

static void add_document(struct buffer *file, int number)
{
    buffer_add_format(file, "d%d\tThe text of document %d.\n", number, number);
}

static void add_question(struct buffer *file, int number)
{
    buffer_add_format(file, "q%d\tWhich is number %d?\n", number, number);
}

static void add_ranking(struct buffer *file, int number)
{
    for (int rank = 1; rank <= POOL_SIZE; rank++)
        buffer_add_format(file, "q%d Q0 d%d %d %d run\n", number, number + rank - 1, rank, POOL_SIZE - rank);
}

static void add_judgments(struct buffer *file, int number)
{
    for (int i = 0; i < POOL_SIZE; i++)
        buffer_add_format(file, "q%d 0 d%d %d\n", number, number + i, i % 3);
}

enum { VOTE_SIZE = 3 }; /* a line adds three things: the vote and two candidates */

/* Every third vote is by a new annotator. */
static void add_vote(struct buffer *file, int number)
{
    buffer_add_format(file,
                      "{\"question\": \"q%d\", \"shown\": [\"d%d\", \"d%d\"], \"chosen\": \"d%d\", "
                      "\"annotator\": \"a%d\", \"note\": \"why\", \"evidence\": {\"text\": \"text\"}, "
                      "\"reason\": \"new\"}\n",
                      number, number, number + 1, number, number % 3 < 2 ? number % 3 : number);
}

/* Writes a file with the lines for numbers `from` to `to`. */
static const char *make_file(struct site *site, const char *ending, add_line *add, int from, int to)
{
    struct buffer file = {0};
    for (int i = from; i <= to; i++)
        add(&file, i);
    const char *name = arena_format(&site->arena, "trips-%d.%s", site->n_files++, ending);
    const char *path = support_file(&site->arena, name, buffer_bytes(&file));
    buffer_release(&file);
    return path;
}

/* --- Imports ---------------------------------------------------------------------------------------- */

enum kind { DOCUMENTS, QUESTIONS, CANDIDATES, JUDGMENTS, VOTES };

static const struct {
    const char *ending;
    add_line *add;
} kinds[] = {
    [DOCUMENTS] = {"tsv", add_document}, [QUESTIONS] = {"tsv", add_question},
    [CANDIDATES] = {"run", add_ranking}, [JUDGMENTS] = {"qrels", add_judgments},
    [VOTES] = {"jsonl", add_vote},
};

/* Imports such a file and returns the number of trips. */
static int64_t import(struct site *site, enum kind kind, int from, int to)
{
    const char *path = make_file(site, kinds[kind].ending, kinds[kind].add, from, to);
    struct err err;
    struct import_summary summary;
    struct import_request request = {.depth = DEPTH_DEFAULT, .judged = JUDGED_JOIN_POOL, .source = "trec"};
    size_t *const numbers[] = {&request.n_documents, &request.n_questions, &request.n_candidates,
                               &request.n_judgments, &request.n_votes};
    const char *const **const paths[] = {&request.documents, &request.questions, &request.candidates,
                                         &request.judgments, &request.votes};
    *numbers[kind] = 1;
    *paths[kind] = &path;
    int64_t before = store_count_trips(site->store);
    if (!import_files(site->store, &request, &site->arena, &summary, &err))
        fail_msg("%s", err.text);
    return store_count_trips(site->store) - before;
}

/* Makes a database with its tables. */
static void make_database(struct site *site)
{
    struct err err;
    site->url = postgresql_database(&site->arena);
    if (!store_open(&site->store, site->url, STORE_CREATE, &err))
        fail_msg("%s", err.text);
    import(site, DOCUMENTS, 0, 0);
}

enum { FEW = 10, MANY = 1000, AT_ONCE = 500 };

/* Compares files that differ by `MANY` lines, because the fixed cost is the same for both. */
static void assert_few_trips(struct site *site, enum kind kind, int for_each, const char *what)
{
    int64_t few = import(site, kind, 1, FEW);
    int64_t many = import(site, kind, FEW + 1, FEW + MANY);
    int64_t again = import(site, kind, 1, FEW + MANY);
    print_message("# %s: trips of %d %lld, of %d %lld, of all that are there %lld\n", what, FEW * for_each,
                  (long long)few, MANY * for_each, (long long)many, (long long)again);
    assert_true(many - few <= MANY * for_each / AT_ONCE);
    assert_true(again - few <= MANY * for_each / AT_ONCE);
}

static void documents_take_few_trips(void **state)
{
    make_database(*state);
    assert_few_trips(*state, DOCUMENTS, 1, "documents");
}

/* A server takes less time for one statement with many parameters than for many statements. */
static void many_documents_are_looked_up_by_one_statement(void **state)
{
    struct site *site = *state;
    make_database(site);
    postgresql_do(site->url,
                  "CREATE FUNCTION lookups_are_few() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                  " IF EXISTS (SELECT 1 FROM pg_prepared_statements"
                  "             WHERE statement LIKE 'SELECT%' AND generic_plans + custom_plans > 15) THEN"
                  "  RAISE EXCEPTION 'looked up one by one';"
                  " END IF; RETURN NULL; END $$;"
                  "CREATE TRIGGER lookups_are_few AFTER INSERT ON document"
                  " FOR EACH ROW EXECUTE FUNCTION lookups_are_few()");
    import(site, DOCUMENTS, 1, 2 * FEW);
}

static void questions_take_few_trips(void **state)
{
    make_database(*state);
    assert_few_trips(*state, QUESTIONS, 1, "questions");
}

static void add_items(struct site *site)
{
    import(site, DOCUMENTS, 1, FEW + MANY + POOL_SIZE);
    import(site, QUESTIONS, 1, FEW + MANY);
}

static void candidates_take_few_trips(void **state)
{
    make_database(*state);
    add_items(*state);
    assert_few_trips(*state, CANDIDATES, POOL_SIZE, "candidates");
}

static void judgments_take_few_trips(void **state)
{
    make_database(*state);
    add_items(*state);
    assert_few_trips(*state, JUDGMENTS, POOL_SIZE, "judgments");
}

static void votes_take_few_trips(void **state)
{
    make_database(*state);
    add_items(*state);
    assert_few_trips(*state, VOTES, VOTE_SIZE, "votes, each with two candidates");
}

/*
 * Fills pools from two runs for these questions and returns the number of trips. One run also names the documents of
 * the other.
 */
static int64_t fill_pools(struct site *site, int from, int to)
{
    struct err err;
    struct pooling_summary summary;
    const char *path = make_file(site, "run", add_ranking, from, to);
    const struct pooling_source sources[] = {
        {.path = path, .depth = POOL_SIZE - 1},
        {.path = make_file(site, "run", add_ranking, from, to), .depth = POOL_SIZE},
        {.path = path, .depth = POOL_SIZE - 2, .is_whole = true},
    };
    const struct pooling_request request = {.sources = sources,
                                            .n_sources = sizeof sources / sizeof *sources};
    int64_t before = store_count_trips(site->store);
    if (!pooling_fill(site->store, &request, &site->arena, &summary, &err))
        fail_msg("%s", err.text);
    return store_count_trips(site->store) - before;
}

static void pools_are_filled_in_few_trips(void **state)
{
    struct site *site = *state;
    make_database(site);
    add_items(site);
    int64_t few = fill_pools(site, 1, FEW);
    int64_t many = fill_pools(site, FEW + 1, FEW + MANY);
    int64_t again = fill_pools(site, FEW + 1, FEW + MANY);
    print_message("# pools: trips of %d questions %lld, of %d %lld, of those again %lld\n", FEW,
                  (long long)few, MANY, (long long)many, (long long)again);
    assert_true(many - few <= MANY * POOL_SIZE / AT_ONCE);
    assert_true(again - few <= MANY * POOL_SIZE / AT_ONCE);
}

/* Reads the answers to each question, as exports and comparisons of annotators do. */
static void votes_are_read_in_few_trips(void **state)
{
    struct site *site = *state;
    struct err err;
    struct qrels qrels = {0}, of_rater = {0};
    struct label_base base;
    struct rater *raters;
    size_t n;
    const struct grading_rule rule = grading_rule_default();
    make_database(site);
    add_items(site);
    import(site, VOTES, 1, MANY);
    assert_true(store_begin_reading(site->store, &err));
    assert_true(store_read_qrels(site->store, &rule, false, &qrels, &base, &err));
    assert_true(store_list_raters(site->store, &site->arena, &raters, &n, &err));
    int64_t before = store_count_trips(site->store);
    assert_true(store_read_vote_groups(site->store, &qrels, &err));
    int64_t groups = store_count_trips(site->store) - before;
    assert_true(store_read_rater(site->store, &raters[0], &rule, &of_rater, &err));
    int64_t rater = store_count_trips(site->store) - before - groups;
    store_end_reading(site->store);
    print_message("# of %d questions: trips of the groups of votes %lld, of one rater %lld\n", MANY,
                  (long long)groups, (long long)rater);
    assert_int_equal(qrels.n_questions, MANY);
    assert_in_range(groups, 1, 2 * MANY / AT_ONCE); /* for the question and for its votes */
    assert_in_range(rater, 1, 2 * MANY / AT_ONCE);  /* the questions are listed first */
    qrels_release(&of_rater);
    qrels_release(&qrels);
}

/* Exports the votes in the first format of this kind and returns the number of trips. */
static int64_t export_trips(struct site *site, const char *name)
{
    struct err err;
    const struct export_kind *kind;
    struct file_writer file;
    const char *path = support_file(&site->arena, arena_format(&site->arena, "%s.out", name), bytes_of(""));
    const struct export_options options = {.rule = grading_rule_default(), .negatives = 1};
    struct exporter exporter = {.store = site->store, .options = &options, .file = &file};
    assert_true(export_find(name, &kind, &err));
    exporter.format = &kind->formats[0];
    assert_true(file_writer_open(&file, path, &err));
    assert_true(store_begin_reading(site->store, &err));
    int64_t before = store_count_trips(site->store);
    if (!kind->write(&exporter, &err))
        fail_msg("%s", err.text);
    int64_t trips = store_count_trips(site->store) - before;
    store_end_reading(site->store);
    assert_true(file_writer_finish(&file, &err));
    file_writer_release(&file);
    buffer_release(&exporter.summary);
    buffer_release(&exporter.remarks);
    buffer_release(&exporter.formula);
    return trips;
}

static void exports_take_few_trips(void **state)
{
    static const char *const kinds_of_votes[] = {"qrels",    "relevance", "preferences",
                                                 "passages", "triples",   "dpo"};
    struct site *site = *state;
    make_database(site);
    add_items(site);
    import(site, VOTES, 1, MANY);
    for (size_t i = 0; i < sizeof kinds_of_votes / sizeof *kinds_of_votes; i++) {
        int64_t trips = export_trips(site, kinds_of_votes[i]);
        print_message("# export %s of %d questions: trips %lld\n", kinds_of_votes[i], MANY, (long long)trips);
        assert_in_range(trips, 1, 2 * VOTE_SIZE * MANY / AT_ONCE); /* the questions are listed first */
    }
}

/* Rows that are added together are searched for before any of them is added, so duplicates must be found among them. */
static void a_document_listed_twice_is_stored_once(void **state)
{
    struct site *site = *state;
    struct err err;
    struct import_summary summary;
    const char *same = support_file(&site->arena, "same.tsv", bytes_of("a\tOne.\nb\tTwo.\na\tOne.\n"));
    const char *other = support_file(&site->arena, "other.tsv", bytes_of("c\tOne.\nd\tTwo.\nc\tThree.\n"));
    struct import_request request = {.n_documents = 1, .documents = &same, .depth = DEPTH_DEFAULT};
    make_database(site);
    assert_true(import_files(site->store, &request, &site->arena, &summary, &err));
    assert_int_equal(summary.documents.added, 2);
    assert_int_equal(summary.documents.repeated, 1);
    request.documents = &other;
    assert_false(import_files(site->store, &request, &site->arena, &summary, &err));
    assert_non_null(strstr(err.text, "other.tsv:3: document 'c' has other content than at "));
    assert_non_null(strstr(err.text, "other.tsv:1: text 'Three.' here, 'One.' there"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(documents_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(many_documents_are_looked_up_by_one_statement, make_site, free_site),
        cmocka_unit_test_setup_teardown(questions_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(candidates_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(judgments_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(votes_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(pools_are_filled_in_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(votes_are_read_in_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(exports_take_few_trips, make_site, free_site),
        cmocka_unit_test_setup_teardown(a_document_listed_twice_is_stored_once, make_site, free_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
