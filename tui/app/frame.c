/*
 * From top to bottom: the header, in a high window with a rule below it; the screen's part; a rule that has
 * the status line in it; the key bar. Header and key bar are lists of items, and where there is no room for
 * all of them whole items are left out, by rank (tui/widget/line_items.h). The key bar is made of the rows of the
 * key table that is in force; the screen says which of them do something now (`offers`).
 */
#include "tui/app/frame.h"

#include "core/base/bug.h"
#include "tui/screens/screens.h"
#include "tui/widget/line_items.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    RULE_ROWS = 20, /* from so many rows on, a rule stands below the header */
    BAR_COLUMNS = 24,
    HEADER_GAP = 3,
    WIDE_COLUMNS = 100, /* from here on, the keys stand further apart */
    KEY_ROWS_MAX = 48,  /* rows of a key table that the key bar looks at */
    MINUTE_MS = 60 * 1000,
    HOUR_MINUTES = 60,
    LONG_MINUTES = 90, /* from here on, hours are said */
};

void frame_release(struct frame *frame)
{
    buffer_release(&frame->remark);
}

void frame_remark(struct frame *frame, const char *format, ...)
{
    char text[REMARK_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    frame_clear_remark(frame);
    buffer_add_string(&frame->remark, text);
}

void frame_warn(struct frame *frame, const char *text)
{
    frame_clear_remark(frame);
    buffer_add_string(&frame->remark, "! ");
    buffer_add_string(&frame->remark, text);
    frame->is_warning = true;
}

void frame_warn_too(struct frame *frame, const char *text)
{
    struct buffer both = {0};
    buffer_add(&both, buffer_bytes(&frame->remark));
    buffer_add_string(&both, both.size > 0 ? " · " : "");
    buffer_add_string(&both, text);
    frame_warn(frame, buffer_string(&both));
    buffer_release(&both);
}

void frame_clear_remark(struct frame *frame)
{
    buffer_clear(&frame->remark);
    frame->is_warning = false;
}

static int header_rows(int rows)
{
    return rows >= RULE_ROWS ? 2 : 1;
}

struct rectangle frame_body(int rows, int columns)
{
    int above = header_rows(rows);
    return (struct rectangle){.row = above, .column = 0, .rows = rows - above - 2, .columns = columns};
}

/* --- The header ----------------------------------------------------------- */

enum header_item { HEADER_NAMES, HEADER_BALLOT, HEADER_BAR, HEADER_PERCENT, HEADER_TIME, HEADER_COUNT };

static int64_t all_ballots(const struct progress *progress)
{
    return progress->ballots_done + progress->ballots_left;
}

static void add_names(const struct frame *frame, struct buffer *text)
{
    buffer_add_string(text, "assay · ");
    buffer_add(text, frame->database);
    buffer_add_string(text, " · ");
    buffer_add(text, frame->annotator);
}

static void add_ballot(const struct frame *frame, struct buffer *text)
{
    long long done = frame->progress.ballots_done;
    long long all = all_ballots(&frame->progress);
    if (frame->has_ballot)
        buffer_add_format(text, "ballot %lld of %lld", done + 1, all > done ? all : done + 1);
    else
        buffer_add_format(text, "%lld of %lld ballots", done, all);
}

static void add_bar(const struct frame *frame, struct buffer *text)
{
    int64_t all = all_ballots(&frame->progress);
    if (all == 0)
        return;
    int64_t full = BAR_COLUMNS * frame->progress.ballots_done / all;
    for (int64_t i = 0; i < BAR_COLUMNS; i++)
        buffer_add_string(text, i < full ? "█" : "░");
}

static void add_percent(const struct frame *frame, struct buffer *text)
{
    int64_t all = all_ballots(&frame->progress);
    if (all > 0)
        buffer_add_format(text, "%lld%%", (long long)(100 * frame->progress.ballots_done / all));
}

static void add_time_left(const struct frame *frame, struct buffer *text)
{
    if (frame->median_ms == 0 || !frame->has_ballot)
        return;
    double left_ms = (double)frame->median_ms * (double)frame->progress.ballots_left;
    double minutes = left_ms / MINUTE_MS;
    if (minutes < 1)
        buffer_add_string(text, "under a minute left");
    else if (minutes < LONG_MINUTES)
        buffer_add_format(text, "about %.0f min left", minutes);
    else
        buffer_add_format(text, "about %.0f h left", minutes / HOUR_MINUTES);
}

static const struct {
    int rank;
    enum style style;
    void (*add)(const struct frame *frame, struct buffer *text);
} header[HEADER_COUNT] = {
    [HEADER_NAMES] = {4, STYLE_DIM, add_names},    [HEADER_BALLOT] = {1, STYLE_NORMAL, add_ballot},
    [HEADER_BAR] = {5, STYLE_ACCENT, add_bar},     [HEADER_PERCENT] = {2, STYLE_NORMAL, add_percent},
    [HEADER_TIME] = {3, STYLE_DIM, add_time_left},
};

/* The columns that the shown items from `first` on take up. */
static int shown_columns(const struct line_item *items, size_t first, size_t n, int gap)
{
    int columns = 0;
    for (size_t i = first; i < n; i++)
        if (items[i].shown)
            columns += items[i].width + gap;
    return columns;
}

/* The names stand on the left, everything else on the right. */
static void draw_header(const struct frame *frame, struct surface *surface)
{
    struct buffer texts[HEADER_COUNT] = {0};
    struct line_item items[HEADER_COUNT];
    for (int i = 0; i < HEADER_COUNT; i++) {
        header[i].add(frame, &texts[i]);
        items[i] = (struct line_item){.width = text_width(buffer_bytes(&texts[i])), .rank = header[i].rank};
    }
    line_items_fit(items, HEADER_COUNT, surface->columns - 2, HEADER_GAP);

    int end = surface->columns - 1;
    int column = end + HEADER_GAP - shown_columns(items, HEADER_NAMES + 1, HEADER_COUNT, HEADER_GAP);
    for (int i = 0; i < HEADER_COUNT; i++) {
        bool is_left = i == HEADER_NAMES;
        if (items[i].shown)
            surface_put(surface, 0, is_left ? 1 : column, end, buffer_bytes(&texts[i]), header[i].style);
        if (items[i].shown && !is_left)
            column += items[i].width + HEADER_GAP;
        buffer_release(&texts[i]);
    }
}

/* --- The status line ------------------------------------------------------ */

/* What is typed stays in sight: when it is too long, its beginning goes. */
static struct bytes last_columns(struct bytes text, int columns)
{
    int too_many = text_width(text) - columns;
    if (too_many <= 0)
        return text;
    struct bytes hidden = text_fitting(text, too_many + 1);
    return bytes_from(text, hidden.size);
}

/* In the rule above the key bar: " saved: 2 · 35 of 120 ─────────". */
static void draw_in_rule(struct surface *surface, struct bytes text, enum style style, bool has_cursor)
{
    int row = surface->rows - 2;
    int end = surface->columns - 1;
    if (has_cursor)
        text = last_columns(text, end - 2);
    int column = surface_put_string(surface, row, 0, end, " ", style);
    column = surface_put(surface, row, column, end, text, style);
    surface->has_cursor = has_cursor;
    surface->cursor_row = row;
    surface->cursor_column = column;
    surface_put_string(surface, row, column, end + 1, " ", style);
}

/* What went wrong comes before what is asked: the next key takes it away. */
static void draw_status(const struct frame *frame, struct surface *surface, const struct screen *screen,
                        const void *model)
{
    surface_horizontal(surface, surface->rows - 2, 0, surface->columns, LINE_LIGHT, STYLE_FRAME);
    struct buffer text = {0};
    bool has_cursor = false;
    bool is_asking = screen->prompt != NULL && screen->prompt(model, &text, &has_cursor);
    if (frame->is_warning || !is_asking) {
        buffer_clear(&text);
        keymap_add_text(frame->keymap, screen->keys(model), buffer_bytes(&frame->remark), &text);
    }
    if (frame->is_warning)
        draw_in_rule(surface, buffer_bytes(&text), STYLE_WARNING, false);
    else if (is_asking)
        draw_in_rule(surface, buffer_bytes(&text), STYLE_TITLE, has_cursor);
    else if (text.size > 0)
        draw_in_rule(surface, buffer_bytes(&text), STYLE_NORMAL, false);
    buffer_release(&text);
}

/* --- The key bar ---------------------------------------------------------- */

/* How many of the row's keys the bar shows: the first ones, as far as they do something now. */
static int keys_in_bar(const struct key_row *row, const struct screen *screen, const void *model)
{
    int n = 0;
    if (screen_of_action(row->action) == screen)
        return 0; /* it goes back, which has a key */
    while (n < row->bar.keys &&
           (screen->offers == NULL || screen->offers(model, (struct action){.name = row->action, .nth = n})))
        n++;
    return n;
}

static void draw_keys(const struct keymap *keymap, struct surface *surface, const struct screen *screen,
                      const void *model)
{
    const struct key_table *table = screen->keys(model);
    const struct key_row *key_row;
    size_t n_rows = 0;
    struct buffer labels[KEY_ROWS_MAX] = {0};
    struct line_item items[KEY_ROWS_MAX] = {0};
    for (size_t i = 0; (key_row = key_table_row(table, i)) != NULL; i++) {
        BUG_UNLESS(i < KEY_ROWS_MAX);
        n_rows++;
        int n = keys_in_bar(key_row, screen, model);
        if (n == 0)
            continue;
        keymap_add_labels(keymap, key_row, n, &labels[i]);
        items[i] = (struct line_item){.width = text_width(buffer_bytes(&labels[i])) + 1 +
                                               text_width(bytes_of(key_row->bar.name)),
                                      .rank = key_row->bar.rank};
    }

    int row = surface->rows - 1;
    int end = surface->columns - 1;
    int gap = surface->columns >= WIDE_COLUMNS ? 3 : 2;
    line_items_fit(items, n_rows, end - 1, gap);
    int column = 1;
    for (size_t i = 0; i < n_rows; i++) {
        if (items[i].shown) {
            int name = surface_put(surface, row, column, end, buffer_bytes(&labels[i]), STYLE_KEY) + 1;
            surface_put_string(surface, row, name, end, key_table_row(table, i)->bar.name, STYLE_DIM);
            column += items[i].width + gap;
        }
        buffer_release(&labels[i]);
    }
}

void frame_draw(const struct frame *frame, struct surface *surface, const struct screen *screen,
                const void *model)
{
    draw_header(frame, surface);
    if (header_rows(surface->rows) > 1)
        surface_horizontal(surface, 1, 0, surface->columns, LINE_LIGHT, STYLE_FRAME);
    draw_status(frame, surface, screen, model);
    draw_keys(frame->keymap, surface, screen, model);
}

void frame_draw_too_small(struct surface *surface)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%d×%d needed: please enlarge the window", FRAME_COLUMNS_MIN, FRAME_ROWS_MIN);
    surface_put(surface, 0, 0, surface->columns, buffer_bytes(&text), STYLE_TITLE);
    buffer_clear(&text);
    buffer_add_format(&text, "%d×%d it is", surface->columns, surface->rows);
    surface_put(surface, 1, 0, surface->columns, buffer_bytes(&text), STYLE_NORMAL);
    buffer_release(&text);
}
