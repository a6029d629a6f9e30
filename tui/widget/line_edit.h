/*
 * A line of text that the user types: a needle, a filter, a note. Its keys are
 * those of shells: the cursor goes by characters and words and to the ends, what is
 * cut can be put in again, and lines that were kept before can be recalled.
 */
#ifndef ASSAY_TUI_WIDGET_LINE_EDIT_H
#define ASSAY_TUI_WIDGET_LINE_EDIT_H

#include "tui/keys/action.h"

/* In the place of a place in a prompt: nothing is typed there. */
#define NO_CURSOR SIZE_MAX

/* {0} is an empty line, and safe to release. */
struct line_edit {
    struct buffer text;
    size_t cursor; /* before this byte of the text; text.size: behind it */
    struct buffer cut;
    struct buffer *kept; /* earlier lines, each once, the newest last */
    size_t n_kept;
    size_t n_recalled;   /* how far back in them: 0 is the line that is typed */
    struct buffer typed; /* that line, while another one is recalled */
};

/* The keys for typing a line, for the end of a table (`also`): with the arrows up and down, which recall earlier lines, or
 * without them if a list uses the arrows. */
extern const struct key_table line_edit_table;
extern const struct key_table line_edit_list_table;

void line_edit_release(struct line_edit *edit);

/* Another text, the cursor behind it. */
void line_edit_set(struct line_edit *edit, struct bytes text);

/* The line can be recalled from now on, if it is not empty. */
void line_edit_keep(struct line_edit *edit);

/* Adds the line to a prompt, behind what it is called; returns the place of the cursor in `prompt`. */
size_t line_edit_prompt(const struct line_edit *edit, const char *name, struct buffer *prompt);

/*
 * Does what the action asks for. False: it is none of a line's. *has_changed: the
 * text has; one that would be longer than `size_max` bytes stays as it is.
 */
bool line_edit_update(struct line_edit *edit, struct action action, size_t size_max, bool *has_changed);

#endif
