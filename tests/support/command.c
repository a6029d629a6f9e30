#include "tests/support/command.h"

#include "cli/command.h"
#include "tests/support/sample.h"

#include <stdlib.h>

static bool never(void)
{
    return false;
}

static bool (*is_interrupted)(void) = never;

void call_interrupted_by(bool (*interrupted)(void))
{
    is_interrupted = interrupted != NULL ? interrupted : never;
}

static uint64_t same_seed(void)
{
    return 7;
}

static struct {
    FILE *out, *remarks; /* NULL: the output is captured */
} outside;

void call_write_to(FILE *out, FILE *remarks)
{
    outside.out = out;
    outside.remarks = remarks;
}

static FILE *open_stream(FILE *given, char **caught)
{
    static size_t size;
    return given != NULL ? given : open_memstream(caught, &size);
}

static void close_stream(FILE *stream, const FILE *given)
{
    if (given == NULL)
        fclose(stream);
    else
        fflush(stream);
}

struct called call_command(const char *const words[CALL_WORDS])
{
    return call_command_reading(words, stdin);
}

struct called call_command_reading(const char *const words[CALL_WORDS], FILE *in)
{
    struct called called = {0};
    struct test_clock time = {.now = 4102444800000, .step = 1000}; /* 2100: later than any test database */
    size_t n_words = 1;
    while (n_words < CALL_WORDS && words[n_words] != NULL)
        n_words++;
    struct working_line none = {0};
    struct world world = {
        .working = &none,
        .in = in,
        .out = open_stream(outside.out, &called.out),
        .err = open_stream(outside.remarks, &called.remarks),
        .clock = test_clock_make(&time),
        .random_seed = same_seed,
        .n_processors = 1,
        .interrupted = is_interrupted,
    };
    const struct command *command = command_find(words[0]);
    assert_non_null(command);
    called.done = command_call(command, words + 1, n_words - 1, &world, &called.err);
    close_stream(world.out, outside.out);
    close_stream(world.err, outside.remarks);
    return called;
}

void called_release(struct called *called)
{
    free(called->out);
    free(called->remarks);
    *called = (struct called){0};
}

void assert_wrote(struct called called, const char *expected)
{
    if (!called.done)
        fail_msg("%s", called.err.text);
    assert_string_equal(called.out, expected);
    called_release(&called);
}
