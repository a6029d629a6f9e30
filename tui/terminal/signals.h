/*
 * The signals that concern an app in a terminal. They are let in only where the
 * app waits, never into the middle of a write, and are taken like keys.
 *
 *   SIGINT, SIGTERM, SIGQUIT, SIGHUP    the app shall end; so any other that would end it
 *   SIGTSTP                             it shall stop, as Ctrl-Z wants it
 *   SIGCONT                             it was stopped, however, and goes on
 *   SIGWINCH                            the window has another size
 */
#ifndef ASSAY_TUI_TERMINAL_SIGNALS_H
#define ASSAY_TUI_TERMINAL_SIGNALS_H

#include <stdbool.h>

enum wish { WISH_NONE, WISH_END, WISH_STOP, WISH_GO_ON, WISH_RESIZE };

void signals_catch(void);
void signals_release(void);

/* The wish of the signals since the last call, the most important first; WISH_END stays. */
enum wish signals_take(void);

/* As if a signal had asked for the end: the terminal has gone. */
void signals_want_end(void);
/* Whether the end was asked for; takes nothing. */
bool signals_end_is_wanted(void);

/* Waits until the file descriptor can be read, a signal came (both true) or the time is over (false). */
bool signals_wait(int input, int timeout_ms);

/* Stops the process, and again while it is not in the terminal's foreground, but not where no shell could wake it up. */
void signals_stop_process(int terminal);

#endif
