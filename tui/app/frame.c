/*
 * From top to bottom: the header (in a high window with a rule below it), the screen's part, a rule that contains the
 * status line, and the key bar. A screen may have its own first line in the header's row, before the progress.
 *
 * Header and key bar are lists of items. If there is no room for all, whole items are left out by rank
 * (tui/widget/line_items.h). The key bar shows rows of the key table in force; the screen says which of them do
 * something at the moment (`offers`). Keys that do not fit are shown in the rule above the bar, while the status line
 * is empty.
 */
#include "tui/app/frame.h"

#include "core/base/bug.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "tui/screens/screens.h"
#include "tui/text/shortening.h"
#include "tui/widget/line_edit.h"
#include "tui/widget/line_items.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    RULE_ROWS = 20, /* in windows with at least so many rows, a rule is drawn below the header */
    HEADER_GAP = 3,
    SHARED_GAP = 2,     /* in a header that a screen shares … */
    SHARED_FIFTHS = 2,  /* … the largest part of its width, in fifths, for the progress */
    NAMES_COLUMNS = 30, /* smallest width of long names, if they are shown */
    WIDE_COLUMNS = 100, /* from this width on, the keys are further apart */
    NARROW_COLUMNS =
        64, /* below this width, keys have brief names, and stand closer if that makes room for more */
};

static const char between[] = " · "; /* separates two statements */

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

void frame_remark_vote(struct frame *frame, const char *text)
{
    frame_remark(frame, "%s", text);
    frame->saved_size = frame->remark.size;
}

void frame_remark_beside_vote(struct frame *frame, const char *text)
{
    frame->remark.size = frame->saved_size;
    if (text[0] != '\0')
        frame_remark_too(frame, text);
}

void frame_remark_too(struct frame *frame, const char *text)
{
    buffer_add_string(&frame->remark, frame->remark.size > 0 ? between : "");
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
    frame_remark_too(frame, text);
    buffer_add(&both, buffer_bytes(&frame->remark));
    frame_warn(frame, buffer_string(&both));
    buffer_release(&both);
}

void frame_clear_remark(struct frame *frame)
{
    buffer_clear(&frame->remark);
    frame->is_warning = false;
    frame->saved_size = 0;
    frame->is_of_window = false;
}

void frame_forget_window(struct frame *frame)
{
    if (frame->is_of_window)
        frame_clear_remark(frame);
}

static int header_rows(const struct screen *screen, int rows)
{
    return screen->share_header != NULL ? 0 : rows >= RULE_ROWS ? 2 : 1;
}

struct rectangle frame_body(const struct screen *screen, int rows, int columns)
{
    int above = header_rows(screen, rows);
    return (struct rectangle){.row = above, .column = 0, .rows = rows - above - 2, .columns = columns};
}

/* --- The header ----------------------------------------------------------- */

enum header_item { HEADER_NAMES, HEADER_DECISION, HEADER_ALL, HEADER_OWN, HEADER_TIME, HEADER_COUNT };

/* The expected number of ballots if a forecast is known and is better than the upper limit; else that limit. */
static int64_t all_ballots(const struct frame *frame, bool *is_forecast)
{
    const struct progress *progress = &frame->progress;
    const double expected = frame->forecast.ballots.expected;
    *is_forecast = frame->forecast.ballots.low < frame->forecast.ballots.high;
    return progress->ballots_done + (*is_forecast ? (int64_t)round(expected) : progress->ballots_left);
}

/*
 * Whether the ballot in hand exceeds what the questions need: it is also given to others, or helps to decide between
 * runs. The number of such ballots is unknown.
 */
static bool is_beyond(const struct frame *frame)
{
    bool is_forecast;
    return frame->has_ballot && all_ballots(frame, &is_forecast) <= frame->progress.ballots_done;
}

static void add_names(const struct frame *frame, bool is_narrow, struct buffer *text)
{
    (void)is_narrow;
    buffer_add_format(text, YIELDING("assay · ") YIELDING("%.*s · ") "%.*s", BYTES_FORMAT(frame->database),
                      BYTES_FORMAT(frame->annotator));
}

/* With a ballot in hand at least one is left, so 0 means that they have not been counted yet. */
static void add_left_to_judge(const struct frame *frame, struct buffer *text)
{
    if (frame->has_ballot && frame->forecast.at_most == 0)
        return;
    number_add_grouped(text, frame->forecast.at_most);
    buffer_add_string(text, " left to judge");
}

/* Appends "8 of 80 ballots", of all annotators; "8/80" in a narrow window. */
static void add_all(const struct frame *frame, bool is_narrow, struct buffer *text)
{
    int64_t done = frame->progress.ballots_done;
    bool is_forecast;
    int64_t all = all_ballots(frame, &is_forecast);
    if (frame->practice_number > 0) {
        buffer_add_format(text, is_narrow ? "practice %zu/%zu" : "practice %zu of %zu",
                          frame->practice_number, frame->practice_of);
        return;
    }
    if (frame->is_judge) {
        add_left_to_judge(frame, text);
        return;
    }
    number_add_grouped(text, done);
    if (!is_beyond(frame)) {
        buffer_add_string(text, is_narrow ? "/" : is_forecast ? " of about " : " of ");
        number_add_grouped(text, all > done ? all : done);
    }
    if (!is_narrow)
        buffer_add_string(text, is_beyond(frame) ? " ballots, now an extra ballot" : " ballots");
}

/* Appends the annotator's own votes if others have voted too. */
static void add_own(const struct frame *frame, bool is_narrow, struct buffer *text)
{
    (void)is_narrow;
    if (frame->practice_number > 0 || frame->own_votes == frame->progress.ballots_done)
        return;
    number_add_grouped(text, frame->own_votes);
    buffer_add_string(text, " by ");
    buffer_add(text, frame->is_replay ? frame->annotator : bytes_of("you"));
}

static void add_time_left(const struct frame *frame, bool is_narrow, struct buffer *text)
{
    (void)is_narrow;
    const size_t size = text->size;
    if (!frame->has_ballot || frame->practice_number > 0)
        return;
    forecast_add_hours(frame->forecast.hours, text);
    if (text->size > size)
        buffer_add_string(text, " left");
}

static void add_decision(const struct frame *frame, bool is_narrow, struct buffer *text)
{
    (void)is_narrow;
    if (frame->decider != NULL)
        decider_add_state(frame->decider, text);
}

static const struct {
    int rank;
    enum style style;
    void (*add)(const struct frame *frame, bool is_narrow, struct buffer *text);
} header[HEADER_COUNT] = {
    [HEADER_NAMES] = {5, STYLE_DIM, add_names},    [HEADER_DECISION] = {1, STYLE_ACCENT, add_decision},
    [HEADER_ALL] = {2, STYLE_NORMAL, add_all},     [HEADER_OWN] = {4, STYLE_DIM, add_own},
    [HEADER_TIME] = {3, STYLE_DIM, add_time_left},
};

/* The width of the shown items from `first` on. */
static int shown_columns(const struct line_item *items, size_t first, size_t n, int gap)
{
    int columns = 0;
    for (size_t i = first; i < n; i++)
        if (items[i].shown)
            columns += items[i].width + gap;
    return columns;
}

/* Draws the names up to the other items. */
static void draw_names(const struct frame *frame, struct surface *surface, int end)
{
    struct buffer names = {0}, shown = {0};
    add_names(frame, false, &names);
    text_add_yielding(buffer_bytes(&names), end - 1, &shown);
    surface_put(surface, 0, 1, end, buffer_bytes(&shown), header[HEADER_NAMES].style);
    buffer_release(&names);
    buffer_release(&shown);
}

/* Chooses the shown items. If not all names fit, there may be room for the annotator's name. */
static void fit_header(const struct frame *frame, struct line_item *items, int columns)
{
    struct line_item *names = &items[HEADER_NAMES];
    if (names->width > NAMES_COLUMNS)
        names->width = NAMES_COLUMNS;
    line_items_fit(items, HEADER_COUNT, columns, HEADER_GAP);
    const int width = text_width(frame->annotator);
    if (names->shown || width > NAMES_COLUMNS)
        return;
    names->width = width;
    line_items_fit(items, HEADER_COUNT, columns, HEADER_GAP);
}

/* For a header that a screen shares: only the progress, in its part of the row. */
static void fit_shared_header(struct line_item *items, int columns)
{
    items[HEADER_NAMES].width = 0;
    line_items_fit(items, HEADER_COUNT, SHARED_FIFTHS * columns / 5, SHARED_GAP);
}

static void make_header(const struct frame *frame, int columns, struct buffer *texts, struct line_item *items)
{
    for (int i = 0; i < HEADER_COUNT; i++) {
        header[i].add(frame, columns < NARROW_COLUMNS, &texts[i]);
        items[i] =
            (struct line_item){.width = text_yielding_width(buffer_bytes(&texts[i])), .rank = header[i].rank};
    }
}

int frame_shared_columns(const struct frame *frame, int columns)
{
    struct buffer texts[HEADER_COUNT] = {0};
    struct line_item items[HEADER_COUNT];
    make_header(frame, columns, texts, items);
    fit_shared_header(items, columns);
    for (int i = 0; i < HEADER_COUNT; i++)
        buffer_release(&texts[i]);
    return shown_columns(items, 0, HEADER_COUNT, SHARED_GAP);
}

/* Draws the names, or the screen's own line, on the left, and everything else on the right. */
static void draw_header(const struct frame *frame, struct surface *surface, bool is_shared)
{
    struct buffer texts[HEADER_COUNT] = {0};
    struct line_item items[HEADER_COUNT];
    const int gap = is_shared ? SHARED_GAP : HEADER_GAP;
    make_header(frame, surface->columns, texts, items);
    if (is_shared)
        fit_shared_header(items, surface->columns);
    else
        fit_header(frame, items, surface->columns - 2);

    int end = surface->columns - 1;
    int column = end + gap - shown_columns(items, HEADER_NAMES + 1, HEADER_COUNT, gap);
    if (items[HEADER_NAMES].shown)
        draw_names(frame, surface, column - gap);
    for (int i = 0; i < HEADER_COUNT; i++) {
        if (items[i].shown && i != HEADER_NAMES) {
            surface_put(surface, 0, column, end, buffer_bytes(&texts[i]), header[i].style);
            column += items[i].width + gap;
        }
        buffer_release(&texts[i]);
    }
}

/* --- The status line ------------------------------------------------------ */

/* Keeps the cursor of a typed text in sight by hiding the beginning of the text. Returns how many bytes to hide. */
static size_t hidden_before_cursor(struct bytes text, size_t cursor, int columns)
{
    struct bytes before = {text.data, cursor};
    int too_many = text_width(before) - columns;
    return too_many > 0 ? text_fitting(before, too_many + 1).size : 0;
}

/*
 * Draws text in the rule above the key bar: " saved: 2 · 35 of 120 ─────────". `cursor`: where in the text the user
 * types, or NO_CURSOR.
 */
static void draw_in_rule(struct surface *surface, struct bytes text, enum style style, size_t cursor)
{
    int row = surface->rows - 2;
    int end = surface->columns - 1;
    int column = surface_put_string(surface, row, 0, end, " ", style);
    if (cursor != NO_CURSOR) {
        size_t hidden = hidden_before_cursor(text, cursor, end - 2);
        column = surface_put(surface, row, column, end, (struct bytes){text.data + hidden, cursor - hidden},
                             style);
        surface_place_cursor(surface, row, column);
        surface->is_typing = true;
        text = bytes_from(text, cursor);
    }
    column = surface_put(surface, row, column, end, text, style);
    surface_put_string(surface, row, column, end + 1, " ", style);
}

/* The table's row of reasons; NULL: it has none. */
static const struct key_row *find_reasons(const struct key_table *table)
{
    const struct key_row *row;
    for (size_t i = 0; (row = key_table_row(table, i)) != NULL; i++)
        if (row->action == ACTION_REASON)
            return row;
    return NULL;
}

void frame_remark_reason_keys(struct frame *frame, const struct key_table *table)
{
    struct buffer keys = {0};
    keymap_add_labels(frame->keymap, find_reasons(table), (int)frame->reasons->n, &keys);
    frame_remark(frame, "reasons: %s%s", buffer_string(&keys),
                 frame->own_votes > 0 ? YIELDING_WHOLLY("; your vote stands") : "");
    buffer_release(&keys);
}

/* The form in which reasons are listed in a line. */
struct reason_line {
    bool is_behind_vote; /* "why? 4 correct  5 complete", else "why 2? …" */
    const char *between;
    int name_columns; /* longer names are cut */
};

static void add_reason_line(const struct frame *frame, const struct key_row *row,
                            const struct reason_line *line, struct buffer *text)
{
    const char32_t *keys = keymap_keys(frame->keymap, row);
    if (line->is_behind_vote)
        buffer_add_string(text, "why?");
    else if (frame->vote_without_reason == VOTE_NONE)
        buffer_add_string(text, "voted none: why?");
    else if (frame->tied_without_reason > 0)
        buffer_add_format(text, "voted %d and %d: why?", frame->vote_without_reason,
                          frame->tied_without_reason);
    else
        buffer_add_format(text, "voted %d: why?", frame->vote_without_reason);
    struct buffer name = {0};
    for (size_t i = 0; i < frame->reasons->n; i++) {
        buffer_add_string(text, i == 0 ? " " : line->between);
        key_add_label((struct key){.code = keys[i]}, text);
        buffer_add_byte(text, ' ');
        buffer_clear(&name);
        unicode_add_visible(&name, frame->reasons->items[i]);
        text_add_without_middle(buffer_bytes(&name), line->name_columns, text);
    }
    buffer_release(&name);
}

/*
 * Appends the reasons with their keys. If they are too wide, they are placed closer together, then their names are
 * cut.
 */
static void add_reasons(const struct frame *frame, const struct key_table *table, bool is_behind_vote,
                        int columns, struct buffer *text)
{
    enum { NAME_COLUMNS_MIN = 5 };
    const struct key_row *row = frame->vote_without_reason != VOTE_ABSENT ? find_reasons(table) : NULL;
    if (row == NULL)
        return;
    struct reason_line line = {is_behind_vote, "  ", REASON_SIZE_MAX};
    add_reason_line(frame, row, &line, text);
    line.between = " ";
    while (text_width(buffer_bytes(text)) > columns && line.name_columns >= NAME_COLUMNS_MIN) {
        buffer_clear(text);
        add_reason_line(frame, row, &line, text);
        line.name_columns--;
    }
}

/*
 * Appends the text with its keys. A yielding part is left out if one of its keys does nothing, as while a menu is
 * open.
 */
static void add_with_keys(const struct frame *frame, const struct key_table *table, struct bytes said,
                          struct buffer *to)
{
    const char mark = YIELDING_WHOLLY("")[0];
    for (bool may_go = false; said.size > 0; may_go = !may_go) {
        struct buffer part = {0};
        const char *end = memchr(said.data, mark, said.size);
        size_t size = end != NULL ? (size_t)(end - said.data) : said.size;
        bool has_keys = keymap_add_text(frame->keymap, table, bytes_slice(said, 0, size), &part);
        if (may_go && has_keys)
            buffer_add_format(to, "%c%s%c", mark, buffer_string(&part), mark);
        else if (!may_go)
            buffer_add(to, buffer_bytes(&part));
        buffer_release(&part);
        said = bytes_from(said, end != NULL ? size + 1 : size);
    }
}

/* Appends the remark shortened to this width. */
static void add_remark(const struct frame *frame, const struct key_table *table, struct bytes said,
                       int columns, struct buffer *text)
{
    struct buffer remark = {0};
    add_with_keys(frame, table, said, &remark);
    text_add_yielding(buffer_bytes(&remark), columns, text);
    buffer_release(&remark);
}

/* Appends the text and the reasons that can be given. Returns false if there is only room for the text. */
static bool add_both(const struct frame *frame, const struct key_table *table, struct bytes said,
                     bool is_behind_vote, int columns, struct buffer *text)
{
    struct buffer reasons = {0};
    add_reasons(frame, table, is_behind_vote, columns, &reasons);
    int beside = columns;
    if (reasons.size > 0)
        beside -= text_width(buffer_bytes(&reasons)) + text_width(bytes_of(between));
    add_remark(frame, table, said, beside, text);
    const bool fits = text->size == 0 || reasons.size == 0 || text_width(buffer_bytes(text)) <= beside;
    if (fits && text->size > 0 && reasons.size > 0)
        buffer_add_string(text, between);
    if (fits)
        buffer_add(text, buffer_bytes(&reasons));
    buffer_release(&reasons);
    return fits;
}

/* If there is no room for both, leaves out that a vote is saved, but keeps the rest of the remark. */
static void add_remark_and_reasons(const struct frame *frame, const struct key_table *table,
                                   struct bytes remark, int columns, struct buffer *text)
{
    const bool is_of_vote = frame->saved_size > 0;
    if (add_both(frame, table, remark, is_of_vote, columns, text) || !is_of_vote)
        return;
    struct bytes rest = bytes_from(remark, frame->saved_size);
    if (rest.size > 0)
        rest = bytes_from(rest, strlen(between));
    buffer_clear(text);
    add_both(frame, table, rest, false, columns, text);
}

/* Draws the status line. Warnings take precedence over what the screen asks. Remarks take precedence over a question
 * that a key answers, because the next key removes them. Returns false if there is nothing to show. */
static bool draw_status(const struct frame *frame, struct surface *surface, const struct screen *screen,
                        const void *model)
{
    surface_horizontal(surface, surface->rows - 2, 0, surface->columns, LINE_LIGHT, STYLE_FRAME);
    struct buffer text = {0}, hint = {0};
    size_t cursor = NO_CURSOR;
    const bool is_hint = frame->remark.size == 0;
    if (is_hint && screen->hint != NULL)
        screen->hint(model, &hint);
    bool is_asking = screen->prompt != NULL && screen->prompt(model, &text, &cursor);
    is_asking = is_asking && (cursor != NO_CURSOR || frame->remark.size == 0);
    if (frame->is_warning || !is_asking) {
        buffer_clear(&text);
        if (frame->is_warning)
            add_remark(frame, screen->keys(model), buffer_bytes(&frame->remark), surface->columns - 2, &text);
        else
            add_remark_and_reasons(frame, screen->keys(model), buffer_bytes(is_hint ? &hint : &frame->remark),
                                   surface->columns - 2, &text);
    }
    if (frame->is_warning)
        draw_in_rule(surface, buffer_bytes(&text), STYLE_WARNING, NO_CURSOR);
    else if (is_asking)
        draw_in_rule(surface, buffer_bytes(&text), STYLE_TITLE, cursor);
    else if (text.size > 0)
        draw_in_rule(surface, buffer_bytes(&text), is_hint && hint.size > 0 ? STYLE_DIM : STYLE_NORMAL,
                     NO_CURSOR);
    const bool has_said = is_asking || text.size > 0;
    buffer_release(&text);
    buffer_release(&hint);
    return has_said;
}

/* --- The key bar ---------------------------------------------------------- */

/* A set of the keys of a row: a bit for each. */
typedef unsigned key_set;

static bool has_key(key_set keys, int nth)
{
    return (keys >> nth & 1) != 0;
}

/* The row's keys that do something at the moment. */
static key_set find_offered(const struct key_row *row, const struct screen *screen, const void *model)
{
    key_set keys = 0;
    for (int n = 0; n < row->bar.keys; n++)
        if (screen->offers == NULL || screen->offers(model, (struct action){.name = row->action, .nth = n}))
            keys |= 1U << n;
    return keys;
}

/* The row's keys that the bar shows. */
static key_set keys_in_bar(const struct frame *frame, const struct key_table *table,
                           const struct key_row *row, const struct screen *screen, const void *model)
{
    if (screen_of_action(row->action) == screen)
        return 0; /* it goes back, and another key does that */
    if ((row->is_for_lead && !frame->is_lead) || !keymap_has_key(frame->keymap, row))
        return 0;
    return table->keeps_places ? (1U << row->bar.keys) - 1 : find_offered(row, screen, model);
}

static const char *name_in_bar(const struct frame *frame, const struct key_row *row, int columns)
{
    if (frame->goes_on && row->action == ACTION_BACK)
        return "go on";
    return columns < NARROW_COLUMNS && row->brief != NULL ? row->brief : row->bar.name;
}

/*
 * The row's keys from the first one that the bar shows. A greeting is left with the second one, Enter, because Esc
 * would look like giving up.
 */
static const char32_t *keys_shown(const struct frame *frame, const struct key_row *row)
{
    const char32_t *keys = keymap_keys(frame->keymap, row);
    const bool has_another = keys[0] != 0 && keys[1] != 0;
    return frame->goes_on && row->action == ACTION_BACK && has_another ? keys + 1 : keys;
}

/*
 * Draws the row's keys, each of which can be clicked, and then their name. Keys that do nothing at the moment are
 * dimmed.
 */
static void draw_key_row(struct frame *frame, struct surface *surface, const struct key_row *key_row,
                         key_set shown, key_set offered, int row, int column)
{
    const char32_t *keys = keys_shown(frame, key_row);
    int end = surface->columns - 1;
    struct clickable_key *last = NULL;
    for (int nth = 0; nth < KEY_ROW_KEYS_MAX && keys[nth] != 0; nth++) {
        struct buffer label = {0};
        if (!has_key(shown, nth))
            continue;
        if (last != NULL)
            column = surface_put_string(surface, row, column, end, " ", STYLE_KEY);
        last = &frame->clickable[frame->n_clickable++];
        *last = (struct clickable_key){.row = row, .first = column, .key = keys[nth]};
        key_add_label((struct key){.code = keys[nth]}, &label);
        column = surface_put(surface, row, column, end, buffer_bytes(&label),
                             has_key(offered, nth) ? STYLE_KEY : STYLE_FRAME);
        last->end = column;
        buffer_release(&label);
    }
    column = surface_put_string(surface, row, column + 1, end, name_in_bar(frame, key_row, surface->columns),
                                STYLE_DIM);
    if (last != NULL && (shown & (shown - 1)) == 0) /* a single key: its name can be clicked, too */
        last->end = column;
}

/* The width of the row's keys in a window of so many columns. */
static int key_row_width(const struct frame *frame, const struct key_row *key_row, key_set shown, int columns)
{
    const char32_t *keys = keys_shown(frame, key_row);
    struct buffer labels = {0};
    for (int nth = 0; nth < KEY_ROW_KEYS_MAX && keys[nth] != 0; nth++) {
        if (!has_key(shown, nth))
            continue;
        buffer_add_string(&labels, labels.size > 0 ? " " : "");
        key_add_label((struct key){.code = keys[nth]}, &labels);
    }
    int width =
        text_width(buffer_bytes(&labels)) + 1 + text_width(bytes_of(name_in_bar(frame, key_row, columns)));
    buffer_release(&labels);
    return width;
}

static size_t count_shown(const struct line_item *items, size_t n)
{
    size_t shown = 0;
    for (size_t i = 0; i < n; i++)
        shown += items[i].shown;
    return shown;
}

/* Chooses the keys to show in a window of so many columns. Returns the gap between them. */
static int fit_keys(struct line_item *items, size_t n, int columns)
{
    enum { WIDE_GAP = 3, GAP = 2, NARROW_GAP = 1 };
    const int room = columns - 2;
    const int gap = columns >= WIDE_COLUMNS ? WIDE_GAP : GAP;
    line_items_fit(items, n, room, gap);
    const size_t shown = count_shown(items, n);
    if (columns >= NARROW_COLUMNS)
        return gap;
    line_items_fit(items, n, room, NARROW_GAP);
    if (count_shown(items, n) > shown)
        return NARROW_GAP;
    line_items_fit(items, n, room, gap);
    return gap;
}

/* The rows of the key table in force, and the keys of each that are shown. */
struct bar_keys {
    const struct key_table *table;
    size_t n_rows;
    key_set shown[KEY_ROWS_MAX];
    key_set offered[KEY_ROWS_MAX];
    struct line_item items[KEY_ROWS_MAX];
};

static void collect_keys(const struct frame *frame, const struct screen *screen, const void *model,
                         int columns, struct bar_keys *keys)
{
    const struct key_row *key_row;
    *keys = (struct bar_keys){.table = screen->keys(model)};
    for (; (key_row = key_table_row(keys->table, keys->n_rows)) != NULL; keys->n_rows++) {
        BUG_UNLESS(keys->n_rows < KEY_ROWS_MAX);
        const key_set shown = keys_in_bar(frame, keys->table, key_row, screen, model);
        keys->shown[keys->n_rows] = shown;
        keys->offered[keys->n_rows] = find_offered(key_row, screen, model);
        if (shown != 0)
            keys->items[keys->n_rows] =
                (struct line_item){.width = key_row_width(frame, key_row, shown, columns),
                                   .rank = key_row->bar.rank};
    }
}

/* Draws the keys that fit into the row and removes them from `keys`. Returns the column after them. */
static int draw_key_line(struct frame *frame, struct surface *surface, int row, struct bar_keys *keys)
{
    int column = 1;
    int end = 0;
    const int gap = fit_keys(keys->items, keys->n_rows, surface->columns);
    for (size_t i = 0; i < keys->n_rows; i++) {
        struct line_item *item = &keys->items[i];
        if (!item->shown)
            continue;
        draw_key_row(frame, surface, key_table_row(keys->table, i), keys->shown[i], keys->offered[i], row,
                     column);
        end = column + item->width;
        column = end + gap;
        item->width = 0;
    }
    return end;
}

/*
 * Draws the key bar. Keys that do not fit go into the rule above it if the rule is free and keys need not keep their
 * places.
 */
static void draw_keys(struct frame *frame, struct surface *surface, const struct screen *screen,
                      const void *model, bool is_rule_free)
{
    const int bar = surface->rows - 1, rule = surface->rows - 2;
    struct bar_keys keys;
    collect_keys(frame, screen, model, surface->columns, &keys);
    frame->n_clickable = 0;
    draw_key_line(frame, surface, bar, &keys);
    if (!is_rule_free || keys.table->keeps_places)
        return;
    surface_clear(surface, (struct rectangle){.row = rule, .rows = 1, .columns = surface->columns});
    const int end = draw_key_line(frame, surface, rule, &keys);
    const int after = end > 0 ? end + 1 : 0;
    surface_horizontal(surface, rule, after, surface->columns - after, LINE_LIGHT, STYLE_FRAME);
}

void frame_draw(struct frame *frame, struct surface *surface, const struct screen *screen, const void *model)
{
    draw_header(frame, surface, screen->share_header != NULL);
    if (header_rows(screen, surface->rows) > 1)
        surface_horizontal(surface, 1, 0, surface->columns, LINE_LIGHT, STYLE_FRAME);
    bool has_said = draw_status(frame, surface, screen, model);
    draw_keys(frame, surface, screen, model, !has_said);
}

bool frame_find_key(const struct frame *frame, int row, int column, struct key *key)
{
    for (size_t i = 0; i < frame->n_clickable; i++) {
        const struct clickable_key *clickable = &frame->clickable[i];
        if (row == clickable->row && column >= clickable->first && column < clickable->end) {
            *key = (struct key){.code = clickable->key};
            return true;
        }
    }
    return false;
}

void frame_draw_too_small(struct surface *surface)
{
    struct buffer text = {0};
    buffer_add_format(&text, "Too small: %d×%d", surface->columns, surface->rows);
    surface_put(surface, 0, 0, surface->columns, buffer_bytes(&text), STYLE_TITLE);
    buffer_clear(&text);
    buffer_add_format(&text, "Needs %d×%d", FRAME_COLUMNS_MIN, FRAME_ROWS_MIN);
    surface_put(surface, 1, 0, surface->columns, buffer_bytes(&text), STYLE_NORMAL);
    surface_place_cursor(surface, 0, 0);
    buffer_release(&text);
}
