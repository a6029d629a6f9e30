/* Looks examine many bytes at once. Each kind that this processor has must give the results of a byte-by-byte loop. */
#include "tests/support/support.h"

#include "core/base/look.h"
#include "core/base/random.h"

static const struct looks *const kinds[LOOKS_KINDS] = {
    [LOOKS_PLAIN] = &looks_plain,
#ifdef __x86_64__
    [LOOKS_SSE2] = &looks_sse2,
    [LOOKS_AVX2] = &looks_avx2,
#endif
};

/* Fills with bytes that matter more often than others, so that texts share beginnings. */
static void fill(struct random_source *random, char *bytes, size_t size)
{
    static const char often[] = "0123456789. \t\n\v\f\r/:;\b\x0e\x7f\x80\x8a\xa0\xb0";
    for (size_t i = 0; i < size; i++)
        bytes[i] = random_below(random, 3) > 0 ? often[random_below(random, sizeof often)]
                                               : (char)random_below(random, 256);
}

/* Compares up to the first line feed, because the bits after it are not used. */
static void assert_line(struct line_look look, const char *line)
{
    for (unsigned i = 0; i < LOOK_LINE && (i == 0 || line[i - 1] != '\n'); i++) {
        assert_int_equal(look.ends >> i & 1, line[i] == ' ' || (line[i] >= '\t' && line[i] <= '\r'));
        assert_int_equal(look.feeds >> i & 1, line[i] == '\n');
    }
}

static void assert_others(uint32_t others, const char *number, size_t size)
{
    for (unsigned i = 0; i < size; i++)
        assert_int_equal(others >> i & 1, number[i] < '0' || number[i] > '9');
}

static void every_kind_sees_what_is_there(void **state)
{
    (void)state;
    struct random_source random = random_from(11, 0);
    char bytes[LOOK_LINE];
    for (int round = 0; round < 20000; round++) {
        fill(&random, bytes, sizeof bytes);
        size_t size = 1 + random_below(&random, LOOK_NUMBER);
        for (enum looks_kind kind = 0; kind <= looks_best(); kind++) {
            assert_line(kinds[kind]->line(bytes), bytes);
            assert_others(kinds[kind]->others(bytes, size), bytes, size);
        }
    }
}

static void every_kind_compares_texts_by_the_first_byte_that_differs(void **state)
{
    (void)state;
    struct random_source random = random_from(12, 0);
    char text[LOOK_NUMBER], other[LOOK_NUMBER];
    for (int round = 0; round < 20000; round++) {
        fill(&random, text, sizeof text);
        fill(&random, other, sizeof other);
        memcpy(other, text, random_below(&random, LOOK_NUMBER + 1));
        size_t size = 1 + random_below(&random, LOOK_NUMBER - 1);
        for (enum looks_kind kind = 0; kind <= looks_best(); kind++)
            assert_int_equal(kinds[kind]->is_above(text, other, size), memcmp(text, other, size) > 0);
    }
}

static void no_better_kind_is_taken_than_the_limit(void **state)
{
    (void)state;
    enum looks_kind best = looks_best();
    for (enum looks_kind most = 0; most <= best; most++) {
        looks_limit(most);
        assert_int_equal(looks_best(), most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_sees_what_is_there),
        cmocka_unit_test(every_kind_compares_texts_by_the_first_byte_that_differs),
        cmocka_unit_test(no_better_kind_is_taken_than_the_limit),
    };
    return cmocka_run_group_tests_name("look", tests, NULL, NULL);
}
