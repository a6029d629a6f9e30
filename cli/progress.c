#include "cli/progress.h"

enum { SHOW_INTERVAL_MS = 100, BAR_WIDTH = 24 };

static void draw_bar(const struct progress_line *line, size_t done, size_t total, int64_t elapsed_ms)
{
    double part = total > 0 ? (double)done / (double)total : 1;
    int filled = (int)(part * BAR_WIDTH);
    fprintf(line->world->err, "\r\033[K%s  ", line->subject);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputs(i < filled ? "█" : "░", line->world->err);
    fprintf(line->world->err, "  %3.0f%%", part * 100);
    if (elapsed_ms > 0 && part > 0)
        fprintf(line->world->err, "  %.0f%%/s  about %.0f s left", part * 1e5 / (double)elapsed_ms,
                (double)elapsed_ms * (1 - part) / part / 1000);
    fflush(line->world->err);
}

bool progress_watch(void *context, const char *subject, size_t done, size_t total)
{
    struct progress_line *line = context;
    struct world *world = line->world;
    int64_t now = world->clock.now(world->clock.context);
    if (line->subject != subject) {
        line->subject = subject;
        line->started_at = now;
    }
    if (world->err_is_terminal && now - line->shown_at >= SHOW_INTERVAL_MS) {
        line->shown_at = now;
        draw_bar(line, done, total, now - line->started_at);
    }
    return !world->interrupted();
}

void progress_end(struct progress_line *line)
{
    if (line->world->err_is_terminal && line->shown_at != 0)
        fputs("\r\033[K", line->world->err);
}
