/*
 * A hostile server: the input says how it changes what a real server answered to a command (tests/support/imposture.h).
 * Without PostgreSQL there is nothing to change.
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
