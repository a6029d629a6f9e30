/*
 * A hostile database. Each four bytes of the input put a possible or impossible value into a column of a row of a small
 * database, past all checks and triggers. Each command must succeed or give the reason in one line.
 */
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"
#include "tests/support/tampering.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct called label(const char *database)
{
    static char requests[] =
        "{\"undo\":true}\n{\"redo\":true}\n{\"vote\":1}\n{\"skip\":\"later\"}\n{\"vote\":0}\n";
    FILE *in = fmemopen(requests, strlen(requests), "r");
    BUG_UNLESS(in != NULL);
    struct called called = call_command_reading((const char *const[CALL_WORDS]){"label", database, "--json",
                                                                                "--annotator", "eve"},
                                                in);
    fclose(in);
    return called;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = {"qrels", "votes", "preferences", "relevance", "triples"};
    const char *database = scratch_database();
    tamper_rows(database, data, size);
    scratch_told(CALL("check", database));
    scratch_told(CALL("status", database));
    scratch_told(CALL("relevance", database));
    scratch_told(CALL("agreement", database, "--grades"));
    scratch_told(CALL("agreement", database));
    scratch_told(CALL("annotators", database));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        scratch_told(CALL("export", database, kinds[i]));
    scratch_told(CALL("search", database, "hose"));
    scratch_told(label(database));
    scratch_told(CALL("set", database));
    scratch_told(CALL("set", database, "impressions", "2"));
    if (scratch_told(CALL("check", database, "--repair")))
        scratch_check(database);
    return 0;
}
