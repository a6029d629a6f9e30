/* The labelling screen without an app: what each key changes in the model, and which effect it asks for. */
#include "tests/support/support.h"
#include "tests/support/surface_dump.h"

#include "core/base/random.h"
#include "core/store/settings.h"
#include "tui/screens/label/changes.h"
#include "tui/screens/label/find.h"
#include "tui/screens/label/label.h"
#include "tui/screens/label/reading.h"
#include "tui/text/shortening.h"

#include <string.h>
static const struct keymap no_keymap = {0};

static const struct ballot three_documents = {
    .ballot_id = 1,
    .question_id = 1,
    .question = {"Which one?", 10},
    .question_number = 1,
    .n_slots = 3,
    .documents = {{.candidate_id = 1, .title = {"First", 5}, .text = {"red hose", 8}},
                  {.candidate_id = 2, .title = {"Second", 6}, .text = {"blue hose", 9}},
                  {.candidate_id = 3, .title = {"Hose", 4}, .text = {"no match", 8}}},
    .withdrawn = {.position = VOTE_ABSENT},
};

/* Shows the ballot at 80×20. */
static struct label_model shown(const struct ballot *ballot)
{
    struct label_model model = {.language = "english"};
    label_show(&model, ballot, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 80});
    return model;
}

static struct effect press(struct label_model *model, char32_t code)
{
    struct action action = keymap_action(&no_keymap, screen_label.keys(model), (struct key){.code = code});
    struct effect effect = screen_label.update(model, action);
    screen_label.arrange(model, model->area);
    return effect;
}

static void type(struct label_model *model, const char *text)
{
    for (; *text != '\0'; text++)
        assert_int_equal(press(model, (unsigned char)*text).kind, EFFECT_NONE);
}

static void assert_vote(struct effect effect, int position)
{
    assert_int_equal(effect.kind, EFFECT_ACT);
    assert_int_equal(effect.act.kind, ACT_ANSWER);
    assert_int_equal(effect.act.answer.position, position);
}

/* As in less, vim and tig. */
static void pages_have_the_keys_of_pagers(void **state)
{
    (void)state;
    static const struct {
        char32_t code;
        int nth;
    } keys[] = {{KEY_CONTROL | 'f', 1},
                {KEY_CONTROL | 'b', 0},
                {KEY_CONTROL | 'd', 1},
                {KEY_CONTROL | 'u', 0},
                {' ', 1}};
    struct label_model model = shown(&three_documents);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct action action =
            keymap_action(&no_keymap, screen_label.keys(&model), (struct key){.code = keys[i].code});
        assert_int_equal(action.name, ACTION_PAGE);
        assert_int_equal(action.nth, keys[i].nth);
    }
    screen_label.release(&model);
}

static void digits_vote_for_their_document(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    assert_vote(press(&model, '1'), 1);
    assert_vote(press(&model, '2'), 2);
    assert_vote(press(&model, '3'), 3);
    screen_label.release(&model);
}

static void the_key_0_votes_for_none(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    assert_vote(press(&model, '0'), VOTE_NONE);
    screen_label.release(&model);
}

static void assert_tie(struct effect effect, int first, int second)
{
    assert_vote(effect, first);
    assert_int_equal(effect.act.answer.second, SECOND_TIED + second);
}

static void with_two_documents_one_key_votes_for_a_tie(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    struct label_model model = shown(&ballot);
    assert_tie(press(&model, 'w'), 1, 2);
    screen_label.release(&model);
}

static void with_three_documents_two_digits_name_the_tied_ones(void **state)
{
    (void)state;
    static const char32_t tied[][2] = {{'1', '2'}, {'3', '2'}, {'3', '1'}};
    struct label_model model = shown(&three_documents);
    for (size_t i = 0; i < 3; i++) {
        const int one = (int)(tied[i][0] - '0'), other = (int)(tied[i][1] - '0');
        assert_int_equal(press(&model, 'w').kind, EFFECT_ASK_TIED);
        assert_int_equal(press(&model, tied[i][0]).kind, EFFECT_ASK_TIED);
        assert_int_equal(press(&model, tied[i][0]).kind, EFFECT_REMARK);
        assert_tie(press(&model, tied[i][1]), one < other ? one : other, one < other ? other : one);
        press(&model, NAMED_ESCAPE);
    }
    press(&model, 'w');
    press(&model, '1');
    press(&model, NAMED_ESCAPE);
    assert_vote(press(&model, '2'), 2);
    screen_label.release(&model);
}

/* If an answer could not be stored, its ballot is shown again. The digit must not become a vote for one alone. */
static void the_tied_ones_are_asked_for_until_they_are_stored(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, 'w');
    press(&model, '1');
    assert_tie(press(&model, '3'), 1, 3);
    label_show(&model, &three_documents, 1, NULL);
    assert_tie(press(&model, '3'), 1, 3);
    struct ballot next = three_documents;
    next.ballot_id = 2;
    label_show(&model, &next, 1, NULL);
    assert_vote(press(&model, '3'), 3);
    screen_label.release(&model);
}

static void a_single_document_has_no_tie(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.n_slots = 1;
    struct label_model model = shown(&ballot);
    assert_int_equal(press(&model, 'w').kind, EFFECT_REMARK);
    assert_vote(press(&model, '1'), 1);
    screen_label.release(&model);
}

static void without_ties_the_tie_keys_do_nothing(void **state)
{
    (void)state;
    const struct keymap without_ties = {.lacks_ties = true};
    struct label_model model = shown(&three_documents);
    const struct key_table *table = screen_label.keys(&model);
    assert_int_equal(keymap_action(&without_ties, table, (struct key){.code = 'w'}).name, ACTION_UNBOUND);
    assert_int_not_equal(keymap_action(&no_keymap, table, (struct key){.code = 'w'}).name, ACTION_UNBOUND);
    screen_label.release(&model);
}

/* As in pagers: after a search with matches, without a search, and after one without matches. */
static void the_keys_to_the_next_and_the_previous_match_never_vote(void **state)
{
    (void)state;
    static const char32_t needles[] = {0, 'o', '#'};
    struct label_model model = shown(&three_documents);
    for (size_t i = 0; i < sizeof needles / sizeof *needles; i++) {
        press(&model, '/');
        if (needles[i] != 0)
            press(&model, needles[i]);
        press(&model, NAMED_ENTER);
        assert_int_equal(press(&model, 'n').kind, EFFECT_REMARK);
        assert_int_equal(press(&model, 'N').kind, EFFECT_REMARK);
    }
    screen_label.release(&model);
}

static void a_document_that_is_not_there_gets_no_vote(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    struct label_model model = shown(&ballot);
    struct effect effect = press(&model, '3');
    assert_int_equal(effect.kind, EFFECT_REMARK);
    assert_string_equal(effect.remark,
                        "3: there are two documents here" YIELDING_WHOLLY(
                            "; " KEY_OF("vote") " votes for the first, " KEY_OF("none") " for none of them"));
    screen_label.release(&model);
}

static void the_focus_does_not_vote(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, NAMED_TAB);
    assert_int_equal(model.focus, 1);
    assert_vote(press(&model, '1'), 1);
    screen_label.release(&model);
}

static void voting_works_in_the_zoom(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, 'z');
    assert_true(model.is_zoomed);
    assert_vote(press(&model, '3'), 3);
    screen_label.release(&model);
}

static void tab_cycles_through_the_documents(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, NAMED_BACKTAB);
    assert_int_equal(model.focus, 2);
    press(&model, NAMED_TAB);
    assert_int_equal(model.focus, 0);
    screen_label.release(&model);
}

static void a_skip_asks_for_its_reason_first(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    assert_int_equal(press(&model, 's').kind, EFFECT_NONE);
    struct effect effect = press(&model, 'c');
    assert_int_equal(effect.kind, EFFECT_ACT);
    assert_int_equal(effect.act.kind, ACT_ANSWER);
    assert_int_equal(effect.act.answer.skip, SKIP_CANNOT_TELL);
    screen_label.release(&model);
}

static void a_digit_does_not_vote_while_a_skip_asks(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, 's');
    assert_int_not_equal(press(&model, '1').kind, EFFECT_ACT);
    screen_label.release(&model);
}

static void digits_are_typed_into_a_find(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    type(&model, "12n0u?q");
    assert_string_equal(buffer_string(&model.needle.text), "12n0u?q");
    screen_label.release(&model);
}

/* The first key that scrolls goes to the first document that has more text than is shown. */
static void a_short_document_is_not_scrolled_in_place_of_a_long_one(void **state)
{
    (void)state;
    struct buffer text = {0};
    for (int i = 0; i < 40; i++)
        buffer_add_format(&text, "line %d\n", i);
    struct ballot ballot = three_documents;
    ballot.documents[1].text = buffer_bytes(&text);
    struct label_model model = shown(&ballot);
    assert_int_equal(press(&model, 'j').kind, EFFECT_NONE);
    assert_int_equal(model.focus, 1);
    assert_int_equal(press(&model, 'j').kind, EFFECT_NONE);
    press(&model, NAMED_BACKTAB);
    assert_string_equal(press(&model, 'j').remark, "document 1 ends here · \1next\1 next");
    screen_label.release(&model);
    buffer_release(&text);
}

/* When the search begins again, the annotator knows that all matches were seen. */
static void a_search_that_wraps_around_says_so(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    type(&model, "hose");
    press(&model, NAMED_ENTER);
    const size_t n = label_find_count(&model);
    for (size_t i = 1; i < n; i++)
        assert_null(strstr(press(&model, 'n').remark, "starting from the other end"));
    assert_non_null(strstr(press(&model, 'n').remark, "starting from the other end"));
    assert_non_null(strstr(press(&model, 'N').remark, "starting from the other end"));
    assert_null(strstr(press(&model, 'N').remark, "starting from the other end"));
    screen_label.release(&model);
}

/* So that no document looks as if it were chosen already. */
static void no_document_is_highlighted_until_a_key_addresses_one(void **state)
{
    (void)state;
    static const char32_t keys[] = {NAMED_TAB, NAMED_DOWN, 'z', 'v', 'p'};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct label_model model = shown(&three_documents);
        assert_false(model.shows_focus);
        press(&model, 'l');
        assert_false(model.shows_focus);
        press(&model, keys[i]);
        assert_true(model.shows_focus);
        struct ballot next = three_documents;
        next.ballot_id++;
        label_show(&model, &next, 1, NULL);
        assert_false(model.shows_focus);
        screen_label.release(&model);
    }
}

static void a_find_goes_to_the_first_match_after_the_focus(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, NAMED_TAB);
    press(&model, '/');
    type(&model, "hose");
    assert_int_equal(label_find_count(&model), 3);
    assert_int_equal(label_find_number(&model), 2);
    assert_int_equal(model.focus, 1);
    screen_label.release(&model);
}

static void the_next_match_wraps_around(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    type(&model, "hose");
    press(&model, NAMED_ENTER);
    press(&model, '>');
    press(&model, '>');
    assert_int_equal(model.focus, 2); /* the match in the third title */
    press(&model, '>');
    assert_int_equal(label_find_number(&model), 1);
    press(&model, '<');
    assert_int_equal(label_find_number(&model), 3);
    screen_label.release(&model);
}

static void a_find_given_up_leaves_no_trace(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    type(&model, "blue");
    assert_int_equal(model.focus, 1);
    press(&model, NAMED_ESCAPE);
    assert_int_equal(model.focus, 0);
    assert_int_equal(label_find_count(&model), 0);
    screen_label.release(&model);
}

static void erasing_takes_whole_characters(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    press(&model, 'a');
    press(&model, U'漢');
    press(&model, NAMED_BACKSPACE);
    assert_string_equal(buffer_string(&model.needle.text), "a");
    press(&model, NAMED_BACKSPACE);
    press(&model, NAMED_BACKSPACE);
    assert_string_equal(buffer_string(&model.needle.text), "");
    screen_label.release(&model);
}

static void a_find_ends_with_its_ballot_and_can_be_made_again(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, '/');
    type(&model, "hose");
    press(&model, NAMED_ENTER);
    label_show(&model, &three_documents, 1, NULL); /* the same ballot */
    assert_int_equal(label_find_count(&model), 3);
    struct ballot next = three_documents;
    next.ballot_id = 2;
    label_show(&model, &next, 1, NULL);
    assert_int_equal(label_find_count(&model), 0);
    press(&model, 'n');
    assert_int_equal(label_find_count(&model), 3);
    screen_label.release(&model);
}

static void documents_that_are_too_long_to_compare_are_reported(void **state)
{
    (void)state;
    static char text[COMPARED_TEXT_MAX + 1];
    memset(text, 'a', sizeof text);
    struct ballot ballot = three_documents;
    ballot.documents[1].text = (struct bytes){text, sizeof text};
    struct label_model model = shown(&ballot);
    struct effect effect = press(&model, 'd');
    assert_string_equal(effect.remark, "too long to be compared: more than 128 KiB");
    screen_label.release(&model);
}

static void another_ballot_begins_at_its_beginning(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, NAMED_TAB);
    press(&model, 'z');
    struct ballot next = three_documents;
    next.ballot_id = 2;
    label_show(&model, &next, 1, NULL);
    assert_int_equal(model.focus, 0);
    assert_false(model.is_zoomed);
    screen_label.release(&model);
}

static void the_same_ballot_shown_again_keeps_the_place(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, NAMED_TAB);
    press(&model, 'z');
    label_show(&model, &three_documents, 1, NULL);
    assert_int_equal(model.focus, 1);
    assert_true(model.is_zoomed);
    screen_label.release(&model);
}

static void redo_is_refused_without_an_undone_answer(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    assert_int_equal(press(&model, 'r').kind, EFFECT_REMARK);
    struct ballot undone = three_documents;
    undone.withdrawn.position = VOTE_NONE;
    label_show(&model, &undone, 1, NULL);
    struct effect effect = press(&model, 'r');
    assert_int_equal(effect.kind, EFFECT_ACT);
    assert_int_equal(effect.act.kind, ACT_REDO);
    screen_label.release(&model);
}

/* --- How documents are shown ------------------------------------------------------------------ */

static const struct ballot markdown_and_plain = {
    .ballot_id = 1,
    .question_id = 1,
    .question = {"Which hose?", 11},
    .question_number = 1,
    .n_slots = 2,
    .documents = {{.title = {"First", 5}, .text = {"# A\n\n## B\n\n*hoses*", 18}},
                  {.title = {"Second", 6}, .text = {"a *hose* alone", 14}}},
    .withdrawn = {.position = VOTE_ABSENT},
};

static void assert_texts(const struct label_model *model, const char *first, const char *second)
{
    const char *const expected[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        struct bytes text = text_view_text(&model->boxes[i].text);
        assert_int_equal(text.size, strlen(expected[i]));
        assert_memory_equal(text.data, expected[i], text.size);
    }
}

static void x_shows_the_source_and_back(void **state)
{
    (void)state;
    struct label_model model = shown(&markdown_and_plain);
    assert_texts(&model, "A\nB\nhoses\n", "a hose alone\n");
    press(&model, 'x');
    assert_texts(&model, "# A\n\n## B\n\n*hoses*", "a *hose* alone");
    press(&model, 'x');
    assert_texts(&model, "A\nB\nhoses\n", "a hose alone\n");
    screen_label.release(&model);
}

static void the_source_is_shown_on_its_ballot_alone(void **state)
{
    (void)state;
    struct label_model model = shown(&markdown_and_plain);
    press(&model, 'x');
    struct ballot next = markdown_and_plain;
    next.ballot_id = 2;
    label_show(&model, &next, 1, NULL);
    screen_label.arrange(&model, model.area);
    assert_texts(&model, "A\nB\nhoses\n", "a hose alone\n");
    screen_label.release(&model);
}

static void the_setting_determines_the_format_of_documents(void **state)
{
    (void)state;
    struct label_model model = {.format = FORMAT_MARKDOWN};
    label_show(&model, &markdown_and_plain, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 80});
    assert_texts(&model, "A\nB\nhoses\n", "a hose alone\n");
    screen_label.release(&model);
    model = (struct label_model){.format = FORMAT_PLAIN};
    label_show(&model, &markdown_and_plain, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 80});
    assert_texts(&model, "# A\n\n## B\n\n*hoses*", "a *hose* alone");
    screen_label.release(&model);
}

static size_t count_cells(struct label_model *model, enum style style)
{
    struct surface surface = {0};
    size_t n = 0;
    surface_reset(&surface, 20, 80);
    screen_label.arrange(model, model->area);
    screen_label.draw(model, &surface);
    for (int i = 0; i < 20 * 80; i++)
        n += surface.cells[i].style == style;
    surface_release(&surface);
    return n;
}

static void t_toggles_the_marks_of_the_words_of_the_question(void **state)
{
    (void)state;
    struct label_model model = shown(&markdown_and_plain);
    assert_int_equal(count_cells(&model, STYLE_WORD), strlen("hoses") + strlen("hose"));
    press(&model, 't');
    assert_int_equal(count_cells(&model, STYLE_WORD), 0);
    press(&model, 't');
    assert_int_equal(count_cells(&model, STYLE_WORD), strlen("hoses") + strlen("hose"));
    screen_label.release(&model);
}

static void matches_stand_out_from_the_words_of_the_question(void **state)
{
    (void)state;
    struct label_model model = shown(&markdown_and_plain);
    press(&model, '/');
    type(&model, "hose");
    assert_int_equal(count_cells(&model, STYLE_WORD), strlen("s"));
    assert_int_equal(count_cells(&model, STYLE_CURRENT), strlen("hose"));
    assert_int_equal(count_cells(&model, STYLE_MATCH), strlen("hose"));
    screen_label.release(&model);
}

/* Presses any keys in any order at any size. BUG_UNLESS and the sanitizers check the models' invariants. */
static void random_keys_break_nothing(void **state)
{
    (void)state;
    static const char32_t keys[] = {'s',
                                    'l',
                                    'c',
                                    'x',
                                    't',
                                    'z',
                                    '/',
                                    'h',
                                    'o',
                                    '>',
                                    '<',
                                    '5',
                                    ' ',
                                    NAMED_UP,
                                    NAMED_DOWN,
                                    NAMED_PAGE_UP,
                                    NAMED_PAGE_DOWN,
                                    NAMED_HOME,
                                    NAMED_END,
                                    NAMED_TAB,
                                    NAMED_BACKTAB,
                                    NAMED_ENTER,
                                    NAMED_BACKSPACE,
                                    NAMED_ESCAPE};
    struct random_source random = random_from(1, 2);
    struct label_model model = shown(&markdown_and_plain);
    struct surface surface = {0};
    for (int i = 0; i < 20000; i++) {
        int rows = 12 + (int)random_below(&random, 30);
        int columns = 40 + (int)random_below(&random, 100);
        struct action action =
            keymap_action(&no_keymap, screen_label.keys(&model),
                          (struct key){.code = keys[random_below(&random, sizeof keys / sizeof *keys)]});
        screen_label.update(&model, action);
        surface_reset(&surface, rows, columns);
        screen_label.arrange(&model, (struct rectangle){1, 0, rows - 3, columns});
        screen_label.draw(&model, &surface);
        assert_true(model.focus <= model.ballot->n_slots);
    }
    surface_release(&surface);
    screen_label.release(&model);
}

static void a_remark_says_whether_a_note_was_kept(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, 'e');
    press(&model, 'a');
    assert_non_null(strstr(press(&model, NAMED_ENTER).remark, "Note kept."));
    model.is_practice = true;
    press(&model, 'e');
    assert_string_equal(press(&model, NAMED_ENTER).remark, "notes are not kept in practice");
    screen_label.release(&model);
}

/* The note is stored while it is typed. If the annotator gives up typing, the note is stored as it was before. */
static void each_change_of_a_note_asks_to_keep_it(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    press(&model, 'e');
    struct effect effect = press(&model, 'a');
    assert_int_equal(effect.kind, EFFECT_KEEP_NOTE);
    assert_true(bytes_equal(effect.note, bytes_of("a")));
    assert_int_equal(press(&model, NAMED_LEFT).kind, EFFECT_NONE);
    effect = press(&model, NAMED_ESCAPE);
    assert_int_equal(effect.kind, EFFECT_KEEP_NOTE);
    assert_int_equal(effect.note.size, 0);
    screen_label.release(&model);
}

/* A note that an earlier session had stored while it was typed was never kept. */
static void a_note_that_was_never_kept_can_be_given_up(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.note = bytes_of("half a thou");
    struct label_model model = shown(&ballot);
    press(&model, 'e');
    struct effect effect = press(&model, NAMED_ESCAPE);
    assert_int_equal(effect.kind, EFFECT_KEEP_NOTE);
    assert_int_equal(effect.note.size, 0);
    press(&model, 'e');
    press(&model, NAMED_UP);
    effect = press(&model, NAMED_ENTER);
    assert_true(bytes_equal(effect.note, bytes_of("half a thou")));
    press(&model, 'e');
    assert_true(bytes_equal(press(&model, NAMED_ESCAPE).note, bytes_of("half a thou")));
    screen_label.release(&model);
}

/* --- Text that was read before -------------------------------------------- */

#define LONG_TEXT                                                                                            \
    "The cleaner has wheels and a bag. It stands in the cellar when nobody needs it. To mend the red hose, " \
    "cut it square. Then put the cleaner back into the cellar, where it stood before all of this."

/* Returns a ballot with three documents, of which the second is long and was read before. */
static struct ballot read_ballot(void)
{
    struct ballot ballot = three_documents;
    ballot.question = bytes_of("How is a red hose mended?");
    ballot.documents[1].text = bytes_of(LONG_TEXT);
    ballot.documents[1].was_read = true;
    return ballot;
}

static void show_next(struct label_model *model, const struct ballot *ballot)
{
    label_show(model, ballot, 1, NULL);
    screen_label.arrange(model, model->area);
}

/* Returns a ballot with the same documents, for showing it before this one. */
static struct ballot ballot_before(const struct ballot *ballot)
{
    struct ballot before = *ballot;
    before.ballot_id++;
    for (size_t i = 0; i < before.n_slots; i++)
        before.documents[i].was_read = false;
    return before;
}

/* Shows the ballot after its documents have been on the screen. */
static struct label_model shown_again(const struct ballot *ballot)
{
    const struct ballot before = ballot_before(ballot);
    struct label_model model = shown(&before);
    show_next(&model, ballot);
    return model;
}

static const char *text_of(const struct label_model *model, size_t i)
{
    return text_view_text(&model->boxes[i].text).data;
}

static const char *remark_of(const struct label_model *model, size_t i)
{
    return buffer_string(&model->boxes[i].remark);
}

static void text_read_before_is_folded_to_its_best_passage(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    assert_string_equal(text_of(&model, 0), "red hose");
    assert_string_equal(text_of(&model, 1),
                        "⋮ 16 words hidden: read before\nTo mend the red hose, cut it square.\n"
                        "⋮ 15 words hidden: read before\n");
    screen_label.release(&model);
}

static void text_corrected_since_it_was_shown_is_not_folded(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot(), before = ballot_before(&ballot);
    struct buffer earlier = {0};
    buffer_add_string(&earlier, LONG_TEXT);
    earlier.data[0] = 't';
    before.documents[1].text = buffer_bytes(&earlier);
    struct label_model model = shown(&before);
    show_next(&model, &ballot);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
    buffer_release(&earlier);
}

static void a_key_unfolds_text_read_before(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    assert_int_equal(press(&model, 'f').kind, EFFECT_REMARK);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    press(&model, 'f');
    assert_string_not_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
}

static void the_end_of_a_folded_document_says_how_to_unfold_it(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    press(&model, NAMED_TAB);
    const struct effect effect = press(&model, ' ');
    assert_string_equal(effect.remark, "document 2 ends here · \1whole\1 shows what is hidden");
    screen_label.release(&model);
}

static void the_next_ballot_is_folded_again(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    press(&model, 'f');
    struct ballot next = ballot;
    next.ballot_id++;
    show_next(&model, &next);
    assert_string_not_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
}

static void with_the_preference_for_whole_texts_nothing_is_folded(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    model.reading.read_before = SHOWN_WHOLE;
    ballot.ballot_id += 2;
    show_next(&model, &ballot);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
}

static void a_find_searches_folded_text(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot();
    struct label_model model = shown_again(&ballot);
    press(&model, '/');
    type(&model, "wheels");
    assert_int_equal(label_find_count(&model), 1);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    press(&model, NAMED_ESCAPE);
    assert_string_not_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
}

static void a_short_text_is_not_folded(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.documents[0].was_read = true;
    struct label_model model = shown_again(&ballot);
    assert_string_equal(text_of(&model, 0), "red hose");
    screen_label.release(&model);
}

/* Returns a ballot whose second document has thirty lines, more than are shown at once. */
static struct ballot read_list_ballot(struct buffer *text)
{
    struct ballot ballot = three_documents;
    for (int i = 1; i <= 30; i++)
        buffer_add_format(text, "Line number %d says something else than all of the others.\n", i);
    ballot.documents[1].text = buffer_bytes(text);
    ballot.documents[1].was_read = true;
    return ballot;
}

static void text_that_was_not_on_the_screen_is_not_folded(void **state)
{
    (void)state;
    struct buffer text = {0};
    const struct ballot ballot = read_list_ballot(&text);
    struct label_model model = shown_again(&ballot);
    assert_non_null(strstr(text_of(&model, 1), "Line number 30 says"));
    assert_null(strstr(text_of(&model, 1), "Line number 4 says"));
    assert_string_equal(remark_of(&model, 1), "read in part");
    screen_label.release(&model);
    buffer_release(&text);
}

static void text_that_was_scrolled_to_is_folded(void **state)
{
    (void)state;
    struct buffer text = {0};
    const struct ballot ballot = read_list_ballot(&text), before = ballot_before(&ballot);
    struct label_model model = shown(&before);
    press(&model, NAMED_TAB);
    for (int i = 0; i < 10; i++)
        press(&model, NAMED_PAGE_DOWN);
    show_next(&model, &ballot);
    assert_null(strstr(text_of(&model, 1), "Line number 30 says"));
    assert_string_equal(remark_of(&model, 1), "read before");
    screen_label.release(&model);
    buffer_release(&text);
}

static void text_that_was_jumped_over_is_not_folded(void **state)
{
    (void)state;
    struct buffer text = {0};
    const struct ballot ballot = read_list_ballot(&text), before = ballot_before(&ballot);
    struct label_model model = shown(&before);
    press(&model, NAMED_TAB);
    press(&model, NAMED_END);
    show_next(&model, &ballot);
    assert_null(strstr(text_of(&model, 1), "Line number 30 says"));
    assert_non_null(strstr(text_of(&model, 1), "Line number 15 says"));
    screen_label.release(&model);
    buffer_release(&text);
}

/* Text that two documents share is hidden in both, and so was not on the screen. */
static void shared_text_that_was_hidden_does_not_count_as_read(void **state)
{
    (void)state;
    struct buffer text = {0}, twin = {0};
    const struct ballot ballot = read_list_ballot(&text);
    struct ballot before = ballot_before(&ballot);
    buffer_add(&twin, buffer_bytes(&text));
    buffer_add_string(&twin, "Line number 31 is in one of them.\n");
    before.documents[0].text = buffer_bytes(&twin);
    struct label_model model = shown(&before);
    for (int i = 0; i < 10; i++)
        press(&model, NAMED_PAGE_DOWN);
    assert_null(strstr(text_of(&model, 1), "Line number 20"));
    show_next(&model, &ballot);
    assert_non_null(strstr(text_of(&model, 1), "Line number 20"));
    screen_label.release(&model);
    buffer_release(&text);
    buffer_release(&twin);
}

static void text_read_in_an_earlier_session_is_not_folded(void **state)
{
    (void)state;
    const struct ballot ballot = read_ballot();
    struct label_model model = shown(&ballot);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    assert_string_equal(remark_of(&model, 1), "read before");
    screen_label.release(&model);
}

static void text_shown_for_another_question_is_not_folded(void **state)
{
    (void)state;
    struct ballot ballot = read_ballot(), before = ballot_before(&ballot);
    before.question_id = 2;
    struct label_model model = shown(&before);
    show_next(&model, &ballot);
    assert_string_equal(text_of(&model, 1), LONG_TEXT);
    screen_label.release(&model);
}

/* --- Differences ---------------------------------------------------------- */

#define RULES_LINE "Bicycles stand in the shed and nowhere else; the gate is closed at ten in the evening."
#define RULES RULES_LINE " "

/* Returns a ballot whose first two documents are alike except for a number. The third one is different. */
static struct ballot alike_ballot(void)
{
    struct ballot ballot = three_documents;
    ballot.documents[0].text = bytes_of(RULES "Notice is given three months before the end.");
    ballot.documents[1].text = bytes_of(RULES "Notice is given six months before the end.");
    ballot.documents[2].text = bytes_of("Two flats are to let.");
    return ballot;
}

static void nothing_is_hidden_if_all_texts_fit(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    struct label_model model = shown(&ballot);
    assert_string_equal(text_of(&model, 0), RULES_LINE "\nNotice is given three months before the end.\n");
    assert_string_equal(text_of(&model, 1), RULES_LINE "\nNotice is given six months before the end.\n");
    assert_string_equal(remark_of(&model, 1), "96 % same as 1");
    assert_string_equal(remark_of(&model, 2), "");
    assert_string_equal(press(&model, 'f').remark, "nothing is hidden here");
    screen_label.release(&model);
}

/* Returns rules with `answer` among them, too long for a small window. */
static const char *long_rules(struct arena *arena, const char *answer)
{
    struct buffer text = {0};
    for (int i = 1; i <= 30; i++)
        buffer_add_format(&text, "%sRule number %d holds for all who live in the house.\n\n",
                          i == 15 ? answer : "", i);
    const char *copy = arena_copy_string(arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

static struct ballot long_rules_ballot(struct arena *arena, const char *one, const char *other)
{
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    ballot.question = bytes_of("When is the gate closed?");
    ballot.documents[0].text = bytes_of(long_rules(arena, one));
    ballot.documents[1].text = bytes_of(long_rules(arena, other));
    return ballot;
}

static void text_that_documents_share_is_hidden_in_both(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ballot ballot =
        long_rules_ballot(&arena, "The gate is closed at ten.\n\n", "The gate is closed at nine.\n\n");
    struct label_model model = shown(&ballot);
    assert_string_equal(text_of(&model, 0), "⋯ 154 words hidden: same as in 2\nThe gate is closed at ten.\n"
                                            "⋯ 176 words hidden: same as in 2\n");
    assert_string_equal(text_of(&model, 1), "⋯ 154 words hidden: same as in 1\nThe gate is closed at nine.\n"
                                            "⋯ 176 words hidden: same as in 1\n");
    screen_label.release(&model);
    arena_release(&arena);
}

/* Both documents have it in the same words. */
static void the_passage_that_answers_is_hidden_in_no_document(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ballot ballot =
        long_rules_ballot(&arena, "The gate is closed at ten.\n\n", "The gate is closed at ten.\n\n");
    const char *longer = arena_format(&arena, "%sPets are not allowed.\n", ballot.documents[1].text.data);
    ballot.documents[1].text = bytes_of(longer);
    struct label_model model = shown(&ballot);
    for (size_t i = 0; i < 2; i++)
        assert_non_null(strstr(text_of(&model, i), "\nThe gate is closed at ten.\n"));
    assert_null(strstr(text_of(&model, 0), "Rule number"));
    screen_label.release(&model);
    arena_release(&arena);
}

static void nothing_is_hidden_in_identical_documents(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ballot ballot =
        long_rules_ballot(&arena, "The gate is closed at ten.\n\n", "The gate is closed at ten.\n\n");
    struct label_model model = shown(&ballot);
    assert_int_equal(text_view_text(&model.boxes[0].text).size, ballot.documents[0].text.size);
    assert_string_equal(remark_of(&model, 1), "same text as 1");
    screen_label.release(&model);
    arena_release(&arena);
}

#define WHEN_LATE " if the Supplier is late by ten days, unless the delay is caused by force majeure."
#define IN_WINTER "That does not hold in winter."
#define NOTICE " Notice must be given in writing.\n\n"

/* Its neighbours are the sentences next to it in its paragraph. */
static void a_sentence_that_differs_is_whole_and_has_its_neighbours(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ballot ballot = long_rules_ballot(&arena, "The Buyer may terminate" WHEN_LATE " " IN_WINTER NOTICE,
                                             "The Buyer may not terminate" WHEN_LATE " " IN_WINTER NOTICE);
    struct label_model model = shown(&ballot);
    assert_non_null(strstr(text_of(&model, 0), "\nThe Buyer may terminate" WHEN_LATE "\n" IN_WINTER "\n"));
    assert_non_null(
        strstr(text_of(&model, 1), "\nThe Buyer may not terminate" WHEN_LATE "\n" IN_WINTER "\n"));
    screen_label.release(&model);
    arena_release(&arena);
}

/* A page that is part of a book is not a near duplicate of the book. */
static void a_book_is_not_called_similar_to_one_of_its_pages(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ballot ballot = long_rules_ballot(&arena, LONG_TEXT "\n\n", "");
    ballot.documents[1].text = bytes_of(LONG_TEXT);
    struct label_model model = shown(&ballot);
    assert_string_equal(remark_of(&model, 0), "");
    assert_string_equal(remark_of(&model, 1), "99 % same as 1");
    assert_null(strstr(text_of(&model, 0), "hidden"));
    assert_null(strstr(text_of(&model, 1), "hidden"));
    screen_label.release(&model);
    arena_release(&arena);
}

static bool has_bar(const struct label_model *model, size_t i, const char *words)
{
    const struct folded_text *folded = &model->boxes[i].text.folded;
    size_t start = (size_t)(strstr(text_of(model, i), words) - text_of(model, i));
    return folded_text_has_bar(folded, start, start + strlen(words));
}

/* Also if the texts differ only in a sign, and not in a word. */
static void a_bar_marks_text_that_not_all_documents_have(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    ballot.documents[0].text = bytes_of(RULES "Keep it at -5 degrees. Notice is given.");
    ballot.documents[1].text = bytes_of(RULES "Keep it at 5 degrees. Notice is given.");
    struct label_model model = shown(&ballot);
    assert_true(has_bar(&model, 0, "-5 degrees"));
    assert_true(has_bar(&model, 1, "Keep it at 5 degrees"));
    assert_false(has_bar(&model, 0, "Notice"));
    assert_false(has_bar(&model, 0, "Bicycles"));
    screen_label.release(&model);
}

static void a_bar_marks_the_lines_of_a_record_that_differ(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    ballot.documents[0].text = bytes_of(RULES "\n\nDrug: Morphine\nMax: 3 g\nRoute: oral");
    ballot.documents[1].text = bytes_of(RULES "\n\nDrug: Morphine\nMax: 4 g\nRoute: oral");
    struct label_model model = shown(&ballot);
    assert_true(has_bar(&model, 0, "Max: 3 g"));
    assert_false(has_bar(&model, 0, "Drug: Morphine"));
    assert_false(has_bar(&model, 0, "Route: oral"));
    screen_label.release(&model);
}

#define DOSES(dose)                                                                                          \
    "| Clearance | Dose | Interval | Remark |\n|---|---|---|---|\n| over 90 | 20 | 8 | as ever |\n"          \
    "| from 60 to 90 | 15 | 12 | as ever |\n| from 30 to 60 | " dose                                         \
    " | 24 | slowly |\n| from 15 to 30 | 5 | 48 | slowly |\n| below 15 | 2 | 48 | ask the doctor first |\n"

/* A dose belongs to a clearance in the first column, and the header says what each column is. */
static void a_table_row_that_differs_stays_whole_below_its_header(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    ballot.question = bytes_of("What?");
    ballot.documents[0].text = bytes_of(DOSES("10"));
    ballot.documents[1].text = bytes_of(DOSES("12"));
    struct label_model model = {.language = "english", .format = FORMAT_MARKDOWN, .layout = LAYOUT_STACKED};
    label_show(&model, &ballot, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 11, 80});
    assert_non_null(strstr(text_of(&model, 1), "Clearance     │ Dose │ Interval │ Remark\n"));
    assert_non_null(strstr(text_of(&model, 1), "from 30 to 60 │ 12   │ 24       │ slowly\n"));
    assert_null(strstr(text_of(&model, 1), "below 15"));
    screen_label.release(&model);
}

/* The differences are marked, and the annotator reads one document alone to its end. Marking a passage begins there. */
static void marking_begins_where_the_annotator_reads(void **state)
{
    (void)state;
    struct buffer texts[2] = {0};
    for (int line = 1; line <= 40; line++)
        for (size_t i = 0; i < 2; i++)
            buffer_add_format(&texts[i], "Rule number %d is the same in both.\n", line);
    buffer_add_string(&texts[0], "Notice is given three months before.\n");
    buffer_add_string(&texts[1], "Notice is given six months before.\n");
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    ballot.documents[0].text = buffer_bytes(&texts[0]);
    ballot.documents[1].text = buffer_bytes(&texts[1]);
    struct label_model model = shown(&ballot);
    press(&model, '\t');
    press(&model, 'z');
    press(&model, 'G');
    press(&model, 'v');
    assert_true(model.chosen.start > texts[1].size / 2);
    screen_label.release(&model);
    buffer_release(&texts[0]);
    buffer_release(&texts[1]);
}

static void a_number_in_only_one_document_is_highlighted(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    struct label_model model = shown(&ballot);
    const struct folded_text *folded = &model.boxes[1].text.folded;
    assert_int_equal(folded->n_marks, 1);
    assert_int_equal(folded->marks[0].style, STYLE_DECISIVE);
    assert_memory_equal(folded->seen.text.data + folded->marks[0].start, "six", 3);
    screen_label.release(&model);
}

static void a_key_shows_documents_without_marks(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    struct label_model model = shown(&ballot);
    press(&model, 'd');
    assert_false(model.boxes[1].text.is_folded);
    press(&model, 'd');
    assert_true(model.boxes[1].text.is_folded);
    screen_label.release(&model);
}

#define SHARED_BEGINNING "Rent is paid on the first day of each month by bank transfer. "
#define SHARED_END "The deposit comes back within a month after the last day."

/* Returns a ballot with two texts that share much. The part that only the first text has takes more rows. */
static struct ballot two_leases(void)
{
    static const char longer[] = SHARED_BEGINNING "Pets are welcome as long as no neighbour complains about "
                                                  "them in writing to the landlord. " SHARED_END;
    static const char shorter[] = SHARED_BEGINNING "No pets. " SHARED_END;
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    ballot.documents[0].text = bytes_of(longer);
    ballot.documents[1].text = bytes_of(shorter);
    return ballot;
}

/* Returns the row of the pane in which the words begin, or -1 if they are not in the pane. */
static int row_of(const struct label_model *model, size_t document, const char *words)
{
    const struct text_view *view = &model->boxes[document].text;
    struct bytes text = text_view_text(view);
    const char *found = memmem(text.data, text.size, words, strlen(words));
    for (size_t line = 0; found != NULL && line < view->wrapped.n_lines; line++)
        if (view->wrapped.lines[line].end > (size_t)(found - text.data))
            return (int)line;
    return -1;
}

static void side_by_side_the_same_sentence_is_on_the_same_row(void **state)
{
    (void)state;
    struct ballot ballot = two_leases();
    struct label_model model = shown(&ballot);
    screen_label.arrange(&model, (struct rectangle){0, 0, 30, 120});
    press(&model, 'f');
    assert_int_equal(row_of(&model, 0, "Rent is"), row_of(&model, 1, "Rent is"));
    assert_true(row_of(&model, 0, "The deposit") > row_of(&model, 0, "Pets") + 1);
    assert_int_equal(row_of(&model, 0, "The deposit"), row_of(&model, 1, "The deposit"));
    screen_label.release(&model);
}

static void sentences_are_not_aligned_without_room_or_when_stacked(void **state)
{
    (void)state;
    static const struct rectangle areas[] = {{0, 0, 5, 120}, {0, 0, 30, 72}, {0, 0, 11, 40}};
    struct ballot ballot = two_leases();
    struct label_model model = shown(&ballot);
    press(&model, 'f');
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        screen_label.arrange(&model, areas[i]);
        struct bytes seen = text_view_text(&model.boxes[1].text);
        assert_null(memmem(seen.data, seen.size, "\n\n", 2));
    }
    screen_label.release(&model);
}

static void documents_that_share_nothing_have_no_differences(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    assert_string_equal(press(&model, 'd').remark,
                        "these documents share no passage" YIELDING_WHOLLY(": no differences to mark"));
    screen_label.release(&model);
}

static void a_document_alone_has_no_differences(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.n_slots = 1;
    struct label_model model = shown(&ballot);
    assert_string_equal(press(&model, 'd').remark, "this ballot has one document");
    screen_label.release(&model);
}

static void identical_documents_are_reported(void **state)
{
    (void)state;
    struct ballot ballot = alike_ballot();
    ballot.documents[2].text = ballot.documents[0].text;
    struct label_model model = shown(&ballot);
    assert_string_equal(remark_of(&model, 0), "same text as 3");
    assert_string_equal(remark_of(&model, 1), "96 % same as 1");
    assert_string_equal(remark_of(&model, 2), "same text as 1");
    screen_label.release(&model);
}

/* --- Where long documents open -------------------------------------------- */

/* Adds `lines` lines without a word of the question. */
static void add_lines(struct buffer *text, size_t lines)
{
    for (size_t i = 0; i < lines; i++)
        buffer_add_string(text, "Nothing of that is in this line.\n");
}

/* Returns a long text that answers the question in two places. */
static struct buffer long_text(void)
{
    struct buffer text = {0};
    add_lines(&text, 50);
    buffer_add_string(&text, "A red hose is mended with tape.\n");
    add_lines(&text, 50);
    buffer_add_string(&text, "The red hose is blue.\n");
    add_lines(&text, 50);
    return text;
}

static size_t first_line_number(const struct label_model *model)
{
    return text_view_lines_above(&model->boxes[0].text);
}

static void a_long_document_opens_at_its_best_passage(void **state)
{
    (void)state;
    struct buffer text = long_text();
    struct ballot ballot = read_ballot();
    ballot.documents[0].text = buffer_bytes(&text);
    struct label_model model = shown(&ballot);
    assert_int_equal(first_line_number(&model), 50);
    press(&model, NAMED_HOME);
    assert_int_equal(first_line_number(&model), 0);
    screen_label.release(&model);
    buffer_release(&text);
}

/* This holds whatever else the documents contain. Alone, the second one would open at a later passage. */
static void near_duplicates_open_at_the_same_passage(void **state)
{
    (void)state;
    struct buffer text = long_text(), other = {0};
    buffer_add(&other, buffer_bytes(&text));
    buffer_add_string(&other, "A red hose is mended by who mends hoses.\n");
    struct ballot ballot = read_ballot();
    ballot.n_slots = 2;
    ballot.documents[0].text = buffer_bytes(&text);
    ballot.documents[1].text = buffer_bytes(&other);
    ballot.documents[0].was_read = ballot.documents[1].was_read = false;
    struct label_model model = shown(&ballot);
    press(&model, 'f');
    assert_int_equal(first_line_number(&model), 50);
    assert_int_equal(text_view_lines_above(&model.boxes[1].text), 50);
    screen_label.release(&model);
    buffer_release(&text);
    buffer_release(&other);
}

/* Requires these words in a row of the first box's text. */
static void assert_row(struct label_model *model, int row, const char *expected)
{
    struct surface surface = {0};
    struct buffer text = {0};
    surface_reset(&surface, model->area.rows, model->area.columns);
    screen_label.arrange(model, model->area);
    screen_label.draw(model, &surface);
    surface_dump(&surface, &text);
    struct bytes rest = buffer_bytes(&text), line = rest;
    for (int i = 0; i <= model->boxes[0].area.row + 1 + model->boxes[0].title_rows + row; i++)
        assert_true(bytes_next_line(&rest, &line));
    if (memmem(line.data, line.size, expected, strlen(expected)) == NULL)
        fail_msg("“%s” is not in row %d:\n%s", expected, row, buffer_string(&text));
    buffer_release(&text);
    surface_release(&surface);
}

/* Returns `n` error codes, as records below their heading. */
static struct buffer code_text(int n)
{
    struct buffer text = {0};
    buffer_add_string(&text, "The pump\n\n");
    add_lines(&text, 10);
    buffer_add_string(&text, "\nError codes\n\n");
    for (int i = 1; i <= n; i++)
        buffer_add_format(&text, "Code: E-%d\nMeaning: Something is wrong\nAction: Call the engineer\n\n", i);
    return text;
}

static void a_document_opens_at_the_beginning_of_a_record_below_its_heading(void **state)
{
    (void)state;
    for (int n = 17; n <= 40; n += 23) { /* code 17 is the last one, or in the middle */
        struct buffer text = code_text(n);
        struct ballot ballot = three_documents;
        ballot.question = bytes_of("What does the engineer do when 17 is shown?");
        ballot.documents[0].text = buffer_bytes(&text);
        struct label_model model = shown(&ballot);
        assert_row(&model, 0, "Error codes");
        assert_row(&model, n == 17 ? 2 : 1, n == 17 ? "Code: E-15" : "Code: E-17");
        assert_row(&model, n == 17 ? 10 : 5, n == 17 ? "Code: E-17" : "Code: E-18");
        press(&model, NAMED_END);
        assert_row(&model, 0, "Error codes");
        press(&model, NAMED_HOME);
        assert_row(&model, 0, "The pump");
        screen_label.release(&model);
        buffer_release(&text);
    }
}

/* Returns the error codes of a pump. Those of two pumps differ in the number in the first line, and in one extension
 * far below what is shown first. */
static struct buffer pump_text(int extension)
{
    struct buffer text = {0};
    buffer_add_string(&text, "Error codes of the infusion pump with the serial number that ends in ");
    buffer_add_format(&text, "%d\n\n", extension);
    for (int i = 1; i <= 30; i++)
        buffer_add_format(&text,
                          "%d. Alarm\n\nCode: E-%d\nMeaning: It is alarm number %d\nAction: Call %d\n\n", i,
                          i, i, i == 29 ? extension : i);
    return text;
}

static struct ballot pump_ballot(const struct buffer *one, const struct buffer *other)
{
    struct ballot ballot = three_documents;
    ballot.n_slots = 2;
    ballot.question = bytes_of("What is to be done at alarm 3?");
    ballot.documents[0].text = buffer_bytes(one);
    ballot.documents[1].text = buffer_bytes(other);
    return ballot;
}

/* Returns the line of differences. */
static const char *changes_of(const struct label_model *model)
{
    static struct buffer line;
    buffer_clear(&line);
    label_changes_add(model, 78, &line);
    return buffer_string(&line);
}

static void a_difference_out_of_sight_is_named_and_a_key_goes_there(void **state)
{
    (void)state;
    struct buffer one = pump_text(4711), other = pump_text(4712);
    struct ballot ballot = pump_ballot(&one, &other);
    struct label_model model = {.language = "english", .layout = LAYOUT_STACKED};
    label_show(&model, &ballot, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 80});
    assert_string_equal(changes_of(&model),
                        "2 differences, 1 out of sight: in 4711 → in 4712 · ▼ 4711 → 4712 (§29)");
    press(&model, 'n');
    press(&model, 'n');
    assert_string_equal(changes_of(&model),
                        "difference 2 of 2, 1 out of sight: 4711 → 4712 (§29) · ▲ in 4711 → in 4712");
    for (size_t i = 0; i < 2; i++) {
        const char *text = buffer_string(i == 0 ? &one : &other);
        const size_t at = (size_t)(strstr(text, i == 0 ? "Call 4711" : "Call 4712") - text);
        assert_true(at >= text_view_source_in_window(&model.boxes[i].text).start);
        assert_true(at < text_view_source_in_window(&model.boxes[i].text).end);
    }
    screen_label.release(&model);
    buffer_release(&one);
    buffer_release(&other);
}

static void the_line_of_differences_says_which_two_of_three_documents_differ(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.documents[0].text = bytes_of("Stay at home. Wait for the nurse. Take 2 tablets.");
    ballot.documents[1].text = bytes_of("Another matter.");
    ballot.documents[2].text = bytes_of("Stay at home. Wait for the nurse. Take 3 tablets.");
    struct label_model model = shown(&ballot);
    assert_string_equal(changes_of(&model), "1 difference · 1 and 3: Take 2 tablets → Take 3 tablets");
    screen_label.release(&model);
}

static void in_tabs_the_key_goes_to_a_document_with_the_difference(void **state)
{
    (void)state;
    struct ballot ballot = three_documents;
    ballot.documents[0].text = bytes_of("Another matter.");
    ballot.documents[1].text = bytes_of("Stay at home. Wait for the nurse. Take 2 tablets.");
    ballot.documents[2].text = bytes_of("Stay at home. Wait for the nurse. Take 3 tablets.");
    struct label_model model = {.language = "english", .layout = LAYOUT_TABS};
    label_show(&model, &ballot, 1, NULL);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 80});
    press(&model, 'n');
    assert_int_equal(model.focus, 1);
    screen_label.release(&model);
}

static void near_duplicates_scroll_together_until_they_are_unlocked(void **state)
{
    (void)state;
    struct buffer one = pump_text(4711), other = pump_text(4712);
    struct ballot ballot = pump_ballot(&one, &other);
    struct label_model model = shown(&ballot);
    press(&model, 'f');
    press(&model, NAMED_HOME);
    press(&model, NAMED_PAGE_DOWN);
    const size_t place = model.boxes[0].text.place.source;
    assert_true(place > 0);
    assert_int_equal(model.boxes[1].text.place.source, place);
    press(&model, '=');
    press(&model, NAMED_PAGE_DOWN);
    assert_true(model.boxes[0].text.place.source > place);
    assert_int_equal(model.boxes[1].text.place.source, place);
    screen_label.release(&model);
    buffer_release(&one);
    buffer_release(&other);
}

/* If the first line of a record has left the window, it stays in sight above the rest of the record. */
static void the_first_line_of_a_record_stays_in_sight(void **state)
{
    (void)state;
    struct buffer one = pump_text(4711), other = pump_text(4712);
    struct ballot ballot = pump_ballot(&one, &other);
    ballot.documents[1].text = bytes_of("Another text");
    struct label_model model = shown(&ballot);
    press(&model, NAMED_HOME);
    while (model.boxes[0].text.place.source <
           (size_t)(strstr(buffer_string(&one), "Meaning: It is alarm number 5") - one.data))
        press(&model, NAMED_DOWN);
    assert_row(&model, 0, "Code: E-5");
    assert_row(&model, 1, "Action: Call 5");
    screen_label.release(&model);
    buffer_release(&one);
    buffer_release(&other);
}

/* If a heading is too long for its window, the part that makes it different stays in sight. */
static void a_heading_is_cut_where_it_does_not_differ(void **state)
{
    (void)state;
    struct buffer one = {0}, other = {0};
    for (int i = 0; i < 2; i++) {
        struct buffer *text = i == 0 ? &one : &other;
        buffer_add_format(text, "Pumps\n\n## Error codes of the infusion pump of the ward model %d\n\n",
                          300 + 10 * i);
        for (int line = 1; line <= 20; line++)
            buffer_add_format(text, "- Line %d is the same in both of them\n", line);
    }
    struct ballot ballot = pump_ballot(&one, &other);
    struct label_model model = shown(&ballot);
    screen_label.arrange(&model, (struct rectangle){0, 0, 20, 40});
    press(&model, NAMED_TAB);
    press(&model, NAMED_BACKTAB);
    press(&model, NAMED_PAGE_DOWN);
    assert_row(&model, 0, "model 300");
    screen_label.release(&model);
    buffer_release(&one);
    buffer_release(&other);
}

static void lines_covered_by_a_heading_were_not_on_the_screen(void **state)
{
    (void)state;
    struct buffer text = code_text(40);
    struct ballot ballot = three_documents;
    ballot.question = bytes_of("What does the engineer do when 17 is shown?");
    ballot.documents[0].text = buffer_bytes(&text);
    struct label_model model = shown(&ballot);
    const struct text_part window = text_view_source_in_window(&model.boxes[0].text);
    assert_memory_equal(text.data + window.start, "Code: E-17", strlen("Code: E-17"));
    screen_label.release(&model);
    buffer_release(&text);
}

static void a_key_goes_from_passage_to_passage(void **state)
{
    (void)state;
    struct buffer text = long_text();
    struct ballot ballot = read_ballot();
    ballot.documents[0].text = buffer_bytes(&text);
    struct label_model model = shown(&ballot);
    press(&model, 'p');
    assert_int_equal(first_line_number(&model), 101);
    press(&model, 'p');
    assert_int_equal(first_line_number(&model), 50);
    screen_label.release(&model);
    buffer_release(&text);
}

static void a_document_without_the_questions_words_opens_at_its_beginning(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct ballot ballot = read_ballot();
    add_lines(&text, 100);
    ballot.documents[0].text = buffer_bytes(&text);
    struct label_model model = shown(&ballot);
    assert_int_equal(first_line_number(&model), 0);
    assert_string_equal(press(&model, 'p').remark, "no word of the question is in this one");
    screen_label.release(&model);
    buffer_release(&text);
}

/* Enter changes nothing if it is pressed once too often, after the guide or to confirm. */
static void enter_zooms_only_after_a_key_went_to_a_document(void **state)
{
    (void)state;
    struct label_model model = shown(&three_documents);
    struct effect effect = press(&model, NAMED_ENTER);
    assert_int_equal(effect.kind, EFFECT_REMARK);
    assert_false(model.is_zoomed || model.shows_focus);
    press(&model, NAMED_TAB);
    press(&model, NAMED_ENTER);
    assert_true(model.is_zoomed);
    press(&model, NAMED_ENTER);
    assert_false(model.is_zoomed);
    screen_label.release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_vote_for_their_document),
        cmocka_unit_test(pages_have_the_keys_of_pagers),
        cmocka_unit_test(the_key_0_votes_for_none),
        cmocka_unit_test(with_two_documents_one_key_votes_for_a_tie),
        cmocka_unit_test(with_three_documents_two_digits_name_the_tied_ones),
        cmocka_unit_test(the_tied_ones_are_asked_for_until_they_are_stored),
        cmocka_unit_test(a_single_document_has_no_tie),
        cmocka_unit_test(without_ties_the_tie_keys_do_nothing),
        cmocka_unit_test(the_keys_to_the_next_and_the_previous_match_never_vote),
        cmocka_unit_test(a_document_that_is_not_there_gets_no_vote),
        cmocka_unit_test(the_focus_does_not_vote),
        cmocka_unit_test(voting_works_in_the_zoom),
        cmocka_unit_test(tab_cycles_through_the_documents),
        cmocka_unit_test(a_skip_asks_for_its_reason_first),
        cmocka_unit_test(a_digit_does_not_vote_while_a_skip_asks),
        cmocka_unit_test(digits_are_typed_into_a_find),
        cmocka_unit_test(no_document_is_highlighted_until_a_key_addresses_one),
        cmocka_unit_test(a_short_document_is_not_scrolled_in_place_of_a_long_one),
        cmocka_unit_test(a_search_that_wraps_around_says_so),
        cmocka_unit_test(shared_text_that_was_hidden_does_not_count_as_read),
        cmocka_unit_test(nothing_is_hidden_if_all_texts_fit),
        cmocka_unit_test(text_that_documents_share_is_hidden_in_both),
        cmocka_unit_test(the_passage_that_answers_is_hidden_in_no_document),
        cmocka_unit_test(nothing_is_hidden_in_identical_documents),
        cmocka_unit_test(a_sentence_that_differs_is_whole_and_has_its_neighbours),
        cmocka_unit_test(a_book_is_not_called_similar_to_one_of_its_pages),
        cmocka_unit_test(a_bar_marks_text_that_not_all_documents_have),
        cmocka_unit_test(a_bar_marks_the_lines_of_a_record_that_differ),
        cmocka_unit_test(a_table_row_that_differs_stays_whole_below_its_header),
        cmocka_unit_test(a_key_shows_documents_without_marks),
        cmocka_unit_test(near_duplicates_open_at_the_same_passage),
        cmocka_unit_test(a_document_opens_at_the_beginning_of_a_record_below_its_heading),
        cmocka_unit_test(a_difference_out_of_sight_is_named_and_a_key_goes_there),
        cmocka_unit_test(the_line_of_differences_says_which_two_of_three_documents_differ),
        cmocka_unit_test(in_tabs_the_key_goes_to_a_document_with_the_difference),
        cmocka_unit_test(near_duplicates_scroll_together_until_they_are_unlocked),
        cmocka_unit_test(the_first_line_of_a_record_stays_in_sight),
        cmocka_unit_test(a_heading_is_cut_where_it_does_not_differ),
        cmocka_unit_test(lines_covered_by_a_heading_were_not_on_the_screen),
        cmocka_unit_test(enter_zooms_only_after_a_key_went_to_a_document),
        cmocka_unit_test(a_find_goes_to_the_first_match_after_the_focus),
        cmocka_unit_test(the_next_match_wraps_around),
        cmocka_unit_test(a_find_given_up_leaves_no_trace),
        cmocka_unit_test(erasing_takes_whole_characters),
        cmocka_unit_test(a_find_ends_with_its_ballot_and_can_be_made_again),
        cmocka_unit_test(documents_that_are_too_long_to_compare_are_reported),
        cmocka_unit_test(another_ballot_begins_at_its_beginning),
        cmocka_unit_test(the_same_ballot_shown_again_keeps_the_place),
        cmocka_unit_test(redo_is_refused_without_an_undone_answer),
        cmocka_unit_test(x_shows_the_source_and_back),
        cmocka_unit_test(the_source_is_shown_on_its_ballot_alone),
        cmocka_unit_test(the_setting_determines_the_format_of_documents),
        cmocka_unit_test(t_toggles_the_marks_of_the_words_of_the_question),
        cmocka_unit_test(matches_stand_out_from_the_words_of_the_question),
        cmocka_unit_test(random_keys_break_nothing),
        cmocka_unit_test(text_read_before_is_folded_to_its_best_passage),
        cmocka_unit_test(text_corrected_since_it_was_shown_is_not_folded),
        cmocka_unit_test(a_key_unfolds_text_read_before),
        cmocka_unit_test(the_end_of_a_folded_document_says_how_to_unfold_it),
        cmocka_unit_test(the_next_ballot_is_folded_again),
        cmocka_unit_test(with_the_preference_for_whole_texts_nothing_is_folded),
        cmocka_unit_test(a_find_searches_folded_text),
        cmocka_unit_test(a_short_text_is_not_folded),
        cmocka_unit_test(text_that_was_not_on_the_screen_is_not_folded),
        cmocka_unit_test(text_that_was_scrolled_to_is_folded),
        cmocka_unit_test(text_that_was_jumped_over_is_not_folded),
        cmocka_unit_test(text_read_in_an_earlier_session_is_not_folded),
        cmocka_unit_test(text_shown_for_another_question_is_not_folded),
        cmocka_unit_test(a_long_document_opens_at_its_best_passage),
        cmocka_unit_test(a_key_goes_from_passage_to_passage),
        cmocka_unit_test(a_document_without_the_questions_words_opens_at_its_beginning),
        cmocka_unit_test(marking_begins_where_the_annotator_reads),
        cmocka_unit_test(a_number_in_only_one_document_is_highlighted),
        cmocka_unit_test(side_by_side_the_same_sentence_is_on_the_same_row),
        cmocka_unit_test(sentences_are_not_aligned_without_room_or_when_stacked),
        cmocka_unit_test(documents_that_share_nothing_have_no_differences),
        cmocka_unit_test(a_document_alone_has_no_differences),
        cmocka_unit_test(identical_documents_are_reported),
        cmocka_unit_test(a_remark_says_whether_a_note_was_kept),
        cmocka_unit_test(each_change_of_a_note_asks_to_keep_it),
        cmocka_unit_test(a_note_that_was_never_kept_can_be_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
