/*
 * A program in a real pseudo-terminal. libvterm turns its output into a screen. The functions wait for what should
 * appear, with a deadline; they never sleep.
 */
#pragma once

#include "core/base/bytes.h"

#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

/* The terminal does not answer, like one that does not know the question. */
#define GRAPHEMES_UNTOLD '-'

struct pty {
    int master;
    pid_t child;
    VTerm *vterm;
    VTermScreen *screen;
    const char *background; /* the answer to OSC 11: "rgb:ffff/ffff/ffff"; NULL: no answer */
    bool has_no_margins;    /* as in most terminals: only whole rows can be scrolled */
    char grapheme_mode;     /* the answer about mode 2027: '1' set …; 0: unknown mode; GRAPHEMES_UNTOLD */
    struct termios found;   /* the modes before the program started */
    int bytes_per_second;   /* 0: unlimited */
    int64_t slow_since_ms;
    int64_t taken_slowly;  /* bytes read since then */
    struct buffer written; /* all bytes that the program wrote since the buffer was last cleared */
};

/*
 * Starts the program. `environment` has NAME=VALUE strings that are added to its environment, NULL at the end. Fails
 * the test if the program cannot be started.
 */
void pty_start(struct pty *pty, int rows, int columns, const char *const arguments[],
               const char *const environment[]);

/* Ends the program if it still runs, and frees everything. */
void pty_end(struct pty *pty);

/*
 * Reads all output until the program is quiet for a moment and has nothing left to do: no unread key and no running
 * thread.
 */
void pty_settle(struct pty *pty);

/* From now on, output is read only as fast as a line of this speed would carry it. */
void pty_slow_down(struct pty *pty, int bytes_per_second);

/* Reads what arrives within so many milliseconds. */
void pty_take_for(struct pty *pty, int milliseconds);

/* Types the bytes. */
void pty_type(struct pty *pty, const char *bytes);

/*
 * Waits until the screen shows the text within a row. Returns where it begins. At the deadline the test fails and
 * prints the screen.
 */
VTermPos pty_wait_for(struct pty *pty, const char *text);

void pty_resize(struct pty *pty, int rows, int columns);

/* Closes the terminal, as when a window is closed or a connection is lost. */
void pty_hang_up(struct pty *pty);

/* Waits until the program has ended. Returns its exit status, or 128 + the signal that killed it. */
int pty_wait_exit(struct pty *pty);

/* Returns the cell in which the text begins. Waits for the text like pty_wait_for. */
VTermScreenCell pty_cell_of(struct pty *pty, const char *text);

/* Returns the first code point of a cell, 0 if it is empty. */
uint32_t pty_code(struct pty *pty, int row, int column);

/* Returns all rows as text, one line each. The caller frees it. */
char *pty_text(struct pty *pty);

/* Returns whether the terminal's modes are as the program found them. A shell needs the echo and the line mode. */
bool pty_is_as_found(const struct pty *pty);

/* Returns whether a read by the program would wait for a key if there is none. */
bool pty_can_wait_in_read(const struct pty *pty);

/*
 * Returns how the program last changed the mode: 'h' set, 'l' reset, 0 not at all. The mode is "?25" … for DECSET, or
 * "8" for ECMA-48.
 */
char pty_last_of_mode(const struct pty *pty, const char *mode);
