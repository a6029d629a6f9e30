/*
 * A program in a real pseudo-terminal, whose output libvterm turns into a screen.
 * Waits for what is to be seen, with a deadline; never sleeps.
 */
#ifndef ASSAY_TESTS_SUPPORT_PTY_H
#define ASSAY_TESTS_SUPPORT_PTY_H

#include "core/base/bytes.h"

#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

/* It says nothing of it, as who does not know the question. */
#define GRAPHEMES_UNTOLD '-'

struct pty {
    int master;
    pid_t child;
    VTerm *vterm;
    VTermScreen *screen;
    const char *background; /* what it answers to OSC 11: "rgb:ffff/ffff/ffff"; NULL: nothing */
    bool has_no_margins;    /* as most terminals: it moves whole rows alone */
    char
        grapheme_mode; /* what it answers about mode 2027: '1' set …; 0: that it knows none; GRAPHEMES_UNTOLD */
    struct termios found; /* the modes before the program */
    int bytes_per_second; /* 0: as many as there are */
    int64_t slow_since_ms;
    int64_t taken_slowly;  /* bytes, since then */
    struct buffer written; /* every byte the program wrote since it was last cleared */
};

/* NAME=VALUE strings that are set in the program's environment, NULL at the end. Fails the test when it can't. */
void pty_start(struct pty *pty, int rows, int columns, const char *const arguments[],
               const char *const environment[]);

/* Ends the program if it still runs, and frees everything. */
void pty_end(struct pty *pty);

/* Takes everything that the program writes until it is quiet for a moment, with nothing left to do: no key unread,
   no thread at work. */
void pty_settle(struct pty *pty);

/* From now on what the program writes is taken as a line does that carries no more. */
void pty_slow_down(struct pty *pty, int bytes_per_second);

/* Takes what comes within so many milliseconds. */
void pty_take_for(struct pty *pty, int milliseconds);

/* Types the bytes. */
void pty_type(struct pty *pty, const char *bytes);

/* Waits until the screen shows the text somewhere in a line; returns where it begins. Fails the test, with the screen,
   at the deadline. */
VTermPos pty_wait_for(struct pty *pty, const char *text);

void pty_resize(struct pty *pty, int rows, int columns);

/* The terminal goes away, as when a window is closed or a connection lost. */
void pty_hang_up(struct pty *pty);

/* Waits until the program has ended; its exit status, or 128 + the signal that killed it. */
int pty_wait_exit(struct pty *pty);

/* The cell in which the text begins; waits for it as pty_wait_for. */
VTermScreenCell pty_cell_of(struct pty *pty, const char *text);

/* The first code point in a cell, 0 when it is empty. */
uint32_t pty_code(struct pty *pty, int row, int column);

/* All rows as text, a line each; to be freed. */
char *pty_text(struct pty *pty);

/* Whether the terminal's modes are as the program found them: it echoes and gives whole lines, as a shell wants it. */
bool pty_is_as_found(const struct pty *pty);

/* Whether a read of the program waits for a key when there is none. */
bool pty_can_wait_in_read(const struct pty *pty);

/* Whether the program has set the mode (DECSET, "?25" …; or of ECMA-48, "8") last: 'h', or reset it: 'l'; 0: neither. */
char pty_last_of_mode(const struct pty *pty, const char *mode);

#endif
