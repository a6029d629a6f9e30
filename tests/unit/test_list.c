/* The list: which rows are shown and in which order, what is selected, and how the columns share the width. */
#include "tests/support/support.h"
#include "tests/support/surface_dump.h"

#include "tui/widget/list.h"

#include <stdlib.h>
#include <string.h>

static const struct keymap no_keymap = {0};

struct fruit {
    const char *name;
    int count;
};

static const struct fruit fruits[] = {{"pear", 12}, {"apple", 3}, {"plum", 100}, {"quince", 3}};

enum { COLUMN_COUNT, COLUMN_NAME, COLUMN_NOTE };

static const struct list_column columns[] = {
    [COLUMN_COUNT] = {.title = "count", .columns_max = 9, .rank = 1, .is_right = true, .falls_first = true},
    [COLUMN_NAME] = {.title = "name"},
    [COLUMN_NOTE] = {.title = "note", .columns_max = 9, .rank = 2},
};

static void add_cell(const void *context, size_t row, size_t column, struct buffer *text)
{
    const struct fruit *rows = context;
    if (column == COLUMN_COUNT)
        buffer_add_format(text, "%d", rows[row].count);
    else
        buffer_add_string(text, column == COLUMN_NAME ? rows[row].name : "fruit");
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct fruit *rows = context;
    if (column == COLUMN_COUNT)
        return list_compare_numbers(rows[a].count, rows[b].count);
    return column == COLUMN_NAME ? strcmp(rows[a].name, rows[b].name) : 0;
}

static void add_searched(const void *context, size_t row, struct buffer *text)
{
    const struct fruit *rows = context;
    buffer_add_string(text, rows[row].name);
}

static const struct list_source no_fruits = {.columns = columns,
                                             .n_columns = sizeof columns / sizeof *columns,
                                             .context = fruits,
                                             .add_cell = add_cell,
                                             .compare = compare,
                                             .add_searched = add_searched,
                                             .empty = "Plant a tree."};

static struct list_source first_fruits(size_t n)
{
    struct list_source source = no_fruits;
    source.n_rows = n;
    return source;
}

/* Returns a list of fruits, 40 columns wide. */
static struct list shown(size_t n_fruits, int rows)
{
    struct list list = {0};
    struct list_source source = first_fruits(n_fruits);
    list_show(&list, &source);
    list_arrange(&list, (struct rectangle){0, 0, rows, 40});
    return list;
}

static struct effect press(struct list *list, char32_t code)
{
    struct effect effect;
    struct key key = {.code = code};
    assert_true(list_update(list, keymap_action(&no_keymap, list_keys(list, &list_table), key), &effect));
    list_arrange(list, list->area);
    return effect;
}

static void type(struct list *list, const char *text)
{
    for (; *text != '\0'; text++)
        press(list, (unsigned char)*text);
}

/* Expects these names of the shown rows, from top to bottom. */
static void assert_shown(const struct list *list, const char *expected)
{
    struct buffer names = {0};
    for (size_t i = 0; i < list->n_shown; i++)
        buffer_add_format(&names, "%s%s", i > 0 ? " " : "", fruits[list->order[i]].name);
    assert_string_equal(buffer_string(&names), expected);
    buffer_release(&names);
}

static void assert_selected(const struct list *list, const char *expected)
{
    size_t row = list_selected(list);
    assert_true(row != LIST_NO_ROW);
    assert_string_equal(fruits[row].name, expected);
}

/* Compares only the beginning of the drawn text. Releases the list. */
static void assert_drawn(struct list *list, const char *expected)
{
    struct surface surface = {0};
    struct buffer dump = {0};
    surface_reset(&surface, list->area.rows, list->area.columns);
    list_draw(list, &surface);
    surface_dump(&surface, &dump);
    dump.data[strlen(expected)] = '\0';
    assert_string_equal(dump.data, expected);
    buffer_release(&dump);
    surface_release(&surface);
    list_release(list);
}

static void rows_keep_the_order_of_their_source(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    assert_shown(&list, "pear apple plum quince");
    assert_selected(&list, "pear");
    list_release(&list);
}

static void the_selection_moves_by_lines_pages_and_to_the_ends(void **state)
{
    (void)state;
    struct list list = shown(4, 4);
    press(&list, NAMED_DOWN);
    assert_selected(&list, "apple");
    press(&list, NAMED_PAGE_DOWN);
    assert_selected(&list, "quince");
    press(&list, NAMED_UP);
    assert_selected(&list, "plum");
    press(&list, NAMED_HOME);
    assert_selected(&list, "pear");
    press(&list, NAMED_END);
    assert_selected(&list, "quince");
    assert_string_equal(press(&list, NAMED_DOWN).remark, "this is the last row");
    list_release(&list);
}

static void the_window_follows_the_selection(void **state)
{
    (void)state;
    struct list list = shown(4, 3);
    struct buffer position = {0};
    press(&list, NAMED_DOWN);
    press(&list, NAMED_DOWN);
    list_add_position(&list, &position);
    assert_string_equal(buffer_string(&position), "2–3 of 4");
    buffer_release(&position);
    list_release(&list);
}

static void a_list_that_is_seen_whole_has_no_position(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    struct buffer position = {0};
    list_add_position(&list, &position);
    assert_string_equal(buffer_string(&position), "");
    buffer_release(&position);
    list_release(&list);
}

static void a_row_selected_far_away_moves_to_the_middle(void **state)
{
    (void)state;
    enum { MANY = 100, FAR = 50, IN_SIGHT = 10 };
    struct fruit *many = calloc(MANY, sizeof *many);
    assert_non_null(many);
    for (size_t i = 0; i < MANY; i++)
        many[i] = (struct fruit){"fig", (int)i};
    struct list list = {0};
    struct list_source source = first_fruits(MANY);
    source.context = many;
    list_show(&list, &source);
    list_select(&list, FAR);
    list_arrange(&list, (struct rectangle){0, 0, IN_SIGHT + 1, 40});
    assert_int_equal(list.top, FAR - IN_SIGHT / 2);
    list_release(&list);
    free(many);
}

static void rows_that_begin_alike_are_cut_in_their_middle(void **state)
{
    (void)state;
    static const struct fruit twins[] = {{"a pear that is quite sweet and green", 1},
                                         {"a pear that is quite sweet and red", 1},
                                         {"an apple that is quite sweet and red", 1}};
    static const char *const expected[] = {"a pear that i…eet and green", "a pear that i…sweet and red",
                                           "an apple that is quite swe…"};
    struct list list = {0};
    struct list_source source = first_fruits(3);
    struct surface surface = {0};
    struct buffer dump = {0};
    source.context = twins;
    list_show(&list, &source);
    list_arrange(&list, (struct rectangle){0, 0, 5, 44});
    surface_reset(&surface, 5, 44);
    list_draw(&list, &surface);
    surface_dump(&surface, &dump);
    for (size_t i = 0; i < 3; i++)
        if (strstr(buffer_string(&dump), expected[i]) == NULL)
            fail_msg("“%s” is not in\n%s", expected[i], buffer_string(&dump));
    buffer_release(&dump);
    surface_release(&surface);
    list_release(&list);
}

static void sort_keys_go_through_the_columns_in_both_directions(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    press(&list, NAMED_END);
    assert_string_equal(press(&list, 'o').remark, "sorted by count, the largest first");
    assert_shown(&list, "plum pear apple quince"); /* equal rows keep their order */
    assert_selected(&list, "plum");
    press(&list, 'O');
    assert_shown(&list, "apple quince pear plum");
    assert_string_equal(press(&list, 'o').remark, "sorted by name");
    assert_shown(&list, "apple pear plum quince");
    press(&list, 'o');
    assert_string_equal(press(&list, 'o').remark, "in the original order");
    assert_shown(&list, "pear apple plum quince");
    list_release(&list);
}

static void words_are_sorted_by_their_letters_before_their_case(void **state)
{
    (void)state;
    static const char *const sorted[] = {"",       "Apple", "apple",   "apple pie", "BANANA",
                                         "banana", "äpfel", "Ölkanne", "ölkanne 2"};
    const size_t n = sizeof sorted / sizeof *sorted;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            const int order = list_compare_texts(bytes_of(sorted[a]), bytes_of(sorted[b]));
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
}

static void a_missing_number_is_smaller_than_all_others(void **state)
{
    (void)state;
    double none = strtod("nan", NULL);
    assert_true(list_compare_numbers(none, -1) < 0);
    assert_true(list_compare_numbers(-1, none) > 0);
    assert_int_equal(list_compare_numbers(none, none), 0);
    assert_true(list_compare_numbers(1, 2) < 0);
}

static void the_filter_confines_the_rows_as_it_is_typed(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    press(&list, '/');
    type(&list, "P");
    assert_shown(&list, "pear apple plum");
    type(&list, "L");
    assert_shown(&list, "apple plum");
    press(&list, NAMED_BACKSPACE);
    assert_shown(&list, "pear apple plum");
    press(&list, NAMED_ESCAPE);
    assert_shown(&list, "pear apple plum quince");
    list_release(&list);
}

static void a_kept_filter_is_cleared_before_the_screen_is_left(void **state)
{
    (void)state;
    struct effect effect;
    struct list list = shown(4, 5);
    press(&list, '/');
    type(&list, "q");
    press(&list, NAMED_ENTER);
    assert_shown(&list, "quince");
    press(&list, NAMED_ESCAPE);
    assert_shown(&list, "pear apple plum quince");
    assert_false(list_update(&list, (struct action){.name = ACTION_BACK}, &effect));
    list_release(&list);
}

static void the_selection_survives_a_filter_that_hides_it(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    list_select(&list, 2);
    press(&list, '/');
    type(&list, "x");
    assert_true(list_selected(&list) == LIST_NO_ROW);
    press(&list, NAMED_BACKSPACE);
    assert_selected(&list, "plum");
    list_release(&list);
}

static void while_the_filter_is_typed_the_arrows_select(void **state)
{
    (void)state;
    struct list list = shown(4, 5);
    press(&list, '/');
    type(&list, "p");
    press(&list, NAMED_DOWN);
    assert_selected(&list, "apple");
    list_release(&list);
}

static void filter_order_and_selection_stay_when_rows_come(void **state)
{
    (void)state;
    struct list list = shown(3, 5);
    struct list_source all = first_fruits(4);
    press(&list, 'o');
    press(&list, 'o');
    press(&list, '/');
    type(&list, "e");
    list_select(&list, 1);
    list_show(&list, &all);
    assert_shown(&list, "apple pear quince");
    assert_selected(&list, "apple");
    list_release(&list);
}

static void columns_are_as_wide_as_their_cells_and_one_grows(void **state)
{
    (void)state;
    struct list list = shown(2, 3);
    press(&list, 'o');
    assert_drawn(&list, " count▼  name                     note  |\n"
                        "▸    12  pear                     fruit |\n"
                        "      3  apple                    fruit |\n");
}

static void columns_without_room_go_by_rank(void **state)
{
    (void)state;
    struct list list = shown(1, 3);
    list_arrange(&list, (struct rectangle){0, 0, 3, 24});
    assert_drawn(&list, "  count  name           |\n"
                        "▸    12  pear           |\n");
}

static void a_wide_cell_further_down_makes_its_column_wide_once_it_is_seen(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    struct fruit *many = calloc(MANY, sizeof *many);
    assert_non_null(many);
    for (size_t i = 0; i < MANY; i++)
        many[i] = (struct fruit){"fig", i == MANY - 1 ? 12345678 : 1};
    struct list list = {0};
    struct list_source source = first_fruits(MANY);
    source.context = many;
    list_show(&list, &source);
    list_arrange(&list, (struct rectangle){0, 0, 2, 40});
    press(&list, NAMED_END);
    assert_drawn(&list, "    count  name                   note  |\n"
                        "▸12345678  fig                    fruit |\n");
    free(many);
}

static void an_empty_list_says_what_to_do(void **state)
{
    (void)state;
    struct list list = shown(0, 3);
    assert_drawn(&list, "  count  name                     note  |\n"
                        " Plant a tree.                          |\n");
}

static void a_filter_without_matches_says_so(void **state)
{
    (void)state;
    struct list list = shown(4, 2);
    press(&list, '/');
    type(&list, "zz");
    assert_drawn(&list, "  count  name                     note  |\n"
                        " Nothing matches the filter.            |\n");
}

/* As press, for the mouse. Returns false if the click was for the screen, not for the list. */
static bool mouse(struct list *list, char32_t code, int row, int column)
{
    struct effect effect;
    struct key key = {.code = code, .row = row, .column = column};
    bool is_lists = list_update(list, keymap_action(&no_keymap, list_keys(list, &list_table), key), &effect);
    list_arrange(list, list->area);
    return is_lists;
}

static void a_click_selects_a_row_and_a_second_one_chooses_it(void **state)
{
    (void)state;
    struct list list = shown(4, 6);
    assert_true(mouse(&list, NAMED_CLICK, 3, 10));
    assert_selected(&list, "plum");
    assert_false(mouse(&list, NAMED_CLICK, 3, 10));
    assert_true(mouse(&list, NAMED_CLICK, 5, 10)); /* below the last row */
    assert_true(mouse(&list, NAMED_CLICK, 9, 10)); /* below the list */
    assert_selected(&list, "plum");
    list_release(&list);
}

static void a_click_on_a_title_sorts_and_a_second_one_turns_the_order_round(void **state)
{
    (void)state;
    struct list list = shown(4, 6);
    assert_true(mouse(&list, NAMED_CLICK, 0, 10));
    assert_shown(&list, "apple pear plum quince");
    assert_true(mouse(&list, NAMED_CLICK, 0, 10));
    assert_shown(&list, "quince plum pear apple");
    assert_true(mouse(&list, NAMED_CLICK, 0, 3));
    assert_shown(&list, "plum pear apple quince");
    list_release(&list);
}

static void the_wheel_moves_by_some_rows(void **state)
{
    (void)state;
    struct list list = shown(4, 6);
    assert_true(mouse(&list, NAMED_WHEEL_DOWN, 0, 0));
    assert_selected(&list, "quince");
    assert_true(mouse(&list, NAMED_WHEEL_UP, 0, 0));
    assert_selected(&list, "pear");
    list_release(&list);
}

static void keys_that_do_nothing_are_not_offered(void **state)
{
    (void)state;
    struct list none = shown(0, 5), one = shown(1, 5);
    assert_false(list_offers(&none, (struct action){.name = ACTION_CHOOSE}));
    assert_true(list_offers(&one, (struct action){.name = ACTION_CHOOSE}));
    assert_false(list_offers(&one, (struct action){.name = ACTION_SORT}));
    assert_true(list_offers(&one, (struct action){.name = ACTION_FILTER}));
    list_release(&none);
    list_release(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_keep_the_order_of_their_source),
        cmocka_unit_test(the_selection_moves_by_lines_pages_and_to_the_ends),
        cmocka_unit_test(the_window_follows_the_selection),
        cmocka_unit_test(a_list_that_is_seen_whole_has_no_position),
        cmocka_unit_test(a_row_selected_far_away_moves_to_the_middle),
        cmocka_unit_test(rows_that_begin_alike_are_cut_in_their_middle),
        cmocka_unit_test(sort_keys_go_through_the_columns_in_both_directions),
        cmocka_unit_test(words_are_sorted_by_their_letters_before_their_case),
        cmocka_unit_test(a_missing_number_is_smaller_than_all_others),
        cmocka_unit_test(the_filter_confines_the_rows_as_it_is_typed),
        cmocka_unit_test(a_kept_filter_is_cleared_before_the_screen_is_left),
        cmocka_unit_test(the_selection_survives_a_filter_that_hides_it),
        cmocka_unit_test(while_the_filter_is_typed_the_arrows_select),
        cmocka_unit_test(filter_order_and_selection_stay_when_rows_come),
        cmocka_unit_test(columns_are_as_wide_as_their_cells_and_one_grows),
        cmocka_unit_test(columns_without_room_go_by_rank),
        cmocka_unit_test(a_wide_cell_further_down_makes_its_column_wide_once_it_is_seen),
        cmocka_unit_test(an_empty_list_says_what_to_do),
        cmocka_unit_test(a_filter_without_matches_says_so),
        cmocka_unit_test(a_click_selects_a_row_and_a_second_one_chooses_it),
        cmocka_unit_test(a_click_on_a_title_sorts_and_a_second_one_turns_the_order_round),
        cmocka_unit_test(the_wheel_moves_by_some_rows),
        cmocka_unit_test(keys_that_do_nothing_are_not_offered),
    };
    return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
