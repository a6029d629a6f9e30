/*
 * Counts how often commands that read a whole project wait for a server. A larger project may take one more trip for
 * each 250 things. assay asks for 500 at once, but if it asks again while the end of the last answer is on its way, the
 * wire counts two trips.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

enum {
    FEW = 60,
    MANY = 600,
    POOL_SIZE = 4,
    AT_ONCE = 250,
    THINGS = 1 + POOL_SIZE + 2 + 2 * 2, /* a question, its candidates, two votes with two slots each */
};

/* --- Projects --------------------------------------------------------------------------------------- */

/* A project on a server, behind a wire that counts trips. */
struct project {
    const char *url;
    struct wire *wire;
    const char *run;
};

static struct arena arena;

typedef void add_lines(struct buffer *file, int number);

/* Every third document has the same text as the one before it. */
static void add_document(struct buffer *file, int number)
{
    buffer_add_format(file, "d%d\tThe text of document %d.\n", number, number - (number % 3 == 2));
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

/* Adds one document that is in no pool, and after it judged documents. */
static void add_answer_of_run(struct buffer *file, int number)
{
    buffer_add_format(file, "q%d Q0 other%d 1 9 run\n", number, number);
    for (int rank = 2; rank <= POOL_SIZE; rank++)
        buffer_add_format(file, "q%d Q0 d%d %d %d run\n", number, number + rank - 1, rank, POOL_SIZE - rank);
}

static void add_votes(struct buffer *file, int number)
{
    for (int annotator = 0; annotator < 2; annotator++)
        buffer_add_format(file,
                          "{\"question\": \"q%d\", \"shown\": [\"d%d\", \"d%d\"], \"chosen\": \"d%d\", "
                          "\"annotator\": \"a%d\", \"evidence\": {\"text\": \"text\"}}\n",
                          number, number, number + 1, number + annotator * (number % 2), annotator);
}

/* Writes a file with the lines for numbers 1 to `n`. */
static const char *make_file(const char *name, add_lines *add, int n)
{
    struct buffer file = {0};
    for (int i = 1; i <= n; i++)
        add(&file, i);
    const char *path = support_file(&arena, arena_format(&arena, "%d-%s", n, name), buffer_bytes(&file));
    buffer_release(&file);
    return path;
}

static void must_run(const char *const *words)
{
    const struct ran ran = child_run(&arena, words);
    if (ran.status != 0)
        fail_msg("assay %s: %s", words[0], ran.err);
}

#define MUST_RUN(...) must_run((const char *const[]){__VA_ARGS__, NULL})

/* Makes a filled database. Its URL remains valid after `arena` was released. */
static const char *make_database(int questions)
{
    static struct arena urls;
    const char *url = sample_database(&urls);
    MUST_RUN("import", url, "--documents", make_file("documents.tsv", add_document, questions + POOL_SIZE),
             "--questions", make_file("questions.tsv", add_question, questions), "--candidates",
             make_file("pools.run", add_ranking, questions));
    MUST_RUN("import", url, "--votes", make_file("votes.jsonl", add_votes, questions));
    return url;
}

/* Projects are copies of the first one of their size. */
static struct project make_project(const char **first, int questions)
{
    if (*first == NULL)
        *first = make_database(questions);
    struct project project = {.url = postgresql_copy(&arena, *first)};
    project.run = make_file("answers.run", add_answer_of_run, questions);
    project.wire = wire_open(project.url, 0);
    return project;
}

/* --- Commands --------------------------------------------------------------------------------------- */

enum { WORDS = 6 };

/* DB stands for the database, RUN for a run. */
static const char *const commands[][WORDS] = {
    {"check", "DB"},
    {"status", "DB"},
    {"relevance", "DB"},
    {"annotators", "DB"},
    {"agreement", "DB"},
    {"agreement", "DB", "--grades"},
    {"eval", "DB", "RUN"},
    {"eval", "DB", "RUN", "-m", "prefs_simp"},
    {"eval", "DB", "RUN", "--without", "a1"},
    {"export", "DB", "qrels"},
    {"export", "DB", "qrels", "--without", "a1"},
    {"export", "DB", "votes"},
    {"export", "DB", "preferences"},
    {"export", "DB", "passages"},
    {"export", "DB", "triples"},
    {"export", "DB", "dpo"},
};

static unsigned count_trips(const struct project *project, const char *const words[WORDS])
{
    const char *filled[WORDS + 1] = {0};
    for (size_t i = 0; i < WORDS && words[i] != NULL; i++)
        filled[i] = strcmp(words[i], "DB") == 0    ? wire_url(&arena, project->wire)
                    : strcmp(words[i], "RUN") == 0 ? project->run
                                                   : words[i];
    wire_count_trips(project->wire);
    must_run(filled);
    return wire_count_trips(project->wire);
}

static void assert_few_trips(const struct project *few, const struct project *many)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const unsigned of_few = count_trips(few, commands[i]), of_many = count_trips(many, commands[i]);
        print_message("# %s %s %s: trips of %d questions %u, of %d %u\n", commands[i][0],
                      commands[i][2] != NULL ? commands[i][2] : "",
                      commands[i][2] != NULL && commands[i][3] != NULL ? commands[i][3] : "", FEW, of_few,
                      MANY, of_many);
        assert_true(of_many <= of_few + (MANY - FEW) * THINGS / AT_ONCE);
    }
}

/* Runs this command on both projects first; NULL: none. */
static void assert_few_trips_after(const char *command, const char *word, const char *value)
{
    static const char *few_first, *many_first;
    const struct project few = make_project(&few_first, FEW), many = make_project(&many_first, MANY);
    if (command != NULL) {
        MUST_RUN(command, few.url, word, value);
        MUST_RUN(command, many.url, word, value);
    }
    assert_few_trips(&few, &many);
    wire_close(few.wire);
    wire_close(many.wire);
    arena_release(&arena);
}

static void commands_take_few_trips(void **state)
{
    (void)state;
    assert_few_trips_after(NULL, NULL, NULL);
}

static void commands_take_few_trips_where_twins_are_merged(void **state)
{
    (void)state;
    assert_few_trips_after("pool", "--merge-identical", NULL);
}

static void commands_take_few_trips_where_dealing_is_adaptive(void **state)
{
    (void)state;
    assert_few_trips_after("set", "dealing", "adaptive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_take_few_trips),
        cmocka_unit_test(commands_take_few_trips_where_twins_are_merged),
        cmocka_unit_test(commands_take_few_trips_where_dealing_is_adaptive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
