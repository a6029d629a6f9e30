/*
 * Imports any file, under a name of any kind, as what it seems to be or as what an option says. It is imported as a
 * whole, or there is one clean line of error, and the check finds no problem in the database. The first byte chooses
 * name and option.
 */
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"new.jsonl", "new.json", "new.tsv", "new.csv",
                                    "new.xml",   "new.txt",  "new.run", "new.qrels"};
static const char *const options[] = {"--documents", "--questions", "--candidates", "--judgments", "--votes"};

enum { NAMES = sizeof names / sizeof *names, OPTIONS = sizeof options / sizeof *options };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *name = names[data[0] % NAMES];
    size_t said = data[0] / NAMES % (OPTIONS + 1);
    const char *database = scratch_database();
    const char *path = scratch_file(name, (struct bytes){.data = (const char *)data + 1, .size = size - 1});
    if (said == OPTIONS)
        scratch_told(CALL("import", database, path));
    else
        scratch_told(CALL("import", database, options[said], path, "--replace"));
    scratch_check(database);
    return 0;
}
