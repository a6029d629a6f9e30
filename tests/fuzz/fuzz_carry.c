/* A new state of the collection, from any bytes: the votes are carried over, or the error is one clean line. */
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *database = scratch_database();
    const char *path = scratch_file("new.jsonl", (struct bytes){.data = (const char *)data, .size = size});
    scratch_told(CALL("carry", database, "--documents", path));
    scratch_told(CALL("carry", database, "--documents", path, "--write", "--queue", "--alike", "0.5"));
    scratch_check(database);
    return 0;
}
