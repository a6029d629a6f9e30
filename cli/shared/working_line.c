#include "cli/shared/working_line.h"

#include "core/base/unicode.h"

#include <signal.h>
#include <time.h>

enum { TICK_MS = 1000, LOOK_MS = 100 };

static const char wipe[] = "\r\033[K";

void working_line_open(struct working_line *line, FILE *terminal, bool ascii, const char *what,
                       int64_t (*now)(void *context))
{
    *line = (struct working_line){.terminal = terminal, .ascii = ascii, .what = what, .now = now};
    pthread_mutex_init(&line->lock, NULL);
    line->began_at = now(NULL);
    line->next_at = line->began_at + TICK_MS;
}

/* Called with the lock, like the following functions. */
static void draw(struct working_line *line, struct bytes text)
{
    struct buffer shown = {0};
    buffer_add_string(&shown, wipe);
    unicode_add_escaped(&shown, text, line->ascii);
    fwrite(buffer_string(&shown), 1, shown.size, line->terminal);
    fflush(line->terminal);
    line->is_shown = true;
    line->has_rest = false;
    line->next_at = line->now(NULL) + TICK_MS;
    buffer_release(&shown);
}

static void draw_time(struct working_line *line, int64_t now)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%s: %lld s", line->what, (long long)(now - line->began_at) / 1000);
    draw(line, buffer_bytes(&text));
    buffer_release(&text);
}

static void undraw(struct working_line *line)
{
    if (line->is_shown) {
        fputs(wipe, line->terminal);
        fflush(line->terminal);
    }
    line->is_shown = false;
    line->has_rest = true;
}

void working_line_show(struct working_line *line, struct bytes text)
{
    pthread_mutex_lock(&line->lock);
    if (line->terminal != NULL)
        draw(line, text);
    pthread_mutex_unlock(&line->lock);
}

void working_line_tick(struct working_line *line)
{
    pthread_mutex_lock(&line->lock);
    if (line->terminal != NULL) {
        const int64_t now = line->now(NULL);
        if (line->has_rest)
            line->next_at = now + TICK_MS;
        else if (now >= line->next_at)
            draw_time(line, now);
        line->has_rest = false;
    }
    pthread_mutex_unlock(&line->lock);
}

void working_line_wipe(struct working_line *line)
{
    pthread_mutex_lock(&line->lock);
    if (line->terminal != NULL)
        undraw(line);
    pthread_mutex_unlock(&line->lock);
}

void working_line_close(struct working_line *line)
{
    pthread_mutex_lock(&line->lock);
    if (line->terminal != NULL)
        undraw(line);
    line->terminal = NULL;
    pthread_mutex_unlock(&line->lock);
}

static bool is_open(struct working_line *line)
{
    pthread_mutex_lock(&line->lock);
    const bool open = line->terminal != NULL;
    pthread_mutex_unlock(&line->lock);
    return open;
}

static void *keep_ticking(void *context)
{
    struct working_line *line = context;
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000};
    while (is_open(line)) {
        nanosleep(&pause, NULL);
        working_line_tick(line);
    }
    return NULL;
}

/* Signals are left to the main thread. If the system can't start a thread, no line is shown. */
void working_line_start(struct working_line *line)
{
    sigset_t all, before;
    pthread_t thread;
    if (!is_open(line))
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, keep_ticking, line) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
