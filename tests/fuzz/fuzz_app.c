/* Any keys, in windows of any size: see tests/support/monkey.h for what must hold. */
#include "tests/support/monkey.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"
#include "tui/screens/screens.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RESIZE = 0xfe, WAIT = 0xff, SIZE_MASK = 0x7f };

/* The bytes that are not yet keys. */
struct input {
    const uint8_t *data;
    size_t size;
};

static uint8_t take(struct input *input)
{
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

/* A byte below 0x80 is a character, or a named key in the place of a control; others are keys of the tables. */
static struct key key_of(struct input *input, uint8_t byte)
{
    if (byte >= ' ' && byte < 0x7f)
        return (struct key){.code = byte};
    if (byte < ' ' && NAMED_FIRST + byte < NAMED_OTHER)
        return (struct key){.code = (char32_t)NAMED_FIRST + byte,
                            .row = take(input) & SIZE_MASK,
                            .column = take(input) & SIZE_MASK};
    if (byte == RESIZE)
        return (struct key){.code = NAMED_RESIZE,
                            .row = 1 + (take(input) & SIZE_MASK),
                            .column = 1 + (take(input) & SIZE_MASK)};
    if (byte == WAIT)
        return (struct key){.code = NAMED_NOTHING};
    return (struct key){.code = (char32_t)0x100 + byte};
}

static struct key next(void *context)
{
    struct input *input = context;
    if (input->size == 0)
        return (struct key){.code = NAMED_STOP};
    return key_of(input, take(input));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char repository[PATH_MAX];
    static char database[64]; /* in memory where that can be: each input makes it anew */
    if (repository[0] == '\0') {
        BUG_UNLESS(getcwd(repository, sizeof repository) != NULL);
        const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(database, sizeof database, "%s/assay-fuzz-%d.db", folder, (int)getpid());
    }
    struct input input = {data, size};
    struct monkey monkey = {.next = next, .context = &input};
    monkey_play(&monkey, database, repository);
    return 0;
}
