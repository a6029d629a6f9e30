/*
 * The only place where the program accesses its environment: standard streams, environment variables, clock, random
 * numbers, signals. All of it goes into struct world, and the rest of the program uses only that. It is also the only
 * place that prints errors and turns them into an exit status.
 *
 * Output that could not be written is an error even if the command succeeded: standard output is checked at the end.
 */
#include "cli/shared/address.h"
#include "cli/commands.h"
#include "cli/shared/terminal_stream.h"
#include "core/base/version.h"
#include "core/base/system.h"

#include "core/base/bug.h"
#include "core/store/store.h"
#include "core/store/trace.h"
#include "import/files/file.h"
#include "import/files/mapped.h"
#include "import/files/spool.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

static volatile sig_atomic_t was_interrupted;

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    was_interrupted = 1;
}

static bool interrupted(void)
{
    return was_interrupted != 0;
}

static struct working_line working;

static int64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Prints on the real standard error, whatever the command does with its own. */
static void tell_statement(const char *statement, int64_t duration, int64_t trips)
{
    fprintf(stderr, "assay: %9.3f ms  %2lld trip%s  %s\n", (double)duration / 1000, (long long)trips,
            trips == 1 ? " " : "s", statement);
}

static uint64_t random_seed(void)
{
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) != 0)
        BUG("no random numbers: %s", strerror(errno));
    return seed;
}

static const char *login_name(void)
{
    const struct passwd *user = getpwuid(getuid());
    return user != NULL ? user->pw_name : NULL;
}

/*
 * Text is UTF-8 whatever the locale: a bare "C" locale, usual in containers and over ssh, would make curses draw
 * question marks. Sets *is_ascii_wanted if the locale names another encoding. The terminal then takes bytes of UTF-8
 * for other characters, some of them controls.
 */
static void set_locale(bool *is_ascii_wanted)
{
    setlocale(LC_CTYPE, "");
    const char *encoding = nl_langinfo(CODESET);
    bool is_utf8 = strcmp(encoding, "UTF-8") == 0;
    *is_ascii_wanted = !is_utf8 && strcmp(encoding, "ANSI_X3.4-1968") != 0;
    if (!is_utf8)
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* Text that is written to a terminal must not control it. */
static FILE *make_harmless(FILE *stream, bool ascii)
{
    return isatty(fileno(stream)) == 1 ? terminal_stream_open(stream, ascii, &working) : stream;
}

/* Returns the columns of a line of the terminal; 0: it is no terminal, or does not say. */
static size_t columns_of(int descriptor)
{
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static void release_stream(FILE *stream, FILE *standard)
{
    if (stream != standard)
        fclose(stream);
}

static struct sigaction bus_error_before;

/* A mapped file became shorter: its reader will notice that. Anything else is a crash. */
static void on_bus_error(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRERR && mapped_fill_hole(info->si_addr))
        return;
    sigaction(signal_number, &bus_error_before, NULL);
    raise(signal_number);
}

/*
 * The first Ctrl-C asks the work to stop. Without SA_RESTART it also ends a wait for input. Work that does not check is
 * ended by the second Ctrl-C at once, like by kill -9, which a database survives. A file that exceeds a size limit is
 * an error of the call that writes to it.
 */
static void set_signals(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
    struct sigaction bus_error = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigemptyset(&bus_error.sa_mask);
    sigaction(SIGBUS, &bus_error, &bus_error_before);
}

static bool check_output(const struct world *world, struct err *err)
{
    const char *what_is_done = world->is_saved ? "; the command was carried out, but its output is lost" : "";
    if (fflush(world->out) != 0)
        return err_set(err, ERR_SYSTEM, "standard output can't be written: %s%s", strerror(errno),
                       what_is_done);
    return !ferror(world->out) ||
           err_set(err, ERR_SYSTEM, "standard output can't be written completely%s", what_is_done);
}

/* Returns the name of the program without its folder; NULL: no name. */
static const char *called(char **argv)
{
    const char *slash = argv[0] != NULL ? strrchr(argv[0], '/') : NULL;
    return slash != NULL ? slash + 1 : argv[0];
}

/* Sets *command to the called command as soon as it is known; NULL before. */
static bool dispatch(int argc, char **argv, const struct command **command, struct world *world,
                     struct err *err)
{
    const char *const *words = (const char *const *)argv;
    if (argc > 0 && strcmp(called(argv), trec_eval_command.name) == 0) {
        *command = &trec_eval_command;
        return command_call(*command, words + 1, (size_t)argc - 1, world, err);
    }
    if (argc < 2)
        return err_set(
            err, ERR_USAGE,
            "no command; try `assay demo`, start with `assay import labels.db FILE…`, or see `assay help`");
    if (strcmp(words[1], "--version") == 0) {
        fputs("assay " ASSAY_VERSION "\n", world->out);
        return true;
    }
    const char *name = strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 ? "help" : words[1];
    *command = command_find(name);
    if (*command == NULL)
        return command_fail_unknown(name, err);
    return command_call(*command, words + 2, (size_t)argc - 2, world, err);
}

/* Erases and frees a password. NULL is allowed. */
static void forget(char *password)
{
    if (password != NULL)
        explicit_bzero(password, strlen(password));
    free(password);
}

/* Returns whether the address has a password. */
static bool hide_passwords_of(char *address)
{
    char *password = address_take_password(address), *key_password = address_take_key_password(address);
    bool has_any = password != NULL || key_password != NULL;
    if (has_any)
        store_use_password(address, password, key_password);
    forget(password);
    forget(key_password);
    return has_any;
}

/* Hides passwords from messages, lists of processes and child processes. */
static bool hide_passwords(char **argv, struct err *err)
{
    int n = 0;
    for (char **word = argv; *word != NULL; word++) {
        char *address = *word + strspn(*word, "@"); /* as for a file that is read for a value */
        if (store_is_address(address))
            n += hide_passwords_of(address);
        else if (file_is_address(address))
            forget(address_take_password(address));
    }
    return n <= 1 ||
           err_set(err, ERR_USAGE,
                   "only one address on the command line can have a password; put passwords into ~/.pgpass");
}

/* Returns the exit status of a failed call. */
static int failure_status(const struct command *command, const struct err *err)
{
    const bool is_usage = err->code == ERR_USAGE;
    const int own = command == NULL ? 0 : is_usage ? command->status_usage : command->status_failed;
    return own != 0 ? own : is_usage ? STATUS_USAGE : STATUS_FAILED;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

/* Returns whether NO_COLOR is not empty, or CLICOLOR is 0. */
static bool refuses_colour(void)
{
    const char *wish = getenv("CLICOLOR");
    return is_set("NO_COLOR") || (wish != NULL && strcmp(wish, "0") == 0);
}

/* Returns whether the file is a terminal that can wipe a line. */
static bool can_wipe(int file)
{
    const char *type = getenv("TERM");
    return isatty(file) == 1 && type != NULL && type[0] != '\0' && strcmp(type, "dumb") != 0;
}

/*
 * Memory that free keeps. A vote, or the replacement of a document, briefly needs a few hundred KiB. If they went back
 * to the kernel each time, it would have to clear them again.
 */
enum { KEPT_MEMORY = 2 * 1024 * 1024 };

int main(int argc, char **argv)
{
    bool is_ascii_wanted;
    system_keep_memory(KEPT_MEMORY);
    set_locale(&is_ascii_wanted);
    set_signals();
    spool_use_folder(getenv("TMPDIR"));
    if (is_set("ASSAY_TRACE"))
        store_trace_all((struct store_trace){.now = microseconds, .tell = tell_statement});
    working_line_open(&working, can_wipe(STDERR_FILENO) ? stderr : NULL, is_ascii_wanted,
                      argc > 1 ? argv[1] : "", now);
    working_line_start(&working);
    struct world world = {
        .program = argc > 0 ? argv[0] : "assay",
        .in = stdin,
        .out = make_harmless(stdout, is_ascii_wanted),
        .err = make_harmless(stderr, is_ascii_wanted),
        .has_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
        .terminal = stdout,
        .columns = columns_of(STDOUT_FILENO),
        .is_ascii_wanted = is_ascii_wanted,
        .terminal_type = getenv("TERM"),
        .tmux = getenv("TMUX"),
        .working = &working,
        .refuses_colour = refuses_colour(),
        .colour_pair = getenv("COLORFGBG"),
        .home = getenv("HOME"),
        .config_folder = getenv("XDG_CONFIG_HOME"),
        .state_folder = getenv("XDG_STATE_HOME"),
        .cache_folder = getenv("XDG_CACHE_HOME"),
        .temporary_folder = is_set("TMPDIR") ? getenv("TMPDIR") : "/tmp",
        .is_traced_here = is_set("ASSAY_TRACE") && isatty(STDERR_FILENO) == 1,
        .login_name = login_name(),
        .clock = {.now = now},
        .random_seed = random_seed,
        .n_processors = system_processors(),
        .interrupted = interrupted,
        .verdict = STATUS_DONE,
    };
    struct err err = {0};
    const struct command *command = NULL;
    bool done = hide_passwords(argv, &err) && dispatch(argc, argv, &command, &world, &err) &&
                check_output(&world, &err);
    working_line_close(&working);
    release_stream(world.out, stdout);
    if (!done)
        fprintf(world.err, "assay: %s\n", err.text);
    release_stream(world.err, stderr);
    return done ? world.verdict : failure_status(command, &err);
}
