/* Records that are laid aside come back unchanged and in order, bucket by bucket. */
#include "tests/support/support.h"

#include "import/records/records_aside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_record(struct aside_reader *reader, uint32_t question, const char *docid, double number)
{
    uint32_t read_question;
    struct bytes read_docid;
    double read_number;
    assert_true(aside_next(reader, &read_question, &read_docid, &read_number));
    assert_int_equal(read_question, question);
    assert_int_equal(read_docid.size, strlen(docid));
    assert_memory_equal(read_docid.data, docid, strlen(docid));
    assert_true(read_number == number);
}

static void assert_end(struct aside_reader *reader)
{
    uint32_t question;
    struct bytes docid;
    double number;
    assert_false(aside_next(reader, &question, &docid, &number));
    assert_false(aside_next(reader, &question, &docid, &number));
}

static void each_bucket_has_its_records_in_order(void **state)
{
    (void)state;
    enum { RECORDS = 20000 }; /* several blocks */
    struct records_aside aside = {0};
    char docid[32];
    for (uint32_t i = 0; i < RECORDS; i++) {
        snprintf(docid, sizeof docid, "d%u", i);
        records_aside_add(&aside, i % 3, i * 7, bytes_of(docid), i / 4.0 - 9);
    }
    for (uint32_t bucket = 0; bucket < 3; bucket++) {
        struct aside_reader reader = aside_reader_of(&aside, bucket);
        for (uint32_t i = bucket; i < RECORDS; i += 3) {
            snprintf(docid, sizeof docid, "d%u", i);
            assert_record(&reader, i * 7, docid, i / 4.0 - 9);
        }
        assert_end(&reader);
    }
    records_aside_release(&aside);
}

/* Ids longer than a block, and empty ids; and the largest number that a question can have. */
static void docids_of_any_size(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    struct records_aside aside = {0};
    char *text = malloc(LONG + 1);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    records_aside_add(&aside, ASIDE_BUCKETS - 1, 0, bytes_of("short"), 1);
    records_aside_add(&aside, ASIDE_BUCKETS - 1, UINT32_MAX, bytes_of(text), -1e308);
    records_aside_add(&aside, ASIDE_BUCKETS - 1, 127, bytes_of(""), 0);
    records_aside_add(&aside, ASIDE_BUCKETS - 1, 128, bytes_of("behind"), 2);
    struct aside_reader reader = aside_reader_of(&aside, ASIDE_BUCKETS - 1);
    assert_record(&reader, 0, "short", 1);
    assert_record(&reader, UINT32_MAX, text, -1e308);
    assert_record(&reader, 127, "", 0);
    assert_record(&reader, 128, "behind", 2);
    assert_end(&reader);
    free(text);
    records_aside_release(&aside);
}

static void a_bucket_that_is_cleared_is_empty_and_the_others_are_not(void **state)
{
    (void)state;
    struct records_aside aside = {0};
    struct aside_reader none = aside_reader_of(&aside, 5);
    assert_end(&none);
    records_aside_add(&aside, 4, 1, bytes_of("a"), 1);
    records_aside_add(&aside, 5, 1, bytes_of("b"), 1);
    records_aside_clear(&aside, 5);
    struct aside_reader cleared = aside_reader_of(&aside, 5);
    assert_end(&cleared);
    struct aside_reader kept = aside_reader_of(&aside, 4);
    assert_record(&kept, 1, "a", 1);
    records_aside_add(&aside, 5, 2, bytes_of("c"), 2);
    struct aside_reader again = aside_reader_of(&aside, 5);
    assert_record(&again, 2, "c", 2);
    records_aside_release(&aside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bucket_has_its_records_in_order),
        cmocka_unit_test(docids_of_any_size),
        cmocka_unit_test(a_bucket_that_is_cleared_is_empty_and_the_others_are_not),
    };
    return cmocka_run_group_tests_name("records_aside", tests, NULL, NULL);
}
