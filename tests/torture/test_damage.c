/*
 * Databases with flipped bits, overwritten bytes, sectors and pages, and missing ends. No command may crash or report a
 * failure in more than one line. If the check finds a problem, no command may print other figures than before. Under
 * the address sanitizer this also tests what is read from a hostile file.
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
 * DB and RUN stand for files. A command whose figures follow from the votes prints the same as before, or fails, or the
 * check finds no problem. The other commands have no such figures. Votes are exported as they are in the file. The
 * progress in `label` is a stored sum, because comparing it with a million votes would take seconds.
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
    {{"agreement", "DB", "--grades", "--format", "tsv"}, "", true},
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

/* A failure must be reported in one line. */
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

/* Returns a place with content: most of a small database is empty, and most of the rest is the schema. */
static size_t find_place(const char *data, size_t size, struct random_source *random)
{
    bool anywhere = random_below(random, 8) == 0;
    size_t at = (size_t)random_below(random, size - 8);
    while (data[at] == 0 || (!anywhere && is_of_schema(data, at)))
        at = (size_t)random_below(random, size - 8);
    return at;
}

/*
 * The change of one page, or the loss of many pages if the file is cut off. Damage that crosses a page boundary, or
 * that affects two pages, consists of one patch for each page.
 */
struct patch {
    size_t at, size; /* if `content` is NULL, the file is cut to `size` bytes */
    const char *content;
};

enum { PATCHES_MAX = 4, SECTOR_SIZE = 512 };

struct damage {
    struct patch patches[PATCHES_MAX];
    size_t n;
};

static void add_patch(struct damage *damage, size_t at, const char *content, size_t size)
{
    size_t rest = PAGE_SIZE - at % PAGE_SIZE, first = size < rest ? size : rest;
    damage->patches[damage->n++] = (struct patch){at, first, content};
    if (first < size)
        damage->patches[damage->n++] = (struct patch){at + first, size - first, content + first};
}

static size_t some_page(size_t size, struct random_source *random)
{
    return (size_t)random_below(random, size / PAGE_SIZE) * PAGE_SIZE;
}

static void swap_pages(struct damage *damage, const char *data, size_t size, struct random_source *random)
{
    size_t one = some_page(size, random), other = some_page(size, random);
    add_patch(damage, one, data + other, PAGE_SIZE);
    add_patch(damage, other, data + one, PAGE_SIZE);
}

static void end_early(struct damage *damage, size_t size, struct random_source *random)
{
    size_t sectors = (size_t)random_below(random, size / SECTOR_SIZE);
    damage->patches[damage->n++] = (struct patch){.size = sectors * SECTOR_SIZE};
}

/*
 * Returns damage of the kinds that disks and programs cause: a bit, a few bytes, a sector or page of zeros, a write at
 * the wrong place, a missing end. More than half of the cases are a flipped bit. A few bytes can lie on both sides of a
 * page boundary.
 */
static struct damage some_damage(const char *data, size_t size, struct arena *arena,
                                 struct random_source *random)
{
    enum { FEW = 8 };
    static const char zeros[PAGE_SIZE], ones[FEW] = {-1, -1, -1, -1, -1, -1, -1, -1};
    struct damage damage = {0};
    size_t at = find_place(data, size, random), few = 1 + (size_t)random_below(random, FEW);
    switch (random_below(random, 12)) {
    case 0:
        add_patch(&damage, at / SECTOR_SIZE * SECTOR_SIZE, zeros, SECTOR_SIZE);
        break;
    case 1:
        add_patch(&damage, at / PAGE_SIZE * PAGE_SIZE, zeros, PAGE_SIZE);
        break;
    case 2:
        swap_pages(&damage, data, size, random);
        break;
    case 3:
        end_early(&damage, size, random);
        break;
    case 4:
        add_patch(&damage, at, data + find_place(data, size, random), few);
        break;
    case 5:
        add_patch(&damage, at, ones, few);
        break;
    default: {
        const char flipped[] = {(char)(data[at] ^ (1 << random_below(random, 8)))};
        add_patch(&damage, at, arena_copy(arena, (struct bytes){flipped, 1}).data, 1);
    }
    }
    return damage;
}

static struct bytes with_patch(struct bytes content, const struct patch *patch, struct arena *arena)
{
    if (patch->content == NULL)
        return bytes_slice(content, 0, patch->size);
    struct bytes copy = arena_copy(arena, content);
    memcpy((char *)copy.data + patch->at, patch->content, patch->size);
    return copy;
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

/* A row of a ranking in the report has the title of the document, which is not a figure. */
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

/* The order does not matter: candidates without votes are ordered by what their sources say, which is not a figure. */
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
    const struct fixture *fixture;
    size_t number;            /* the number of the file */
    struct called was[TASKS]; /* output of the commands with figures for the right part of the file */
    size_t refused;           /* commands that failed */
    size_t accepted;          /* files in which the check finds no problem */
};

static void print_figures(struct trial *trial, struct bytes content)
{
    struct arena arena = {0};
    const char *path = support_file(&arena, "damaged.db", content);
    for (size_t i = 0; i < TASKS; i++) {
        called_release(&trial->was[i]);
        trial->was[i] =
            tasks[i].has_figures ? call(&tasks[i], path, trial->fixture->run) : (struct called){0};
    }
    remove_beside(&arena, path);
    arena_release(&arena);
}

/*
 * Damage of two pages can have two effects: one page has other rows that are consistent, so the check accepts it, and
 * the other page is wrong. Then commands may print the figures of the accepted page. Returns the file with all patches
 * that the check accepts one by one.
 */
static struct bytes right_part(const struct trial *trial, const struct damage *damage, struct arena *arena)
{
    struct bytes right = trial->fixture->content;
    for (size_t i = 0; damage->n > 1 && i < damage->n; i++) {
        struct bytes more = with_patch(right, &damage->patches[i], arena);
        const char *path = support_file(arena, "damaged.db", more);
        struct called called = call(&tasks[0], path, trial->fixture->run);
        if (called.done)
            right = more;
        called_release(&called);
        remove_beside(arena, path);
    }
    return right;
}

static void try_file(struct trial *trial, struct bytes content)
{
    struct arena arena = {0};
    const char *path = support_file(&arena, "damaged.db", content);
    bool is_right = false;
    for (size_t i = 0; i < TASKS; i++) {
        struct called called = call(&tasks[i], path, trial->fixture->run);
        assert_told(&tasks[i], &called, trial->number);
        is_right = i == 0 ? called.done : is_right;
        if (tasks[i].has_figures && called.done && !is_right &&
            !has_same_lines(called.out, trial->was[i].out))
            fail_msg("file %zu: the check finds a problem, but %s prints\n%s", trial->number,
                     tasks[i].words[0], called.out);
        trial->refused += !called.done;
        called_release(&called);
    }
    trial->accepted += is_right;
    remove_beside(&arena, path);
    arena_release(&arena);
}

static void try_damage(struct trial *trial, const struct damage *damage)
{
    struct arena arena = {0};
    const struct bytes whole = trial->fixture->content, right = right_part(trial, damage, &arena);
    struct bytes content = whole;
    for (size_t i = 0; i < damage->n; i++)
        content = with_patch(content, &damage->patches[i], &arena);
    if (!bytes_equal(right, whole))
        print_figures(trial, right);
    try_file(trial, content);
    if (!bytes_equal(right, whole))
        print_figures(trial, whole);
    arena_release(&arena);
}

static void no_damaged_file_makes_a_command_crash_or_print_wrong_figures(void **state)
{
    struct fixture *fixture = *state;
    struct trial trial = {.fixture = fixture};
    struct random_source random = random_from(SEED, 1);
    size_t files = effort(FILES, FILES_LARGE);
    print_figures(&trial, fixture->content);
    for (; trial.number < files; trial.number++) {
        struct arena arena = {0};
        struct damage damage = some_damage(fixture->content.data, fixture->content.size, &arena, &random);
        try_damage(&trial, &damage);
        arena_release(&arena);
    }
    for (size_t i = 0; i < TASKS; i++)
        called_release(&trial.was[i]);
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
