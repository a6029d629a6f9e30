/*
 * HTML as a reader sees it: how each element is shown, HTML read in pieces, hostile HTML, and the recognition of HTML.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/base/unicode.h"
#include "core/markup/entity.h"
#include "core/markup/markup_guess.h"
#include "tui/text/markup/markdown.h"
#include "tui/text/wrap.h"
#include "tui/text/style.h"

#include <string.h>

/* Returns the lines with their prefixes, and with {letter:…} around styled text. */
static struct buffer seen_lines(struct bytes source, int columns)
{
    struct markdown markdown = {0};
    struct wrapped_text wrapped = {0};
    struct buffer lines = {0};
    markdown_set_markup(&markdown, MARKUP_HTML, source, columns);
    while (markdown_extend(&markdown))
        ;
    const struct styled_text *seen = &markdown.seen;
    wrap_set(&wrapped, buffer_bytes(&seen->text), columns);
    wrap_grow(&wrapped, buffer_bytes(&seen->text), seen->blocks, seen->n_blocks);
    size_t n = wrap_to_end(&wrapped);
    for (size_t i = 0; i < n; i++) {
        struct wrapped_line line = wrapped.lines[i];
        buffer_add(&lines, wrap_prefix(&wrapped, line));
        for (size_t offset = line.start; offset < line.end; offset++) {
            size_t span = styled_text_span_after(seen, offset);
            bool is_styled = span < seen->n_spans && seen->spans[span].start <= offset;
            if (is_styled && (seen->spans[span].start == offset || offset == line.start))
                buffer_add_format(&lines, "{%c:", style_letters[seen->spans[span].style]);
            buffer_add_byte(&lines, seen->text.data[offset]);
            if (is_styled && (seen->spans[span].end == offset + 1 || offset + 1 == line.end))
                buffer_add_byte(&lines, '}');
        }
        buffer_add_byte(&lines, '\n');
    }
    wrap_release(&wrapped);
    markdown_release(&markdown);
    return lines;
}

static void assert_seen_in(int columns, const char *source, const char *expected)
{
    struct buffer lines = seen_lines(bytes_of(source), columns);
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
}

static void assert_seen(const char *source, const char *expected)
{
    assert_seen_in(60, source, expected);
}

static void headings_paragraphs_and_emphasis_are_seen(void **state)
{
    (void)state;
    assert_seen(
        "<h1>Paracetamol</h1><p>The dose is <b>500&nbsp;mg</b> &ndash; 1&nbsp;g</p><p>Not <em>more</em>.</p>",
        "{h:Paracetamol}\nThe dose is {b:500\u00a0mg} – 1\u00a0g\n\nNot {e:more}.\n");
}

static void white_space_is_one_blank(void **state)
{
    (void)state;
    assert_seen("<h1> Care</h1>", "{h:Care}\n"); /* no blank at the beginning */
    assert_seen("<p>\n  One\n  two <b> three</b>   four\n</p>\n\n<p> five</p>",
                "One two {b:three} four\n\nfive\n");
}

static void lists_have_marks(void **state)
{
    (void)state;
    assert_seen("<p>Do:</p><ul><li>Rinse<li>Dry<ol start=3><li>wait</li><li>wipe</li></ol></ul><p>Done.",
                "Do:\n\n• Rinse\n• Dry\n  3. wait\n  4. wipe\n\nDone.\n");
}

static void items_have_the_numbers_that_they_give_themselves(void **state)
{
    (void)state;
    assert_seen("<ol><li>One<li value=7>Seven<li>Eight<li value=x>Nine</ol>",
                "1. One\n7. Seven\n8. Eight\n9. Nine\n");
}

/* In a law, (4) and (d) are other clauses than 4, so the form of a number matters. */
static void lists_are_numbered_as_they_say(void **state)
{
    (void)state;
    assert_seen("<ol type=a start=26><li>z<li>aa</ol>", "z. z\naa. aa\n");
    assert_seen("<ol type=A><li>A<li value=28>AB</ol>", "A. A\nAB. AB\n");
    assert_seen("<ol type=I start=3><li>III<li>IV</ol>", "III. III\nIV. IV\n");
    assert_seen("<ol style='margin: 0; List-Style-Type: lower-roman'><li value=1994>x</ol>", "mcmxciv. x\n");
    assert_seen("<ol style=\"list-style:upper-latin inside\"><li>x</ol>", "A. x\n");
}

static void numbers_without_a_numeral_are_decimal(void **state)
{
    (void)state;
    assert_seen("<ol type=i start=3999><li>x<li>y</ol>", "mmmcmxcix. x\n4000. y\n");
    assert_seen("<ol type=a start=0><li>x<li>y</ol>", "0. x\na. y\n");
    assert_seen("<ol type=disc><li>x</ol>", "1. x\n");
}

static void paragraphs_of_an_item_begin_after_its_mark(void **state)
{
    (void)state;
    assert_seen("<ul><li><p>One</p></li><li><p>Two</p></li></ul>", "• One\n• Two\n");
}

#define HALF "<mfrac><mn>1</mn><mn>2</mn></mfrac>"

/* ½ must not be read as 12, nor 3½ as 31/2. */
static void formulas_are_written_on_one_line(void **state)
{
    (void)state;
    assert_seen("Take <math>" HALF "</math> or <math><mn>3</mn>" HALF "</math> <b>tablets</b>.",
                "Take 1/2 or 3 1/2 {b:tablets}.\n");
    assert_seen(
        "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>"
        "<mi>x</mi></math>",
        "(a+b)/(2a) x\n");
    assert_seen("<math><msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>"
                "<mo>=</mo><msup><mn>10</mn><mrow><mo>-</mo><mn>3</mn></mrow></msup></math>",
                "(a+b)² = 10⁻³\n");
    assert_seen("<math><msub><mi>C</mi><mi>max</mi></msub><mo>&lt;</mo><msubsup><mi>x</mi><mn>1</mn><mi>k</"
                "mi></msubsup></math>",
                "C_max < x₁^k\n");
    assert_seen(
        "<math><msqrt><mn>2</mn><mi>x</mi></msqrt><mo>,</mo><mroot><mi>y</mi><mn>3</mn></mroot></math>",
        "√(2x), ³√y\n");
    assert_seen("<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></"
                "munderover><mi>x</mi></math>",
                "∑_(i = 1)ⁿ x\n");
    assert_seen(
        "<math><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mo>+</mo><mn>2</mn><mo>&#x2062;</mo><mi>y</mi></math>",
        "sin x+2y\n");
    assert_seen(
        "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd>"
        "<mtd><mn>1</mn></mtd></mtr></mtable></math>",
        "[1, 0; 0, 1]\n");
    assert_seen("<p>Then <math display=\"block\"><msup><mi>f</mi><mo>′</mo></msup></math> falls.</p>",
                "Then\nf′\nfalls.\n");
}

/* Parts for programs, and parts that only keep space free, are not text. */
static void only_the_visible_parts_of_a_formula_are_shown(void **state)
{
    (void)state;
    assert_seen("<math><semantics><mrow><mi>x</mi></mrow><annotation "
                "encoding='application/x-tex'>\\alpha</annotation>"
                "</semantics><mphantom><mn>9</mn></mphantom><mspace width='1em'/><mtext>if "
                "<b>cold</b></mtext></math>",
                "x if cold\n");
}

static void broken_formulas_lose_no_text(void **state)
{
    (void)state;
    assert_seen("<p>a <math><mi>x</mi><annotation>tex<p>Next", "a x\n\nNext\n");
    assert_seen("<math><mfrac><mn>1</mn><p>Next</p>", "1/\n\nNext\n");
    assert_seen("<math><mn>1</mn></mrow><mn>2</mn></math> tail", "12 tail\n");
    assert_seen("<math><msup><mi>x</mi></msup><mfrac></mfrac></math>", "x/\n");
    assert_seen("<math><mrow><mi>x</math> tail", "x tail\n");
}

/* A tag of the table ends the formula. The shape of a table is read first, from its tags alone. */
static void a_formula_does_not_go_on_in_the_next_cell(void **state)
{
    (void)state;
    assert_seen("<table><tr><th>Drug<th>Dose<tr><td><math><mi>x</td><td>5 mg</td></tr><tr><td>Aspirin<td>100 "
                "mg</table>",
                "{b:Drug}   {f: │ }{b:Dose}\n"
                "{f:────────┼───────}\n"
                "x      {f: │ }5 mg\n"
                "Aspirin{f: │ }100 mg\n");
    assert_seen("<p>Doses</p><table><math><mi>x<td colspan=2>y</math><td rowspan=3>z<td rowspan=3>w</table>",
                "Doses\n\nx\n{b:y}{f: │ }{b:z}{f: │ }{b:w}\n{f:──┼───┼──}\n");
}

static void an_expression_with_an_exponent_is_bracketed_before_another_one(void **state)
{
    (void)state;
    assert_seen("<math><msup><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><mn>3</mn></msup></math>",
                "(x²)³\n");
    assert_seen("<math><msup><msub><mi>x</mi><mn>1</mn></msub><mn>2</mn></msup></math>", "x₁²\n");
    assert_seen("<math><mn>2</mn><mroot><mi>x</mi><mn>3</mn></mroot></math>", "2 ³√x\n");
}

static void invisible_elements_keep_their_place_in_a_formula(void **state)
{
    (void)state;
    assert_seen("<math><mfrac><mphantom><mn>1</mn></mphantom><mn>2</mn></mfrac></math>", "/2\n");
    assert_seen("<math><annotation/><mi>x</mi></math>", "x\n");
}

/* Without the blank this would read 1/24. */
static void a_blank_separates_a_fraction_from_what_follows(void **state)
{
    (void)state;
    assert_seen("<math><mrow>" HALF "</mrow><mn>4</mn></math>", "1/2 4\n");
    assert_seen("<math><mfenced>" HALF "</mfenced><mn>4</mn></math>", "(1/2)4\n");
}

/* A part needs no further brackets only if one pair encloses all of it. */
static void brackets_of_a_formula_are_those_that_it_needs(void **state)
{
    (void)state;
    assert_seen("<math><mfrac><mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>+</mo><mo>(</mo><mi>b</mi><mo>)</mo>"
                "</mrow><mn>2</mn></mfrac></math>",
                "((a)+(b))/2\n");
    assert_seen("<math><mfrac><mrow><mo>)</mo><mi>a</mi><mo>(</mo></mrow><mn>2</mn></mfrac></math>",
                "()a()/2\n");
    assert_seen("<math><msup><mrow><mo>(</mo><msup><mi>x</mi><mn>2</mn></msup><mo>)</mo></mrow><mn>3</mn>"
                "</msup></math>",
                "(x²)³\n");
    assert_seen("<math><msup><mi>x</mi><mrow><mo>-</mo><mi>q</mi></mrow></msup></math>", "x^(-q)\n");
}

static void letters_that_have_no_subscript_follow_the_subscript_digits(void **state)
{
    (void)state;
    assert_seen("<math><msub><mi>A</mi><mn>1c</mn></msub></math>", "A₁c\n");
}

/* The invisible operators: times, comma and plus. */
static void invisible_operators_of_a_formula_are_left_out(void **state)
{
    (void)state;
    assert_seen("<math><mi>a</mi><mo>&#x2062;</mo><mi>b</mi><mo>&#x2063;</mo><mi>c</mi><mo>&#x2064;</mo>"
                "<mi>d</mi></math>",
                "abcd\n");
}

static void one_of_two_notations_of_a_formula_is_shown(void **state)
{
    (void)state;
    assert_seen("<math><semantics><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><annotation-xml><apply><plus/>"
                "<ci>x</ci><cn>1</cn></apply></annotation-xml></semantics></math> tail",
                "x+1 tail\n");
    assert_seen("<math><maction actiontype=toggle><mfrac><mn>1</mn><mn>2</mn></mfrac></maction></math>",
                "1/2\n");
    assert_seen("<math><mtext>if </mtext><mi>x</mi></math>", "if x\n");
    assert_seen("<math><mi>x</mi><mtext> if</mtext></math>", "x if\n");
}

/* The nesting is far deeper than assay distinguishes. Showing the formula must not take more than its text. */
static void a_deep_formula_is_a_row(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    struct buffer page = {0};
    buffer_add_string(&page, "<math>");
    for (size_t i = 0; i < DEPTH; i++)
        buffer_add_string(&page, "<mrow>");
    buffer_add_string(&page, "<mi>x</mi></math> tail");
    assert_seen(buffer_string(&page), "x tail\n");
    buffer_release(&page);
}

/* Expects how a square is shown inside so many rows. */
static void assert_square_within(size_t rows, const char *expected)
{
    struct buffer page = {0};
    buffer_add_string(&page, "<math>");
    for (size_t i = 0; i < rows; i++)
        buffer_add_string(&page, "<mrow>");
    buffer_add_string(&page, "<msup><mi>x</mi><mn>2</mn></msup>");
    assert_seen(buffer_string(&page), expected);
    buffer_release(&page);
}

/* The formula, the square and its base are three of the 32 elements. */
static void a_formula_is_interpreted_up_to_32_nested_elements(void **state)
{
    (void)state;
    assert_square_within(29, "x²\n");
    assert_square_within(30, "x2\n");
}

static void ruby_readings_are_put_in_brackets(void **state)
{
    (void)state;
    assert_seen("<ruby>東京<rt>とうきょう</rt></ruby>都", "東京{d:(}とうきょう{d:)}都\n");
    assert_seen("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>", "漢(かん)字{d:(}じ{d:)}\n");
    assert_seen("<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp></ruby>", "漢（かん）\n");
}

#define RIGHT_TO_LEFT "\u200f"
#define LEFT_TO_RIGHT "\u200e"

/* A line has the direction that the page gives it, whatever its first letter is. */
static void lines_have_the_direction_that_they_say(void **state)
{
    (void)state;
    assert_seen("<p dir=\"rtl\">Cohen <b>5</b><br>Levi</p><p>a<p dir=LTR>b",
                RIGHT_TO_LEFT "Cohen {b:5}\n" RIGHT_TO_LEFT "Levi\n\na\n\n" LEFT_TO_RIGHT "b\n");
    assert_seen("<html dir=rtl><body><p>a<div dir=ltr>b</div>c</body></html>",
                RIGHT_TO_LEFT "a\n" LEFT_TO_RIGHT "b\n" RIGHT_TO_LEFT "c\n");
    assert_seen("<html><body dir=rtl><p>a", RIGHT_TO_LEFT "a\n");
    assert_seen("<p>a <span dir=rtl>b</span></p>", "a b\n");
}

static void boxes_are_ticked_or_not(void **state)
{
    (void)state;
    assert_seen("<ul><li><input type=checkbox checked disabled>Rinse<li><input type=\"checkbox\"/> Dry</ul>",
                "• [x] Rinse\n• [ ] Dry\n");
    assert_seen("<input type=radio checked>one<input type=text value=x>", "[x] one\n");
}

static void inline_quotations_get_quotation_marks(void **state)
{
    (void)state;
    assert_seen("He said <q>no</q>.", "He said {d:\"}no{d:\"}.\n");
}

static void quotations_have_bars(void **state)
{
    (void)state;
    assert_seen("<blockquote><p>Cut it.</p><p>Twist it.</p></blockquote>After",
                "│ Cut it.\n│ \n│ Twist it.\n\nAfter\n");
}

static void tables_have_columns(void **state)
{
    (void)state;
    assert_seen("<table><caption>Parts</caption><tr><th>Part<th>Price</tr><tr><td>Hose</td><td>5 "
                "&euro;</td></tr></table>End",
                "Parts\n{b:Part}{f: │ }{b:Price}\n{f:─────┼──────}\nHose{f: │ }5 €\n\nEnd\n");
}

static void paragraphs_of_a_cell_are_words_of_a_line(void **state)
{
    (void)state;
    assert_seen("<table><tr><td>a<p>b<td>c</table>", "{b:a b}{f: │ }{b:c}\n{f:────┼──}\n");
    assert_seen("<table><tr><td>a<hr>b<td>c</table>", "{b:a b}{f: │ }{b:c}\n{f:────┼──}\n");
}

static void rows_that_lack_cells_are_filled(void **state)
{
    (void)state;
    assert_seen("<table><tr><td>a<td>b<td>c<tr><td>d</table>",
                "{b:a}{f: │ }{b:b}{f: │ }{b:c}\n{f:──┼───┼──}\nd{f: │ } {f: │}\n");
}

static const char two_rows_of_header[] = "<table><tr><th rowspan=2>eGFR</th><th colspan=2>Maximum per "
                                         "day</th></tr><tr><th>EU</th><th>Japan</th></tr>"
                                         "<tr><td>30–44</td><td>1000 mg</td><td>750 mg</td></tr></table>";

static void cells_of_several_columns_and_rows_keep_all_others_in_place(void **state)
{
    (void)state;
    assert_seen(two_rows_of_header, "{b:eGFR} {f: │ }{b:Maximum per day}\n"
                                    "     {f: │ }{b:EU}     {f: │ }{b:Japan}\n"
                                    "{f:──────┼─────────┼───────}\n"
                                    "30–44{f: │ }1000 mg{f: │ }750 mg\n");
    assert_seen(
        "<table><tr><th>Drug<th>Age<th>Dose<tr><td rowspan=2>A<td>adults<td>1 g<tr><td>children<td>none"
        "<tr><td>B<td colspan=2>not to be used</table>",
        "{b:Drug}{f: │ }{b:Age}     {f: │ }{b:Dose}\n"
        "{f:─────┼──────────┼─────}\n"
        "A   {f: │ }adults  {f: │ }1 g\n"
        "A   {f: │ }children{f: │ }none\n"
        "B   {f: │ }not to be used\n");
}

static void in_narrow_windows_headers_of_all_rows_precede_each_cell(void **state)
{
    (void)state;
    assert_seen_in(
        23, two_rows_of_header,
        "{b:eGFR: }30–44\n{b:Maximum per day, EU:}\n  1000 mg\n{b:Maximum per day, Japan:}\n  750 mg\n");
    assert_seen_in(
        12,
        "<table><tr><th>Drug<th>Age<th>Dose<tr><td rowspan=2>A<td>adults<td>1 g<tr><td>children<td>none"
        "<tr><td>B<td colspan=2>never</table>",
        "{b:Drug: }A\n{b:Age: }adults\n{b:Dose: }1 g\n\n"
        "{b:Drug: }A\n{b:Age:}\n  children\n{b:Dose: }none\n\n"
        "{b:Drug: }B\n{b:Age: }never\n{b:Dose: }never\n");
}

static void a_cell_across_the_table_is_a_line_of_its_own(void **state)
{
    (void)state;
    static const char source[] =
        "<table><tr><th colspan=9>Doses</tr><tr><th>Drug<th>Dose</tr><tr><td>A<td>1 g"
        "<tr><td colspan=2>* not before meals, nor at night</table>";
    assert_seen_in(16, source,
                   "{b:Doses}\n{b:Drug}{f: │ }{b:Dose}\n{f:─────┼─────}\nA   {f: │ }1 g\n* not before\n"
                   "meals, nor at\nnight\n");
    assert_seen_in(9, source,
                   "{b:Doses}\n\n{b:Drug: }A\n{b:Dose: }1 g\n\n* not\nbefore\nmeals,\nnor at\nnight\n");
}

static void a_header_is_what_its_tags_make_one(void **state)
{
    (void)state;
    assert_seen("<table><thead><tr><td>a<td>b<tr><td>c<td>d</thead><tbody><tr><td>e<td>f</tbody></table>",
                "{b:a}{f: │ }{b:b}\n{b:c}{f: │ }{b:d}\n{f:──┼──}\ne{f: │ }f\n");
    assert_seen("<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d<tr><td>1<td>2<td>3</table>",
                "{b:a}{f: │ }{b:b}\n {f: │ }{b:c}{f: │ }{b:d}\n{f:──┼───┼──}\n1{f: │ }2{f: │ }3\n");
    assert_seen("<table><tr><th>a<th>b<tr><th>1<td>2</table>", "{b:a}{f: │ }{b:b}\n{f:──┼──}\n1{f: │ }2\n");
}

static void cells_end_with_their_section(void **state)
{
    (void)state;
    assert_seen(
        "<table><thead><tr><th rowspan=5>a<th>b</thead><tbody><tr><td>1<td rowspan=0>2<tr><td>3</tbody>"
        "<tr><td>4<td>5</table>",
        "{b:a}{f: │ }{b:b}\n{f:──┼──}\n1{f: │ }2\n3{f: │ }2\n4{f: │ }5\n");
}

static void spans_that_are_no_numbers_are_one(void **state)
{
    (void)state;
    static const char *const spans[] = {"x", "-3", "", "' '", "0", "1.9", "+1"};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        struct buffer source = {0};
        buffer_add_format(&source, "<table><tr><th colspan=%s>a<th>b<th>c<tr><td>1<td>2<td>3</table>",
                          spans[i]);
        assert_seen(buffer_string(&source),
                    "{b:a}{f: │ }{b:b}{f: │ }{b:c}\n{f:──┼───┼──}\n1{f: │ }2{f: │ }3\n");
        buffer_release(&source);
    }
    assert_seen("<table><tr><th colspan=' 2px'>a<th>b<tr><td>1<td>2<td>3</table>",
                "{b:a}    {f: │ }{b:b}\n{f:──┼───┼──}\n1{f: │ }2{f: │ }3\n");
}

static void spans_without_measure_take_what_there_is(void **state)
{
    (void)state;
    assert_seen("<table><tr><td rowspan=99999999999999999999>a<td colspan=1000000000>b<tr><td>c<td>d</table>",
                "{b:a}{f: │ }{b:b}\n{f:──┼───┼──}\na{f: │ }c{f: │ }d\n");
    assert_seen("<table><tr><td colspan=1000000000>a<td>b</table>", "a\nb\n");
}

/* The first cell would be repeated in each row below it, and the other cells in most columns. */
static void long_cells_that_take_all_rows_are_bounded(void **state)
{
    (void)state;
    struct buffer source = {0};
    buffer_add_string(&source, "<table><tr><th>a<th>b<th>c<tr><td rowspan=65534>");
    for (size_t word = 0; word < 2000; word++)
        buffer_add_string(&source, "long ");
    for (size_t row = 0; row < 900; row++)
        buffer_add_string(&source, "<tr><td colspan=2>d");
    struct buffer lines = seen_lines(buffer_bytes(&source), 60);
    assert_true(lines.size < 1024 * 1024);
    buffer_release(&lines);
    buffer_release(&source);
}

static void rows_by_the_thousand_are_bounded(void **state)
{
    (void)state;
    struct buffer source = {0};
    buffer_add_string(&source, "<table><tr>");
    for (size_t column = 0; column < 64; column++)
        buffer_add_string(&source, "<td rowspan=65534 colspan=4>a");
    while (source.size < HTML_CHUNK_SIZE - 64)
        buffer_add_string(&source, "<tbody><tr><td colspan=256>");
    struct buffer lines = seen_lines(buffer_bytes(&source), 60);
    assert_true(lines.size < 2 * source.size);
    buffer_release(&lines);
    buffer_release(&source);
}

static void tables_for_the_looks_are_divisions(void **state)
{
    (void)state;
    assert_seen("<table><tr><td>Menu</td></tr><tr><td>The text.</td></tr></table>", "Menu\nThe text.\n");
    assert_seen("<table><tr><td>x<td><table><tr><td>a<td>b</table></table>",
                "x\n\n{b:a}{f: │ }{b:b}\n{f:──┼──}\n");
}

static void links_are_followed_by_their_addresses(void **state)
{
    (void)state;
    assert_seen("<a href=\"https://a.example/?x=1&amp;y=2\">Hoses</a>, <a href='#top'>up</a>",
                "{l:Hoses}{d: (https://a.example/?x=1&y=2)}, {l:up}\n");
}

static void addresses_that_nobody_could_type_are_not_shown(void **state)
{
    (void)state;
    assert_seen("<a href='javascript:x()'>Up</a>, <a href='data:text/plain,x'>down</a>"
                "<img src='data:image/png;base64,eA=='>",
                "{l:Up}, {l:down}\n");
}

static void images_are_named(void **state)
{
    (void)state;
    assert_seen("<img src=a.png alt=\"A hose\"> <img src=b.png> <img src=c.png alt=''>",
                "{d:[image: }A hose{d:]} {d:[image: b.png]}\n");
}

static void code_keeps_its_lines(void **state)
{
    (void)state;
    assert_seen("<p>Run <code>make</code>:</p><pre>if a &lt; b:\n    c</pre><p>x",
                "Run {c:make}:\n\n  {c:if a < b:}\n  {c:    c}\n\nx\n");
    assert_seen("<pre>make</pre>x", "  {c:make}\n\nx\n");
}

/* The character names of HTML 4, with their code points. */
static const struct {
    const char *name;
    char32_t code;
} html_4[] = {
    {"AElig", 0xc6},    {"Aacute", 0xc1},   {"Acirc", 0xc2},    {"Agrave", 0xc0},   {"Alpha", 0x391},
    {"Aring", 0xc5},    {"Atilde", 0xc3},   {"Auml", 0xc4},     {"Beta", 0x392},    {"Ccedil", 0xc7},
    {"Chi", 0x3a7},     {"Dagger", 0x2021}, {"Delta", 0x394},   {"ETH", 0xd0},      {"Eacute", 0xc9},
    {"Ecirc", 0xca},    {"Egrave", 0xc8},   {"Epsilon", 0x395}, {"Eta", 0x397},     {"Euml", 0xcb},
    {"Gamma", 0x393},   {"Iacute", 0xcd},   {"Icirc", 0xce},    {"Igrave", 0xcc},   {"Iota", 0x399},
    {"Iuml", 0xcf},     {"Kappa", 0x39a},   {"Lambda", 0x39b},  {"Mu", 0x39c},      {"Ntilde", 0xd1},
    {"Nu", 0x39d},      {"OElig", 0x152},   {"Oacute", 0xd3},   {"Ocirc", 0xd4},    {"Ograve", 0xd2},
    {"Omega", 0x3a9},   {"Omicron", 0x39f}, {"Oslash", 0xd8},   {"Otilde", 0xd5},   {"Ouml", 0xd6},
    {"Phi", 0x3a6},     {"Pi", 0x3a0},      {"Prime", 0x2033},  {"Psi", 0x3a8},     {"Rho", 0x3a1},
    {"Scaron", 0x160},  {"Sigma", 0x3a3},   {"THORN", 0xde},    {"Tau", 0x3a4},     {"Theta", 0x398},
    {"Uacute", 0xda},   {"Ucirc", 0xdb},    {"Ugrave", 0xd9},   {"Upsilon", 0x3a5}, {"Uuml", 0xdc},
    {"Xi", 0x39e},      {"Yacute", 0xdd},   {"Yuml", 0x178},    {"Zeta", 0x396},    {"aacute", 0xe1},
    {"acirc", 0xe2},    {"acute", 0xb4},    {"aelig", 0xe6},    {"agrave", 0xe0},   {"alefsym", 0x2135},
    {"alpha", 0x3b1},   {"amp", 0x26},      {"and", 0x2227},    {"ang", 0x2220},    {"aring", 0xe5},
    {"asymp", 0x2248},  {"atilde", 0xe3},   {"auml", 0xe4},     {"bdquo", 0x201e},  {"beta", 0x3b2},
    {"brvbar", 0xa6},   {"bull", 0x2022},   {"cap", 0x2229},    {"ccedil", 0xe7},   {"cedil", 0xb8},
    {"cent", 0xa2},     {"chi", 0x3c7},     {"circ", 0x2c6},    {"clubs", 0x2663},  {"cong", 0x2245},
    {"copy", 0xa9},     {"crarr", 0x21b5},  {"cup", 0x222a},    {"curren", 0xa4},   {"dArr", 0x21d3},
    {"dagger", 0x2020}, {"darr", 0x2193},   {"deg", 0xb0},      {"delta", 0x3b4},   {"diams", 0x2666},
    {"divide", 0xf7},   {"eacute", 0xe9},   {"ecirc", 0xea},    {"egrave", 0xe8},   {"empty", 0x2205},
    {"emsp", 0x2003},   {"ensp", 0x2002},   {"epsilon", 0x3b5}, {"equiv", 0x2261},  {"eta", 0x3b7},
    {"eth", 0xf0},      {"euml", 0xeb},     {"euro", 0x20ac},   {"exist", 0x2203},  {"fnof", 0x192},
    {"forall", 0x2200}, {"frac12", 0xbd},   {"frac14", 0xbc},   {"frac34", 0xbe},   {"frasl", 0x2044},
    {"gamma", 0x3b3},   {"ge", 0x2265},     {"gt", 0x3e},       {"hArr", 0x21d4},   {"harr", 0x2194},
    {"hearts", 0x2665}, {"hellip", 0x2026}, {"iacute", 0xed},   {"icirc", 0xee},    {"iexcl", 0xa1},
    {"igrave", 0xec},   {"image", 0x2111},  {"infin", 0x221e},  {"int", 0x222b},    {"iota", 0x3b9},
    {"iquest", 0xbf},   {"isin", 0x2208},   {"iuml", 0xef},     {"kappa", 0x3ba},   {"lArr", 0x21d0},
    {"lambda", 0x3bb},  {"lang", 0x2329},   {"laquo", 0xab},    {"larr", 0x2190},   {"lceil", 0x2308},
    {"ldquo", 0x201c},  {"le", 0x2264},     {"lfloor", 0x230a}, {"lowast", 0x2217}, {"loz", 0x25ca},
    {"lrm", 0x200e},    {"lsaquo", 0x2039}, {"lsquo", 0x2018},  {"lt", 0x3c},       {"macr", 0xaf},
    {"mdash", 0x2014},  {"micro", 0xb5},    {"middot", 0xb7},   {"minus", 0x2212},  {"mu", 0x3bc},
    {"nabla", 0x2207},  {"nbsp", 0xa0},     {"ndash", 0x2013},  {"ne", 0x2260},     {"ni", 0x220b},
    {"not", 0xac},      {"notin", 0x2209},  {"nsub", 0x2284},   {"ntilde", 0xf1},   {"nu", 0x3bd},
    {"oacute", 0xf3},   {"ocirc", 0xf4},    {"oelig", 0x153},   {"ograve", 0xf2},   {"oline", 0x203e},
    {"omega", 0x3c9},   {"omicron", 0x3bf}, {"oplus", 0x2295},  {"or", 0x2228},     {"ordf", 0xaa},
    {"ordm", 0xba},     {"oslash", 0xf8},   {"otilde", 0xf5},   {"otimes", 0x2297}, {"ouml", 0xf6},
    {"para", 0xb6},     {"part", 0x2202},   {"permil", 0x2030}, {"perp", 0x22a5},   {"phi", 0x3c6},
    {"pi", 0x3c0},      {"piv", 0x3d6},     {"plusmn", 0xb1},   {"pound", 0xa3},    {"prime", 0x2032},
    {"prod", 0x220f},   {"prop", 0x221d},   {"psi", 0x3c8},     {"quot", 0x22},     {"rArr", 0x21d2},
    {"radic", 0x221a},  {"rang", 0x232a},   {"raquo", 0xbb},    {"rarr", 0x2192},   {"rceil", 0x2309},
    {"rdquo", 0x201d},  {"real", 0x211c},   {"reg", 0xae},      {"rfloor", 0x230b}, {"rho", 0x3c1},
    {"rlm", 0x200f},    {"rsaquo", 0x203a}, {"rsquo", 0x2019},  {"sbquo", 0x201a},  {"scaron", 0x161},
    {"sdot", 0x22c5},   {"sect", 0xa7},     {"shy", 0xad},      {"sigma", 0x3c3},   {"sigmaf", 0x3c2},
    {"sim", 0x223c},    {"spades", 0x2660}, {"sub", 0x2282},    {"sube", 0x2286},   {"sum", 0x2211},
    {"sup", 0x2283},    {"sup1", 0xb9},     {"sup2", 0xb2},     {"sup3", 0xb3},     {"supe", 0x2287},
    {"szlig", 0xdf},    {"tau", 0x3c4},     {"there4", 0x2234}, {"theta", 0x3b8},   {"thetasym", 0x3d1},
    {"thinsp", 0x2009}, {"thorn", 0xfe},    {"tilde", 0x2dc},   {"times", 0xd7},    {"trade", 0x2122},
    {"uArr", 0x21d1},   {"uacute", 0xfa},   {"uarr", 0x2191},   {"ucirc", 0xfb},    {"ugrave", 0xf9},
    {"uml", 0xa8},      {"upsih", 0x3d2},   {"upsilon", 0x3c5}, {"uuml", 0xfc},     {"weierp", 0x2118},
    {"xi", 0x3be},      {"yacute", 0xfd},   {"yen", 0xa5},      {"yuml", 0xff},     {"zeta", 0x3b6},
    {"zwj", 0x200d},    {"zwnj", 0x200c}};

static void all_names_of_html_4_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof html_4 / sizeof *html_4; i++) {
        struct buffer source = {0}, found = {0}, expected = {0};
        buffer_add_format(&source, "&%s;", html_4[i].name);
        entity_add(&found, buffer_bytes(&source));
        if (!unicode_is_ignorable(html_4[i].code))
            unicode_add_code(&expected, html_4[i].code);
        if (!bytes_equal(buffer_bytes(&found), buffer_bytes(&expected)))
            fail_msg("%s: %s", html_4[i].name, buffer_string(&found));
        buffer_release(&source);
        buffer_release(&found);
        buffer_release(&expected);
    }
}

static void signs_of_html_5_and_of_windows_are_known(void **state)
{
    (void)state;
    assert_seen("<p>5&percnt; &leq;&#x2009;3&#8201;&frac13; &Scaron;&ccaron; &check;, 5&#150;10 &#128;",
                "5% ≤\u20093\u2009⅓ Šč ✓, 5–10 €\n");
}

static void numbers_are_raised_and_lowered(void **state)
{
    (void)state;
    assert_seen("<p>10<sup>9</sup>/L, 10<sup>&minus;12</sup>, Ca<SUP><b>2</b>+</SUP>, x<sup>\n n\n</sup>y",
                "10⁹/L, 10⁻¹², Ca{b:²}⁺, x ⁿ y\n");
    assert_seen("<p>CO<sub>2</sub>, HCO<sub>3</sub><sup>-</sup>, HbA<sub>1c</sub>, 37<sup>o</sup>C",
                "CO₂, HCO₃⁻, HbA₁c, 37ºC\n");
    assert_seen("<table><tr><td>a<td>10<sup>9<td>b</table>",
                "{b:a}{f: │ }{b:10⁹}{f: │ }{b:b}\n{f:──┼─────┼──}\n");
}

static void other_superscripts_and_subscripts_are_written_with_signs(void **state)
{
    (void)state;
    assert_seen("<p>x<sup>ab</sup>, x<sup>a b</sup>, x<sup>ab</sup>c, C<sub>max</sub>",
                "x{d:^}ab, x{d:^(}a b{d:)}, x{d:^(}ab{d:)}c, C{d:_}max\n");
    assert_seen("<p>2<sup>2<sup>n</sup></sup>, t<sub>1/2</sub>, 10<sup>9.5</sup>",
                "2{d:^(}2ⁿ{d:)}, t{d:_(}1/2{d:)}, 10{d:^}9.5\n");
    assert_seen("<p>10<sup>ab<p>c<sup></sup>d", "10{d:^}ab\n\ncd\n");
    struct buffer source = {0};
    buffer_add_string(&source, "<p>x<sup>");
    for (size_t i = 0; i < 300; i++)
        buffer_add_string(&source, "<b>1</b>");
    struct buffer lines = seen_lines(buffer_bytes(&source), 400);
    assert_true(bytes_starts_with(buffer_bytes(&lines), "x{d:^}{b:11"));
    buffer_release(&lines);
    buffer_release(&source);
}

/* Raises `part`, repeated `n` times. Expects `noted`, then `seen` repeated `n` times. */
static void assert_raised(size_t n, const char *part, const char *noted, const char *seen)
{
    struct buffer source = {0}, expected = {0};
    buffer_add_string(&source, "<p>x<sup>");
    buffer_add_format(&expected, "x%s", noted);
    for (size_t i = 0; i < n; i++) {
        buffer_add_string(&source, part);
        buffer_add_string(&expected, seen);
    }
    buffer_add_string(&source, "</sup>");
    buffer_add_byte(&expected, '\n');
    assert_seen_in(400, buffer_string(&source), buffer_string(&expected));
    buffer_release(&source);
    buffer_release(&expected);
}

/* The end of a superscript is looked for within 32 tags and texts, and within 256 bytes. */
static void long_superscripts_are_written_with_signs(void **state)
{
    (void)state;
    assert_raised(31, "&#49;", "", "¹");
    assert_raised(32, "&#49;", "{d:^}", "1");
    assert_raised(256, "1", "", "¹");
    assert_raised(257, "1", "{d:^}", "1");
    assert_seen("<p>x<sup>2<sup>2<sup>2<sup>2</sup></sup></sup></sup>",
                "x{d:^(}2{d:^(}2{d:^(}2²{d:)))}\n"); /* four levels; five are too many for the first */
    assert_seen("<p>x<sup>2<sup>2<sup>2<sup>2<sup>2</sup></sup></sup></sup></sup>",
                "x{d:^}2{d:^(}2{d:^(}2{d:^(}2²{d:)))}\n");
}

static void images_in_superscripts_are_bracketed_with_their_neighbours(void **state)
{
    (void)state;
    assert_seen("<p>x<sup>2<img alt=star></sup>", "x{d:^(}2{d:[image: }star{d:])}\n");
    assert_seen("<p>x<sup><img alt=star></sup>", "x{d:[image: }star{d:]}\n");
}

static void marks_of_notes_stay_readable(void **state)
{
    (void)state;
    assert_seen("<p>a<sup>†</sup>, b<sup>‡</sup></p>", "a†, b‡\n"); /* the last byte of † is a blank's */
    assert_seen("<p>a<sup>1)</sup>, b<sup>1,2</sup>, c<sup>*</sup>, d<sup><a href='#n'>[1]</a></sup>, "
                "e<sup>a)</sup>, 2<sup>nd</sup>",
                "a¹⁾, b{d:^}1,2, c*, d{l:[1]}, e{d:^}a), 2nd\n");
}

static void superscripts_map_to_their_place_in_the_source(void **state)
{
    (void)state;
    static const char source[] = "<p>A 10<sup>12</sup>/L, 10<sup>&minus;9</sup>";
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_HTML, bytes_of(source), 60);
    assert_true(markdown_extend(&markdown));
    const struct {
        const char *seen, *part;
    } parts[] = {{"10¹²/L", "10<sup>12</sup>/L"}, {"10⁻⁹", "10<sup>&minus;9"}, {"²", "2"}, {"⁻", "&minus;"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t seen = (size_t)(strstr(buffer_string(&markdown.seen.text), parts[i].seen) -
                               buffer_string(&markdown.seen.text));
        struct text_part part =
            markdown_source_part(&markdown, (struct text_part){seen, seen + strlen(parts[i].seen)});
        struct bytes found = bytes_slice(bytes_of(source), part.start, part.end);
        assert_true(bytes_equal(found, bytes_of(parts[i].part)));
        assert_int_equal(markdown_seen_of(&markdown, part.start), seen);
    }
    markdown_release(&markdown);
}

static void styles_scripts_and_comments_are_left_out(void **state)
{
    (void)state;
    assert_seen("<!doctype html><html><head><title>T</title><style>p { color: red "
                "}</style></head><body><script>if (a<b) "
                "alert('</p>')</script><!-- <p>no</p> --><p onclick=\"a>b\">Yes</p></body></html>",
                "Yes\n");
}

static void unclosed_elements_end_where_they_must(void **state)
{
    (void)state;
    assert_seen("<i>x<table><tr><th>h<th>k<tr><td>a</i>b<td>c</table>y", /* a cell ends nothing outside */
                "{e:x}\n\n{e:h} {f: │ }{e:k}\n{f:───┼──}\n{e:ab}{f: │ }{e:c}\n\n{e:y}\n");
    assert_seen("<h2>Care<p>Wash <b>it<p>well", "{h:Care}\nWash {b:it}\n\n{b:well}\n");
    assert_seen("</ul></b></table></p>fine</li>", "fine\n");
}

static void a_sign_that_begins_no_tag_is_text(void **state)
{
    (void)state;
    assert_seen("<p>1 < 2 & 3 > 2, AT&T &unknown; a<b", "1 < 2 & 3 > 2, AT&T &unknown; a<b\n");
}

static void breaks_end_lines(void **state)
{
    (void)state;
    assert_seen("Mill Lane 4<br> Hull<br/><br>UK", "Mill Lane 4\nHull\n\nUK\n");
}

static void rendered_places_map_to_the_source(void **state)
{
    (void)state;
    static const char source[] = "<div><p>The <b>red</b> hose</p></div>";
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_HTML, bytes_of(source), 60);
    assert_true(markdown_extend(&markdown));
    assert_int_equal(markdown_source_of(&markdown, strlen("The ")), strstr(source, "red") - source);
    assert_int_equal(markdown_source_of(&markdown, strlen("The red ")), strstr(source, "hose") - source);
    assert_int_equal(markdown_seen_of(&markdown, (size_t)(strstr(source, "hose") - source)),
                     strlen("The red "));
    markdown_release(&markdown);
}

static void added_text_maps_to_the_end_of_the_source_text_before_it(void **state)
{
    (void)state;
    static const char source[] = "<a href='https://a.example/of-a-length'>Hoses</a>";
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_HTML, bytes_of(source), 60);
    assert_true(markdown_extend(&markdown));
    size_t last = (size_t)(strstr(source, "s</a>") - source);
    assert_int_equal(styled_text_source_of(&markdown.seen, strlen("Hoses ")), last);
    assert_int_equal(styled_text_source_of(&markdown.seen, strlen("Hoses (https://a.example/of-a-length")),
                     last);
    assert_int_equal(markdown_seen_of(&markdown, last + strlen("s</a")), strlen("Hoses"));
    markdown_release(&markdown);
}

/* Expects how a quotation is shown inside so many elements. */
static void assert_quotation_within(size_t elements, const char *expected)
{
    struct buffer source = {0};
    for (size_t i = 0; i < elements; i++)
        buffer_add_string(&source, "<ruby>");
    buffer_add_string(&source, "<q>x</q>");
    assert_seen(buffer_string(&source), expected);
    buffer_release(&source);
}

/* In elements nested deeper than 64, the text is still shown. */
static void elements_are_interpreted_up_to_64_levels_deep(void **state)
{
    (void)state;
    assert_quotation_within(63, "{d:\"}x{d:\"}\n");
    assert_quotation_within(64, "x\n");
}

/* Whatever the tags are, rendering ends. The sanitizers find what goes wrong. */
static void tags_by_chance_do_no_harm(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "<p>",        "</p>",        "<ul>",           "</ul>",          "<ol>",           "<li>",
        "</li>",      "<table>",     "</table>",       "<tr>",           "<td>",           "<th>",
        "<b>",        "</b>",        "<h1>",           "</h1>",          "<pre>",          "</pre>",
        "<a href=x>", "</a>",        "<br>",           "<hr>",           "text",           " ",
        "&amp;",      "<img src=a>", "<blockquote>",   "</blockquote>",  "<del>",          "</del>",
        "<div>",      "<!--",        "<td rowspan=2>", "<td rowspan=0>", "<th colspan=3>", "<thead>",
        "</thead>",   "<tbody>",     "<sup>",          "</sup>",         "<sub>",          "</sub>",
        "12",         "<math>",      "</math>",        "<mfrac>",        "</mfrac>",       "<msup>",
        "<mtext>",    "<ruby>",      "<rt>",           "<ol type=i>",    "<li value=9>"};
    struct random_source random = random_from(7, 0);
    for (size_t round = 0; round < 2000; round++) {
        struct buffer source = {0};
        for (size_t i = random_below(&random, 60); i > 0; i--)
            buffer_add_string(&source, parts[random_below(&random, sizeof parts / sizeof *parts)]);
        struct buffer lines = seen_lines(buffer_bytes(&source), 20);
        buffer_release(&lines);
        buffer_release(&source);
    }
}

static void a_page_of_megabytes_is_rendered_piece_by_piece(void **state)
{
    (void)state;
    struct buffer source = {0};
    while (source.size < 3 * HTML_CHUNK_SIZE)
        buffer_add_string(&source, "<p>One paragraph like all others.</p>\n");
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_HTML, buffer_bytes(&source), 60);
    assert_true(markdown_extend(&markdown));
    assert_true(markdown.reached <= HTML_CHUNK_SIZE);
    while (markdown_extend(&markdown))
        ;
    assert_int_equal(markdown.reached, source.size);
    markdown_release(&markdown);
    buffer_release(&source);
}

static void html_is_distinguished_from_text_that_mentions_it(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum text_markup markup;
    } texts[] = {
        {"<!DOCTYPE html><html lang=en>x", MARKUP_HTML},
        {"\n <p>The dose.", MARKUP_HTML},
        {"The dose.<br>Take it.<br>Rest.", MARKUP_HTML},
        {"Wash.</p><p>Dry.</p>", MARKUP_HTML},
        {"Write <b>bold</b> and <i>so</i>.", MARKUP_NONE},
        {"Use <p> for a paragraph.", MARKUP_NONE},
        {"if a <b and c> d", MARKUP_NONE},
        {"# Tags\n\n```\n<p>x</p>\n<p>y</p>\n```\n", MARKUP_MARKDOWN},
        {"<p>One</p>\n\n- a\n- b\n\n**so**\n", MARKUP_HTML},
        {"", MARKUP_NONE},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (markup_guess(bytes_of(texts[i].text)) != texts[i].markup)
            fail_msg("%s: %d", texts[i].text, (int)markup_guess(bytes_of(texts[i].text)));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_paragraphs_and_emphasis_are_seen),
        cmocka_unit_test(white_space_is_one_blank),
        cmocka_unit_test(lists_have_marks),
        cmocka_unit_test(items_have_the_numbers_that_they_give_themselves),
        cmocka_unit_test(lists_are_numbered_as_they_say),
        cmocka_unit_test(numbers_without_a_numeral_are_decimal),
        cmocka_unit_test(paragraphs_of_an_item_begin_after_its_mark),
        cmocka_unit_test(formulas_are_written_on_one_line),
        cmocka_unit_test(only_the_visible_parts_of_a_formula_are_shown),
        cmocka_unit_test(broken_formulas_lose_no_text),
        cmocka_unit_test(a_deep_formula_is_a_row),
        cmocka_unit_test(a_formula_does_not_go_on_in_the_next_cell),
        cmocka_unit_test(an_expression_with_an_exponent_is_bracketed_before_another_one),
        cmocka_unit_test(invisible_elements_keep_their_place_in_a_formula),
        cmocka_unit_test(a_blank_separates_a_fraction_from_what_follows),
        cmocka_unit_test(brackets_of_a_formula_are_those_that_it_needs),
        cmocka_unit_test(letters_that_have_no_subscript_follow_the_subscript_digits),
        cmocka_unit_test(invisible_operators_of_a_formula_are_left_out),
        cmocka_unit_test(a_formula_is_interpreted_up_to_32_nested_elements),
        cmocka_unit_test(one_of_two_notations_of_a_formula_is_shown),
        cmocka_unit_test(ruby_readings_are_put_in_brackets),
        cmocka_unit_test(lines_have_the_direction_that_they_say),
        cmocka_unit_test(boxes_are_ticked_or_not),
        cmocka_unit_test(inline_quotations_get_quotation_marks),
        cmocka_unit_test(quotations_have_bars),
        cmocka_unit_test(tables_have_columns),
        cmocka_unit_test(paragraphs_of_a_cell_are_words_of_a_line),
        cmocka_unit_test(rows_that_lack_cells_are_filled),
        cmocka_unit_test(cells_of_several_columns_and_rows_keep_all_others_in_place),
        cmocka_unit_test(in_narrow_windows_headers_of_all_rows_precede_each_cell),
        cmocka_unit_test(a_cell_across_the_table_is_a_line_of_its_own),
        cmocka_unit_test(a_header_is_what_its_tags_make_one),
        cmocka_unit_test(cells_end_with_their_section),
        cmocka_unit_test(spans_that_are_no_numbers_are_one),
        cmocka_unit_test(spans_without_measure_take_what_there_is),
        cmocka_unit_test(long_cells_that_take_all_rows_are_bounded),
        cmocka_unit_test(rows_by_the_thousand_are_bounded),
        cmocka_unit_test(tables_for_the_looks_are_divisions),
        cmocka_unit_test(links_are_followed_by_their_addresses),
        cmocka_unit_test(addresses_that_nobody_could_type_are_not_shown),
        cmocka_unit_test(images_are_named),
        cmocka_unit_test(code_keeps_its_lines),
        cmocka_unit_test(all_names_of_html_4_are_known),
        cmocka_unit_test(signs_of_html_5_and_of_windows_are_known),
        cmocka_unit_test(numbers_are_raised_and_lowered),
        cmocka_unit_test(other_superscripts_and_subscripts_are_written_with_signs),
        cmocka_unit_test(long_superscripts_are_written_with_signs),
        cmocka_unit_test(images_in_superscripts_are_bracketed_with_their_neighbours),
        cmocka_unit_test(marks_of_notes_stay_readable),
        cmocka_unit_test(superscripts_map_to_their_place_in_the_source),
        cmocka_unit_test(styles_scripts_and_comments_are_left_out),
        cmocka_unit_test(unclosed_elements_end_where_they_must),
        cmocka_unit_test(a_sign_that_begins_no_tag_is_text),
        cmocka_unit_test(breaks_end_lines),
        cmocka_unit_test(rendered_places_map_to_the_source),
        cmocka_unit_test(added_text_maps_to_the_end_of_the_source_text_before_it),
        cmocka_unit_test(elements_are_interpreted_up_to_64_levels_deep),
        cmocka_unit_test(tags_by_chance_do_no_harm),
        cmocka_unit_test(a_page_of_megabytes_is_rendered_piece_by_piece),
        cmocka_unit_test(html_is_distinguished_from_text_that_mentions_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
