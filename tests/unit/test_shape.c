/* Which files may be overwritten: only the same kind of file with other contents. */
#include "tests/support/support.h"

#include "export/shape.h"

static void assert_alike(const char *there, const char *written)
{
    if (!shape_is_alike(bytes_of(there), bytes_of(written)))
        fail_msg("not alike: %s and %s", there, written);
}

static void assert_other(const char *there, const char *written)
{
    if (shape_is_alike(bytes_of(there), bytes_of(written)))
        fail_msg("alike: %s and %s", there, written);
}

static void lines_of_columns_are_recognised_by_the_number_of_columns(void **state)
{
    (void)state;
    assert_alike("q1 0 d1 1\n", "q9 0 d,8 2\r\n");
    assert_alike("q1\t0\td1\t1\n", "q9 0 d8 2\n");
    assert_other("q1 Q0 d1 1 9.5 bm25\n", "q1 0 d1 1\n");
    assert_other("q1\thow does it come off?\n", "q1 0 d1 1\n");
    assert_other("q1 0 d1 1\n", "q1 Q0 d1 1 9.5 bm25\n");
}

static void comma_separated_tables_are_recognised_by_their_header(void **state)
{
    (void)state;
    assert_alike("qid,docid,grade\r\nq1,d1,1\r\n", "\xef\xbb\xbfqid,docid,grade\nq7,d8,0\n");
    assert_other("qid,docid,text\nq1,d1,x\n", "qid,docid,grade\nq1,d1,1\n");
    assert_other("qid;question\n", "qid,docid,grade\nq1,d1,1\n");
}

static void json_is_recognised_by_its_first_key_or_its_objects(void **state)
{
    (void)state;
    assert_alike("{\"uuid\":\"1\",\"question\":\"q1\"}\n", "{\"uuid\": \"2\"}\n");
    assert_other("{\"_id\":\"q1\",\"text\":\"?\"}\n", "{\"uuid\":\"2\"}\n");
    assert_alike("{\"q1\": {\"d1\": 1}}", "{\n  \"q7\": {\n");
    assert_other("{\"_id\":\"q1\"}\n", "{\"q1\":{\"d1\":1}}");
    assert_alike("[\n  {\"qid\": 1}]", "[{\"qid\":2}]");
    assert_other("[{\"qid\":1}]", "{\"qid\":1}");
    assert_other("{\"_id\":\"q1\"}\n", "q1 0 d1 1\n");
    assert_other("q1 0 d1 1\n", "{\"_id\":\"q1\"}\n");
}

static void pages_are_recognised_by_the_text_above_their_titles(void **state)
{
    (void)state;
    assert_alike("<!DOCTYPE html>\n<html>\n<meta a>\n<title>one</title>",
                 "<!DOCTYPE html>\n<html>\n<meta a>\n<title>two</title>");
    assert_other("<!DOCTYPE html>\n<html>\n<title>SOP</title>",
                 "<!DOCTYPE html>\n<html>\n<meta a>\n<title>two</title>");
    assert_other("<p>mine</p>", "q1 0 d1 1\n");
    assert_alike("# one\n\nMade by it. On Monday\n", "# two\n\nMade by it. On Tuesday\n");
    assert_other("# Heart failure\n\nNYHA class III.\n", "# two\n\nMade by it. On Tuesday\n");
}

static void empty_content_is_like_any_other(void **state)
{
    (void)state;
    assert_alike("", "q1 0 d1 1\n");
    assert_alike(" \n", "{\"a\":1}");
    assert_alike("q1 0 d1 1\n", "");
    assert_alike("{}\n", "{\"q1\":{\"d1\":1}}");
    assert_alike("[{\"qid\":1}]", "[ ]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_columns_are_recognised_by_the_number_of_columns),
        cmocka_unit_test(comma_separated_tables_are_recognised_by_their_header),
        cmocka_unit_test(json_is_recognised_by_its_first_key_or_its_objects),
        cmocka_unit_test(pages_are_recognised_by_the_text_above_their_titles),
        cmocka_unit_test(empty_content_is_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
