/*
 * A line of text that the user types: a search term, a filter, a note. Its keys are those of shells: the cursor moves
 * by characters, by words and to the ends; text that was cut can be inserted again; earlier lines can be recalled.
 */
#pragma once

#include "tui/keys/action.h"

/* In place of a cursor position in a prompt: the user types nothing there. */
#define NO_CURSOR SIZE_MAX

/* {0} is an empty line and safe to release. */
struct line_edit {
    struct buffer text;
    size_t cursor; /* before this byte of the text; text.size: at its end */
    struct buffer cut;
    struct buffer *kept; /* earlier lines without duplicates, the newest last */
    size_t n_kept;
    size_t n_recalled;   /* how far back the recalled line is; 0: the line being typed */
    struct buffer typed; /* the line being typed, while another one is recalled */
};

/* The keys for typing a line, for the end of a table (`also`): with the Up and Down arrows, which recall earlier
 * lines, or without them if a list uses the arrows. */
extern const struct key_table line_edit_table;
extern const struct key_table line_edit_list_table;

void line_edit_release(struct line_edit *edit);

/* Replaces the text and puts the cursor at its end. */
void line_edit_set(struct line_edit *edit, struct bytes text);

/* Keeps the line so that it can be recalled, unless it is empty. */
void line_edit_keep(struct line_edit *edit);

/* Appends the line's name and the line to a prompt. Returns the cursor's position in `prompt`. */
size_t line_edit_prompt(const struct line_edit *edit, const char *name, struct buffer *prompt);

/*
 * Carries out the action. Returns false if it is not an editing action. Sets *has_changed if the text has changed. A
 * change that would make the line longer than `size_max` bytes is not made.
 */
bool line_edit_update(struct line_edit *edit, struct action action, size_t size_max, bool *has_changed);
