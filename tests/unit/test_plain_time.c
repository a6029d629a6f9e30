/* How long votes took, as --plain measures it. Each line takes its writer ten seconds. */
#include "tests/support/beside.h"
#include "tests/support/sample.h"
#include "tests/support/support.h"

#include "core/store/settings.h"
#include "core/store/store.h"
#include "faces/plain.h"

#include <string.h>

enum { LINE_MS = 10000 };

struct writer {
    const char *left; /* of the input */
    struct test_clock *time;
};

static ssize_t write_line(void *cookie, char *buffer, size_t size)
{
    struct writer *writer = cookie;
    const size_t n = strcspn(writer->left, "\n") + (strchr(writer->left, '\n') != NULL);
    assert_true(n <= size);
    memcpy(buffer, writer->left, n);
    writer->left += n;
    writer->time->now += LINE_MS;
    return (ssize_t)n;
}

static void the_time_of_a_second_choice_is_not_that_of_the_next_ballot(void **state)
{
    (void)state;
    struct err err;
    struct test_clock time = {.now = 1000000};
    struct store *store = sample_store("plain-time.db", 2, 6);
    assert_true(setting_put(store, SETTING_SECOND_CHOICE, bytes_of("on"), &err));
    const struct labelling_options options = {.store = store,
                                              .annotator = bytes_of("ann"),
                                              .seed = 1,
                                              .clock = test_clock_make(&time)};
    struct labelling *labelling;
    assert_true(labelling_open(&labelling, &options, &err));
    struct writer writer = {"1\n2\n1\n0\n", &time};
    FILE *in = fopencookie(&writer, "r", (cookie_io_functions_t){.read = write_line});
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(in);
    assert_non_null(out);
    assert_true(plain_run(labelling, in, out, &(struct plain_options){0}, &err));
    fclose(in);
    fclose(out);
    assert_true(labelling_close(labelling, &err));
    assert_int_equal(beside_integer(store, "SELECT count(*) FROM answer"), 2);
    assert_int_equal(beside_integer(store, "SELECT max(elapsed_ms) FROM answer"), LINE_MS);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_a_second_choice_is_not_that_of_the_next_ballot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
