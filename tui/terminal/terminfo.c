/*
 * A thin layer: a capability that the terminal lacks is NULL and adds nothing. The names of capabilities
 * (cursor_address, lines, …) are macros of <term.h> that read the terminal which curses has open.
 */
#include "tui/terminal/terminfo.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

/*
 * Types whose terminals can do everything that the stand-in can. Most Linux servers know the stand-ins; few know all
 * the types.
 */
static const struct {
    const char *beginning;
    const char *stand_in;
} stand_ins[] = {
    {"xterm", "xterm-256color"},   {"foot", "xterm-256color"},    {"alacritty", "xterm-256color"},
    {"kitty", "xterm-256color"},   {"ghostty", "xterm-256color"}, {"wezterm", "xterm-256color"},
    {"contour", "xterm-256color"}, {"konsole", "xterm-256color"}, {"gnome", "xterm-256color"},
    {"vte", "xterm-256color"},     {"iterm", "xterm-256color"},   {"tmux", "screen-256color"},
    {"screen", "screen-256color"},
};

static bool is_usable(const char *type, int output)
{
    int result;
    if (setupterm(type, output, &result) != OK)
        return false;
    bool usable = cursor_address != NULL;
    del_curterm(cur_term);
    return usable;
}

const char *terminfo_usable_type(const char *type, int output)
{
    if (is_usable(type, output))
        return type;
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++)
        if (bytes_starts_with(bytes_of(type), stand_ins[i].beginning) &&
            is_usable(stand_ins[i].stand_in, output))
            return stand_ins[i].stand_in;
    return NULL;
}

bool terminfo_is_ecma48(void)
{
    return bytes_starts_with(bytes_of(cursor_address), "\033[");
}

bool terminfo_has_second_screen(void)
{
    return exit_ca_mode != NULL;
}

/* The output of tputs, which has no argument for a context. */
static struct buffer *collected;

static int collect_byte(int byte)
{
    buffer_add_byte(collected, (char)byte);
    return byte;
}

static void add_capability(struct buffer *bytes, const char *capability)
{
    collected = bytes;
    if (capability != NULL)
        tputs(capability, 1, collect_byte);
}

int terminfo_colours(void)
{
    return set_a_foreground != NULL && set_a_background != NULL ? tigetnum("colors") : 0;
}

bool terminfo_last_cell_scrolls(void)
{
    return auto_right_margin && !eat_newline_glitch;
}

void terminfo_add_move(int row, int column, struct buffer *bytes)
{
    add_capability(bytes, tiparm(cursor_address, row, column));
}

bool terminfo_can_go_right(void)
{
    return parm_right_cursor != NULL;
}

void terminfo_add_right(int count, struct buffer *bytes)
{
    add_capability(bytes,
                   count == 1 && cursor_right != NULL ? cursor_right : tiparm(parm_right_cursor, count));
}

bool terminfo_can_go_to_column(void)
{
    return column_address != NULL;
}

void terminfo_add_column(int column, struct buffer *bytes)
{
    add_capability(bytes, tiparm(column_address, column));
}

bool terminfo_can_go_below(void)
{
    return cursor_left != NULL && cursor_down != NULL;
}

void terminfo_add_below(struct buffer *bytes)
{
    add_capability(bytes, cursor_left);
    add_capability(bytes, cursor_down); /* often a line feed, which the terminal modes pass unchanged */
}

bool terminfo_can_shift(void)
{
    return change_scroll_region != NULL && (parm_index != NULL || scroll_forward != NULL) &&
           (parm_rindex != NULL || scroll_reverse != NULL);
}

/* Scrolls at the edge of the rows: `once` moves them by one, `many`, if available, by `count`. */
static void add_index(const char *once, const char *many, int count, struct buffer *bytes)
{
    if (many != NULL && (count > 1 || once == NULL)) {
        add_capability(bytes, tiparm(many, count));
        return;
    }
    for (int i = 0; i < count; i++)
        add_capability(bytes, once);
}

static void add_index_at_edge(struct rectangle area, int up, struct buffer *bytes)
{
    terminfo_add_move(up > 0 ? area.row + area.rows - 1 : area.row, 0, bytes);
    if (up > 0)
        add_index(scroll_forward, parm_index, up, bytes);
    else
        add_index(scroll_reverse, parm_rindex, -up, bytes);
}

/*
 * The capabilities stand for SU and SD of ECMA-48, which move the rows wherever the cursor is. DECSTBM is then reset
 * by a short sequence.
 */
void terminfo_add_shift(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes)
{
    add_capability(bytes, tiparm(change_scroll_region, area.row, area.row + area.rows - 1));
    if (terminfo_is_ecma48() && parm_index != NULL && parm_rindex != NULL)
        add_capability(bytes, tiparm(up > 0 ? parm_index : parm_rindex, abs(up)));
    else
        add_index_at_edge(area, up, bytes);
    if (terminfo_is_ecma48())
        buffer_add_string(bytes, "\033[r");
    else
        add_capability(bytes, tiparm(change_scroll_region, 0, screen->rows - 1));
}

/* Terminfo's bits for attributes that some terminals can't combine with colours. */
enum { NO_COLOUR_UNDERLINE = 2, NO_COLOUR_REVERSE = 4, NO_COLOUR_BOLD = 32, NO_COLOUR_ITALIC = 1 << 15 };

static void add_attributes(unsigned attributes, int refused, struct buffer *bytes)
{
    const struct {
        unsigned attribute;
        int bit;
        const char *capability;
    } known[] = {
        {ATTRIBUTE_BOLD, NO_COLOUR_BOLD, enter_bold_mode},
        {ATTRIBUTE_ITALIC, NO_COLOUR_ITALIC, enter_italics_mode},
        {ATTRIBUTE_UNDERLINE, NO_COLOUR_UNDERLINE, enter_underline_mode},
        {ATTRIBUTE_REVERSE, NO_COLOUR_REVERSE, enter_reverse_mode},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((attributes & known[i].attribute) != 0 && (refused & known[i].bit) == 0)
            add_capability(bytes, known[i].capability);
}

/* Merges consecutive ECMA-48 sequences that set a rendition (SGR) into one with all their parameters. */
static void add_renditions(struct bytes sequences, struct buffer *bytes)
{
    static const char between[] = "m\033[";
    for (size_t i = 0; i < sequences.size; i++) {
        if (!bytes_starts_with(bytes_from(sequences, i), between)) {
            buffer_add_byte(bytes, sequences.data[i]);
            continue;
        }
        buffer_add_byte(bytes, ';');
        i += sizeof between - 2;
    }
}

static bool are_renditions(const char *sequences)
{
    return terminfo_is_ecma48() && strspn(sequences, "\033[0123456789;:m") == strlen(sequences);
}

void terminfo_add_look(const struct look *look, struct buffer *bytes)
{
    bool is_coloured = look->foreground != COLOUR_TERMINALS_OWN || look->background != COLOUR_TERMINALS_OWN;
    int refused = is_coloured && no_color_video > 0 ? no_color_video : 0;
    struct buffer sequences = {0};
    add_attributes(look->attributes, refused, &sequences);
    if (look->foreground != COLOUR_TERMINALS_OWN)
        add_capability(&sequences, tiparm(set_a_foreground, look->foreground));
    if (look->background != COLOUR_TERMINALS_OWN)
        add_capability(&sequences, tiparm(set_a_background, look->background));
    if (are_renditions(buffer_string(&sequences)))
        add_renditions(buffer_bytes(&sequences), bytes);
    else
        buffer_add(bytes, buffer_bytes(&sequences));
    buffer_release(&sequences);
}

void terminfo_add_plain(struct buffer *bytes)
{
    if (terminfo_is_ecma48()) {
        buffer_add_string(bytes, "\033[m"); /* terminfo's own sequence also resets what is never set here */
        return;
    }
    add_capability(bytes, exit_attribute_mode);
    add_capability(bytes, orig_pair);
}

void terminfo_add_clear_rest(struct buffer *bytes)
{
    add_capability(bytes, clr_eol);
}

void terminfo_add_leave(struct buffer *sequence)
{
    terminfo_add_plain(sequence);
    add_capability(sequence, keypad_local);
    add_capability(sequence, cursor_normal);
    add_capability(sequence, exit_ca_mode);
    if (exit_ca_mode == NULL)
        terminfo_add_move(lines - 1, 0, sequence);
}
