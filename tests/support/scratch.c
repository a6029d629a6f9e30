#include "tests/support/scratch.h"

#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/content.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 512 };

/* --- The database -------------------------------------------------------------------------------- */

static const struct {
    const char *name, *option, *content;
} collection[] = {
    {"documents.jsonl", "--documents",
     "{\"_id\":\"d1\",\"title\":\"hose\",\"text\":\"The hose leaks at the *tap*.\",\"lang\":\"en\"}\n"
     "{\"_id\":\"d2\",\"title\":\"filter\",\"text\":\"# Filter\\n\\n- clean\\n- `dry` it\"}\n"
     "{\"_id\":\"d3\",\"title\":\"\\u6f22\\u5b57\",\"text\":\"\\u0007 \\u202e e\\u0301\"}\n"
     "{\"_id\":\"d4\",\"text\":\"\"}\n"
     "{\"_id\":\"d5\",\"text\":\"a leaking hose, a filter\"}\n"},
    {"questions.jsonl", "--questions",
     "{\"_id\":\"q1\",\"text\":\"Why does the hose leak?\"}\n{\"_id\":\"q2\",\"text\":\"How is a filter "
     "cleaned?\"}\n"},
    {"pool.run", "--candidates",
     "q1 Q0 d1 1 9 r\nq1 Q0 d5 2 8 r\nq1 Q0 d2 3 7 r\nq1 Q0 d3 4 6 r\n"
     "q2 Q0 d2 1 9 r\nq2 Q0 d5 2 8 r\nq2 Q0 d4 3 7 r\nq2 Q0 d1 4 6 r\n"},
    {"old.qrels", "--judgments", "q1 0 d1 2\nq1 0 d2 0\nq2 0 d2 1\n"},
};

static char requests[] =
    "{\"vote\":1}\n{\"vote\":0,\"note\":\"why\"}\n{\"skip\":\"later\"}\n{\"vote\":2}\n{\"undo\":true}\n"
    "{\"quit\":true}\n";

static void must_be_done(struct called called)
{
    if (!called.done)
        BUG("%s", called.err.text);
    called_release(&called);
}

static struct bytes make_database(struct arena *arena)
{
    const char *database = arena_format(arena, "%s/labels.db", scratch_folder());
    for (size_t i = 0; i < sizeof collection / sizeof *collection; i++) {
        const char *path = scratch_file(collection[i].name, bytes_of(collection[i].content));
        must_be_done(CALL("import", database, collection[i].option, path));
    }
    FILE *in = fmemopen(requests, strlen(requests), "r");
    BUG_UNLESS(in != NULL);
    must_be_done(call_command_reading((const char *const[CALL_WORDS]){"label", database, "--json",
                                                                      "--annotator", "eve"},
                                      in));
    fclose(in);
    return content_of(arena, database);
}

const char *scratch_database(void)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal", ".before-repair"};
    static struct arena arena;
    static struct bytes content;
    if (content.size == 0)
        content = make_database(&arena);
    static char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s", scratch_file("labels.db", content));
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        char name[PATH_SIZE + 16];
        snprintf(name, sizeof name, "%s%s", path, beside[i]);
        unlink(name);
    }
    return path;
}

/* --- Checks --------------------------------------------------------------------------------------- */

bool scratch_told(struct called called)
{
    bool done = called.done;
    BUG_UNLESS(done || (called.err.text[0] != '\0' && strchr(called.err.text, '\n') == NULL));
    called_release(&called);
    return done;
}

void scratch_check(const char *database)
{
    struct called called = CALL("check", database);
    if (!called.done)
        BUG("%s%s", called.remarks, called.err.text);
    called_release(&called);
}
