/*
 * A signal handler gets no argument from the program and may call few functions. So static variables filled
 * beforehand hold all that it needs, and it only calls write(), tcsetattr() and signal functions. It runs on its own
 * stack. `is_armed` is cleared first, so that a crash inside of the handler does not enter it again.
 */
#include "tui/terminal/crash.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SEQUENCE_MAX = 1024,
    STACK_SIZE = 64 * 1024, /* the handler has its own, because the program's stack may have overflowed */
};

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT};

enum { CRASHES = sizeof crashes / sizeof *crashes };

static volatile sig_atomic_t is_armed;
static int terminal;
static struct termios modes;
static char sequence[SEQUENCE_MAX];
static size_t sequence_size;
static struct sigaction handlers_before[CRASHES];
static void *own_stack; /* NULL: one existed already, for example a sanitizer's */

void crash_now(void)
{
    if (!is_armed)
        return;
    is_armed = 0;
    for (size_t done = 0; done < sequence_size;) {
        ssize_t size = write(terminal, sequence + done, sequence_size - done);
        if (size <= 0)
            break; /* the terminal has gone, too */
        done += (size_t)size;
    }
    tcsetattr(terminal, TCSANOW, &modes);
}

/*
 * After the previous handler is restored, the fault happens again and takes its usual course. A signal that was sent
 * (its code is not positive) must be sent again.
 */
static void on_crash(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    crash_now();
    for (int i = 0; i < CRASHES; i++)
        if (crashes[i] == signal_number)
            sigaction(signal_number, &handlers_before[i], NULL);
    if (info->si_code <= 0)
        raise(signal_number);
}

static void take_stack(void)
{
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0)
        return;
    own_stack = memory_get(STACK_SIZE);
    stack = (stack_t){.ss_sp = own_stack, .ss_size = STACK_SIZE};
    sigaltstack(&stack, NULL);
}

static void give_stack_back(void)
{
    if (own_stack == NULL)
        return;
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(own_stack);
    own_stack = NULL;
}

void crash_arm(int file, const struct termios *modes_before, struct bytes leave)
{
    BUG_UNLESS(leave.size <= sizeof sequence);
    if (is_armed)
        /* else the handler would be saved as its own predecessor, and a crash would never end */
        crash_disarm();
    terminal = file;
    modes = *modes_before;
    memcpy(sequence, leave.data, leave.size);
    sequence_size = leave.size;
    is_armed = 1;
    take_stack();
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &action, &handlers_before[i]);
}

void crash_disarm(void)
{
    is_armed = 0;
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &handlers_before[i], NULL);
    give_stack_back();
}
