#include "tests/support/support.h"

#include "core/base/digest.h"
#include "core/base/moment.h"

/* Expected values: `date -u -d MOMENT +%s`. */
static void moments_are_read_in_milliseconds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ms;
    } rows[] = {
        {"1970-01-01T00:00:00Z", 0},
        {"2000-02-29T12:00:00Z", 951825600000},
        {"2026-11-21T20:31:05Z", 1795293065000},
        {"2026-11-21T20:31:05.1Z", 1795293065100},
        {"2026-11-21T20:31:05.123456Z", 1795293065123},
        {"2026-11-21 20:31:05Z", 1795293065000},
        {"2026-11-21T20:31Z", 1795293060000},
        {"2026-11-21T20:31:05+05:30", 1795273265000},
        {"2026-11-21T20:31:05-01:00", 1795296665000},
        {"2100-03-01T00:00:00Z", 4107542400000},
        {"9999-12-31T23:59:59.999Z", 253402300799999},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t ms = -1;
        if (!moment_parse(bytes_of(rows[i].text), &ms))
            fail_msg("%s is not read", rows[i].text);
        assert_int_equal(ms, rows[i].ms);
    }
}

static void invalid_moments_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "2026-11-21",
        "2026-11-21T20:31:05",
        "2026-11-21T20:31:05z",
        "2026-11-21T20:31:05.Z",
        "2026-11-21T20:31:05Z ",
        "2026-11-21T24:00:00Z",
        "2026-11-21T20:60:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z",
        "2026-11-21T20:31:05+0100",
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00+01:00",
        "9999-12-31T23:59:60Z",
        "9999-12-31T23:59:59-05:00",
        "26-11-21T20:31:05Z",
        "1795293065000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int64_t ms;
        if (moment_parse(bytes_of(texts[i]), &ms))
            fail_msg("%s is read", texts[i]);
    }
}

/* Expected values: MD5 of "assay" and of nothing, by md5sum, with the bits of the version and the variant. */
static void a_uuid_is_made_of_bytes_alone(void **state)
{
    (void)state;
    char uuid[UUID_SIZE];
    digest_uuid(bytes_of("assay"), uuid);
    assert_string_equal(uuid, "0ecdc799-d474-8a31-be5c-339f661c55ef");
    digest_uuid((struct bytes){0}, uuid);
    assert_string_equal(uuid, "d41d8cd9-8f00-8204-a980-0998ecf8427e");
}

static void a_digest_is_md5(void **state)
{
    (void)state;
    char hex[DIGEST_HEX_SIZE];
    digest_hex(bytes_of("assay"), hex);
    assert_string_equal(hex, "0ecdc799d4744a313e5c339f661c55ef");
    assert_int_equal(digest_number_of(bytes_of("assay")), 0x314a74d499c7cd0e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_read_in_milliseconds),
        cmocka_unit_test(invalid_moments_are_refused),
        cmocka_unit_test(a_digest_is_md5),
        cmocka_unit_test(a_uuid_is_made_of_bytes_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
