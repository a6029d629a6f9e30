/* A process that really crashes: assay first restores the terminal, and then lets the crash take its usual course. */
#include "tests/support/support.h"

#include "tui/terminal/crash.h"

#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    HANDLED_STATUS = 42,
    CRASH_SECONDS = 60, /* ends a crash that hangs */
};

static void touch_forbidden_page(void)
{
    volatile char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[0] = 1;
}

static int use_up_the_stack(int depth)
{
    volatile char frame[4096];
    frame[0] = (char)depth;
    return depth > 0 ? use_up_the_stack(depth + 1) + frame[0] : 0;
}

static void overflow(void)
{
    use_up_the_stack(1);
}

static void end_here(int signal_number)
{
    (void)signal_number;
    _exit(HANDLED_STATUS);
}

/* Crashes in a child that has changed the modes of its terminal. Returns the child's wait status. */
static int crash(void (*how)(void), bool has_handler, char *written, size_t size)
{
    int master;
    int slave;
    int status;
    struct termios found;
    struct termios after;
    assert_int_equal(openpty(&master, &slave, NULL, NULL, NULL), 0);
    assert_int_equal(tcgetattr(slave, &found), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct termios raw = found;
        close(STDERR_FILENO); /* keeps a sanitizer's report out */
        setrlimit(RLIMIT_CORE, &(struct rlimit){0});
        cfmakeraw(&raw);
        tcsetattr(slave, TCSANOW, &raw);
        signal(SIGSEGV, has_handler ? end_here : SIG_DFL); /* in place of cmocka's */
        crash_arm(slave, &found, bytes_of("NOT THIS"));
        crash_arm(slave, &found, bytes_of("LEFT")); /* as when the screen is drawn again */
        alarm(CRASH_SECONDS);
        how();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(tcgetattr(slave, &after), 0);
    assert_int_equal(after.c_lflag, found.c_lflag);
    assert_int_equal(after.c_iflag, found.c_iflag);
    ssize_t got = read(master, written, size - 1);
    written[got > 0 ? got : 0] = '\0';
    close(master);
    close(slave);
    return status;
}

static void assert_killed(int status)
{
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
}

static void a_fault_restores_the_terminal_and_kills_the_process(void **state)
{
    (void)state;
    char written[16];
    assert_killed(crash(touch_forbidden_page, false, written, sizeof written));
    assert_string_equal(written, "LEFT");
}

static void a_stack_overflow_restores_the_terminal_and_kills_the_process(void **state)
{
    (void)state;
    char written[16];
    assert_killed(crash(overflow, false, written, sizeof written));
    assert_string_equal(written, "LEFT");
}

static void the_previous_signal_handler_is_called_afterwards(void **state)
{
    (void)state;
    char written[16];
    int status = crash(touch_forbidden_page, true, written, sizeof written);
    assert_string_equal(written, "LEFT");
    assert_int_equal(WEXITSTATUS(status), HANDLED_STATUS);
}

static void abort_now(void)
{
    crash_now();
    crash_now();
    raise(SIGSEGV);
}

static void the_terminal_is_restored_only_once(void **state)
{
    (void)state;
    char written[16];
    assert_killed(crash(abort_now, false, written, sizeof written));
    assert_string_equal(written, "LEFT");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_restores_the_terminal_and_kills_the_process),
        cmocka_unit_test(a_stack_overflow_restores_the_terminal_and_kills_the_process),
        cmocka_unit_test(the_previous_signal_handler_is_called_afterwards),
        cmocka_unit_test(the_terminal_is_restored_only_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
