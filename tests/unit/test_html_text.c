/* The text of a page: which tags end a word, what is not text, and how character references are read. */
#include "tests/support/support.h"

#include "core/markup/html_text.h"

static void assert_says(const char *page, const char *expected)
{
    struct buffer said = {0};
    html_add_text(&said, bytes_of(page));
    assert_string_equal(buffer_string(&said), expected);
    buffer_release(&said);
}

static void blocks_and_cells_end_words_and_other_tags_do_not(void **state)
{
    (void)state;
    assert_says("<p>one</p><p>two</p>", "one\ntwo\n");
    assert_says("<tr><td>one</td><td>two</td></tr>", "one\ntwo\n");
    assert_says("one<br>two<hr/>three", "one\ntwo\nthree");
    assert_says("<b>Hepa</b>rin, <a href=x>He</a><o:p>pa</o:p>rin", "Heparin, Heparin");
    assert_says("H<sub>2</sub>O", "H2O");
    assert_says("Note<sup>1</sup>", "Note\n1\n");
}

static void hidden_elements_are_not_text(void **state)
{
    (void)state;
    assert_says("<head><title>t</title></head><style>p {}</style><script>if (a<b) x()</script>a<!-- b -->c",
                "ac");
    assert_says("<!doctype html><?xml version='1.0'?>a", "a");
}

static void references_are_their_characters(void **state)
{
    (void)state;
    assert_says("Gr&ouml;&szlig;e &#252;ber &#x41; &amp;auml; AT&T; 1 < 2",
                "Größe über A &auml; AT&T; 1 < 2");
}

static void soft_hyphens_are_removed_from_words(void **state)
{
    (void)state;
    assert_says("Pa&shy;ti&#173;en\xc2\xadten", "Patienten");
    struct buffer plain = {0};
    text_add_without_hyphens(&plain, bytes_of("\xc2\xad"
                                              "Pa\xc2\xadtient \xc2\xbd\xc2\xad"));
    assert_string_equal(buffer_string(&plain), "Patient \xc2\xbd");
    buffer_release(&plain);
}

static void images_are_represented_by_their_names(void **state)
{
    (void)state;
    assert_says("a<img src=\"x.png\" alt=\"Plan &amp; m&auml;p\">b<img alt=''>c<img>d",
                "a\nPlan & mäp\nb\ncd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_and_cells_end_words_and_other_tags_do_not),
        cmocka_unit_test(hidden_elements_are_not_text),
        cmocka_unit_test(references_are_their_characters),
        cmocka_unit_test(soft_hyphens_are_removed_from_words),
        cmocka_unit_test(images_are_represented_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
