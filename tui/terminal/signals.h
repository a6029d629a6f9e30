/*
 * The signals that concern an app in a terminal. They are let in only while the app waits, never in the middle of a
 * write, and are handled like keys.
 *
 *   SIGINT, SIGTERM, SIGQUIT, SIGHUP    end the app; so do all others that would end it
 *   SIGTSTP                             stop the process (Ctrl-Z)
 *   SIGCONT                             the process was stopped in some way and continues
 *   SIGWINCH                            the window has another size
 */
#pragma once

#include <stdbool.h>

enum wish { WISH_NONE, WISH_END, WISH_STOP, WISH_GO_ON, WISH_RESIZE };

void signals_catch(void);
void signals_release(void);

/* Returns what the signals since the last call ask for, the most important first. WISH_END persists. */
enum wish signals_take(void);

/* Acts as if a signal had asked for the end: the terminal has gone. */
void signals_want_end(void);
/* Whether a signal has asked for the end. Does not consume the wish. */
bool signals_end_is_wanted(void);

/* Waits until the file descriptor can be read or a signal came (both true), or the timeout has passed (false). */
bool signals_wait(int input, int timeout_ms);

/*
 * Stops the process, and stops it again while it is not in the terminal's foreground. Does nothing if no shell could
 * continue it.
 */
void signals_stop_process(int terminal);
