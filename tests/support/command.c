#include "tests/support/command.h"

#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>

static bool never(void)
{
    return false;
}

static bool run(const struct command *command, const char *const *words, size_t n_words, struct world *world,
                struct err *err)
{
    struct arena arena = {0};
    struct arguments arguments;
    bool done =
        arguments_parse(command->options, command->n_options, words, n_words, &arena, &arguments, err) &&
        command->run(&arguments, world, err);
    arena_release(&arena);
    return done;
}

struct called call_command(const char *const words[CALL_WORDS])
{
    struct called called = {0};
    size_t out_size;
    size_t remarks_size;
    size_t n_words = 1;
    while (n_words < CALL_WORDS && words[n_words] != NULL)
        n_words++;
    struct world world = {
        .in = stdin,
        .out = open_memstream(&called.out, &out_size),
        .err = open_memstream(&called.remarks, &remarks_size),
        .n_processors = 1,
        .interrupted = never,
    };
    const struct command *command = command_find(words[0]);
    assert_non_null(command);
    called.done = run(command, words + 1, n_words - 1, &world, &called.err);
    fclose(world.out);
    fclose(world.err);
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
