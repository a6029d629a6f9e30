/*
 * Markdown as a reader sees it: how each construct is shown, Markdown read in pieces, hostile Markdown, and the
 * recognition of Markdown.
 */
#include "tests/support/support.h"

#include "tui/text/markup/markdown.h"
#include "core/markup/markdown_detect.h"
#include "tui/text/style.h"

#include <stdlib.h>
#include <string.h>

/* Adds the prefix of the line and its text, with {letter:…} around styled text. */
static void add_seen(const struct markdown *markdown, struct wrapped_line line, struct buffer *text)
{
    const struct styled_text *seen = &markdown->seen;
    size_t run = styled_text_span_after(seen, line.start);
    for (size_t offset = line.start; offset < line.end; offset++) {
        while (run < seen->n_spans && seen->spans[run].end <= offset)
            run++;
        bool is_styled = run < seen->n_spans && seen->spans[run].start <= offset;
        if (is_styled && (offset == seen->spans[run].start || offset == line.start))
            buffer_add_format(text, "{%c:", style_letters[seen->spans[run].style]);
        buffer_add_byte(text, seen->text.data[offset]);
        if (is_styled && (offset + 1 == seen->spans[run].end || offset + 1 == line.end))
            buffer_add_byte(text, '}');
    }
}

static void set_layout(struct wrapped_text *wrapped, const struct markdown *markdown)
{
    wrap_set(wrapped, buffer_bytes(&markdown->seen.text), markdown->columns);
    wrap_grow(wrapped, buffer_bytes(&markdown->seen.text), markdown->seen.blocks, markdown->seen.n_blocks);
}

static struct buffer seen_lines(struct bytes source, int columns)
{
    struct markdown markdown = {0};
    struct wrapped_text wrapped = {0};
    struct buffer lines = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, source, columns);
    while (markdown_extend(&markdown))
        ;
    set_layout(&wrapped, &markdown);
    size_t n = wrap_to_end(&wrapped);
    for (size_t i = 0; i < n; i++) {
        buffer_add(&lines, wrap_prefix(&wrapped, wrapped.lines[i]));
        add_seen(&markdown, wrapped.lines[i], &lines);
        buffer_add_byte(&lines, '\n');
    }
    wrap_release(&wrapped);
    markdown_release(&markdown);
    return lines;
}

static void assert_seen(const char *source, int columns, const char *expected)
{
    struct buffer lines = seen_lines(bytes_of(source), columns);
    assert_string_equal(buffer_string(&lines), expected);
    buffer_release(&lines);
}

static const struct {
    const char *name;
    const char *source;
    const char *seen;
} constructs[] = {
    {"a paragraph", "one\ntwo", "one two\n"},
    {"paragraphs", "one\n\n\ntwo", "one\n\ntwo\n"},
    {"a hard line break", "one  \ntwo\\\nthree", "one\ntwo\nthree\n"},
    {"headings", "# One\ntext\n\n## Two\n\nmore", "{h:One}\ntext\n\n{h:Two}\nmore\n"},
    {"an underlined heading", "One\n===\n", "{h:One}\n"},
    {"emphasis", "*a* _b_ **c** __d__", "{e:a} {e:b} {b:c} {b:d}\n"},
    {"emphasis in strong text", "**a *b* c**", "{b:a }{e:b}{b: c}\n"},
    {"emphasis beside quotation marks without spaces", "**「強調」**は*“文”*。は**「a」**は",
     "{b:「強調」}は{e:“文”}。は{b:「a」}は\n"},
    {"emphasis beside other punctuation", "는**(강조)**는 **100%**の𠀀**「b」**",
     "는{b:(강조)}는 {b:100%}の𠀀{b:「b」}\n"},
    {"stars of Latin words beside punctuation", "a**(b)**c", "a**(b)**c\n"},
    {"a link whose address has such stars", "[a](http://は*「b)", "{l:a}{d: (http://は*「b)}\n"},
    {"a code span", "`a *b* &amp;`", "{c:a *b* &amp;}\n"},
    {"code in a heading", "# A `b`", "{h:A }{c:b}\n"},
    {"a bullet list", "- a\n- b", "• a\n• b\n"},
    {"a loose list", "- a\n\n- b", "• a\n\n• b\n"},
    {"a numbered list", "3. a\n4. b", "3. a\n4. b\n"},
    {"a numbered list with brackets", "1) a\n2) b", "1) a\n2) b\n"},
    {"nested lists", "- a\n  1. b\n  2. c\n- d", "• a\n  1. b\n  2. c\n• d\n"},
    {"lists that begin at once", "- - a\n  - b", "• • a\n  • b\n"},
    {"an item with two paragraphs", "- a\n\n  b", "• a\n  \n  b\n"},
    {"an empty item", "- \n- a", "• \n• a\n"},
    {"tasks", "- [ ] a\n- [x] b", "[ ] a\n[x] b\n"},
    {"a list in a paragraph's wake", "a\n\n- b\n\nc", "a\n\n• b\n\nc\n"},
    {"a quotation", "> a\nb\n>\n> c", "│ a b\n│ \n│ c\n"},
    {"nested quotations", "> a\n> > b", "│ a\n│ \n│ │ b\n"},
    {"a list in a quotation", "> - a\n> - b", "│ • a\n│ • b\n"},
    {"a quotation in a list", "- > a", "• │ a\n"},
    {"fenced code", "```c\n  int *a;\n\nb\n```\nc", "  {c:  int *a;}\n  \n  {c:b}\n\nc\n"},
    {"indented code", "a\n\n    b\n      c", "a\n\n  {c:b}\n  {c:  c}\n"},
    {"a link", "[a *b*](http://c)", "{l:a }{e:b}{d: (http://c)}\n"},
    {"a link by reference", "[a][1]\n\n[1]: http://c", "{l:a}{d: (http://c)}\n"},
    {"a link that is its text", "<http://c> <a@b.c>", "{l:http://c} {l:a@b.c}\n"},
    {"an address with an entity", "[a](http://c?d&amp;e)", "{l:a}{d: (http://c?d&e)}\n"},
    {"a link without a text", "[](http://c)", "{d:(http://c)}\n"},
    {"an image", "![a b](c.png)", "{d:[image: }a b{d:]}\n"},
    {"an image without a text", "![](c.png)", "{d:[image: c.png]}\n"},
    {"strikethrough", "~~a~~", "{d:~}a{d:~}\n"},
    {"entities", "&lt;b&gt; &#65;&#x42; &nosuch; &#0; &#27;&#10;c", "<b> AB &nosuch; \xef\xbf\xbd   c\n"},
    {"HTML", "<div>\n<b>a</b>\n</div>", "<div> <b>a</b> </div>\n"},
    {"an escaped star", "\\*a\\*", "*a*\n"},
    {"names with underscores", "a_b_c 2*3*4", "a_b_c 2*3*4\n"},
    {"invalid bytes", "a\xff*b*", "a\xff{e:b}\n"},
};

static void constructs_are_rendered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; i++) {
        struct buffer lines = seen_lines(bytes_of(constructs[i].source), 60);
        if (strcmp(buffer_string(&lines), constructs[i].seen) != 0)
            fail_msg("%s:\n%sinstead of\n%s", constructs[i].name, buffer_string(&lines), constructs[i].seen);
        buffer_release(&lines);
    }
}

static void a_nul_is_replaced(void **state)
{
    (void)state;
    struct buffer lines = seen_lines((struct bytes){"a\0b", 3}, 60);
    assert_string_equal(buffer_string(&lines), "a\xef\xbf\xbd"
                                               "b\n");
    buffer_release(&lines);
}

static void a_rule_is_half_as_wide_as_the_window(void **state)
{
    (void)state;
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of("---"), 20);
    markdown_extend(&markdown);
    assert_int_equal(wrap_indent(markdown.seen.blocks[0].first_prefix, 20), 10);
    markdown_release(&markdown);
}

static void lines_below_an_item_are_indented(void **state)
{
    (void)state;
    assert_seen("10. one two three\n    - four five six", 10,
                "10. one\n    two\n    three\n    • four\n      five\n      six\n");
}

static void code_is_cut_at_the_edge(void **state)
{
    (void)state;
    assert_seen("```\nab cd efgh\n```", 9, "  {c:ab cd e}\n  {c:fgh}\n");
}

static void no_prefix_takes_more_than_half_of_the_columns(void **state)
{
    (void)state;
    struct markdown markdown = {0};
    struct wrapped_text wrapped = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of("> > > > > > > > words and words"), 12);
    markdown_extend(&markdown);
    set_layout(&wrapped, &markdown);
    wrap_to_line(&wrapped, 0);
    assert_int_equal(wrapped.lines[0].end, strlen("words"));
    wrap_release(&wrapped);
    markdown_release(&markdown);
}

/* --- Tables ----------------------------------------------------------------------------------- */

#define TABLE "| Model | Price |\n|---|---:|\n| Sirocco 300 | 24 |\n| 漢字 | *9* |"

static void a_table_that_fits_has_columns(void **state)
{
    (void)state;
    assert_seen(TABLE, 19,
                "{b:Model}      {f: │ }{b:Price}\n"
                "{f:────────────┼──────}\n"
                "Sirocco 300{f: │ }   24\n"
                "漢字       {f: │ }    {e:9}\n");
}

static void a_table_that_does_not_fit_is_written_row_by_row(void **state)
{
    (void)state;
    assert_seen(TABLE, 18,
                "{b:Model: }Sirocco 300\n"
                "{b:Price: }24\n"
                "\n"
                "{b:Model: }漢字\n"
                "{b:Price: }{e:9}\n");
}

static void a_table_in_a_list_is_indented(void **state)
{
    (void)state;
    assert_seen("- | a | b |\n  |---|:-:|\n  | c | ddd |", 20,
                "• {b:a}{f: │ } {b:b}\n"
                "  {f:──┼────}\n"
                "  c{f: │ }ddd\n");
}

static void only_a_table_depends_on_the_width(void **state)
{
    (void)state;
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of("a *b*"), 20);
    markdown_extend(&markdown);
    assert_false(markdown.has_tables);
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of(TABLE), 20);
    markdown_extend(&markdown);
    assert_true(markdown.has_tables);
    markdown_release(&markdown);
}

/* --- Places ----------------------------------------------------------------------------------- */

static void places_are_found_in_both_directions(void **state)
{
    (void)state;
    static const char source[] = "# Head\n\nsome **strong** &amp; [link](http://x) text\n\n- item";
    static const char *const words[] = {"Head", "some", "strong", "link", "text", "item"};
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of(source), 60);
    markdown_extend(&markdown);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t in_source = (size_t)(strstr(source, words[i]) - source);
        const char *text = buffer_string(&markdown.seen.text);
        size_t in_seen = (size_t)(strstr(text, words[i]) - text);
        assert_int_equal(markdown_seen_of(&markdown, in_source), in_seen);
        assert_int_equal(markdown_source_of(&markdown, in_seen), in_source);
    }
    markdown_release(&markdown);
}

/* A table that is too wide stands as records, and the name of a column is repeated before each cell. */
static void the_source_of_a_cell_begins_at_the_cell(void **state)
{
    (void)state;
    static const char source[] =
        "| weight in kg | single dose in mg |\n| --- | --- |\n| 8-10 | 210 |\n| 11-14 | 480 |";
    static const char cell[] = "single dose in mg: 480";
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, bytes_of(source), 24);
    markdown_extend(&markdown);
    const char *text = buffer_string(&markdown.seen.text), *found = strstr(text, cell);
    assert_non_null(found);
    const size_t start = (size_t)(found - text);
    const struct text_part part =
        markdown_source_part(&markdown, (struct text_part){start, start + strlen(cell)});
    assert_int_equal(part.start, strstr(source, "480") - source);
    assert_int_equal(part.end, part.start + strlen("480"));
    markdown_release(&markdown);
}

/* --- Large and hostile ------------------------------------------------------------------------ */

static struct buffer repeated(const char *text, size_t size)
{
    struct buffer repeated = {0};
    while (repeated.size < size)
        buffer_add_string(&repeated, text);
    return repeated;
}

static void a_large_source_is_rendered_piece_by_piece(void **state)
{
    (void)state;
    struct buffer source = repeated("Some *words* here.\n\n", 1000000);
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    markdown_extend(&markdown);
    assert_true(markdown.reached <= MARKDOWN_CHUNK_SIZE);
    while (markdown_extend(&markdown))
        ;
    struct buffer expected = repeated("Some words here.\n\n", 1000000 / 20 * 18);
    expected.size--; /* no empty line at the end */
    assert_true(bytes_equal(buffer_bytes(&markdown.seen.text), buffer_bytes(&expected)));
    buffer_release(&expected);
    buffer_release(&source);
    markdown_release(&markdown);
}

static void a_block_of_code_continues_in_the_next_piece(void **state)
{
    (void)state;
    struct buffer source = {0};
    struct buffer code = repeated("*so*\n", 200000);
    buffer_add_string(&source, "~~~~\n");
    buffer_add(&source, buffer_bytes(&code));
    buffer_add_string(&source, "~~~~\n");
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    while (markdown_extend(&markdown))
        ;
    assert_true(bytes_equal(buffer_bytes(&markdown.seen.text), buffer_bytes(&code)));
    assert_int_equal(markdown.seen.n_spans, 1);
    buffer_release(&code);
    buffer_release(&source);
    markdown_release(&markdown);
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

static void a_table_continues_in_the_next_piece(void **state)
{
    (void)state;
    struct buffer source = {0};
    struct buffer rows = repeated("| c | *d* |\n", 120000);
    buffer_add_string(&source, "| a | b |\n|---|---|\n");
    buffer_add(&source, buffer_bytes(&rows));
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    while (markdown_extend(&markdown))
        ;
    assert_int_equal(count(buffer_string(&markdown.seen.text), "a │ b\n──┼──\n"), 2);
    assert_int_equal(count(buffer_string(&markdown.seen.text), "c │ d\n"), 10000);
    buffer_release(&rows);
    buffer_release(&source);
    markdown_release(&markdown);
}

static void a_line_longer_than_a_piece_loses_nothing(void **state)
{
    (void)state;
    struct buffer source = repeated("漢", 200000);
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    while (markdown_extend(&markdown))
        ;
    size_t characters = 0;
    for (size_t i = 0; i < markdown.seen.text.size; i++)
        characters += markdown.seen.text.data[i] != '\n';
    assert_int_equal(characters, source.size);
    buffer_release(&source);
    markdown_release(&markdown);
}

/* A row of a hundred columns makes each other row as long. The amount of text that is shown must stay bounded. */
static void a_table_of_too_many_cells_is_shown_as_it_is(void **state)
{
    (void)state;
    struct buffer source = repeated("| ", 200);
    struct buffer delimiters = repeated("|---", 400);
    struct buffer rows = repeated("|b\n", 20000);
    buffer_add_string(&source, "\n");
    buffer_add(&source, buffer_bytes(&delimiters));
    buffer_add_string(&source, "\n");
    buffer_add(&source, buffer_bytes(&rows));
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    markdown_extend(&markdown);
    buffer_add_byte(&source, '\n');
    assert_true(bytes_equal(buffer_bytes(&markdown.seen.text), buffer_bytes(&source)));
    buffer_release(&rows);
    buffer_release(&delimiters);
    buffer_release(&source);
    markdown_release(&markdown);
}

static void deep_nesting_ends_somewhere(void **state)
{
    (void)state;
    struct buffer source = repeated(">", 60000);
    buffer_add_string(&source, "a");
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_MARKDOWN, buffer_bytes(&source), 60);
    markdown_extend(&markdown);
    assert_string_equal(buffer_string(&markdown.seen.text), "a\n");
    assert_true(markdown.seen.blocks[0].first_prefix.size < 100);
    buffer_release(&source);
    markdown_release(&markdown);
}

/* --- Recognising Markdown --------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *text;
    bool is_markdown;
} texts[] = {
    {"a title and a section", "# A\n\ntext\n\n## B\n\ntext", true},
    {"a section with a list", "## A\n\n- b\n- c\n", true},
    {"two sections", "text\n\n## A\n\ntext\n\n### B\n\ntext", true},
    {"lines with strong text", "**A:** b\n**C:** d\n**E:** f\n", true},
    {"fenced code", "Run this:\n\n```sh\nls\n```\n", true},
    {"a table", "| a | b |\n|---|---|\n| c | d |\n", true},
    {"strong text between words without spaces",
     "これは**強調**です\nこれは**「強調」**です\nこれも**強調**です\n", true},
    {"a list with strong text", "1. **One.** a\n2. **Two.** b\n", true},
    {"a list with a link", "- [a](https://b.c)\n- d\n", true},
    {"two links", "See [a](https://b.c) and [d](/e).", true},
    {"nothing", "", false},
    {"prose", "Plain text, with a dash - and more.\n", false},
    {"a list", "You need:\n- a\n- b\n- c\n", false},
    {"one item", "- a\n", false},
    {"comments in a script", "#!/bin/sh\n# one\nset -e\n\n# two\nls\n\n# three\n\nls\n", false},
    {"comments in R", "x <- 1\n\n## one\ny <- 2\n\n## two\nz <- 3\n", false},
    {"ornaments", "### A ###\n\ntext\n\n### B ###\n\ntext\n", false},
    {"one strong word", "Don't do **that**.\n", false},
    {"arguments in Python", "f(**a, **b)\nf(**a, **b)\nf(**a, **b)\n", false},
    {"an e-mail", "Hi,\n\n> you *wrote* this\n> - and that\n\nNo.\n\n-- \n* a star\n", false},
    {"names with underscores", "snake_case_name __init__ a_b\n", false},
    {"arithmetic", "2**3**4 and **p = *q;\n- a\n- b\n", false},
    {"an unclosed fence", "```\n\n## a\n\n## b\n\nc", false},
    {"indented code", "    # a\n\n    ## b\n\n    - c\n    - d\n", false},
    {"a table of a database", "+---+---+\n| a | b |\n+---+---+\n", false},
    {"an array of functions", "f[1](2) g[3](4)\n- a\n- b\n", false},
    {"an underlined title", "Title\n=====\n\n- a\n- b\n", false},
};

static void markdown_is_distinguished_from_other_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (markdown_is_likely(bytes_of(texts[i].text)) != texts[i].is_markdown)
            fail_msg("%s: %s", texts[i].name, texts[i].is_markdown ? "not seen" : "taken for Markdown");
}

static void only_the_beginning_is_looked_at(void **state)
{
    (void)state;
    struct buffer text = repeated("words ", 70000);
    buffer_add_string(&text, "\n\n# A\n\n## B\n");
    assert_false(markdown_is_likely(buffer_bytes(&text)));
    buffer_release(&text);
}

/* The last line of front matter must not be read as the underline of a heading. */
static void front_matter_is_shown_as_it_is(void **state)
{
    (void)state;
    assert_seen("---\ntitle: *A*\ntags: [x]\n---\n# B\n", 40, "---\ntitle: *A*\ntags: [x]\n---\n\n{h:B}\n");
    assert_seen("---\n*Between* rules\n\n---\n", 40,
                "────────────────────────────────────────\n\n{e:Between} "
                "rules\n\n────────────────────────────────────────\n");
}

static void a_star_between_digits_multiplies(void **state)
{
    (void)state;
    assert_seen("Price 5*3*2 and *12*500*2* of `4*5`\n", 60, "Price 5*3*2 and {e:12*500*2} of {c:4*5}\n");
    assert_seen("a*b*c\n", 60, "a{e:b}c\n");
    assert_seen("[a](http://e.org/?p=1*2&amp;q=3*4)\n", 60, "{l:a}{d: (http://e.org/?p=1*2&q=3*4)}\n");
}

/* For example a law in which some paragraphs have been repealed. */
static void item_numbers_with_gaps_are_kept(void **state)
{
    (void)state;
    assert_seen("1. One\n3. *Three*\n4. Four\n", 40, "1. One\n3. {e:Three}\n4. Four\n");
    assert_seen("3) Three\n\n7) Seven\n\n   more\n\n8) Eight\n", 40,
                "3) Three\n\n7) Seven\n   \n   more\n\n8) Eight\n");
    assert_seen("> 2. a\n>    1. b\n>    5. c\n> 9. d\n", 40, "│ 2. a\n│    1. b\n│    5. c\n│ 9. d\n");
    assert_seen("1. [a][r]\n4. b\n\n[r]: /x\n", 40, "1. {l:a}{d: (/x)}\n4. b\n");
    assert_seen("1. a\n\n5.\n6. b\n", 40, "1. a\n5. \n6. b\n");
}

/* The number must be the item's own, wherever it is on its line. */
static void the_number_of_an_item_is_not_taken_from_another_line(void **state)
{
    (void)state;
    assert_seen("1. 2. foo\n5. bar\n", 40, "1. 2. foo\n5. bar\n");
    assert_seen("- 1) first\n- 2) second\n\n3. third\n", 40, "• 1) first\n• 2) second\n\n3. third\n");
    assert_seen("- 1. foo\n\n7. bar\n", 40, "• 1. foo\n\n7. bar\n");
    assert_seen("1. a\n\n   ```\n   x\n   ```\n4. b\n", 40, "1. a\n   \n     {c:x}\n\n4. b\n");
}

/* assay numbers the items if their writer did not. */
static void items_whose_numbers_do_not_rise_are_numbered(void **state)
{
    (void)state;
    assert_seen("1. a\n1. b\n1. c\n", 40, "1. a\n2. b\n3. c\n");
    assert_seen("- 5 apples\n- 9. May\n", 40, "• 5 apples\n• 9. May\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(item_numbers_with_gaps_are_kept),
        cmocka_unit_test(the_number_of_an_item_is_not_taken_from_another_line),
        cmocka_unit_test(items_whose_numbers_do_not_rise_are_numbered),
        cmocka_unit_test(a_star_between_digits_multiplies),
        cmocka_unit_test(front_matter_is_shown_as_it_is),
        cmocka_unit_test(constructs_are_rendered),
        cmocka_unit_test(a_nul_is_replaced),
        cmocka_unit_test(a_rule_is_half_as_wide_as_the_window),
        cmocka_unit_test(lines_below_an_item_are_indented),
        cmocka_unit_test(code_is_cut_at_the_edge),
        cmocka_unit_test(no_prefix_takes_more_than_half_of_the_columns),
        cmocka_unit_test(a_table_that_fits_has_columns),
        cmocka_unit_test(a_table_that_does_not_fit_is_written_row_by_row),
        cmocka_unit_test(a_table_in_a_list_is_indented),
        cmocka_unit_test(only_a_table_depends_on_the_width),
        cmocka_unit_test(places_are_found_in_both_directions),
        cmocka_unit_test(the_source_of_a_cell_begins_at_the_cell),
        cmocka_unit_test(a_large_source_is_rendered_piece_by_piece),
        cmocka_unit_test(a_block_of_code_continues_in_the_next_piece),
        cmocka_unit_test(a_table_continues_in_the_next_piece),
        cmocka_unit_test(a_line_longer_than_a_piece_loses_nothing),
        cmocka_unit_test(a_table_of_too_many_cells_is_shown_as_it_is),
        cmocka_unit_test(deep_nesting_ends_somewhere),
        cmocka_unit_test(markdown_is_distinguished_from_other_text),
        cmocka_unit_test(only_the_beginning_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
