/*
 * Presses any keys in windows of any size; tests/support/monkey.h says what must hold. The first byte says after which
 * keys the next key is already waiting.
 *
 * The flags: max_len is the largest number of keys that are played. Weighing features, checking for leaks after each
 * input and reading what another fuzzer found would take as long as the app itself. Counters are off because they count
 * how much was drawn: inputs that differ only in that would displace inputs that get further. Leaks are still checked
 * at exit.
 */
#include "tests/support/monkey.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"
#include "tests/support/scratch_folder.h"
#include "tui/screens/screens.h"

#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void ignore_comparison(void);

enum { RESIZE = 0xfe, WAIT = 0xff, SIZE_MASK = 0x7f };

/* The bytes that have not become keys yet. */
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

/*
 * A byte below 0x80 is a character; a control character stands for a named key. Other bytes are keys of the key tables.
 */
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

/*
 * The collection is small so that an input takes little more time than its keys. A small window is drawn fast; some
 * keys enlarge it.
 */
static const struct {
    const char *name, *content;
} collection[] = {
    {"documents.jsonl",
     "{\"_id\":\"d1\",\"title\":\"hose\",\"text\":\"The hose leaks at the *tap*.\"}\n"
     "{\"_id\":\"d2\",\"title\":\"filter\",\"text\":\"# Filter\\n\\n- clean\\n- `dry` it\"}\n"
     "{\"_id\":\"d3\",\"title\":\"\\u6f22\\u5b57\",\"text\":\"\\u0007 \\u202e e\\u0301\"}\n"
     "{\"_id\":\"d4\",\"text\":\"\"}\n"
     "{\"_id\":\"d5\",\"text\":\"a leaking hose, a filter\"}\n"},
    {"questions.jsonl", "{\"_id\":\"q1\",\"text\":\"Why does the hose leak?\"}\n"
                        "{\"_id\":\"q2\",\"text\":\"How is a filter cleaned?\"}\n"},
    {"porter.run", "q1 Q0 d1 1 9 r\nq1 Q0 d5 2 8 r\nq1 Q0 d2 3 7 r\nq1 Q0 d3 4 6 r\n"
                   "q2 Q0 d2 1 9 r\nq2 Q0 d5 2 8 r\nq2 Q0 d4 3 7 r\nq2 Q0 d1 4 6 r\n"},
    {"titles.run", "q1 Q0 d5 1 9 r\nq1 Q0 d1 2 8 r\nq2 Q0 d4 1 9 r\n"},
    {"plain.run", "q1 Q0 d2 1 9 r\nq2 Q0 d2 1 9 r\n"},
};

static struct monkey_ground *ground;

static void close_ground(void)
{
    monkey_close(ground);
}

static void make_ground(void)
{
    BUG_UNLESS(chdir(scratch_folder()) == 0);
    for (size_t i = 0; i < sizeof collection / sizeof *collection; i++)
        scratch_file(collection[i].name, bytes_of(collection[i].content));
    ground = monkey_open("fuzz.db", scratch_folder());
    atexit(close_ground);
}

/* Replaces libFuzzer's own handlers of comparisons (Makefile). */
__attribute__((no_sanitize("coverage"))) void ignore_comparison(void)
{
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (ground == NULL)
        make_ground();
    struct input input = {data, size};
    const uint8_t hurry = take(&input);
    struct monkey monkey = {.next = next, .context = &input, .rows = 12, .columns = 40, .hurry = hurry};
    monkey_play(ground, &monkey);
    return 0;
}
