/*
 * Labelling without a screen, with any input. Each line gets an answer or one clean line of error, and answers in JSON
 * are valid JSON. There are as many votes as were saved, and the check finds no problem in the database.
 */
#include "core/base/arena.h"
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

#include <cJSON.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct called label(const char *database, const char *face, const uint8_t *data, size_t size)
{
    FILE *in = fmemopen((void *)data, size, "r");
    BUG_UNLESS(in != NULL);
    struct called called =
        call_command_reading((const char *const[CALL_WORDS]){"label", database, face, "--annotator", "bob"},
                             in);
    fclose(in);
    return called;
}

static void check_lines(struct bytes text)
{
    struct bytes line;
    while (bytes_next_line(&text, &line)) {
        cJSON *object = cJSON_ParseWithLength(line.data, line.size);
        BUG_UNLESS(cJSON_IsObject(object));
        cJSON_Delete(object);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *database = scratch_database();
    struct called called = label(database, "--json", data, size);
    check_lines(bytes_of(called.out));
    scratch_told(called);
    scratch_told(label(database, "--plain", data, size));
    scratch_check(database);
    return 0;
}
