#include "tui/terminfo.h"

#include <curses.h>
#include <term.h>

/* Terminals that do all that the stand-in does; most Linux servers know the stand-ins, few know the terminals. */
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

/* tputs has no argument for whom it writes to. */
static struct buffer *collected;

static int collect(int byte)
{
    buffer_add_byte(collected, (char)byte);
    return byte;
}

void terminfo_add_leave(struct buffer *sequence)
{
    const char *const capabilities[] = {exit_attribute_mode, orig_pair, keypad_local, cursor_normal,
                                        exit_ca_mode};
    collected = sequence;
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if (capabilities[i] != NULL)
            tputs(capabilities[i], 1, collect);
    if (exit_ca_mode == NULL)
        tputs(tiparm(cursor_address, lines - 1, 0), 1, collect);
}
