#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/content.h"

#include <cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 60 * 1000 };

extern char **environ;

struct child {
    pid_t pid;
    int input;  /* the child reads from it; -1: closed */
    int output; /* the child writes to it */
    struct buffer read;
    size_t taken; /* bytes of `read` that child_read has already returned */
    char *line;
};

/* --- Processes ------------------------------------------------------------------------------- */

static pid_t spawn(const char *const *words, int input, int output, int errors)
{
    const char *program = getenv("ASSAY");
    const char *arguments[32] = {program};
    for (size_t i = 0; words[i] != NULL; i++) {
        assert_true(i + 2 < sizeof arguments / sizeof *arguments);
        arguments[i + 1] = words[i];
    }
    if (program == NULL)
        fail_msg("ASSAY must name the program");
    signal(SIGPIPE, SIG_IGN); /* a killed child no longer reads */

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int failure = posix_spawn(&pid, program, &actions, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        fail_msg("%s: %s", program, strerror(failure));
    return pid;
}

static int wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        assert_int_equal(errno, EINTR);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static const char *read_back(struct arena *arena, FILE *file)
{
    rewind(file);
    const char *content = content_read(arena, file).data;
    fclose(file);
    return content;
}

struct ran child_run(struct arena *arena, const char *const *words)
{
    FILE *out = tmpfile(), *err = tmpfile();
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_true(out != NULL && err != NULL && nothing >= 0);
    pid_t pid = spawn(words, nothing, fileno(out), fileno(err));
    close(nothing);
    struct ran ran = {.status = wait_for(pid)};
    ran.out = read_back(arena, out);
    ran.err = read_back(arena, err);
    return ran;
}

const char *child_output(struct arena *arena, const char *const *words)
{
    struct ran ran = child_run(arena, words);
    if (ran.status != 0)
        fail_msg("assay %s: status %d: %s", words[0], ran.status, ran.err);
    return ran.out;
}

static struct child *start(const char *const *words, bool joined)
{
    int input[2], output[2];
    assert_int_equal(pipe2(input, O_CLOEXEC), 0);
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    struct child *child = calloc(1, sizeof *child);
    assert_non_null(child);
    *child = (struct child){.pid = spawn(words, input[0], output[1], joined ? output[1] : STDERR_FILENO),
                            .input = input[1],
                            .output = output[0]};
    close(input[0]);
    close(output[1]);
    return child;
}

struct child *child_start(const char *const *words)
{
    return start(words, false);
}

struct child *child_start_joined(const char *const *words)
{
    return start(words, true);
}

void child_signal(struct child *child, int signal_number)
{
    assert_int_equal(kill(child->pid, signal_number), 0);
}

static void child_free(struct child *child)
{
    child_close_input(child);
    close(child->output);
    buffer_release(&child->read);
    free(child->line);
    free(child);
}

void child_close_input(struct child *child)
{
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
}

void child_write(struct child *child, const char *line)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%s\n", line);
    /* A line is shorter than the capacity of a pipe, so one write takes all of it. */
    if (write(child->input, text.data, text.size) != (ssize_t)text.size)
        assert_int_equal(errno, EPIPE);
    buffer_release(&text);
}

/* Reads more output. Returns false if the output has ended. */
static bool read_more(struct child *child)
{
    char chunk[64 * 1024];
    struct pollfd wanted = {.fd = child->output, .events = POLLIN};
    if (poll(&wanted, 1, PATIENCE_MS) != 1)
        fail_msg("the program has said nothing for %d seconds", PATIENCE_MS / 1000);
    ssize_t got = read(child->output, chunk, sizeof chunk);
    assert_true(got >= 0);
    buffer_add(&child->read, (struct bytes){.data = chunk, .size = (size_t)got});
    return got > 0;
}

const char *child_read(struct child *child)
{
    const char *end;
    do {
        const char *rest = buffer_string(&child->read) + child->taken;
        end = memchr(rest, '\n', child->read.size - child->taken);
        if (end != NULL) {
            free(child->line);
            child->line = strndup(rest, (size_t)(end - rest));
            child->taken += (size_t)(end - rest) + 1;
            return child->line;
        }
    } while (read_more(child));
    return NULL;
}

int child_end(struct child *child)
{
    child_close_input(child);
    while (child_read(child) != NULL)
        continue;
    int status = wait_for(child->pid);
    child_free(child);
    return status;
}

void child_kill(struct child *child)
{
    kill(child->pid, SIGKILL);
    wait_for(child->pid);
    child_free(child);
}

/* Makes the child stop at each system call. Returns whether that worked. */
static bool trace(pid_t pid)
{
    int status;
    if (ptrace(PTRACE_SEIZE, pid, NULL, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) != 0)
        return false;
    return ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) == 0 && waitpid(pid, &status, 0) == pid &&
           WIFSTOPPED(status);
}

void child_write_and_kill_inside(struct child *child, const char *line, unsigned nth)
{
    bool traced = trace(child->pid);
    child_write(child, line);
    child_close_input(child); /* so that the child ends instead of waiting, if it gets that far */
    bool alive = true;
    for (unsigned i = 0; traced && alive && i < nth; i++) {
        int status;
        alive = ptrace(PTRACE_SYSCALL, child->pid, NULL, NULL) == 0 &&
                waitpid(child->pid, &status, 0) == child->pid && WIFSTOPPED(status);
    }
    if (alive) {
        kill(child->pid, SIGKILL);
        wait_for(child->pid);
    }
    child_free(child);
}

/* Continues until the next stop at a system call. Returns false if the child has ended. */
static bool next_call(pid_t pid, struct __ptrace_syscall_info *call)
{
    int status;
    return ptrace(PTRACE_SYSCALL, pid, NULL, NULL) == 0 && waitpid(pid, &status, 0) == pid &&
           WIFSTOPPED(status) && ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof *call, call) > 0;
}

bool child_syncs_before_answering(struct child *child, const char *line)
{
    struct __ptrace_syscall_info call;
    bool syncing = false, synced = false;
    assert_true(trace(child->pid));
    child_write(child, line);
    while (next_call(child->pid, &call)) {
        bool enters = call.op == PTRACE_SYSCALL_INFO_ENTRY;
        if (enters && call.entry.nr == SYS_write && call.entry.args[0] == STDOUT_FILENO)
            break;
        synced = synced || (syncing && call.op == PTRACE_SYSCALL_INFO_EXIT && call.exit.rval == 0);
        syncing = enters && (call.entry.nr == SYS_fsync || call.entry.nr == SYS_fdatasync);
    }
    ptrace(PTRACE_DETACH, child->pid, NULL, NULL);
    return synced;
}

bool child_can_be_traced(void)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        pause();
        _exit(0);
    }
    bool traced = trace(pid);
    kill(pid, SIGKILL);
    wait_for(pid);
    return traced;
}

/* --- Output of `label --json` ---------------------------------------------- */

static void copy_text(char target[SAID_ID_SIZE], const cJSON *text)
{
    assert_true(cJSON_IsString(text));
    assert_true(strlen(text->valuestring) < SAID_ID_SIZE);
    memcpy(target, text->valuestring, strlen(text->valuestring) + 1);
}

static long read_number(const cJSON *number)
{
    assert_true(cJSON_IsNumber(number));
    return (long)cJSON_GetNumberValue(number);
}

static void read_ballot(const cJSON *object, struct said *said)
{
    const cJSON *document;
    const cJSON *progress = cJSON_GetObjectItemCaseSensitive(object, "progress");
    copy_text(said->qid,
              cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(object, "question"), "qid"));
    cJSON_ArrayForEach(document, cJSON_GetObjectItemCaseSensitive(object, "documents"))
    {
        assert_true(said->n_slots < SAID_SLOTS);
        const cJSON *slot = cJSON_GetObjectItemCaseSensitive(document, "slot");
        assert_true(cJSON_IsNumber(slot) && slot->valueint == (int)said->n_slots + 1);
        copy_text(said->docids[said->n_slots++], cJSON_GetObjectItemCaseSensitive(document, "docid"));
    }
    said->done = read_number(cJSON_GetObjectItemCaseSensitive(progress, "done"));
    said->total = read_number(cJSON_GetObjectItemCaseSensitive(progress, "total"));
}

struct said child_hear(struct child *child)
{
    static const char *const keys[] = {
        [SAID_BALLOT] = "ballot", [SAID_SAVED] = "saved", [SAID_UNDONE] = "undone",
        [SAID_ERROR] = "error",   [SAID_DONE] = "done",
    };
    struct said said = {.kind = SAID_NOTHING, .line = child_read(child)};
    if (said.line == NULL)
        return said;
    cJSON *object = cJSON_Parse(said.line);
    assert_true(cJSON_IsObject(object));
    for (size_t i = 0; i < SAID_NOTHING; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, keys[i]);
        if (value == NULL)
            continue;
        said.kind = (enum said_kind)i;
        if (said.kind == SAID_BALLOT || said.kind == SAID_SAVED || said.kind == SAID_UNDONE)
            said.ballot = read_number(value);
        if (said.kind == SAID_BALLOT)
            read_ballot(object, &said);
    }
    cJSON_Delete(object);
    if (said.kind == SAID_NOTHING)
        fail_msg("it says neither ballot, saved, undone, error nor done: %s", said.line);
    return said;
}

struct said child_expect(struct child *child, enum said_kind kind)
{
    struct said said = child_hear(child);
    if (said.kind != kind)
        fail_msg("unexpected line: %s", said.line != NULL ? said.line : "(the end)");
    return said;
}

void child_vote(struct child *child, int slot)
{
    char line[32];
    snprintf(line, sizeof line, "{\"vote\":%d}", slot);
    child_write(child, line);
}
