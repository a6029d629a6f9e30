/*
 * The signals are blocked except in the ppoll calls here, and where the process stops itself. So they arrive only
 * while the app waits, and never between checking the flags and waiting. The handlers only set a flag; signals_take
 * takes one flag at a time, and the flag for the end is never cleared.
 */
#include "tui/terminal/signals.h"

#include "core/base/system.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t end_wanted;
static volatile sig_atomic_t stop_wanted;
static volatile sig_atomic_t was_continued;
static volatile sig_atomic_t resize_wanted;

static void on_end(int signal_number)
{
    (void)signal_number;
    end_wanted = 1;
}

static void on_stop(int signal_number)
{
    (void)signal_number;
    stop_wanted = 1;
}

static void on_continue(int signal_number)
{
    (void)signal_number;
    was_continued = 1;
}

static void on_resize(int signal_number)
{
    (void)signal_number;
    resize_wanted = 1;
}

/* SIGTTOU: restoring the terminal must not stop the process before it stops itself. */
static const struct {
    int number;
    void (*handler)(int signal_number);
} caught[] = {
    {SIGINT, on_end},    {SIGTERM, on_end},  {SIGQUIT, on_end},      {SIGHUP, on_end},
    {SIGXCPU, on_end},   {SIGUSR1, on_end},  {SIGUSR2, on_end},      {SIGALRM, on_end},
    {SIGVTALRM, on_end}, {SIGPROF, on_end},  {SIGIO, on_end},        {SIGPWR, on_end},
    {SIGSTKFLT, on_end}, {SIGTSTP, on_stop}, {SIGCONT, on_continue}, {SIGWINCH, on_resize},
    {SIGTTOU, SIG_IGN},
};

enum { CAUGHT_COUNT = sizeof caught / sizeof *caught };

static struct sigaction handlers_before[CAUGHT_COUNT];
static sigset_t mask_before;

void signals_catch(void)
{
    end_wanted = stop_wanted = was_continued = resize_wanted = 0;
    sigset_t mask;
    sigemptyset(&mask);
    for (int i = 0; i < CAUGHT_COUNT; i++)
        sigaddset(&mask, caught[i].number);
    sigprocmask(SIG_BLOCK, &mask, &mask_before);
    for (int i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction action = {.sa_handler = caught[i].handler};
        sigaction(caught[i].number, &action, &handlers_before[i]);
    }
}

void signals_release(void)
{
    for (int i = 0; i < CAUGHT_COUNT; i++)
        sigaction(caught[i].number, &handlers_before[i], NULL);
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

static bool take_flag(volatile sig_atomic_t *wanted)
{
    bool was = *wanted != 0;
    *wanted = 0;
    return was;
}

static void let_signals_in(void)
{
    struct timespec none = {0};
    system_poll(NULL, 0, &none, &mask_before);
}

bool signals_end_is_wanted(void)
{
    let_signals_in();
    return end_wanted != 0;
}

enum wish signals_take(void)
{
    let_signals_in();
    if (end_wanted)
        return WISH_END;
    if (take_flag(&stop_wanted))
        return WISH_STOP;
    if (take_flag(&was_continued))
        return WISH_GO_ON;
    return take_flag(&resize_wanted) ? WISH_RESIZE : WISH_NONE;
}

void signals_want_end(void)
{
    end_wanted = 1;
}

bool signals_wait(int input, int timeout_ms)
{
    struct pollfd awaited = {.fd = input, .events = POLLIN};
    struct timespec time = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L};
    int ready = system_poll(&awaited, 1, &time, &mask_before);
    if (ready > 0 && (awaited.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        end_wanted = 1; /* the terminal has gone */
    return ready != 0;
}

/* Stops the process by the default action. The kernel ignores it if no shell could continue the process. */
static void stop_once(void)
{
    struct sigaction own;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGTSTP);
    sigaddset(&mask, SIGCONT);
    sigaction(SIGTSTP, &standard, &own);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &mask, NULL); /* stops here */
    sigprocmask(SIG_BLOCK, &mask, NULL);
    sigaction(SIGTSTP, &own, NULL);
}

static bool is_in_background(int terminal)
{
    pid_t foreground = tcgetpgrp(terminal);
    return foreground > 0 && foreground != getpgrp();
}

void signals_stop_process(int terminal)
{
    bool was_stopped;
    do {
        stop_once();
        was_stopped = take_flag(&was_continued);
    } while (was_stopped && is_in_background(terminal));
}
