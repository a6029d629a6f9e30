/*
 * pdftotext runs in a separate process with limits on memory and time, so that a file that crashes it does no harm
 * here. It reads the content from a pipe that another process fills. It writes text with a form feed after each page.
 * The title comes from the HTML that it writes for the first page; it does not escape the text there.
 */
#include "import/office/pdf.h"

#include "core/base/system.h"
#include "core/markup/html_text.h"
#include "import/office/document.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>

enum { SECONDS_MOST = 120, MEMORY_MOST_GB = 4, TEXT_MOST = 256 << 20, NOT_FOUND = 127 };

/* --- The process ------------------------------------------------------------------------------ */

/* Its resource argument has a different type in each C library. */
static struct rlimit limit_of(rlim_t most)
{
    return (struct rlimit){.rlim_cur = most, .rlim_max = most};
}

/* Runs in the new process, where only plain system calls are allowed. */
static void become_pdftotext(int in, int out, char *const *words)
{
    int nothing = open("/dev/null", O_WRONLY);
    const struct rlimit seconds = limit_of(SECONDS_MOST), memory = limit_of((rlim_t)MEMORY_MOST_GB << 30);
    (void)!setrlimit(RLIMIT_CPU, &seconds);
    (void)!setrlimit(RLIMIT_AS, &memory);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0)
        execvp(words[0], words);
    _exit(NOT_FOUND);
}

static void become_writer(int out, struct bytes content)
{
    signal(SIGPIPE, SIG_DFL);
    while (content.size > 0) {
        ssize_t put = write(out, content.data, content.size);
        if (put <= 0)
            _exit(1);
        content = bytes_from(content, (size_t)put);
    }
    _exit(0);
}

/* Returns false when the text is too long, or the pipe fails. */
static bool receive(int from, struct buffer *text)
{
    char block[1 << 16];
    ssize_t got;
    do {
        got = read(from, block, sizeof block);
        if (got > 0)
            buffer_add(text, (struct bytes){.data = block, .size = (size_t)got});
    } while ((got > 0 && text->size <= TEXT_MOST) || (got < 0 && errno == EINTR));
    return got == 0;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Sets *status to the exit status of pdftotext, 0 for success; -1: it exceeded a limit. */
static bool run_pdftotext(char *const *words, struct bytes content, struct buffer *text, int *status,
                          struct err *err)
{
    int in[2], out[2];
    if (!system_pipe(in))
        return err_set(err, ERR_SYSTEM, "no pipe can be made: %s", strerror(errno));
    if (!system_pipe(out)) {
        close(in[0]);
        close(in[1]);
        return err_set(err, ERR_SYSTEM, "no pipe can be made: %s", strerror(errno));
    }
    pid_t reader = fork();
    if (reader == 0)
        become_pdftotext(in[0], out[1], words);
    pid_t writer = reader > 0 ? fork() : -1;
    if (writer == 0) {
        close(in[0]); /* otherwise it would never notice that the reader has left */
        become_writer(in[1], content);
    }
    close(in[0]);
    close(in[1]);
    close(out[1]);
    bool is_whole = writer > 0 && receive(out[0], text);
    close(out[0]);
    *status = reader > 0 ? wait_for(reader) : -1;
    if (writer > 0)
        (void)wait_for(writer);
    *status = is_whole ? *status : -1;
    return writer > 0 || err_set(err, ERR_SYSTEM, "the program can't be started: %s", strerror(errno));
}

/* --- Pages ------------------------------------------------------------------------------------ */

/* Finds the text between two marks. Returns false when the first one is missing. */
static bool find_between(struct bytes html, const char *opening, const char *closing, struct bytes *found)
{
    const char *begin = memmem(html.data, html.size, opening, strlen(opening));
    if (begin == NULL)
        return false;
    begin += strlen(opening);
    struct bytes rest = bytes_from(html, (size_t)(begin - html.data));
    const char *end = memmem(rest.data, rest.size, closing, strlen(closing));
    *found = bytes_slice(rest, 0, end != NULL ? (size_t)(end - begin) : rest.size);
    return true;
}

/* Adds the title. It is empty when there is none, or it can't be read. */
static void add_title(struct bytes content, struct buffer *title)
{
    static char *const words[] = {"pdftotext", "-htmlmeta", "-l", "1", "-enc", "UTF-8", "-", "-", NULL};
    struct buffer html = {0};
    struct bytes found;
    int status = -1;
    if (run_pdftotext(words, content, &html, &status, err_ignored()) && status == 0 &&
        find_between(buffer_bytes(&html), "<title>", "</title>", &found))
        html_add_value(title, found);
    buffer_release(&html);
}

static size_t add_pages(struct bytes pages, struct bytes name, struct bytes title, struct buffer *out)
{
    const size_t before = out->size;
    struct bytes page;
    for (size_t n = 1; pages.size > 0; n++) {
        char place[32];
        if (!bytes_split(pages, '\f', &page, &pages)) {
            page = pages;
            pages = (struct bytes){0};
        }
        snprintf(place, sizeof place, "page=%zu", n);
        office_add_document(name, place, title, page, out);
    }
    return out->size - before;
}

static bool fail(struct bytes content, int status, struct err *err)
{
    if (status == NOT_FOUND)
        return err_set(err, ERR_SYSTEM,
                       "this is a PDF; to read it, assay needs the program pdftotext; install poppler-utils");
    if (bytes_contains(content, "/Encrypt"))
        return err_set(err, ERR_INPUT,
                       "this PDF is encrypted; remove its password first, for example with: qpdf --decrypt "
                       "IN.pdf OUT.pdf");
    if (status < 0)
        return err_set(err, ERR_INPUT, "this PDF takes more than %d s or %d GB to read; split it",
                       SECONDS_MOST, MEMORY_MOST_GB);
    return err_set(err, ERR_INPUT, "this PDF is damaged; get the file again");
}

bool pdf_add_documents(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
{
    static char *const words[] = {"pdftotext", "-enc", "UTF-8", "-", "-", NULL};
    struct buffer text = {0}, title = {0};
    int status = -1;
    bool worked =
        run_pdftotext(words, content, &text, &status, err) && (status == 0 || fail(content, status, err));
    if (worked)
        add_title(content, &title);
    worked = worked && (add_pages(buffer_bytes(&text), name, buffer_bytes(&title), out) > 0 ||
                        err_set(err, ERR_INPUT,
                                "this PDF has pictures of its pages but no text; recognise the text first, "
                                "for example with: ocrmypdf IN.pdf OUT.pdf"));
    buffer_release(&text);
    buffer_release(&title);
    return worked;
}
