/*
 * Merges hostile databases. Two copies of a small database are labelled further, and their rows are changed as in
 * fuzz_database. The merge succeeds, or gives the reason in one line and leaves no file. A merged database passes the
 * check, and is the same in whatever order the files are named. The first byte says which file is preferred and how
 * many bytes change the first one.
 */
#include "core/base/arena.h"
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/content.h"
#include "tests/support/scratch.h"
#include "tests/support/tampering.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PREFERS = 0x80, STEPS = 0x7 };

/* Returns the scratch database with some answers of this annotator added. */
static struct bytes make_content(struct arena *arena, const char *annotator, const char *requests)
{
    const char *database = scratch_database();
    FILE *in = fmemopen((void *)requests, strlen(requests), "r");
    BUG_UNLESS(in != NULL);
    BUG_UNLESS(scratch_told(call_command_reading(
        (const char *const[CALL_WORDS]){"label", database, "--json", "--annotator", annotator}, in)));
    fclose(in);
    return content_of(arena, database);
}

/* Writes a file with one of the two contents and changes its rows. */
static const char *make_file(struct arena *arena, const char *name, struct bytes content, const uint8_t *data,
                             size_t size)
{
    const char *path = arena_copy_string(arena, scratch_file(name, content));
    tamper_rows(path, data, size);
    return path;
}

/* Returns everything in the new database, or NULL if the merge was refused. */
static const char *merge(struct arena *arena, const char *first, const char *second, const char *preferred)
{
    const char *out = arena_format(arena, "%s/out.db", scratch_folder());
    const char *option = preferred != NULL ? "--prefer" : NULL;
    unlink(out);
    if (!scratch_told(CALL("merge", out, first, second, option, preferred))) {
        BUG_UNLESS(access(out, F_OK) != 0);
        return NULL;
    }
    scratch_check(out);
    struct called votes = CALL("export", out, "votes");
    struct called grades = CALL("relevance", out, "--format", "tsv");
    const char *all = arena_format(arena, "%s%s", votes.out, grades.out);
    scratch_told(votes);
    scratch_told(grades);
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct arena contents;
    static struct bytes eve, bob;
    struct arena arena = {0};
    if (size == 0)
        return 0;
    if (eve.size == 0) {
        eve = make_content(&contents, "eve", "{\"vote\":2}\n{\"skip\":\"later\"}\n{\"vote\":0}\n");
        bob = make_content(&contents, "bob", "{\"vote\":1,\"note\":\"x\"}\n{\"undo\":true}\n{\"vote\":2}\n");
    }
    size_t steps = (size_t)(data[0] & STEPS) * TAMPERING_STEP;
    size_t of_first = steps < size - 1 ? steps : size - 1;
    const char *first = make_file(&arena, "a.db", eve, data + 1, of_first);
    const char *second = make_file(&arena, "b.db", bob, data + 1 + of_first, size - 1 - of_first);
    const char *preferred = (data[0] & PREFERS) != 0 ? second : NULL;
    const char *merged = merge(&arena, first, second, preferred);
    const char *again = merge(&arena, second, first, preferred);
    BUG_UNLESS((merged == NULL) == (again == NULL));
    BUG_UNLESS(merged == NULL || strcmp(merged, again) == 0);
    arena_release(&arena);
    return 0;
}
