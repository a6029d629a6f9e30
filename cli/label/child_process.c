/*
 * Sending and receiving share one loop: a program that writes before it has read everything must not block assay, nor
 * assay the program.
 */
#include "cli/label/child_process.h"

#include "core/base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE_MAX = 1024 * 1024, POLL_MS = 100, END_MS = 1000 };

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- Starting -------------------------------------------------------------------------------- */

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/* Runs in the new process, where only plain system calls are allowed. */
static void become_command(const char *command, const int in[2], const int out[2], const int errors[2])
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in[0], STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0 &&
        dup2(errors[1], STDERR_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start_with_pipes(struct child_process *child, const char *command, const int in[2],
                             const int out[2], const int errors[2], struct err *err)
{
    child->pid = fork();
    if (child->pid < 0)
        return err_set(err, ERR_SYSTEM, "the program can't be started: %s", strerror(errno));
    if (child->pid == 0)
        become_command(command, in, out, errors);
    setpgid(child->pid, child->pid); /* in both processes, because either may be first */
    child->to = in[1];
    child->from = out[0];
    child->errors = errors[0];
    close(in[0]);
    close(out[1]);
    close(errors[1]);
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    fcntl(child->errors, F_SETFL, O_NONBLOCK);
    return true;
}

bool child_start(struct child_process *child, const char *command, struct err *err)
{
    int pipes[3][2];
    size_t n = 0;
    *child = (struct child_process){.to = -1, .from = -1, .errors = -1};
    while (n < 3 && system_pipe(pipes[n]))
        n++;
    bool started = n == 3 ? start_with_pipes(child, command, pipes[0], pipes[1], pipes[2], err)
                          : err_set(err, ERR_SYSTEM, "no pipe can be made: %s", strerror(errno));
    for (size_t i = 0; !started && i < n; i++)
        close_pair(pipes[i]);
    return started;
}

/* --- Talking --------------------------------------------------------------------------------- */

/* Takes the available bytes. Returns false at the end. */
static bool receive(int file, struct buffer *into)
{
    char block[4096];
    ssize_t size = read(file, block, sizeof block);
    if (size > 0)
        buffer_add(into, (struct bytes){.data = block, .size = (size_t)size});
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Passes the program's messages on through world->err, which makes them harmless for a terminal. */
static void pass_errors(struct child_process *child, struct world *world)
{
    struct buffer text = {0};
    if (child->errors >= 0 && !receive(child->errors, &text)) {
        close(child->errors);
        child->errors = -1;
    }
    fwrite(buffer_string(&text), 1, text.size, world->err);
    buffer_release(&text);
}

/* Sends as much as possible without waiting. Returns false when nobody reads any more. */
static bool send_some(const struct child_process *child, struct bytes *text)
{
    ssize_t size = write(child->to, text->data, text->size);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    text->data += size;
    text->size -= (size_t)size;
    return true;
}

/* Takes the first line that was received. */
static bool take_line(struct child_process *child, struct bytes *line)
{
    struct bytes received = buffer_bytes(&child->received);
    const char *end = received.size > 0 ? memchr(received.data, '\n', received.size) : NULL;
    if (end == NULL)
        return false;
    *line = (struct bytes){.data = received.data, .size = (size_t)(end - received.data)};
    child->n_taken = line->size + 1;
    return true;
}

static void drop_taken(struct child_process *child)
{
    struct buffer rest = {0};
    struct bytes received = buffer_bytes(&child->received);
    buffer_add(&rest, (struct bytes){received.data + child->n_taken, received.size - child->n_taken});
    buffer_release(&child->received);
    child->received = rest;
    child->n_taken = 0;
}

static bool fail_ended(struct child_process *child, struct world *world, struct err *err)
{
    int status = 0;
    pid_t ended;
    pass_errors(child, world);
    kill(-child->pid, SIGKILL); /* kills what the program started; its own status is unaffected */
    do
        ended = waitpid(child->pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == child->pid)
        child->pid = 0;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGKILL
                   ? err_set(err, ERR_INPUT, "the program closed its output or was killed before it answered")
                   : err_set(err, ERR_INPUT, "signal %d ended the program before it answered",
                             WTERMSIG(status));
    return err_set(err, ERR_INPUT, "the program ended before it answered, with exit status %d",
                   WEXITSTATUS(status));
}

/* Polls all three pipes once. Returns false when the program has ended. */
static bool exchange(struct child_process *child, struct bytes *text, struct world *world)
{
    struct pollfd files[] = {{.fd = child->from, .events = POLLIN},
                             {.fd = child->errors, .events = POLLIN},
                             {.fd = text->size > 0 ? child->to : -1, .events = POLLOUT}};
    if (poll(files, sizeof files / sizeof *files, POLL_MS) <= 0)
        return true; /* nothing yet, or a signal: the caller checks the time */
    if (files[1].revents != 0)
        pass_errors(child, world);
    if (files[2].revents != 0 && !send_some(child, text))
        text->size = 0; /* the program may have answered nevertheless */
    return files[0].revents == 0 || receive(child->from, &child->received);
}

bool child_ask(struct child_process *child, struct bytes text, int64_t timeout_ms, struct world *world,
               struct bytes *line, struct err *err)
{
    const int64_t until = clock_ms() + timeout_ms;
    drop_taken(child);
    if (child->received.size > 0)
        return err_set(err, ERR_INPUT, "the program answered a ballot with more than one line");
    while (text.size > 0 || !take_line(child, line)) {
        if (world->interrupted())
            return err_set(err, ERR_INTERRUPTED, "stopped");
        if (clock_ms() > until)
            return err_set(err, ERR_INPUT, "the program gave no answer for %lld seconds",
                           (long long)timeout_ms / 1000);
        if (child->received.size > LINE_SIZE_MAX)
            return err_set(err, ERR_INPUT, "the program wrote a line of more than %d bytes", LINE_SIZE_MAX);
        if (!exchange(child, &text, world))
            return fail_ended(child, world, err);
    }
    return true;
}

/* --- Ending ---------------------------------------------------------------------------------- */

static bool has_ended(struct child_process *child)
{
    return child->pid == 0 || waitpid(child->pid, NULL, WNOHANG) == child->pid;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static void wait_for_end(struct child_process *child, struct world *world)
{
    const int64_t until = clock_ms() + END_MS;
    bool ended = has_ended(child);
    while (!ended && clock_ms() < until) {
        struct bytes none = {0};
        if (!exchange(child, &none, world))
            poll(NULL, 0, POLL_MS);
        buffer_clear(&child->received);
        ended = has_ended(child);
    }
    kill(-child->pid, SIGKILL);
    if (!ended)
        waitpid(child->pid, NULL, 0);
}

void child_end(struct child_process *child, struct world *world)
{
    if (child->pid > 0) {
        close_file(&child->to);
        wait_for_end(child, world);
    }
    close_file(&child->to);
    close_file(&child->from);
    close_file(&child->errors);
    buffer_release(&child->received);
    child->pid = 0;
}
