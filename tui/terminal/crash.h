/*
 * Gives the terminal back when the program crashes: by SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS or SIGABRT. The output is
 * prepared beforehand, so that only calls that are safe in a signal handler are made. Then comes what would have come without
 * it: a core file, or a sanitizer's report.
 */
#ifndef ASSAY_TUI_TERMINAL_CRASH_H
#define ASSAY_TUI_TERMINAL_CRASH_H

#include "core/base/bytes.h"

#include <termios.h>

/*
 * Until crash_disarm, or with another sequence. `sequence` is what makes the
 * terminal's screen the shell's again; it is copied.
 */
void crash_arm(int terminal, const struct termios *modes, struct bytes sequence);
void crash_disarm(void);

/* Gives the terminal back at once, if that is armed; then no more. */
void crash_now(void);

#endif
