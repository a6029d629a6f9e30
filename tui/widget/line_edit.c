/*
 * The cursor is always between clusters, so that no character is cut in half. Words are runs of anything except
 * blanks and ASCII punctuation. All changes of the text go through line_edit_replace(), which refuses text that is
 * too long.
 */
#include "tui/widget/line_edit.h"

#include "core/base/memory.h"
#include "tui/text/cluster.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 100 };

// clang-format off
static const struct key_row rows[] = {
    {.id = "erase", .keys = {NAMED_BACKSPACE}, .action = ACTION_ERASE,
     .help = "Erase the character before the cursor"},
    {.id = "erase-next", .keys = {NAMED_DELETE, KEY_CONTROL | 'd'}, .action = ACTION_ERASE_NEXT,
     .help = "Erase the character after the cursor"},
    {.id = "cursor", .keys = {NAMED_LEFT, NAMED_RIGHT, KEY_CONTROL | 'b', KEY_CONTROL | 'f'}, .places = 2,
     .action = ACTION_CURSOR, .help = "Go left or right by a character"},
    {.id = "cursor-word", .keys = {KEY_CONTROL | NAMED_LEFT, KEY_CONTROL | NAMED_RIGHT, KEY_ALT | NAMED_LEFT,
     KEY_ALT | NAMED_RIGHT, KEY_ALT | 'b', KEY_ALT | 'f'}, .places = 2, .action = ACTION_CURSOR_WORD,
     .help = "Go left or right by a word"},
    {.id = "cursor-ends", .keys = {NAMED_HOME, NAMED_END, KEY_CONTROL | 'a', KEY_CONTROL | 'e'}, .places = 2,
     .action = ACTION_CURSOR_ENDS, .help = "Go to the beginning or the end of the line"},
    {.id = "cut-word", .keys = {KEY_CONTROL | 'w', KEY_ALT | 'd', KEY_ALT | NAMED_BACKSPACE, KEY_ALT | NAMED_DELETE},
     .places = 2,
     .action = ACTION_CUT_WORD, .help = "Cut the word before or after the cursor"},
    {.id = "cut", .keys = {KEY_CONTROL | 'u', KEY_CONTROL | 'k'}, .places = 2, .action = ACTION_CUT,
     .help = "Cut everything before or after the cursor"},
    {.id = "put", .keys = {KEY_CONTROL | 'y'}, .action = ACTION_PUT, .help = "Insert the text that was cut last"},
};

static const struct key_row recalling_rows[] = {
    {.id = "recall", .keys = {NAMED_UP, NAMED_DOWN, KEY_CONTROL | 'p', KEY_CONTROL | 'n'}, .places = 2,
     .action = ACTION_RECALL, .help = "Recall text typed here before"},
};

static const struct key_row list_rows[] = {
    {.id = "recall", .keys = {KEY_CONTROL | 'p', KEY_CONTROL | 'n'}, .places = 2, .action = ACTION_RECALL,
     .help = "Recall text typed here before"},
};
// clang-format on

static const struct key_table editing_table = {.id = "line",
                                               .title = "Wherever text is typed",
                                               .takes_text = true,
                                               .rows = rows,
                                               .n_rows = sizeof rows / sizeof *rows};

const struct key_table line_edit_table = {.id = "line-recall",
                                          .title =
                                              "Earlier lines, where a note, a find or a setting is typed",
                                          .takes_text = true,
                                          .rows = recalling_rows,
                                          .n_rows = sizeof recalling_rows / sizeof *recalling_rows,
                                          .also = &editing_table};

const struct key_table line_edit_list_table = {.id = "line-recall-filter",
                                               .title = "Earlier lines, where a filter is typed",
                                               .takes_text = true,
                                               .rows = list_rows,
                                               .n_rows = sizeof list_rows / sizeof *list_rows,
                                               .also = &editing_table};

void line_edit_release(struct line_edit *edit)
{
    buffer_release(&edit->text);
    buffer_release(&edit->cut);
    buffer_release(&edit->typed);
    for (size_t i = 0; i < edit->n_kept; i++)
        buffer_release(&edit->kept[i]);
    free(edit->kept);
    *edit = (struct line_edit){0};
}

static void set_buffer(struct buffer *buffer, struct bytes text)
{
    buffer_clear(buffer);
    buffer_add(buffer, text);
}

void line_edit_set(struct line_edit *edit, struct bytes text)
{
    set_buffer(&edit->text, text);
    edit->cursor = text.size;
    edit->n_recalled = 0;
}

size_t line_edit_prompt(const struct line_edit *edit, const char *name, struct buffer *prompt)
{
    buffer_add_string(prompt, name);
    buffer_add(prompt, buffer_bytes(&edit->text));
    return prompt->size - edit->text.size + edit->cursor;
}

/* --- Positions in the line ------------------------------------------------- */

static size_t place_after(const struct line_edit *edit, size_t place)
{
    struct bytes text = buffer_bytes(&edit->text);
    return place < text.size ? place + text_cluster(text, place, 0).size : place;
}

static size_t place_before(const struct line_edit *edit, size_t place)
{
    size_t before = 0;
    for (size_t at = 0; at < place; at = place_after(edit, at))
        before = at;
    return before;
}

static bool is_in_word(const struct line_edit *edit, size_t place)
{
    unsigned char byte = (unsigned char)edit->text.data[place];
    return byte >= 0x80 || isalnum(byte) != 0;
}

static size_t word_end_after(const struct line_edit *edit, size_t place)
{
    while (place < edit->text.size && !is_in_word(edit, place))
        place = place_after(edit, place);
    while (place < edit->text.size && is_in_word(edit, place))
        place = place_after(edit, place);
    return place;
}

static size_t word_begin_before(const struct line_edit *edit, size_t place)
{
    size_t begin = 0;
    bool was_in_word = false;
    for (size_t at = 0; at < place; at = place_after(edit, at)) {
        if (is_in_word(edit, at) && !was_in_word)
            begin = at;
        was_in_word = is_in_word(edit, at);
    }
    return begin;
}

/* --- Changes ---------------------------------------------------------------- */

/* Replaces the range from `begin` to before `end` by `text`, and puts the cursor after it. */
static bool line_edit_replace(struct line_edit *edit, size_t begin, size_t end, struct bytes text,
                              size_t size_max)
{
    struct bytes all = buffer_bytes(&edit->text);
    if ((begin == end && text.size == 0) || all.size - (end - begin) + text.size > size_max)
        return false;
    struct buffer changed = {0};
    buffer_add(&changed, (struct bytes){all.data, begin});
    buffer_add(&changed, text);
    buffer_add(&changed, bytes_from(all, end));
    buffer_release(&edit->text);
    edit->text = changed;
    edit->cursor = begin + text.size;
    return true;
}

static bool type_character(struct line_edit *edit, struct key key, size_t size_max)
{
    struct buffer character = {0};
    key_add_character(key, &character);
    bool typed = line_edit_replace(edit, edit->cursor, edit->cursor, buffer_bytes(&character), size_max);
    buffer_release(&character);
    return typed;
}

static bool erase(struct line_edit *edit, size_t begin, size_t end)
{
    return line_edit_replace(edit, begin, end, (struct bytes){0}, SIZE_MAX);
}

static bool cut(struct line_edit *edit, size_t begin, size_t end)
{
    if (begin < end)
        set_buffer(&edit->cut, (struct bytes){edit->text.data + begin, end - begin});
    return erase(edit, begin, end);
}

/* --- Earlier lines ----------------------------------------------------------- */

static void forget_kept(struct line_edit *edit, size_t i)
{
    buffer_release(&edit->kept[i]);
    memmove(&edit->kept[i], &edit->kept[i + 1], (--edit->n_kept - i) * sizeof *edit->kept);
}

void line_edit_keep(struct line_edit *edit)
{
    edit->n_recalled = 0;
    if (edit->text.size == 0)
        return;
    if (edit->kept == NULL)
        edit->kept = memory_get_zeroed(KEPT_MAX, sizeof *edit->kept);
    for (size_t i = 0; i < edit->n_kept; i++)
        if (bytes_equal(buffer_bytes(&edit->kept[i]), buffer_bytes(&edit->text)))
            forget_kept(edit, i);
    if (edit->n_kept == KEPT_MAX)
        forget_kept(edit, 0);
    edit->kept[edit->n_kept] = (struct buffer){0};
    buffer_add(&edit->kept[edit->n_kept++], buffer_bytes(&edit->text));
}

static bool recall(struct line_edit *edit, bool back, size_t size_max)
{
    size_t n = edit->n_recalled;
    if (back ? n == edit->n_kept : n == 0)
        return false;
    if (n == 0)
        set_buffer(&edit->typed, buffer_bytes(&edit->text));
    n = back ? n + 1 : n - 1;
    struct bytes line = buffer_bytes(n == 0 ? &edit->typed : &edit->kept[edit->n_kept - n]);
    if (line.size > size_max)
        return false;
    line_edit_set(edit, line);
    edit->n_recalled = n;
    return true;
}

/* --- Actions ------------------------------------------------------------------ */

bool line_edit_update(struct line_edit *edit, struct action action, size_t size_max, bool *has_changed)
{
    size_t cursor = edit->cursor, end = edit->text.size;
    bool is_back = action.nth == 0;
    *has_changed = false;
    switch (action.name) {
    case ACTION_TYPE:
        *has_changed = type_character(edit, action.key, size_max);
        return true;
    case ACTION_ERASE:
        *has_changed = erase(edit, place_before(edit, cursor), cursor);
        return true;
    case ACTION_ERASE_NEXT:
        *has_changed = erase(edit, cursor, place_after(edit, cursor));
        return true;
    case ACTION_CURSOR:
        edit->cursor = is_back ? place_before(edit, cursor) : place_after(edit, cursor);
        return true;
    case ACTION_CURSOR_WORD:
        edit->cursor = is_back ? word_begin_before(edit, cursor) : word_end_after(edit, cursor);
        return true;
    case ACTION_CURSOR_ENDS:
        edit->cursor = is_back ? 0 : end;
        return true;
    case ACTION_CUT_WORD:
        *has_changed = is_back ? cut(edit, word_begin_before(edit, cursor), cursor)
                               : cut(edit, cursor, word_end_after(edit, cursor));
        return true;
    case ACTION_CUT:
        *has_changed = is_back ? cut(edit, 0, cursor) : cut(edit, cursor, end);
        return true;
    case ACTION_PUT:
        *has_changed = line_edit_replace(edit, cursor, cursor, buffer_bytes(&edit->cut), size_max);
        return true;
    case ACTION_RECALL:
        *has_changed = recall(edit, is_back, size_max);
        return true;
    default:
        return false;
    }
}
