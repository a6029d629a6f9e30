/*
 * Restores the terminal when the program crashes by SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS or SIGABRT. The output is
 * prepared beforehand, so that the signal handler makes only async-signal-safe calls. Then the usual consequence
 * follows: a core file, or a sanitizer's report.
 */
#pragma once

#include "core/base/bytes.h"

#include <termios.h>

/*
 * Arms the handler until crash_disarm, or until it is armed with another sequence. `sequence` switches back to the
 * shell's screen; it is copied.
 */
void crash_arm(int terminal, const struct termios *modes, struct bytes sequence);
void crash_disarm(void);

/* Restores the terminal at once if the handler is armed, and disarms it. */
void crash_now(void);
