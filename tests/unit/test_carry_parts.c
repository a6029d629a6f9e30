/*
 * `assay carry --write` commits its changes to a file in parts, and annotators can vote between the parts. A carry that
 * is killed between any two parts leaves a sound database. The same carry, run again, produces what an undisturbed one
 * produces.
 */
#include "tests/support/support.h"

#include "core/store/store.h"
#include "core/store/upkeep/check.h"
#include "core/store/votes/votes.h"
#include "import/carrying.h"
#include "import/files/file.h"
#include "import/import.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ends of the ranges of old documents, by number. The first USED are candidates, a hundred in each question. */
enum {
    SHIFTED = 1500, /* get the id of the next document */
    LEFT = 1600,    /* are gone, and new texts have their ids */
    CUT = 1700,     /* are split in two */
    EDITED = 1800,  /* have one different word */
    USED = 2400,    /* stay as they are */
    ALL = 3600,     /* are deleted, because nothing refers to them */
    NEW = 1000,
    WORDS = 16,
    KILLED = 3, /* exit status */
};

struct desk {
    struct arena arena;
    struct bytes before; /* content of the database file */
    const char *after;   /* path of the new documents */
    char *carried;       /* what an undisturbed carry produces */
};

static void add_words(struct buffer *text, const char *name, int i, int first, int end)
{
    for (int word = first; word < end; word++)
        buffer_add_format(text, " %s%dw%d", name, i, word);
}

static void add_document(struct buffer *text, const char *id, int i, const char *name, int number, int first,
                         int end)
{
    buffer_add_format(text, "%s%d\t", id, i);
    add_words(text, name, number, first, end);
    buffer_add_byte(text, '\n');
}

static const char *write_before(struct desk *desk)
{
    struct buffer text = {0};
    for (int i = 0; i < ALL; i++)
        add_document(&text, "d", i, "t", i, 0, WORDS);
    const char *path = support_file(&desk->arena, "before.tsv", buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static const char *write_after(struct desk *desk)
{
    struct buffer text = {0};
    for (int i = 0; i < SHIFTED; i++)
        add_document(&text, "d", i + 1, "t", i, 0, WORDS);
    for (int i = SHIFTED + 1; i < LEFT; i++)
        add_document(&text, "d", i, "other", i, 0, WORDS);
    for (int i = LEFT; i < CUT; i++) {
        add_document(&text, "first", i, "t", i, 0, WORDS / 2);
        add_document(&text, "second", i, "t", i, WORDS / 2, WORDS);
    }
    for (int i = CUT; i < EDITED; i++) {
        buffer_add_format(&text, "d%d\t", i);
        add_words(&text, "t", i, 0, WORDS - 1);
        buffer_add_string(&text, " edited\n");
    }
    for (int i = EDITED; i < USED; i++)
        add_document(&text, "d", i, "t", i, 0, WORDS);
    for (int i = 0; i < NEW; i++)
        add_document(&text, "new", i, "new", i, 0, WORDS);
    const char *path = support_file(&desk->arena, "after.tsv", buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static void write_pools(struct desk *desk, const char **questions, const char **run, const char **votes)
{
    struct buffer question = {0}, pool = {0}, vote = {0};
    for (int i = 0; i < USED / 100; i++) {
        buffer_add_format(&question, "q%d\twhat is it?\n", i);
        for (int k = 0; k < 100; k++)
            buffer_add_format(&pool, "q%d Q0 d%d %d %d run\n", i, i * 100 + k, k + 1, 100 - k);
        for (int k = 0; k < 30; k += 3)
            buffer_add_format(&vote,
                              "{\"question\":\"q%d\",\"shown\":[\"d%d\",\"d%d\",\"d%d\"],\"chosen\":\"d%d\","
                              "\"annotator\":\"ann\"}\n",
                              i, i * 100 + k, i * 100 + k + 1, i * 100 + k + 2, i * 100 + k);
    }
    *questions = support_file(&desk->arena, "questions.tsv", buffer_bytes(&question));
    *run = support_file(&desk->arena, "some.run", buffer_bytes(&pool));
    *votes = support_file(&desk->arena, "votes.jsonl", buffer_bytes(&vote));
    buffer_release(&question);
    buffer_release(&pool);
    buffer_release(&vote);
}

static struct bytes read_bytes(struct arena *arena, const char *path)
{
    struct file file;
    struct err err;
    assert_true(file_open(&file, path, &err));
    struct bytes copy = arena_copy(arena, file.bytes);
    file_close(&file);
    return copy;
}

static void make_database(struct desk *desk)
{
    const char *documents = write_before(desk), *questions, *run, *votes;
    write_pools(desk, &questions, &run, &votes);
    const char *path = sample_place(&desk->arena, "before.db");
    const struct import_request request = {.documents = &documents,
                                           .n_documents = 1,
                                           .questions = &questions,
                                           .n_questions = 1,
                                           .candidates = &run,
                                           .n_candidates = 1,
                                           .votes = &votes,
                                           .n_votes = 1,
                                           .depth = 100};
    struct import_summary summary;
    struct store *store;
    struct err err;
    assert_true(store_open(&store, path, STORE_CREATE, &err));
    if (!import_files(store, &request, &desk->arena, &summary, &err))
        fail_msg("%s", err.text);
    store_close(store);
    desk->before = read_bytes(&desk->arena, path);
}

/* Makes another copy for each carry. It is always a file, because carry works in parts only there. */
static const char *copy_database(struct desk *desk, int number)
{
    return support_file(&desk->arena, arena_format(&desk->arena, "carried-%d.db", number), desk->before);
}

/*
 * A clock that ends the process once it has been read `patience` times, or a watch that then stops the carry. A negative
 * value never does.
 */
struct killer {
    int patience;
    bool only_stops, has_stopped;
};

static int64_t tell_time(void *context)
{
    struct killer *killer = context;
    if (killer->patience-- == 0 && !killer->only_stops)
        _exit(KILLED);
    return 1800000000000;
}

static bool go_on(void *context, const struct import_progress *progress)
{
    const struct killer *killer = context;
    (void)progress;
    return killer->patience >= 0;
}

static void expect_stop(struct killer *killer, const struct err *err)
{
    if (!killer->only_stops)
        fail_msg("%s", err->text);
    assert_string_equal(
        err->text,
        "stopped; the parts of the carry before that are stored; repeat the command to write the rest");
    killer->has_stopped = true;
}

static void carry(struct desk *desk, const char *path, struct killer *killer)
{
    const struct carry_request request = {.documents = &desk->after,
                                          .n_documents = 1,
                                          .alike = 0.5,
                                          .queue = true,
                                          .now = 1800000000000,
                                          .clock = {.now = tell_time, .context = killer},
                                          .watch = killer->only_stops ? go_on : NULL,
                                          .watch_context = killer};
    struct carrying carrying = {0};
    struct carry_summary summary;
    struct store *store;
    struct err err;
    assert_true(store_open(&store, path, STORE_EXISTING, &err));
    if (!carrying_find(store, &request, &carrying, &err) ||
        !carrying_write(store, &request, &carrying, &summary, &err))
        expect_stop(killer, &err);
    carrying_release(&carrying);
    store_close(store);
}

static bool is_killed(struct desk *desk, const char *path, int patience)
{
    struct killer killer = {.patience = patience};
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        carry(desk, path, &killer);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status) == KILLED;
}

static void say(void *context, struct bytes problem)
{
    (void)context;
    fprintf(stderr, "# %.*s\n", (int)problem.size, problem.data);
}

/* Lists all that the database holds about documents, by their ids. Also requires that the database is sound. */
static char *describe(struct desk *desk, const char *path)
{
    struct store *store;
    struct err err;
    size_t problems;
    assert_true(store_open(&store, path, STORE_EXISTING, &err));
    assert_true(store_check(store, ANSWER_TIME_MAX, say, NULL, &problems, &err));
    assert_int_equal(problems, 0);
    char *text = beside_text(
        store,
        "SELECT group_concat(line, char(10)) FROM (SELECT line FROM ("
        "SELECT 'document ' || docid || ' ' || text || coalesce(' gone ' || gone_document.document_id, '') "
        "AS line"
        "  FROM document LEFT JOIN gone_document USING (document_id) "
        "UNION ALL SELECT 'candidate ' || qid || ' ' || docid || ' ' || source || ' ' || rank || ' ' || score"
        "  FROM candidate JOIN question USING (question_id) JOIN document USING (document_id)"
        "       LEFT JOIN candidate_source USING (question_id, document_id) "
        "UNION ALL SELECT 'vote ' || ballot_id || ' ' || slot.position || ' ' || docid || ' ' || "
        "answer.position"
        "  FROM answer JOIN slot USING (ballot_id) JOIN document USING (document_id) "
        "UNION ALL SELECT 'question ' || qid || ' ' || candidates || ' ' || target || ' ' || ballots_done || "
        "' '"
        "  || ballots_left FROM question) ORDER BY line)",
        &desk->arena);
    store_close(store);
    return text;
}

/* If the texts differ, the message shows the first different line. */
static void assert_same_lines(const char *got, const char *wanted)
{
    size_t same = 0;
    while (got[same] != '\0' && got[same] == wanted[same])
        same++;
    if (got[same] == wanted[same])
        return;
    while (same > 0 && got[same - 1] != '\n')
        same--;
    fail_msg("got %.*s, not %.*s", (int)strcspn(got + same, "\n"), got + same,
             (int)strcspn(wanted + same, "\n"), wanted + same);
}

static int set_up(void **state)
{
    static struct desk desk;
    struct killer patient = {.patience = -1};
    make_database(&desk);
    desk.after = write_after(&desk);
    const char *path = copy_database(&desk, -1);
    carry(&desk, path, &patient);
    desk.carried = describe(&desk, path);
    *state = &desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    arena_release(&desk->arena);
    return 0;
}

static void repeating_a_carry_killed_between_two_parts_completes_it(void **state)
{
    struct desk *desk = *state;
    int parts = 0;
    const char *path;
    while (path = copy_database(desk, parts), is_killed(desk, path, parts)) {
        struct killer patient = {.patience = -1};
        describe(desk, path);
        carry(desk, path, &patient);
        assert_same_lines(describe(desk, path), desk->carried);
        parts++;
    }
    assert_true(parts >= 6);
}

static void repeating_a_carry_stopped_between_two_parts_completes_it(void **state)
{
    struct desk *desk = *state;
    struct killer stopper = {.only_stops = true, .has_stopped = true};
    int parts = 0;
    for (; stopper.has_stopped; parts++) {
        const char *path = copy_database(desk, parts);
        stopper = (struct killer){.patience = parts, .only_stops = true};
        carry(desk, path, &stopper);
        struct killer patient = {.patience = -1};
        carry(desk, path, &patient);
        assert_same_lines(describe(desk, path), desk->carried);
    }
    assert_true(parts >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeating_a_carry_killed_between_two_parts_completes_it),
        cmocka_unit_test(repeating_a_carry_stopped_between_two_parts_completes_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
