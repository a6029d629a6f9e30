/* What each export format cannot hold, and how cells of CSV files are written. */
#include "tests/support/support.h"

#include "export/forms/csv.h"
#include "export/exporter.h"

static bool holds(unsigned flaws, struct bytes id)
{
    struct err err;
    const struct export_format format = {.name = "trec", .flaws = flaws};
    const struct exporter exporter = {.format = &format};
    return exporter_check_id(&exporter, "question", id, &err);
}

static void an_id_of_columns_has_no_white_space(void **state)
{
    (void)state;
    static const char *const broken[] = {"a b", "a\tb", "a\nb", "a\rb", "a\vb", "a\fb", ""};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_false(holds(FLAW_SPACE, bytes_of(broken[i])));
    assert_false(holds(FLAW_SPACE, (struct bytes){"a\0b", 3}));
    assert_true(holds(FLAW_SPACE, bytes_of("a\xc3\xa4,\"b")));
}

static void an_id_of_a_quoting_reader_does_not_begin_with_a_quotation_mark(void **state)
{
    (void)state;
    assert_false(holds(FLAW_QUOTATION, bytes_of("\"a")));
    assert_true(holds(FLAW_QUOTATION, bytes_of("a\"")));
}

static void an_id_in_json_is_utf8_without_nul(void **state)
{
    (void)state;
    assert_false(holds(FLAW_INVALID, bytes_of("a\xff")));
    assert_false(holds(FLAW_INVALID, (struct bytes){"a\0b", 3}));
    assert_true(holds(FLAW_INVALID, bytes_of("a b\xc3\xa4")));
}

static void an_id_in_lines_that_may_be_comments_begins_with_no_hash(void **state)
{
    (void)state;
    assert_false(holds(FLAW_COMMENT, bytes_of("#1")));
    assert_true(holds(FLAW_COMMENT, bytes_of("1#")));
    const struct export_format format = {.name = "trec", .flaws = FLAW_COMMENT};
    const struct exporter exporter = {.format = &format};
    struct err err;
    assert_true(exporter_check_id(&exporter, "document", bytes_of("#1"), &err));
}

static void an_error_names_the_id_and_the_format(void **state)
{
    (void)state;
    struct err err;
    const struct export_format format = {.name = "trec", .flaws = FLAW_SPACE};
    const struct exporter exporter = {.format = &format};
    assert_error(exporter_check_id(&exporter, "document", bytes_of("a b"), &err), err, ERR_INPUT,
                 "document 'a b': the format trec can't hold an id with white space, or an empty id; choose "
                 "another format");
}

static bool always(void)
{
    return true;
}

static void an_interrupted_export_stops_with_an_error(void **state)
{
    (void)state;
    struct err err;
    struct file_writer file = {0};
    struct exporter exporter = {.file = &file, .interrupted = always};
    assert_error(exporter_pass(&exporter, &err), err, ERR_INTERRUPTED,
                 "stopped before everything was written");
}

static void assert_cell(const char *text, const char *expected)
{
    struct buffer cell = {0};
    csv_add_cell(bytes_of(text), &cell);
    assert_string_equal(buffer_string(&cell), expected);
    buffer_release(&cell);
}

static void a_cell_is_quoted_where_it_has_to_be(void **state)
{
    (void)state;
    assert_cell("a b", "a b");
    assert_cell("a,b", "\"a,b\"");
    assert_cell("a\"b", "\"a\"\"b\"");
    assert_cell("a\nb", "\"a\nb\"");
    assert_cell("=1+1", "=1+1");
}

static void cells_that_begin_like_a_formula_are_recognised(void **state)
{
    (void)state;
    static const char *const formulas[] = {"=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        assert_true(csv_is_formula(bytes_of(formulas[i])));
    assert_false(csv_is_formula(bytes_of("a=1")));
    assert_false(csv_is_formula(bytes_of("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_of_columns_has_no_white_space),
        cmocka_unit_test(an_id_of_a_quoting_reader_does_not_begin_with_a_quotation_mark),
        cmocka_unit_test(an_id_in_json_is_utf8_without_nul),
        cmocka_unit_test(an_id_in_lines_that_may_be_comments_begins_with_no_hash),
        cmocka_unit_test(an_error_names_the_id_and_the_format),
        cmocka_unit_test(an_interrupted_export_stops_with_an_error),
        cmocka_unit_test(a_cell_is_quoted_where_it_has_to_be),
        cmocka_unit_test(cells_that_begin_like_a_formula_are_recognised),
    };
    return cmocka_run_group_tests_name("exporter", tests, NULL, NULL);
}
