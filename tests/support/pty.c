#include "tests/support/support.h"

#include "tests/support/pty.h"

#include "core/base/bytes.h"
#include "core/base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <unistr.h>

/* The deadline is far longer than anything takes, also under a sanitizer on a busy machine. */
enum { DEADLINE_MS = 20000, QUIET_MS = 50 };

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static _Noreturn void become(const char *const arguments[], const char *const environment[])
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0}); /* a program crashed on purpose leaves no core file */
    for (size_t i = 0; environment[i] != NULL; i++)
        putenv((char *)(uintptr_t)environment[i]);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
}

/* Sends the terminal's answer to a query. A program that has ended gets none. */
static void answer_program(const char *bytes, size_t size, void *context)
{
    struct pty *pty = context;
    bool is_about_margins = bytes_starts_with((struct bytes){bytes, size}, "\033[?69;");
    if (is_about_margins && pty->has_no_margins)
        return;
    char grapheme_answer[] = "\033[?2027;2$y";
    if (pty->grapheme_mode != 0 && bytes_equal((struct bytes){bytes, size}, bytes_of("\033[?2027;0$y"))) {
        if (pty->grapheme_mode == GRAPHEMES_UNTOLD)
            return;
        grapheme_answer[8] = pty->grapheme_mode;
        bytes = grapheme_answer;
    }
    ssize_t written = write(pty->master, bytes, size);
    (void)written;
}

/* Answers the query for the background colour, which libvterm does not know. Returns 0 if there is no answer. */
static int tell_background(struct pty *pty)
{
    if (pty->background == NULL)
        return 0;
    struct buffer answer = {0};
    buffer_add_format(&answer, "\033]11;%s\033\\", pty->background);
    pty_type(pty, buffer_string(&answer));
    buffer_release(&answer);
    return 1;
}

#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 3
typedef VTermStateFallbacks fallbacks;

static int answer_osc(int command, VTermStringFragment text, void *context)
{
    return command == 11 && text.len == 1 && text.str[0] == '?' && tell_background(context);
}
#else
typedef VTermParserCallbacks fallbacks;

static int answer_osc(const char *command, size_t size, void *context)
{
    return bytes_equal((struct bytes){command, size}, bytes_of("11;?")) && tell_background(context);
}
#endif

void pty_start(struct pty *pty, int rows, int columns, const char *const arguments[],
               const char *const environment[])
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    *pty = (struct pty){0};
    int slave;
    assert_int_equal(openpty(&pty->master, &slave, NULL, NULL, &size), 0);
    assert_int_equal(tcgetattr(slave, &pty->found), 0);
    pty->child = fork();
    assert_true(pty->child >= 0);
    if (pty->child == 0) {
        close(pty->master);
        login_tty(slave);
        become(arguments, environment);
    }
    close(slave);
    pty->vterm = vterm_new(rows, columns);
    vterm_set_utf8(pty->vterm, 1);
    vterm_output_set_callback(pty->vterm, answer_program, pty);
    pty->screen = vterm_obtain_screen(pty->vterm);
    static const fallbacks unknown = {.osc = answer_osc};
    vterm_screen_set_unrecognised_fallbacks(pty->screen, &unknown, pty);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_reset(pty->screen, 1);
}

void pty_end(struct pty *pty)
{
    pty_hang_up(pty);
    if (pty->child > 0) {
        kill(pty->child, SIGKILL);
        waitpid(pty->child, NULL, 0);
    }
    vterm_free(pty->vterm);
    buffer_release(&pty->written);
}

void pty_hang_up(struct pty *pty)
{
    if (pty->master >= 0)
        close(pty->master);
    pty->master = -1;
}

void pty_type(struct pty *pty, const char *bytes)
{
    size_t size = strlen(bytes);
    assert_int_equal(write(pty->master, bytes, size), size);
}

void pty_resize(struct pty *pty, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    vterm_set_size(pty->vterm, rows, columns);
    assert_int_equal(ioctl(pty->master, TIOCSWINSZ, &size), 0);
}

/* Returns how many bytes the slow line has delivered by now. */
static size_t bytes_due(struct pty *pty, size_t most)
{
    if (pty->bytes_per_second == 0)
        return most;
    int64_t due = (now_ms() - pty->slow_since_ms) * pty->bytes_per_second / 1000 - pty->taken_slowly;
    return due <= 0 ? 0 : due < (int64_t)most ? (size_t)due : most;
}

/* Reads what the program wrote; waits for it until the deadline. Returns false if nothing more came. */
static bool take_output(struct pty *pty, int64_t deadline)
{
    char bytes[4096];
    size_t due;
    while ((due = bytes_due(pty, sizeof bytes)) == 0)
        poll(NULL, 0, 1);
    int64_t left = deadline - now_ms();
    struct pollfd output = {.fd = pty->master, .events = POLLIN};
    if (left <= 0 || poll(&output, 1, (int)left) <= 0)
        return false;
    ssize_t size = read(pty->master, bytes, due);
    if (size <= 0)
        return false;
    pty->taken_slowly += size;
    vterm_input_write(pty->vterm, bytes, (size_t)size);
    buffer_add(&pty->written, (struct bytes){bytes, (size_t)size});
    return true;
}

/*
 * Polling the program's side of the terminal makes the kernel deliver what was typed, so the program is no longer
 * asleep.
 */
static void deliver_input(struct pty *pty)
{
    char name[64];
    assert_int_equal(ptsname_r(pty->master, name, sizeof name), 0);
    int slave = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (slave < 0)
        return; /* a program that has ended reads nothing */
    poll(&(struct pollfd){.fd = slave, .events = POLLIN}, 1, 0);
    close(slave);
}

/* The state follows the name, which may contain any byte: "123 (assay) S 1 ...". */
static bool does_thread_run(const char *process, const char *thread)
{
    char path[PATH_MAX];
    char line[512];
    snprintf(path, sizeof path, "%s/%s/stat", process, thread);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false; /* the thread has ended */
    size_t size = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[size] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end != NULL && name_end[1] == ' ' && strchr("RD", name_end[2]) != NULL;
}

/* Returns whether a thread of the program computes, writes to a disk, or waits for a processor to do so. */
static bool is_at_work(struct pty *pty)
{
    char process[64];
    snprintf(process, sizeof process, "/proc/%d/task", (int)pty->child);
    DIR *threads = opendir(process);
    if (threads == NULL)
        return false;
    bool is = false;
    const struct dirent *thread;
    while (!is && (thread = readdir(threads)) != NULL)
        is = thread->d_name[0] != '.' && does_thread_run(process, thread->d_name);
    closedir(threads);
    return is;
}

/*
 * On a busy machine a program may be quiet although it has more to write. Therefore the threads are checked before the
 * wait, so that all output is read.
 */
void pty_settle(struct pty *pty)
{
    int64_t deadline = now_ms() + DEADLINE_MS;
    bool was_at_work;
    do {
        deliver_input(pty);
        was_at_work = is_at_work(pty);
    } while ((take_output(pty, now_ms() + QUIET_MS) || was_at_work) && now_ms() < deadline);
}

void pty_slow_down(struct pty *pty, int bytes_per_second)
{
    pty->bytes_per_second = bytes_per_second;
    pty->slow_since_ms = now_ms();
    pty->taken_slowly = 0;
}

void pty_take_for(struct pty *pty, int milliseconds)
{
    int64_t end = now_ms() + milliseconds;
    while (now_ms() < end && take_output(pty, end))
        ;
}

uint32_t pty_code(struct pty *pty, int row, int column)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(pty->screen, (VTermPos){.row = row, .col = column}, &cell);
    return cell.chars[0];
}

/* Reads one row as text; column_of[i] is the column of byte i. */
static void read_row(struct pty *pty, int row, int columns, struct buffer *text, int *column_of)
{
    for (int column = 0; column < columns; column++) {
        uint32_t code = pty_code(pty, row, column);
        uint8_t encoded[6];
        if (code == UINT32_MAX)
            continue; /* the right half of a wide character */
        int size = u8_uctomb(encoded, code != 0 ? code : ' ', sizeof encoded);
        for (int i = 0; i < size; i++)
            column_of[text->size + (size_t)i] = column;
        buffer_add(text, (struct bytes){(const char *)encoded, (size_t)size});
    }
}

static bool find_text(struct pty *pty, const char *text, VTermPos *position)
{
    int rows;
    int columns;
    vterm_get_size(pty->vterm, &rows, &columns);
    int *column_of = memory_get_zeroed((size_t)columns * 6, sizeof *column_of);
    bool found = false;
    for (int row = 0; row < rows && !found; row++) {
        struct buffer line = {0};
        read_row(pty, row, columns, &line, column_of);
        const char *start = strstr(buffer_string(&line), text);
        found = start != NULL;
        if (found)
            *position = (VTermPos){.row = row, .col = column_of[start - line.data]};
        buffer_release(&line);
    }
    free(column_of);
    return found;
}

char *pty_text(struct pty *pty)
{
    int rows;
    int columns;
    vterm_get_size(pty->vterm, &rows, &columns);
    int *column_of = memory_get_zeroed((size_t)columns * 6, sizeof *column_of);
    struct buffer text = {0};
    struct buffer line = {0};
    for (int row = 0; row < rows; row++) {
        read_row(pty, row, columns, &line, column_of);
        buffer_add(&text, buffer_bytes(&line));
        buffer_add_byte(&text, '\n');
        buffer_clear(&line);
    }
    free(column_of);
    buffer_release(&line);
    return text.data;
}

/* Prints line by line, because cmocka truncates long texts. */
static void print_screen(struct pty *pty)
{
    char *text = pty_text(pty);
    struct bytes left = bytes_of(text);
    struct bytes line;
    while (bytes_next_line(&left, &line))
        print_error("%.*s\n", BYTES_FORMAT(line));
    free(text);
}

VTermPos pty_wait_for(struct pty *pty, const char *text)
{
    int64_t deadline = now_ms() + DEADLINE_MS;
    VTermPos position;
    while (!find_text(pty, text, &position)) {
        if (!take_output(pty, deadline)) {
            print_screen(pty);
            fail_msg("the terminal never showed \"%s\"", text);
        }
    }
    return position;
}

VTermScreenCell pty_cell_of(struct pty *pty, const char *text)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(pty->screen, pty_wait_for(pty, text), &cell);
    return cell;
}

/* Also reads output, because a program that cannot write cannot end. */
int pty_wait_exit(struct pty *pty)
{
    int64_t deadline = now_ms() + DEADLINE_MS;
    int status;
    while (waitpid(pty->child, &status, WNOHANG) == 0) {
        if (now_ms() > deadline)
            fail_msg("the program never ended");
        if (pty->master < 0 || !take_output(pty, now_ms() + 10))
            poll(NULL, 0, 1);
    }
    pty->child = 0;
    while (pty->master >= 0 && take_output(pty, now_ms() + 10))
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool pty_is_as_found(const struct pty *pty)
{
    struct termios modes;
    assert_int_equal(tcgetattr(pty->master, &modes), 0);
    return modes.c_iflag == pty->found.c_iflag && modes.c_oflag == pty->found.c_oflag &&
           modes.c_cflag == pty->found.c_cflag && modes.c_lflag == pty->found.c_lflag &&
           memcmp(modes.c_cc, pty->found.c_cc, sizeof modes.c_cc) == 0;
}

bool pty_can_wait_in_read(const struct pty *pty)
{
    struct termios modes;
    assert_int_equal(tcgetattr(pty->master, &modes), 0);
    return (modes.c_lflag & ICANON) != 0 || modes.c_cc[VMIN] > 0 || modes.c_cc[VTIME] > 0;
}

/* One sequence may set several modes, such as "\033[?1006;1000h". */
char pty_last_of_mode(const struct pty *pty, const char *mode)
{
    bool is_private = mode[0] == '?';
    struct bytes wanted = bytes_of(is_private ? mode + 1 : mode);
    const char *const begins = is_private ? "\033[?" : "\033[";
    char last = 0;
    for (const char *at = buffer_string(&pty->written); (at = strstr(at, begins)) != NULL;) {
        at += strlen(begins);
        bool is_named = false;
        size_t size;
        while ((size = strspn(at, "0123456789")) > 0) {
            is_named = is_named || bytes_equal((struct bytes){at, size}, wanted);
            at += size + (at[size] == ';' ? 1 : 0);
        }
        if (is_named && (*at == 'h' || *at == 'l'))
            last = *at;
    }
    return last;
}
