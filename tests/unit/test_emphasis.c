/* Emphasis in text that is otherwise not Markdown: which asterisks mark it, and what is shown. */
#include "tests/support/support.h"

#include "core/markup/emphasis.h"
#include "tui/text/markup/markdown.h"

/* Expects what is shown of the source, with {letter:…} around styled text. */
static void assert_seen(const char *source, const char *expected)
{
    struct markdown markdown = {0};
    struct buffer seen = {0};
    markdown_set_markup(&markdown, MARKUP_EMPHASIS, bytes_of(source), 80);
    while (markdown_extend(&markdown))
        ;
    const struct styled_text *styled = &markdown.seen;
    for (size_t i = 0, offset = 0; offset < styled->text.size; offset++) {
        bool begins = i < styled->n_spans && offset == styled->spans[i].start;
        if (begins)
            buffer_add_format(&seen, "{%c:", style_letters[styled->spans[i].style]);
        buffer_add_byte(&seen, styled->text.data[offset]);
        if (i < styled->n_spans && offset + 1 == styled->spans[i].end) {
            buffer_add_byte(&seen, '}');
            i++;
        }
    }
    assert_string_equal(buffer_string(&seen), expected);
    buffer_release(&seen);
    markdown_release(&markdown);
}

static void stars_around_words_emphasise_them(void **state)
{
    (void)state;
    assert_seen("a **2-year guarantee** within *90 days*.", "a {b:2-year guarantee} within {e:90 days}.\n");
    assert_seen("*one*\n  kept  as it is:\t**two**\n", "{e:one}\n  kept  as it is:\t{b:two}\n");
    assert_seen("# no heading\n- **no** item", "# no heading\n- {b:no} item\n");
}

static void other_stars_stay(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "2 * 3 * 4\n", "a*b*c\n",         "*.c and *.h\n",         "*see below\n",
        "f(*args)\n",  "***\n",           "**one* two\n",          "over *two\nlines*\n",
        "* a list\n",  "rate it *****\n", "    indented *code*\n", "*one * two\n",
        "*one*two\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(emphasis_is_in(bytes_of(texts[i])));
        assert_seen(texts[i], texts[i]);
    }
}

static void a_text_whose_only_markup_is_emphasis_is_recognised(void **state)
{
    (void)state;
    assert_int_equal(markup_guess(bytes_of("It is *90 days*.")), MARKUP_EMPHASIS);
    assert_int_equal(markup_guess(bytes_of("It is 90 days.")), MARKUP_NONE);
    assert_int_equal(markup_guess(bytes_of("# Title\n\nIt is **90 days**.\n")), MARKUP_MARKDOWN);
    assert_int_equal(markup_guess(bytes_of("<p>It is *90 days*.</p>")), MARKUP_HTML);
}

static void places_in_the_rendered_text_map_to_the_source(void **state)
{
    (void)state;
    struct markdown markdown = {0};
    markdown_set_markup(&markdown, MARKUP_EMPHASIS, bytes_of("a **bc** d"), 80);
    while (markdown_extend(&markdown))
        ;
    struct text_part part = markdown_source_part(&markdown, (struct text_part){2, 4});
    assert_int_equal(part.start, 4);
    assert_int_equal(part.end, 6);
    assert_int_equal(markdown_seen_of(&markdown, 9), 5);
    markdown_release(&markdown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_around_words_emphasise_them),
        cmocka_unit_test(other_stars_stay),
        cmocka_unit_test(a_text_whose_only_markup_is_emphasis_is_recognised),
        cmocka_unit_test(places_in_the_rendered_text_map_to_the_source),
    };
    return cmocka_run_group_tests_name("emphasis", tests, NULL, NULL);
}
