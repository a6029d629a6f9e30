/* When a page is composed again, and which part of it is then in sight. */
#include "tests/support/support.h"

#include "tui/widget/page.h"

enum { ROWS = 5, COLUMNS = 40, PAGE_ROWS = 30 };

struct source {
    const char *text;
    int drawn;
};

static int compose(const void *void_source, struct surface *canvas, int columns)
{
    struct source *source = (struct source *)void_source;
    if (canvas != NULL) {
        source->drawn++;
        surface_put_string(canvas, PAGE_ROWS - 1, 0, columns, source->text, STYLE_NORMAL);
    }
    return PAGE_ROWS;
}

static void arrange(struct page *page, struct source *source, int columns)
{
    page_arrange(page, (struct rectangle){.rows = ROWS, .columns = columns}, compose, source);
}

static void go_to_the_end(struct page *page)
{
    struct effect effect;
    assert_true(page_update(page, (struct action){.name = ACTION_ENDS, .nth = 1}, &effect));
}

/* Returns the first character of the last visible row. */
static char32_t last_seen(const struct page *page)
{
    struct surface surface = {0};
    surface_reset(&surface, ROWS, COLUMNS);
    page_draw(page, "Title", &surface);
    char32_t code = surface_cell(&surface, ROWS - 1, 0)->glyph.codes[0];
    surface_release(&surface);
    return code;
}

static void a_page_is_composed_once_for_a_width(void **state)
{
    (void)state;
    struct page page = {0};
    struct source source = {.text = "a"};
    arrange(&page, &source, COLUMNS);
    arrange(&page, &source, COLUMNS);
    assert_int_equal(source.drawn, 1);
    arrange(&page, &source, COLUMNS - 1);
    assert_int_equal(source.drawn, 2);
    page_release(&page);
}

static void a_renewed_page_shows_new_text_at_the_same_place(void **state)
{
    (void)state;
    struct page page = {0};
    struct source source = {.text = "a"};
    arrange(&page, &source, COLUMNS);
    go_to_the_end(&page);
    assert_int_equal(last_seen(&page), 'a');
    source.text = "b";
    page_renew(&page);
    arrange(&page, &source, COLUMNS);
    assert_int_equal(last_seen(&page), 'b');
    page_release(&page);
}

static void a_page_that_shows_another_text_begins_at_its_beginning(void **state)
{
    (void)state;
    struct page page = {0};
    struct source source = {.text = "a"};
    arrange(&page, &source, COLUMNS);
    go_to_the_end(&page);
    page_show(&page);
    arrange(&page, &source, COLUMNS);
    assert_int_equal(source.drawn, 2);
    assert_int_equal(last_seen(&page), ' ');
    page_release(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_composed_once_for_a_width),
        cmocka_unit_test(a_renewed_page_shows_new_text_at_the_same_place),
        cmocka_unit_test(a_page_that_shows_another_text_begins_at_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
