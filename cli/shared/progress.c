#include "cli/shared/progress.h"

#include "core/base/number.h"
#include "core/base/unicode.h"

enum { SHOW_INTERVAL_MS = 100 };

/* Shows "documents.jsonl 41 %, 210,000 a second, 12 s left". */
static void draw(const struct progress_line *line, const struct import_progress *progress, int64_t now)
{
    double part = progress->total > 0 ? (double)progress->done / (double)progress->total : 1;
    double seconds = (double)(now - line->started_at) / 1000;
    struct buffer text = {0};
    unicode_add_visible(&text, bytes_of(file_label(progress->path)));
    buffer_add_format(&text, " %.0f %%", part * 100);
    if (seconds > 0 && part > 0) {
        buffer_add_string(&text, ", ");
        number_add_grouped(&text, (int64_t)((double)progress->n / seconds));
        buffer_add_format(&text, " a second, %.0f s left", seconds * (1 - part) / part);
    }
    working_line_show(line->world->working, buffer_bytes(&text));
    buffer_release(&text);
}

bool progress_watch(void *context, const struct import_progress *progress)
{
    struct progress_line *line = context;
    struct world *world = line->world;
    int64_t now = world->clock.now(world->clock.context);
    if (line->path != progress->path) {
        line->path = progress->path;
        line->started_at = now;
    }
    if (now - line->shown_at >= SHOW_INTERVAL_MS) {
        line->shown_at = now;
        draw(line, progress, now);
    }
    return !world->interrupted();
}

void progress_end(struct progress_line *line)
{
    working_line_wipe(line->world->working);
}
