/*
 * Reading all lines of a question at once. It must give the same records as reading them one by one, and must agree on
 * whether the numbers descend. This must hold with each kind of look that this processor has.
 */
#include "tests/support/support.h"

#include "core/base/look.h"
#include "core/base/random.h"
#include "import/records/record_lines.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct record_layout trec = {.n_columns = 6,
                                          .more_columns = true,
                                          .docid = 2,
                                          .number = 4,
                                          .what = "",
                                          .columns = "",
                                          .number_name = ""};
static const struct record_layout untagged = {
    .n_columns = 5, .docid = 2, .number = 4, .what = "", .columns = "", .number_name = ""};
static const struct record_layout three = {
    .n_columns = 3, .docid = 1, .number = 2, .what = "", .columns = "", .number_name = ""};

/* The records read of one question, and how reading ends. */
struct reading {
    struct buffer text; /* docid, number and a line feed for each line */
    bool right;
    bool descend;
    size_t n_read; /* in bytes */
};

static void add_line(struct reading *reading, struct bytes docid, struct bytes number)
{
    buffer_add(&reading->text, docid);
    buffer_add_byte(&reading->text, ' ');
    buffer_add(&reading->text, number);
    buffer_add_byte(&reading->text, '\n');
}

static struct reading read_one_by_one(struct bytes content, const struct record_layout *layout,
                                      struct bytes qid)
{
    struct reading reading = {.descend = true};
    struct record_reader texts = record_reader_of(content, layout);
    struct record_reader numbers = texts;
    struct record_text text;
    struct record record;
    enum record_outcome outcome;
    double before = INFINITY;
    while ((outcome = record_next_of(&numbers, qid, &record)) == RECORD_READ) {
        assert_int_equal(record_next_text_of(&texts, qid, &text), RECORD_READ);
        add_line(&reading, text.docid, text.number);
        reading.descend = reading.descend && record.number <= before;
        before = record.number;
    }
    reading.right = outcome == RECORD_NONE;
    reading.n_read = (size_t)(numbers.next - content.data);
    return reading;
}

static struct reading read_at_once(struct bytes content, const struct record_layout *layout, struct bytes qid)
{
    struct reading reading = {0};
    struct record_reader reader = record_reader_of(content, layout);
    struct record_lines lines = {0};
    reading.right = record_lines_take(&lines, &reader, qid);
    reading.descend = lines.descend;
    reading.n_read = (size_t)(reader.next - content.data);
    for (size_t i = 0; i < lines.n; i++) {
        add_line(&reading, lines.docids[i], lines.numbers[i]);
        assert_true(lines.hashes[i] == bytes_hash(lines.docids[i]));
    }
    record_lines_release(&lines);
    return reading;
}

/* Reads from a block of exactly this size, so that the sanitizers notice an access beyond its end. */
static void assert_same(const char *content, const struct record_layout *layout, const char *qid)
{
    size_t size = strlen(content);
    char *exact = malloc(size);
    memcpy(exact, content, size);
    const struct bytes bytes = {.data = exact, .size = size};
    struct reading expected = read_one_by_one(bytes, layout, bytes_of(qid));
    for (enum looks_kind kind = 0; kind < LOOKS_KINDS; kind++) {
        looks_limit(kind);
        struct reading reading = read_at_once(bytes, layout, bytes_of(qid));
        assert_int_equal(reading.right, expected.right);
        if (expected.right) {
            assert_string_equal(buffer_string(&reading.text), buffer_string(&expected.text));
            assert_int_equal(reading.descend, expected.descend);
            assert_int_equal(reading.n_read, expected.n_read);
        }
        buffer_release(&reading.text);
    }
    buffer_release(&expected.text);
    free(exact);
}

/* Reads lines of any question: all records up to the first line that is not one, and no line from there on. */
static void assert_same_of_any(const char *content, const struct record_layout *layout)
{
    const struct bytes bytes = bytes_of(content);
    for (enum looks_kind kind = 0; kind < LOOKS_KINDS; kind++) {
        struct record_reader expected = record_reader_of(bytes, layout);
        struct record_reader reader = expected;
        struct record_lines lines = {0};
        struct bytes qid;
        struct record_text text;
        looks_limit(kind);
        while (record_lines_take_any(&lines, &reader)) {
            for (size_t i = 0; i < lines.n; i++) {
                assert_true(record_peek(&expected, &qid));
                assert_int_equal(record_next_text_of(&expected, qid, &text), RECORD_READ);
                assert_true(bytes_equal(lines.qids[i], qid) && lines.qids[i].data == qid.data);
                assert_true(bytes_equal(lines.docids[i], text.docid));
                assert_true(bytes_equal(lines.numbers[i], text.number));
            }
            assert_ptr_equal(reader.next, expected.next);
        }
        if (record_peek(&expected, &qid))
            assert_int_equal(record_next_text_of(&expected, qid, &text), RECORD_WRONG);
        record_lines_release(&lines);
    }
}

/* --- Random lines ------------------------------------------------------------- */

static const char *pick(struct random_source *random, const char *const *words, size_t n)
{
    return words[random_below(random, n)];
}

#define PICK(random, ...)                                                                                    \
    pick(random, (const char *const[]){__VA_ARGS__}, sizeof(const char *[]){__VA_ARGS__} / sizeof(char *))

static void add_docid(struct random_source *random, struct buffer *out)
{
    size_t size = random_below(random, 20) == 0 ? random_below(random, 150) : random_below(random, 12);
    buffer_add_string(out, PICK(random, "d", "doc", "\xc3\xa9", "clueweb09-en0000-00-"));
    for (size_t i = 0; i < size; i++)
        buffer_add_byte(out, (char)('0' + random_below(random, 10)));
}

/* The number is mostly lower than the one before, as in a sorted run. */
static void add_number(struct random_source *random, double *value, struct buffer *out)
{
    *value -= (double)random_below(random, 100) / 7;
    switch (random_below(random, 40)) {
    case 0:
        buffer_add_string(out, PICK(random, "1e3", "+5", "-.5", ".5", "5.", "007.10", "1e-7", "-0",
                                    "9007199254740993"));
        break;
    case 1:
        buffer_add_format(out, "%.40f", *value);
        break;
    case 2:
        buffer_add_string(out, "12.");
        for (size_t i = random_below(random, 60); i > 0; i--)
            buffer_add_byte(out, '0');
        break;
    default:
        buffer_add_format(out, "%.*f", (const int[]){0, 1, 6, 17}[random_below(random, 4)], *value);
    }
}

/* A qid, and qids that are nearly equal. */
struct names {
    const char *own, *longer, *shorter, *other;
};

/* The names have all sizes that are compared in a way of their own. */
static const struct names all_names[] = {
    {"q1", "q12", "q", "Q1"},
    {"question", "question1", "questio", "quEstion"},
    {"MSMARCO-q1", "MSMARCO-q12", "MSMARCO-q", "MSMARCO-q2"},
    {"a-topic-of-twenty-two-", "a-topic-of-twenty-two-b", "a-topic-of-twenty-two", "a-topic-oF-twenty-two-"},
    {"topics-of-a-long-name", "topics-of-a-long-name1", "topics-of-a-long-nam", "topics-of-a-long-nome"},
};

/* `odd`: how many lines of a hundred are written in an unusual way. Some of these are wrong. */
static void add_text(struct random_source *random, const struct record_layout *layout,
                     const struct names *names, unsigned odd, struct buffer *out)
{
    double value = (double)random_below(random, 2000);
    for (size_t i = random_below(random, random_below(random, 20) == 0 ? 900 : 60); i > 0; i--) {
        bool is_odd = random_below(random, 100) < odd;
        const char *blank = is_odd ? PICK(random, " ", "\t", "  ", " \v", "\f", "\r") : " ";
        if (is_odd)
            buffer_add_string(out, PICK(random, "", "", " ", "\n", "\r\n", "\t\n", "#", "# c\n",
                                        " #q1 1 a 1 2 t\n"));
        buffer_add_format(out, "%s%s",
                          is_odd ? PICK(random, names->own, names->own, names->own, names->own, names->longer,
                                        names->shorter, names->other)
                                 : names->own,
                          blank);
        if (layout->docid == 2)
            buffer_add_format(out, "Q0%s", blank);
        add_docid(random, out);
        buffer_add_string(out, blank);
        if (layout->number == 4)
            buffer_add_format(out, "%zu%s", i, blank);
        add_number(random, &value, out);
        if (layout->n_columns == 6)
            buffer_add_format(out, "%s%s", blank,
                              is_odd ? PICK(random, "tag", "a b", "a b c", "", "a\rb", "a \r") : "tag");
        if (is_odd)
            buffer_add_string(out, PICK(random, "", "", "", "\r", " ", " \t", " more"));
        buffer_add_byte(out, '\n');
    }
    if (random_below(random, 3) == 0 && out->size > 0)
        out->data[--out->size] = '\0';
}

static void lines_by_chance(const struct record_layout *layout)
{
    struct random_source random = random_from(13, layout->n_columns);
    for (unsigned round = 0; round < 3000; round++) {
        struct buffer text = {0};
        const struct names *names = &all_names[random_below(&random, sizeof all_names / sizeof *all_names)];
        add_text(&random, layout, names, round % 4 * 3, &text);
        assert_same(buffer_string(&text), layout, names->own);
        assert_same_of_any(buffer_string(&text), layout);
        buffer_release(&text);
    }
}

static void lines_of_trec(void **state)
{
    (void)state;
    lines_by_chance(&trec);
}

static void lines_without_tags(void **state)
{
    (void)state;
    lines_by_chance(&untagged);
}

static void lines_of_three_columns(void **state)
{
    (void)state;
    lines_by_chance(&three);
}

/* --- Rare cases ------------------------------------------------------------------ */

/* Adds enough lines so that the first ones are read in the fast way. */
static void assert_same_in_front(const char *lines, const char *qid)
{
    struct buffer text = {0};
    buffer_add_string(&text, lines);
    for (int i = 0; i < 20; i++)
        buffer_add_format(&text, "%s Q0 last-%d 1 0.001 tag\n", qid, i);
    assert_same(buffer_string(&text), &trec, qid);
    buffer_release(&text);
}

static void qids_of_every_length(void **state)
{
    (void)state;
    char qid[140];
    for (size_t size = 1; size < sizeof qid; size++) {
        memset(qid, 'q', size);
        qid[size] = '\0';
        assert_same_in_front("", qid);
    }
}

static void more_lines_of_any_question_than_are_taken_at_once(void **state)
{
    (void)state;
    struct buffer text = {0};
    for (int i = 0; i < 2000; i++)
        buffer_add_format(&text, "q%d Q0 document-%d 1 %d.5 tag\n", i / 3, i, i);
    assert_same_of_any(buffer_string(&text), &trec);
    buffer_release(&text);
}

static void a_line_whose_end_is_at_every_place(void **state)
{
    (void)state;
    for (int size = 1; size < 150; size++) {
        struct buffer line = {0};
        buffer_add_format(&line, "q Q0 %0*d 1 2.5 t\nq Q0 e 1 2.25 %0*d\n", size, 1, size, 1);
        assert_same_in_front(buffer_string(&line), "q");
        buffer_release(&line);
    }
}

static void invalid_numbers(void **state)
{
    (void)state;
    static const char *const wrong[] = {".",   "1.2.3",       "1,5",
                                        "nan", "inf",         "0x1p3",
                                        "1e",  "-",           "1e999",
                                        "12a", "1.5\xc3\xa9", "00000000000000000000000000000000000000x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct buffer line = {0};
        buffer_add_format(&line, "q Q0 d 1 2.5 t\nq Q0 e 1 %s t\n", wrong[i]);
        assert_same_in_front(buffer_string(&line), "q");
        buffer_release(&line);
    }
}

/* Each number but the first is compared with the one before it. */
static void pairs_of_numbers(void **state)
{
    (void)state;
    static const char *const numbers[] = {
        "10.5",
        "9.75",
        "9.750",
        "09.75",
        "9.7500000000000000001",
        "9.7499999999999999999999999999999999999",
        "9",
        "9.",
        "-1.5",
        "-1.25",
        "-1.250",
        "0",
        "-0",
        "1e1",
        "10",
        "10.4999999999999999",
        "123456789012345678901234567890.5",
        "123456789012345678901234567890",
        "1234567890123456789012345678901",
        "12345678901234567890123456789012",
        "123456789012345678901234567890123",
        "0.30000000000000004",
        "0.3",
        "0.30000000000000001",
        "0.300000000000000000000000000000004",
    };
    enum { N = sizeof numbers / sizeof *numbers };
    for (size_t i = 0; i < N * N; i++) {
        struct buffer line = {0};
        buffer_add_format(&line, "q Q0 d 1 %s t\nq Q0 e 1 %s t\n", numbers[i / N], numbers[i % N]);
        assert_same_in_front(buffer_string(&line), "q");
        buffer_release(&line);
    }
}

/* Numbers of up to 20 digits that are close to each other. Two that the reader calls different must be different
 * doubles or floats. */
static void numbers_that_differ_are_different_doubles_or_floats(void **state)
{
    (void)state;
    struct random_source random = random_from(19, 0);
    size_t n_differ = 0;
    for (int round = 0; round < 300; round++) {
        struct buffer text = {0};
        struct record_lines lines = {0};
        double value = (double)random_below(&random, 1000) / 7;
        for (int i = 0; i < 200; i++) {
            static const double steps[] = {0, 1e-17, 3e-16, 1e-15, 2e-14, 1e-9, 5e-8, 2e-7, 0.1};
            buffer_add_format(&text, "q Q0 d%d 1 %.*f t\n", i, (int)random_below(&random, 19), value);
            value = fabs(value - value * steps[random_below(&random, sizeof steps / sizeof *steps)]);
        }
        struct record_reader reader = record_reader_of(buffer_bytes(&text), &trec);
        assert_true(record_lines_take(&lines, &reader, bytes_of("q")));
        for (size_t i = 0; i + 1 < lines.n; i++) {
            const double number = strtod(lines.numbers[i].data, NULL);
            const double next = strtod(lines.numbers[i + 1].data, NULL);
            bool differ = record_lines_differ(&lines, i, DBL_DIG);
            n_differ += differ;
            assert_false(differ && number == next);
            assert_false(record_lines_differ(&lines, i, FLT_DIG) && (float)number == (float)next);
        }
        record_lines_release(&lines);
        buffer_release(&text);
    }
    assert_in_range(n_differ, 300 * 20, 300 * 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_trec),
        cmocka_unit_test(lines_without_tags),
        cmocka_unit_test(lines_of_three_columns),
        cmocka_unit_test(qids_of_every_length),
        cmocka_unit_test(more_lines_of_any_question_than_are_taken_at_once),
        cmocka_unit_test(a_line_whose_end_is_at_every_place),
        cmocka_unit_test(invalid_numbers),
        cmocka_unit_test(pairs_of_numbers),
        cmocka_unit_test(numbers_that_differ_are_different_doubles_or_floats),
    };
    return cmocka_run_group_tests_name("record_lines", tests, NULL, NULL);
}
