/*
 * The config file: any bytes give preferences or one clean line of error. What assay remembers of them can be read
 * again.
 */
#include "core/base/bug.h"
#include "tui/keys/preferences.h"
#include "tui/screens/screens.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_preferences(struct preferences *preferences, struct bytes text)
{
    struct err err = {0};
    bool worked = preferences_read(preferences, screens_key_table, "x", text, &err);
    BUG_UNLESS(worked || (err.code == ERR_INPUT && err.text[0] != '\0' && strchr(err.text, '\n') == NULL));
    return worked;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct bytes text = {.data = (const char *)data, .size = size};
    struct preferences preferences = {0}, again = {0};
    struct buffer remembered = {0};
    if (read_preferences(&preferences, text)) {
        preferences_add_remembered(&preferences, &remembered);
        BUG_UNLESS(read_preferences(&again, buffer_bytes(&remembered)));
    }
    buffer_release(&remembered);
    preferences_release(&preferences);
    preferences_release(&again);
    return 0;
}
