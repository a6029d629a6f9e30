/* Tables in each format. Nothing in a cell may break a table. */
#include "tests/support/support.h"

#include "export/forms/json.h"
#include "export/forms/table.h"

#include <math.h>

/* Compares the written table, and releases it. */
static void assert_table(struct table *table, enum table_format format, const char *expected)
{
    struct buffer out = {0};
    table_write(table, format, 0, &out);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
    table_release(table);
}

static void add_small_rows(struct table *table)
{
    table_add_text(table, bytes_of("bm25"));
    table_add_real(table, 0.41215, 4);
    table_add_text(table, bytes_of("dense, new"));
    table_add_integer(table, 1);
}

/* Returns a table of two runs and a measure. */
static struct table small_table(void)
{
    struct table table = {0};
    table_add_column(&table, "run", ALIGN_LEFT);
    table_add_column(&table, "nDCG@10", ALIGN_RIGHT);
    add_small_rows(&table);
    return table;
}

static struct table one_cell(struct bytes text)
{
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    table_add_text(&table, text);
    return table;
}

static void people_get_aligned_columns(void **state)
{
    (void)state;
    struct table table = small_table();
    assert_table(&table, TABLE_PEOPLE,
                 "run         nDCG@10\n"
                 "bm25         0.4122\n"
                 "dense, new        1\n");
}

static void a_number_rounded_to_zero_has_no_sign(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_RIGHT);
    table_add_real(&table, -0.00004, 4);
    table_add_real(&table, -0.00006, 4);
    table_add_real(&table, -0.4, 0);
    assert_table(&table, TABLE_TSV, "0.0000\n-0.0001\n0\n");
}

static void tsv_has_rows_alone(void **state)
{
    (void)state;
    struct table table = small_table();
    assert_table(&table, TABLE_TSV, "bm25\t0.4122\ndense, new\t1\n");
}

static void csv_has_a_header_and_quotes_commas(void **state)
{
    (void)state;
    struct table table = small_table();
    assert_table(&table, TABLE_CSV, "run,nDCG@10\r\nbm25,0.4122\r\n\"dense, new\",1\r\n");
}

static void json_has_an_object_a_row(void **state)
{
    (void)state;
    struct table table = small_table();
    assert_table(
        &table, TABLE_JSON,
        "[{\n\t\t\"run\":\t\"bm25\",\n\t\t\"nDCG@10\":\t0.4122\n\t}, {\n\t\t\"run\":\t\"dense, new\",\n"
        "\t\t\"nDCG@10\":\t1\n\t}]\n");
}

static void markdown_is_a_table_as_github_has_it(void **state)
{
    (void)state;
    struct table table = small_table();
    table_mark(&table, "*");
    table_add_empty(&table);
    table_add_real(&table, 0.5, 1);
    assert_table(&table, TABLE_MARKDOWN,
                 "| run | nDCG@10 |\n"
                 "| --- | --: |\n"
                 "| bm25 | 0.4122 |\n"
                 "| dense, new | 1\\* |\n"
                 "|  | 0.5 |\n");
}

static void a_cell_of_markdown_is_text_on_one_line(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("a|b\r\nc\td\x1b doc_1_2 _e_ *f* <b> `g` [h](i) \\ ~~j~~ &lt;"));
    assert_table(
        &table, TABLE_MARKDOWN,
        "| a |\n"
        "| --- |\n"
        "| a\\|b  c d␛ doc_1_2 \\_e\\_ \\*f\\* \\<b> \\`g\\` \\[h\\](i) \\\\ \\~\\~j\\~\\~ \\&lt; |\n");
}

static void a_table_without_rows_keeps_its_header(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    assert_table(&table, TABLE_PEOPLE, "a\n");
}

static void a_table_without_rows_is_an_empty_array(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    assert_table(&table, TABLE_JSON, "[]\n");
}

static void add_last_row(struct table *table)
{
    table_add_text(table, bytes_of("last"));
    table_add_empty(table);
}

/* Adds the rows in parts: the first rows, the last row, and the first rows again. */
static void measure_in_parts(struct table *table)
{
    table_measure(table);
    add_last_row(table);
    table_measure(table);
    add_small_rows(table);
}

static void a_table_in_parts_is_the_whole_table(void **state)
{
    (void)state;
    for (enum table_format format = 0; format < TABLE_FORMAT_COUNT; format++) {
        struct table whole = small_table(), parts = small_table();
        struct buffer expected = {0}, written = {0};
        add_last_row(&whole);
        table_write(&whole, format, 0, &expected);
        measure_in_parts(&parts);
        assert_true(table_next_part(&parts, format, 0));
        table_begin(&parts, format, &written);
        table_pass(&parts, format, &written);
        table_pass(&parts, format, &written);
        add_last_row(&parts);
        table_pass(&parts, format, &written);
        table_end(&parts, format, &written);
        assert_false(table_next_part(&parts, format, 0));
        assert_string_equal(buffer_string(&written), buffer_string(&expected));
        buffer_release(&expected);
        buffer_release(&written);
        table_release(&whole);
        table_release(&parts);
    }
}

/* Compares a table of a run and two measures, written into lines of so many columns. */
static void assert_lines(enum table_align align, size_t line_columns, enum table_format format,
                         const char *expected)
{
    struct table table = {0};
    struct buffer out = {0};
    table_add_column(&table, "run", align);
    table_add_column(&table, "AP", ALIGN_RIGHT);
    table_add_column(&table, "P@5", ALIGN_RIGHT);
    table_add_text(&table, bytes_of("bm25"));
    table_add_real(&table, 0.5, 2);
    table_mark(&table, "*");
    table_add_real(&table, 0.25, 2);
    table_write(&table, format, line_columns, &out);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
    table_release(&table);
}

static void a_table_that_is_wider_than_lines_is_written_in_parts(void **state)
{
    (void)state;
    assert_lines(ALIGN_LEFT, 17, TABLE_PEOPLE,
                 "run     AP    P@5\n"
                 "bm25  0.50*  0.25\n");
    assert_lines(ALIGN_LEFT, 11, TABLE_PEOPLE,
                 "run     AP\n"
                 "bm25  0.50*\n"
                 "\n"
                 "run    P@5\n"
                 "bm25  0.25\n");
}

static void a_table_is_whole_where_parts_do_not_fit_either(void **state)
{
    (void)state;
    assert_lines(ALIGN_LEFT, 10, TABLE_PEOPLE,
                 "run     AP    P@5\n"
                 "bm25  0.50*  0.25\n");
}

static void a_table_without_names_of_rows_is_whole(void **state)
{
    (void)state;
    assert_lines(ALIGN_RIGHT, 11, TABLE_PEOPLE,
                 " run    AP    P@5\n"
                 "bm25  0.50*  0.25\n");
}

static void lines_for_programs_have_any_length(void **state)
{
    (void)state;
    assert_lines(ALIGN_LEFT, 11, TABLE_TSV, "bm25\t0.50\t0.25\n");
}

static void a_sign_takes_a_column_of_its_own(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "P@5", ALIGN_RIGHT);
    table_add_column(&table, "AP", ALIGN_RIGHT);
    table_add_real(&table, 0.5, 2);
    table_mark(&table, "*");
    table_add_real(&table, 0.25, 2);
    table_add_real(&table, 0.25, 2);
    table_add_real(&table, 0.25, 2);
    assert_table(&table, TABLE_PEOPLE,
                 " P@5     AP\n"
                 "0.50*  0.25\n"
                 "0.25   0.25\n");
}

static void a_sign_is_shown_only_to_people(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("x"));
    table_mark(&table, "*");
    assert_table(&table, TABLE_TSV, "x\n");
}

static void wide_characters_are_aligned_by_their_width(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    table_add_column(&table, "b", ALIGN_LEFT);
    table_add_text(&table, bytes_of("日本"));
    table_add_text(&table, bytes_of("1"));
    table_add_text(&table, bytes_of("e\xcc\x81t")); /* a combining accent */
    table_add_text(&table, bytes_of("2"));
    assert_table(&table, TABLE_PEOPLE,
                 "a     b\n"
                 "日本  1\n"
                 "e\xcc\x81t    2\n");
}

static void an_empty_cell_is_blank(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    table_add_column(&table, "b", ALIGN_LEFT);
    table_add_empty(&table);
    table_add_text(&table, bytes_of("x"));
    assert_table(&table, TABLE_PEOPLE, "a  b\n   x\n");
}

static void an_empty_cell_is_null_in_json(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    table_add_empty(&table);
    assert_table(&table, TABLE_JSON, "[{\n\t\t\"a\":\tnull\n\t}]\n");
}

static void a_value_that_is_not_finite_is_an_empty_cell(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "a", ALIGN_LEFT);
    table_add_real(&table, NAN, 4);
    assert_table(&table, TABLE_CSV, "a\r\n\r\n");
}

static void control_bytes_do_not_reach_the_terminal(void **state)
{
    (void)state;
    struct table table = one_cell((struct bytes){.data = "\x1b[2J\n\t\x7f\0", .size = 8});
    assert_table(&table, TABLE_PEOPLE, "a\n␛[2J␊␉␡␀\n");
}

static void c1_controls_do_not_reach_the_terminal(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("\xc2\x9b"
                                           "31m"));
    assert_table(&table, TABLE_PEOPLE, "a\n\uFFFD31m\n");
}

static void invalid_utf8_does_not_reach_the_terminal(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("x\xff"));
    assert_table(&table, TABLE_PEOPLE, "a\nx\uFFFD\n");
}

static void bidi_controls_do_not_reach_the_terminal(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("a\u202Eb"));
    assert_table(&table, TABLE_PEOPLE, "a\nab\n");
}

static void a_columns_name_is_made_safe_too(void **state)
{
    (void)state;
    struct table table = {0};
    table_add_column(&table, "\x1b", ALIGN_LEFT);
    assert_table(&table, TABLE_PEOPLE, "␛\n");
}

static void tabs_and_line_ends_break_no_tsv(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("a\tb\nc\rd"));
    assert_table(&table, TABLE_TSV, "a b c d\n");
}

static void quotes_and_line_ends_break_no_csv(void **state)
{
    (void)state;
    struct table table = one_cell(bytes_of("say \"no\"\nnow"));
    assert_table(&table, TABLE_CSV, "a\r\n\"say \"\"no\"\"\nnow\"\r\n");
}

static void rows_can_be_part_of_a_larger_json(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct table table = small_table();
    struct json *root = json_object();
    table_add_to_json(&table, json_add_array(root, "rows"));
    json_print(root, JSON_LINE, &out);
    assert_string_equal(buffer_string(&out), "{\"rows\":[{\"run\":\"bm25\",\"nDCG@10\":0.4122},"
                                             "{\"run\":\"dense, new\",\"nDCG@10\":1}]}");
    json_free(root);
    buffer_release(&out);
    table_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_get_aligned_columns),
        cmocka_unit_test(a_number_rounded_to_zero_has_no_sign),
        cmocka_unit_test(tsv_has_rows_alone),
        cmocka_unit_test(csv_has_a_header_and_quotes_commas),
        cmocka_unit_test(json_has_an_object_a_row),
        cmocka_unit_test(markdown_is_a_table_as_github_has_it),
        cmocka_unit_test(a_cell_of_markdown_is_text_on_one_line),
        cmocka_unit_test(a_table_without_rows_keeps_its_header),
        cmocka_unit_test(a_table_without_rows_is_an_empty_array),
        cmocka_unit_test(a_table_in_parts_is_the_whole_table),
        cmocka_unit_test(a_table_that_is_wider_than_lines_is_written_in_parts),
        cmocka_unit_test(a_table_is_whole_where_parts_do_not_fit_either),
        cmocka_unit_test(a_table_without_names_of_rows_is_whole),
        cmocka_unit_test(lines_for_programs_have_any_length),
        cmocka_unit_test(a_sign_takes_a_column_of_its_own),
        cmocka_unit_test(a_sign_is_shown_only_to_people),
        cmocka_unit_test(wide_characters_are_aligned_by_their_width),
        cmocka_unit_test(an_empty_cell_is_blank),
        cmocka_unit_test(an_empty_cell_is_null_in_json),
        cmocka_unit_test(a_value_that_is_not_finite_is_an_empty_cell),
        cmocka_unit_test(control_bytes_do_not_reach_the_terminal),
        cmocka_unit_test(c1_controls_do_not_reach_the_terminal),
        cmocka_unit_test(invalid_utf8_does_not_reach_the_terminal),
        cmocka_unit_test(bidi_controls_do_not_reach_the_terminal),
        cmocka_unit_test(a_columns_name_is_made_safe_too),
        cmocka_unit_test(tabs_and_line_ends_break_no_tsv),
        cmocka_unit_test(quotes_and_line_ends_break_no_csv),
        cmocka_unit_test(rows_can_be_part_of_a_larger_json),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
