/* However the program ends or stops, it restores the terminal, and every confirmed vote is in the database. */
#include "tests/support/support.h"

#include "tests/support/trial.h"

#include <signal.h>
#include <sys/wait.h>

/* A sanitizer reports a fault and then aborts, because tests/run.sh sets that option. */
#ifdef __SANITIZE_ADDRESS__
enum { FAULT_STATUS = 128 + SIGABRT };
#else
enum { FAULT_STATUS = 0 }; /* the program ends by the signal itself */
#endif

static void assert_given_back(const struct trial *trial)
{
    assert_true(pty_is_as_found(&trial->pty));
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1049"), 'l'); /* the alternate screen */
    assert_int_equal(pty_last_of_mode(&trial->pty, "?25"), 'h');   /* the cursor is visible */
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1"), 'l');    /* normal codes of the cursor keys */
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'l'); /* the mouse */
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1006"), 'l');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2004"), 'l'); /* bracketed paste */
    assert_int_equal(pty_last_of_mode(&trial->pty, "8"), 'h');     /* bidirectional text is reordered again */
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), 'l'); /* grapheme clustering */
}

/* Each mode must be in use while the app runs: otherwise the test would not show that it is restored. */
static void assert_taken(const struct trial *trial)
{
    assert_false(pty_is_as_found(&trial->pty));
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1049"), 'h');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?25"), 'l');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1000"), 'h');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?1006"), 'h');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2004"), 'h');
    assert_int_equal(pty_last_of_mode(&trial->pty, "8"), 'l');
    assert_int_equal(pty_last_of_mode(&trial->pty, "?2027"), 'h');
    /* Ctrl-C discards pending input, so a read must not block for it. */
    assert_false(pty_can_wait_in_read(&trial->pty));
}

/* Starts the program on a terminal that has all modes. */
static void start(struct trial *trial)
{
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    trial->pty.grapheme_mode = '2';
    pty_wait_for(&trial->pty, "q quit");
}

static void end_by(struct trial *trial, int signal_number, int status)
{
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
    pty_type(&trial->pty, "\t2"); /* without a key before it, the vote could be a slip */
    pty_wait_for(&trial->pty, "Saved: document 2");
    pty_type(&trial->pty, "\t3");
    pty_wait_for(&trial->pty, "Saved: document 3");
    assert_taken(trial);
    kill(trial->pty.child, signal_number);
    assert_int_equal(pty_wait_exit(&trial->pty), status);
    assert_given_back(trial);
    trial_assert_votes(trial, 3);
}

static void crash_by(struct trial *trial, int signal_number)
{
    end_by(trial, signal_number,
           FAULT_STATUS != 0 && signal_number != SIGSYS ? FAULT_STATUS : 128 + signal_number);
}

#define ends(name, how, ...)                                                                                 \
    static void name(void **state)                                                                           \
    {                                                                                                        \
        how(*state, __VA_ARGS__);                                                                            \
    }
ends(sigint_ends_it_cleanly, end_by, SIGINT, 1) ends(sigterm_ends_it_cleanly, end_by, SIGTERM, 1)
    ends(sighup_ends_it_cleanly, end_by, SIGHUP, 1) ends(sigquit_ends_it_cleanly, end_by, SIGQUIT, 1)
        ends(sigsegv_gives_the_terminal_back, crash_by, SIGSEGV)
            ends(sigbus_gives_the_terminal_back, crash_by, SIGBUS)
                ends(sigsys_gives_the_terminal_back, crash_by, SIGSYS)
                    ends(sigfpe_gives_the_terminal_back, crash_by, SIGFPE)
                        ends(sigill_gives_the_terminal_back, crash_by, SIGILL)
                            ends(sigabrt_gives_the_terminal_back, crash_by, SIGABRT)

                                static void other_fatal_signals_end_it_cleanly(void **state)
{
    struct trial *trial = *state;
    static const int others[] = {SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM,  SIGVTALRM,
                                 SIGPROF, SIGIO,   SIGPWR,  SIGSTKFLT};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (i > 0)
            pty_end(&trial->pty);
        start(trial);
        kill(trial->pty.child, others[i]);
        assert_int_equal(pty_wait_exit(&trial->pty), 1);
        assert_given_back(trial);
    }
}

static void quitting_gives_the_terminal_back(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "q");
    assert_int_equal(pty_wait_exit(&trial->pty), 0);
    assert_given_back(trial);
}

/* --- Stopping ----------------------------------------------------------------------------------------- */

/* Starts the program in a shell with job control. The shell runs `then` when the program stops. */
static void start_in_shell(struct trial *trial, const char *then)
{
    const char *script = arena_format(&trial->arena, "%s label %s --annotator expert1; %s",
                                      support_shell_word(&trial->arena, trial_program()),
                                      support_shell_word(&trial->arena, trial->database), then);
    const char *const arguments[] = {"bash", "-mc", script, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_start(&trial->pty, 24, 80, arguments, environment);
    trial->pty.grapheme_mode = '2';
    pty_wait_for(&trial->pty, "q quit");
}

static void a_stop_restores_the_terminal_and_fg_redraws_the_screen(void **state)
{
    struct trial *trial = *state;
    start_in_shell(trial, "echo IN THE SHELL; read line; fg");
    pty_type(&trial->pty, "\032");
    pty_wait_for(&trial->pty, "IN THE SHELL");
    assert_given_back(trial);
    pty_resize(&trial->pty, 30, 120);
    pty_type(&trial->pty, "\n");
    pty_wait_for(&trial->pty, "─┬─ 2 ");
    pty_wait_for(&trial->pty, "q quit");
    assert_taken(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
}

static void in_the_background_assay_leaves_the_terminal_alone(void **state)
{
    struct trial *trial = *state;
    start_in_shell(trial, "bg; wait; echo STOPPED AGAIN; read line; fg");
    pty_type(&trial->pty, "\032");
    pty_wait_for(&trial->pty, "STOPPED AGAIN");
    assert_given_back(trial);
    pty_type(&trial->pty, "\n");
    pty_wait_for(&trial->pty, "q quit");
}

/* SIGSTOP cannot be caught, and another program may have drawn on the terminal meanwhile. */
static void assay_redraws_the_screen_after_sigstop(void **state)
{
    struct trial *trial = *state;
    static const char drawn[] = "\033[H\033[2JDRAWN BY ANOTHER";
    int status;
    start(trial);
    pty_settle(&trial->pty);
    kill(trial->pty.child, SIGSTOP);
    assert_int_equal(waitpid(trial->pty.child, &status, WUNTRACED), trial->pty.child);
    vterm_input_write(trial->pty.vterm, drawn, sizeof drawn - 1);
    pty_wait_for(&trial->pty, "DRAWN BY ANOTHER");
    kill(trial->pty.child, SIGCONT);
    pty_wait_for(&trial->pty, "q quit");
    assert_int_not_equal(pty_code(&trial->pty, 0, 0), U'D');
    pty_settle(&trial->pty);
    assert_taken(trial);
}

/* Half a note, not yet kept with Enter, is there again when the program is restarted. */
static void lose_nothing_typed(struct trial *trial, int signal_number, int status)
{
    start(trial);
    pty_type(&trial->pty, "ehalf a thou");
    pty_wait_for(&trial->pty, "Note on this ballot: half a thou");
    pty_settle(&trial->pty);
    kill(trial->pty.child, signal_number);
    assert_int_equal(pty_wait_exit(&trial->pty), status);
    pty_end(&trial->pty);
    start(trial);
    pty_wait_for(&trial->pty, "note: half a thou");
}

/* The evidence was marked with Enter, but there is no vote yet. */
static void marked_evidence_survives_a_kill(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "v");
    pty_wait_for(&trial->pty, "Enter keep");
    pty_type(&trial->pty, "\r");
    pty_wait_for(&trial->pty, "marked: it is saved with a vote for document 1");
    pty_settle(&trial->pty);
    kill(trial->pty.child, SIGKILL);
    assert_int_equal(pty_wait_exit(&trial->pty), 128 + SIGKILL);
    pty_end(&trial->pty);
    start(trial);
    pty_wait_for(&trial->pty, "evidence for 1:");
}

static void a_typed_note_survives_an_interrupt(void **state)
{
    lose_nothing_typed(*state, SIGINT, 1);
}

static void a_typed_note_survives_a_kill(void **state)
{
    lose_nothing_typed(*state, SIGKILL, 128 + SIGKILL);
}

/* The closed terminal was the last one that could have shown the words. */
static void a_note_on_the_last_vote_survives_a_closed_terminal(void **state)
{
    struct trial *trial = *state;
    start(trial);
    pty_type(&trial->pty, "1");
    pty_wait_for(&trial->pty, "Saved: document 1");
    pty_type(&trial->pty, "e");
    pty_wait_for(&trial->pty, "Note on your last vote:");
    pty_type(&trial->pty, "half a thou");
    pty_wait_for(&trial->pty, "Note on your last vote: half a thou");
    kill(trial->pty.child, SIGHUP);
    assert_int_equal(pty_wait_exit(&trial->pty), 1);
    pty_end(&trial->pty);
    start(trial);
    pty_wait_for(&trial->pty, "q quit");
    pty_type(&trial->pty, "A");
    pty_wait_for(&trial->pty, "half a thou");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        trial_test(a_typed_note_survives_an_interrupt),
        trial_test(a_typed_note_survives_a_kill),
        trial_test(a_note_on_the_last_vote_survives_a_closed_terminal),
        trial_test(marked_evidence_survives_a_kill),
        trial_test(sigint_ends_it_cleanly),
        trial_test(sigterm_ends_it_cleanly),
        trial_test(sighup_ends_it_cleanly),
        trial_test(sigquit_ends_it_cleanly),
        trial_test(other_fatal_signals_end_it_cleanly),
        trial_test(sigsys_gives_the_terminal_back),
        trial_test(sigsegv_gives_the_terminal_back),
        trial_test(sigbus_gives_the_terminal_back),
        trial_test(sigfpe_gives_the_terminal_back),
        trial_test(sigill_gives_the_terminal_back),
        trial_test(sigabrt_gives_the_terminal_back),
        trial_test(quitting_gives_the_terminal_back),
        trial_test(a_stop_restores_the_terminal_and_fg_redraws_the_screen),
        trial_test(in_the_background_assay_leaves_the_terminal_alone),
        trial_test(assay_redraws_the_screen_after_sigstop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
