/* The manual says all that the program's tables say. */
#include "tests/support/command.h"

#include "cli/commands.h"
#include "core/store/settings.h"
#include "tui/config.h"

#include <stdio.h>
#include <string.h>

static struct buffer manual; /* a blank for each line end */

static int read_manual(void **state)
{
    (void)state;
    struct arena arena = {0};
    FILE *file = fopen(support_source(&arena, "man/assay.1"), "r");
    arena_release(&arena);
    if (file == NULL)
        return -1;
    for (int c = getc(file); c != EOF; c = getc(file))
        buffer_add_byte(&manual, (char)(c == '\n' ? ' ' : c));
    fclose(file);
    return 0;
}

static int forget_manual(void **state)
{
    (void)state;
    buffer_release(&manual);
    return 0;
}

static void expect(const char *text, const char *what)
{
    if (strstr(buffer_string(&manual), text) == NULL)
        fail_msg("%s: the manual does not have \"%s\"", what, text);
}

static void it_names_every_command_and_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_command_rows; i++) {
        char text[64];
        snprintf(text, sizeof text, "Cm %s ", command_rows[i]->name);
        expect(text, "command");
        for (size_t j = 0; j < command_rows[i]->n_options; j++) {
            snprintf(text, sizeof text, "-%s", command_rows[i]->options[j].name);
            expect(text, command_rows[i]->name);
        }
    }
}

static void it_names_every_setting(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        char text[64];
        snprintf(text, sizeof text, ".It Cm %s ", setting_rows[i].key);
        expect(text, "setting");
    }
}

static void it_says_what_every_option_of_the_config_file_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < CONFIG_COUNT; i++) {
        char text[64];
        snprintf(text, sizeof text, ".It Cm %s ", config_rows[i].key);
        expect(text, "config");
        expect(config_rows[i].help, config_rows[i].key);
    }
}

/* What the program wrote stands in the manual as it is. */
static void expect_output(struct called *called, const char *what)
{
    assert_true(called->done);
    for (char *c = called->out; *c != '\0'; c++) {
        if (*c == '\n')
            *c = ' ';
    }
    expect(called->out, what);
    called_release(called);
}

/* `assay measures --format mdoc` is what stands in the manual: paste it there when this fails. */
static void its_list_of_measures_is_that_of_the_program(void **state)
{
    (void)state;
    struct called called = CALL("measures", "--format", "mdoc");
    expect_output(&called, "measures");
}

/* As above: `assay keys --format mdoc`. */
static void its_list_of_keys_is_that_of_the_program(void **state)
{
    (void)state;
    struct called called = CALL("keys", "--format", "mdoc");
    expect_output(&called, "keys");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_names_every_command_and_option),
        cmocka_unit_test(it_names_every_setting),
        cmocka_unit_test(it_says_what_every_option_of_the_config_file_does),
        cmocka_unit_test(its_list_of_keys_is_that_of_the_program),
        cmocka_unit_test(its_list_of_measures_is_that_of_the_program),
    };
    return cmocka_run_group_tests(tests, read_manual, forget_manual);
}
