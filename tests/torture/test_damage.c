/*
 * Databases with bits that were flipped and bytes that were overwritten: no command may crash, say more than a line of it,
 * or print other figures than before while the check finds that something is wrong. Under the address sanitizer this is
 * the test of what is read from a file that a stranger made.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/store/store.h"
#include "tests/support/command.h"
#include "tests/support/content.h"
#include "tests/support/effort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 120, FILES_LARGE = 5000, SEED = 11 };

struct fixture {
    struct arena arena;
    const char *run;
    struct bytes content; /* of a database with a few votes */
};

/* --- The commands -------------------------------------------------------------------------------- */

enum { WORDS = 8 };

/*
 * DB and RUN stand for files. What has figures that follow from the votes prints the same as before, or fails, or the check
 * finds nothing wrong. Votes are exported as they are in the file; what labelling says of its progress is a sum that is
 * kept, and comparing it with a million votes would take seconds.
 */
static const struct task {
    const char *words[WORDS];
    const char *typed; /* on standard input */
    bool has_figures;
} tasks[] = {
    {{"check", "DB"}, "", false},
    {{"status", "DB"}, "", true},
    {{"relevance", "DB", "--format", "tsv"}, "", true},
    {{"export", "DB", "qrels"}, "", true},
    {{"export", "DB", "votes"}, "", false},
    {{"export", "DB", "preferences"}, "", true},
    {{"eval", "DB", "RUN"}, "", true},
    {{"compare", "DB", "RUN", "RUN"}, "", true},
    {{"report", "DB", "RUN"}, "", true},
    {{"agree", "DB", "--format", "tsv"}, "", true},
    {{"agreement", "DB", "--format", "tsv"}, "", true},
    {{"annotators", "DB", "--format", "tsv"}, "", true},
    {{"judge", "DB", "--format", "tsv"}, "", true},
    {{"set", "DB"}, "", false},
    {{"search", "DB", "tea"}, "", false},
    {{"label", "DB", "--json", "--annotator", "eve"},
     "{\"undo\":true}\n{\"redo\":true}\n{\"vote\":1}\n{\"skip\":\"later\"}\n{\"vote\":0}\n{\"quit\":true}\n",
     false},
    {{"label", "DB", "--plain", "--annotator", "bob"}, "1\n2\nu\n0\nq\n", false},
    {{"set", "DB", "impressions", "2"}, "", false},
    {{"import", "DB", "--candidates", "RUN"}, "", false},
    {{"check", "DB", "--repair"}, "", false},
};

enum { TASKS = sizeof tasks / sizeof *tasks };

static struct called call(const struct task *task, const char *database, const char *run)
{
    const char *words[CALL_WORDS] = {0};
    for (size_t i = 0; i < WORDS && task->words[i] != NULL; i++)
        words[i] = strcmp(task->words[i], "DB") == 0    ? database
                   : strcmp(task->words[i], "RUN") == 0 ? run
                                                        : task->words[i];
    FILE *in = tmpfile();
    assert_non_null(in);
    fputs(task->typed, in);
    rewind(in);
    struct called called = call_command_reading(words, in);
    fclose(in);
    return called;
}

/* A failure is told in one line. */
static void assert_told(const struct task *task, const struct called *called, size_t number)
{
    if (!called->done && (called->err.text[0] == '\0' || strchr(called->err.text, '\n') != NULL))
        fail_msg("file %zu: %s said '%s'", number, task->words[0], called->err.text);
}

/* --- The files ----------------------------------------------------------------------------------- */

static void must_be_done(struct called called)
{
    if (!called.done)
        fail_msg("%s", called.err.text);
    called_release(&called);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (fixture == NULL)
        return -1;
    *state = fixture;
    struct arena *arena = &fixture->arena;
    const char *database = support_file(arena, "whole.db", bytes_of(""));
    fixture->run = support_file(arena, "pool.run",
                                bytes_of("q1 Q0 d1 1 3 r\nq1 Q0 d2 2 2 r\nq1 Q0 d3 3 1 r\nq1 Q0 d4 4 0 r\n"
                                         "q2 Q0 d2 1 3 r\nq2 Q0 d3 2 2 r\nq2 Q0 d1 3 1 r\n"));
    const char *documents =
        support_file(arena, "documents.jsonl",
                     bytes_of("{\"id\":\"d1\",\"title\":\"Tea\",\"text\":\"one\",\"lang\":\"en\"}\n{\"id\":"
                              "\"d2\",\"text\":\"two tea\"}\n"
                              "{\"id\":\"d3\",\"text\":\"three\"}\n{\"id\":\"d4\",\"text\":\"four\"}\n"));
    const char *questions =
        support_file(arena, "questions.jsonl",
                     bytes_of("{\"id\":\"q1\",\"text\":\"why?\"}\n{\"id\":\"q2\",\"text\":\"tea?\"}\n"));
    const struct task label = {{"label", "DB", "--json", "--annotator", "eve"},
                               "{\"vote\":1}\n{\"vote\":0}\n{\"vote\":2}\n{\"undo\":true}\n{\"quit\":true}\n",
                               false};
    const struct task other = {{"label", "DB", "--json", "--annotator", "bob"},
                               "{\"vote\":1}\n{\"quit\":true}\n",
                               false};
    must_be_done(CALL("import", database, "--documents", documents, "--questions", questions, "--candidates",
                      fixture->run));
    must_be_done(call(&label, database, fixture->run));
    must_be_done(call(&other, database, fixture->run));
    must_be_done(
        CALL("judge", database, "gpt",
             "while read -r line; do case $line in *ballot*:*question*) echo '{\"vote\":1}' ;; esac; done",
             "--seed", "1"));
    fixture->content = content_of(arena, database);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

enum { PAGE_SIZE = 4096 };

static bool is_of_schema(const char *data, size_t at)
{
    const char *page = data + at / PAGE_SIZE * PAGE_SIZE;
    return memmem(page, PAGE_SIZE, "CREATE ", 7) != NULL;
}

/* Where something is: most of a small database is empty, and most of the rest says what tables there are. */
static size_t find_place(const char *data, size_t size, struct random_source *random)
{
    bool anywhere = random_below(random, 8) == 0;
    size_t at = (size_t)random_below(random, size - 8);
    while (data[at] == 0 || (!anywhere && is_of_schema(data, at)))
        at = (size_t)random_below(random, size - 8);
    return at;
}

/* Up to eight bytes of the same page: another page would be damaged in another way, which is another file. */
static size_t damaged_size(size_t at, struct random_source *random)
{
    size_t size = 1 + (size_t)random_below(random, 8), rest = PAGE_SIZE - at % PAGE_SIZE;
    return size < rest ? size : rest;
}

/* Half of them have a bit flipped, the others bytes that are somewhere else in the file, too, or all ones. */
static void damage(char *data, size_t size, struct random_source *random)
{
    size_t at = find_place(data, size, random), from = find_place(data, size, random);
    switch (random_below(random, 4)) {
    case 0:
        memmove(data + at, data + from, damaged_size(at, random));
        break;
    case 1:
        memset(data + at, 0xff, damaged_size(at, random));
        break;
    default:
        data[at] = (char)(data[at] ^ (1 << random_below(random, 8)));
    }
}

static void remove_beside(struct arena *arena, const char *path)
{
    static const char *const endings[] = {"-wal", "-shm", "-journal", ".before-repair"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        unlink(arena_format(arena, "%s%s", path, endings[i]));
}

static int compare_lines(const void *left, const void *right)
{
    return bytes_compare(*(const struct bytes *)left, *(const struct bytes *)right);
}

/* A row of a ranking in a report has the document's title, which is no figure. */
static bool shows_title(struct bytes line)
{
    static const char unjudged[] = "<td>○ ";
    return memmem(line.data, line.size, unjudged, sizeof unjudged - 1) != NULL;
}

static struct bytes *sort_lines(struct arena *arena, struct bytes text, size_t *n)
{
    struct bytes *lines = NULL, line;
    *n = 0;
    while (bytes_next_line(&text, &line)) {
        if (!shows_title(line))
            ARENA_PUSH(arena, lines, *n) = line;
    }
    if (*n > 0)
        qsort(lines, *n, sizeof *lines, compare_lines);
    return lines;
}

/* In any order: that of candidates without votes is what their sources say, and no figure. */
static bool has_same_lines(const char *a, const char *b)
{
    struct arena arena = {0};
    size_t n_a, n_b;
    struct bytes *lines_a = sort_lines(&arena, bytes_of(a), &n_a);
    struct bytes *lines_b = sort_lines(&arena, bytes_of(b), &n_b);
    bool same = n_a == n_b;
    for (size_t i = 0; same && i < n_a; i++)
        same = bytes_equal(lines_a[i], lines_b[i]);
    arena_release(&arena);
    return same;
}

struct trial {
    size_t refused;  /* commands that failed */
    size_t accepted; /* files that the check calls right */
};

static void try_file(const struct fixture *fixture, struct bytes content, size_t number,
                     const struct called *whole, struct trial *trial)
{
    struct arena arena = {0};
    const char *path = support_file(&arena, "damaged.db", content);
    bool is_right = false;
    for (size_t i = 0; i < TASKS; i++) {
        struct called called = call(&tasks[i], path, fixture->run);
        assert_told(&tasks[i], &called, number);
        is_right = i == 0 ? called.done : is_right;
        if (tasks[i].has_figures && called.done && !is_right && !has_same_lines(called.out, whole[i].out))
            fail_msg("file %zu: the check finds something wrong, and %s prints\n%s", number,
                     tasks[i].words[0], called.out);
        trial->refused += !called.done;
        called_release(&called);
    }
    trial->accepted += is_right;
    remove_beside(&arena, path);
    arena_release(&arena);
}

static void no_damaged_file_makes_a_command_crash_or_print_wrong_figures(void **state)
{
    struct fixture *fixture = *state;
    struct trial trial = {0};
    struct called whole[TASKS] = {0};
    struct random_source random = random_from(SEED, 1);
    size_t files = effort(FILES, FILES_LARGE);
    const char *path = support_file(&fixture->arena, "damaged.db", fixture->content);
    for (size_t i = 0; i < TASKS && tasks[i].words[0] != NULL; i++) {
        if (tasks[i].has_figures)
            whole[i] = call(&tasks[i], path, fixture->run);
    }
    for (size_t n = 0; n < files; n++) {
        struct arena arena = {0};
        struct bytes copy = arena_copy(&arena, fixture->content);
        damage((char *)copy.data, copy.size, &random);
        try_file(fixture, copy, n, whole, &trial);
        arena_release(&arena);
    }
    for (size_t i = 0; i < TASKS; i++)
        called_release(&whole[i]);
    effort_report(
        "damaged files: %zu, with %d commands each; %zu refusals, %zu files are right all the same, 0 "
        "crashes, 0 wrong figures",
        files, TASKS, trial.refused, trial.accepted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_damaged_file_makes_a_command_crash_or_print_wrong_figures, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
