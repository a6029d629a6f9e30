/*
 * A server that is a stranger's: the input says what it changes of what a real one answered to a command, see
 * tests/support/imposture.h. Without PostgreSQL there is nothing to be changed.
 */
#include "tests/support/support.h"

#include "tests/support/imposture.h"
#include "tests/support/postgresql.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool is_there;
    if (!is_there && !postgresql_is_there())
        return -1;
    is_there = true;
    imposture_begin();
    imposture_try(data, size);
    return 0;
}
