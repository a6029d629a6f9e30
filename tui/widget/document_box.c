/*
 * Three text views, for the title, the fields and the text, and a frame, or a line with the title, around them. The
 * text begins below the others, so they are always arranged first.
 */
#include "tui/widget/document_box.h"

#include "core/base/number.h"
#include "core/base/unicode.h"

enum {
    BAR_COLUMNS = 1,         /* before the text, for the bar next to differences; one free column follows */
    NUMBER_COLUMNS = 3,      /* " 1 " … */
    ALONE_COLUMNS = 8,       /* … or " 1 of 3 " */
    TITLE_ROWS_MAX = 2,      /* below the line, if the title does not fit on it … */
    TALL_TITLE_ROWS_MAX = 4, /* … and in a box with at least TALL_ROWS rows */
    TALL_ROWS = 20,
    SIGN_COLUMNS = 5,          /* for "▲▼" on the line, including the gap */
    ROWS_A_FIELD_ROW = 10,     /* a box has one row of fields, and another for so many rows */
    HEADED_FIELD_ROWS_MAX = 3, /* of a low box, if the text does not need them */
    TEXT_COLUMNS_MAX = 100,    /* lines longer than this are hard to read */
    REMARK_MARGIN = 2,         /* a remark on a line has a blank on each side */
    TITLE_LINE_COLUMNS = 1000, /* a title on a line is not wrapped */
};

void document_box_release(struct document_box *box)
{
    text_view_release(&box->title);
    text_view_release(&box->text);
    buffer_release(&box->key);
    buffer_release(&box->remark);
    buffer_release(&box->origin);
    text_view_release(&box->fields);
    buffer_release(&box->field_line);
}

void document_box_set(struct document_box *box, int number, const char *old_answer,
                      const struct ballot_document *document)
{
    box->number = number;
    if (box->key.size == 0)
        buffer_add_format(&box->key, "%d", number);
    box->old_answer = old_answer;
    text_view_set(&box->title, document->title);
    text_view_set(&box->text, document->text);
    buffer_clear(&box->remark);
    buffer_clear(&box->field_line);
    shown_fields_add(&document->fields, &box->field_line);
    text_view_set(&box->fields, buffer_bytes(&box->field_line));
}

void document_box_set_remark(struct document_box *box, struct bytes remark)
{
    buffer_clear(&box->remark);
    buffer_add(&box->remark, remark);
}

void document_box_set_key(struct document_box *box, struct bytes label)
{
    buffer_clear(&box->key);
    buffer_add(&box->key, label);
}

void document_box_set_origin(struct document_box *box, const struct ballot_document *document)
{
    buffer_clear(&box->origin);
    if (document == NULL)
        return;
    unicode_add_visible(&box->origin, document->docid);
    buffer_add_string(&box->origin, " · from ");
    unicode_add_visible(&box->origin, document->sources);
}

static int origin_rows(const struct document_box *box)
{
    return box->origin.size > 0 ? 1 : 0;
}

void document_box_mark_words(struct document_box *box, const struct question_words *words)
{
    text_view_mark_words(&box->title, words);
    text_view_mark_words(&box->text, words);
}

static int side_columns(const struct document_box *box)
{
    return box->has_side ? 1 : 0;
}

static int text_column(const struct document_box *box)
{
    return box->area.column + side_columns(box) + BAR_COLUMNS;
}

/* The columns of the text in a box with so many columns inside its sides. */
static int text_columns(int columns)
{
    const int inner = columns - BAR_COLUMNS - 1;
    return inner < TEXT_COLUMNS_MAX ? inner : TEXT_COLUMNS_MAX;
}

static int inner_columns(const struct document_box *box)
{
    return box->area.columns - side_columns(box);
}

/* The number of rows that the fields would have; they need not be arranged. */
static int count_field_rows(struct document_box *box, int columns, int most)
{
    return box->field_line.size > 0 ? text_view_count_rows(&box->fields, text_columns(columns), most) : 0;
}

/* The columns of a title on the line, with a blank on each side. */
static int title_columns(struct bytes title)
{
    return title.size > 0 ? text_width(title) + 2 : 0;
}

/* The columns always needed after a title on the line: the signs of the position, and that of an earlier vote. */
static int columns_of_signs(struct document_box *box, int columns, int rows)
{
    const bool is_cut = text_view_count_rows(&box->text, text_columns(columns), rows) >= rows;
    return (is_cut ? SIGN_COLUMNS : 0) +
           (box->old_answer != NULL ? text_width(bytes_of(box->old_answer)) + 3 : 0);
}

int document_box_count_title_rows(struct document_box *box, int columns, int rows)
{
    const int most = rows < TALL_ROWS ? TITLE_ROWS_MAX : TALL_TITLE_ROWS_MAX;
    const int numbers = box->of > 0 ? ALONE_COLUMNS : NUMBER_COLUMNS;
    const bool is_one_line = text_view_count_rows(&box->title, TITLE_LINE_COLUMNS, 2) < 2;
    const int free = columns - 2 - numbers - columns_of_signs(box, columns, rows);
    if (is_one_line && title_columns(text_view_text(&box->title)) <= free)
        return 0;
    return text_view_count_rows(&box->title, text_columns(columns), most);
}

int document_box_count_rows(struct document_box *box, int columns, int most)
{
    int above = origin_rows(box) + count_field_rows(box, columns, HEADED_FIELD_ROWS_MAX) +
                document_box_count_title_rows(box, columns, most);
    int rows = text_view_count_rows(&box->text, text_columns(columns), most - above);
    return above + (rows > 0 ? rows : 1); /* a document without text has one row that says so */
}

/* The rows above the fields: the line, the title if it does not fit on the line, the origin. */
static int rows_above_fields(const struct document_box *box)
{
    return 1 + box->title_rows + origin_rows(box);
}

static int rows_above_text(const struct document_box *box)
{
    return rows_above_fields(box) + box->fields.rows;
}

static size_t count_found(const struct document_box *box)
{
    return box->title.matches.count + box->fields.matches.count + box->text.matches.count;
}

static void arrange_title(struct document_box *box)
{
    const bool is_on_line = box->title_rows == 0;
    const int columns = is_on_line ? TITLE_LINE_COLUMNS : text_columns(inner_columns(box));
    text_view_arrange(&box->title, columns,
                      text_view_count_rows(&box->title, columns, is_on_line ? 1 : box->title_rows));
}

/* The rows for the fields. In a low box the text has priority: a single row belongs to the text. */
static int field_rows_max(struct document_box *box)
{
    struct rectangle area = box->area;
    if (area.rows >= TALL_ROWS)
        return 1 + area.rows / ROWS_A_FIELD_ROW;
    int room = area.rows - rows_above_fields(box);
    int spare = room - text_view_count_rows(&box->text, text_columns(inner_columns(box)), room);
    if (spare < 1)
        return room > 1 ? 1 : 0;
    return spare < HEADED_FIELD_ROWS_MAX ? spare : HEADED_FIELD_ROWS_MAX;
}

void document_box_arrange(struct document_box *box, struct rectangle area, bool has_side, int title_rows)
{
    box->area = area;
    box->has_side = has_side;
    box->title_rows = title_rows;
    arrange_title(box);
    const int columns = inner_columns(box);
    text_view_arrange(&box->fields, text_columns(columns),
                      count_field_rows(box, columns, field_rows_max(box)));
    text_view_arrange(&box->text, text_columns(columns), area.rows - rows_above_text(box));
}

/* The number of rows that the text leaves empty in the box as last arranged. */
static int document_box_spare_rows(struct document_box *box)
{
    int rows = text_view_count_rows(&box->text, text_columns(inner_columns(box)), box->text.rows);
    return box->text.rows - (rows > 0 ? rows : 1);
}

int document_boxes_columns(struct rectangle area, size_t n)
{
    /* all of the same width, so that the same text wraps in the same way */
    return (area.columns - ((int)n - 1)) / (int)n;
}

/* All boxes except the first have a line on their left. */
static struct rectangle area_of_box(struct rectangle area, size_t i, size_t n)
{
    const int columns = document_boxes_columns(area, n), side = i > 0 ? 1 : 0;
    return (struct rectangle){area.row, area.column + (columns + 1) * (int)i - side, area.rows,
                              columns + side};
}

static int arrange_with_titles(struct document_box *boxes, size_t n, struct rectangle area, int title_rows)
{
    int spare = area.rows;
    for (size_t i = 0; i < n; i++) {
        document_box_arrange(&boxes[i], area_of_box(area, i, n), i > 0, title_rows);
        const int unused = document_box_spare_rows(&boxes[i]);
        spare = unused < spare ? unused : spare;
    }
    return spare;
}

/* If rows are free, one of them separates titles from texts. */
int document_boxes_arrange(struct document_box *boxes, size_t n, struct rectangle area)
{
    int title_rows = 0;
    for (size_t i = 0; i < n; i++) {
        const int rows = document_box_count_title_rows(&boxes[i], document_boxes_columns(area, n), area.rows);
        title_rows = rows > title_rows ? rows : title_rows;
    }
    const int spare = arrange_with_titles(boxes, n, area, title_rows);
    return spare > 0 && title_rows > 0 ? arrange_with_titles(boxes, n, area, title_rows + 1) : spare;
}

bool document_box_has_cell(const struct document_box *box, int row, int column)
{
    struct rectangle area = box->area;
    return row >= area.row && row < area.row + area.rows && column >= area.column &&
           column < area.column + area.columns;
}

static int number_column(const struct document_box *box)
{
    return box->area.column + side_columns(box) + 1;
}

/* What the right end of the line shows: how much text is left, and how many matches there are. */
static void add_position(const struct document_box *box, struct buffer *left, struct buffer *found)
{
    text_view_add_position(&box->text, left);
    if (count_found(box) > 0)
        buffer_add_format(found, "%zu found", count_found(box));
}

/* The column where a remark that ends before `end` begins, including the free cell before it. */
static int remark_column(struct bytes remark, int end)
{
    return remark.size > 0 ? end - text_width(remark) - REMARK_MARGIN - 1 : end;
}

int document_box_number_at(const struct document_box *box, int row, int column)
{
    const int after = number_column(box) + (box->of > 0 ? ALONE_COLUMNS : NUMBER_COLUMNS);
    return row == box->area.row && column >= number_column(box) && column < after ? box->number : 0;
}

/* Draws the number on the line, and how many there are if only one is shown. The key that votes follows if it differs. */
static int draw_number(const struct document_box *box, struct surface *surface, bool is_focused)
{
    const int end = box->area.column + box->area.columns;
    int column = number_column(box);
    struct buffer text = {0};
    buffer_add_format(&text, box->of > 0 ? " %d of %d " : " %d ", box->number, box->of);
    column = surface_put(surface, box->area.row, column, end, buffer_bytes(&text),
                         is_focused || box->of > 0 ? STYLE_SELECTED : STYLE_KEY);
    buffer_clear(&text);
    buffer_add_format(&text, "%d", box->number);
    if (!bytes_equal(buffer_bytes(&text), buffer_bytes(&box->key))) {
        buffer_clear(&text);
        buffer_add_format(&text, "(%s) ", buffer_string(&box->key));
        column = surface_put(surface, box->area.row, column, end, buffer_bytes(&text), STYLE_KEY);
    }
    buffer_release(&text);
    return column;
}

/* Draws a remark on a horizontal line so that it ends before `end`. Returns where it begins. */
static int draw_remark_on_line(struct surface *surface, int row, int end, struct bytes remark,
                               enum style style)
{
    const int before = remark_column(remark, end);
    if (remark.size == 0)
        return end;
    surface_put_string(surface, row, before + 1, end, " ", style);
    int after = surface_put(surface, row, before + 2, end, remark, style);
    surface_put_string(surface, row, after, end, " ", style);
    return before;
}

/* Whether the remark on the document fits between `column` and these two, which end before `end`. */
static bool remark_fits(const struct document_box *box, struct bytes left, struct bytes found, int column,
                        int end)
{
    const int free_end = remark_column(found, remark_column(left, end));
    return remark_column(buffer_bytes(&box->remark), free_end) >= column;
}

/* The position, or only its sign if that makes room for the title or the remark on the document. */
static struct bytes position_beside_remark(const struct document_box *box, struct bytes left,
                                           struct bytes found, int column, int end)
{
    struct bytes rest = left, sign;
    const bool has_room = remark_column(found, remark_column(left, end)) >= column;
    if (!bytes_next_word(&rest, &sign) || (has_room && box->remark.size == 0))
        return left;
    const bool makes_room =
        !remark_fits(box, left, found, column, end) && remark_fits(box, sign, found, column, end);
    return !has_room || makes_room ? sign : left;
}

/* Draws the position at the right end of the line, if what ends at `column` leaves room. Returns where it begins. */
static int draw_position(const struct document_box *box, struct surface *surface, int row, int column,
                         int end)
{
    struct buffer left = {0}, found = {0};
    add_position(box, &left, &found);
    struct bytes position =
        position_beside_remark(box, buffer_bytes(&left), buffer_bytes(&found), column, end);
    end = draw_remark_on_line(surface, row, end, position, STYLE_DIM);
    end = draw_remark_on_line(surface, row, end, buffer_bytes(&found), STYLE_DIM);
    buffer_release(&left);
    buffer_release(&found);
    return end;
}

/* The remark on the whole document, in increasing length. */
enum remark_length { REMARK_ALONE, REMARK_WITH_LINES, REMARK_WITH_OPENING };

/* Appends "read before · ⋮ 41 lines above the question's words". */
static void add_remark(const struct document_box *box, enum remark_length length, struct buffer *text)
{
    const size_t above = length > REMARK_ALONE ? text_view_lines_above(&box->text) : 0;
    const bool is_opened_here = box->opening > 0 && box->opening == box->text.place.source;
    buffer_add(text, buffer_bytes(&box->remark));
    if (above > 0) {
        buffer_add_string(text, text->size > 0 ? " · ⋮ " : "⋮ ");
        number_add_grouped(text, (int64_t)above);
        buffer_add_string(text, above == 1 ? " line above" : " lines above");
    }
    if (above > 0 && length == REMARK_WITH_OPENING && is_opened_here)
        buffer_add_string(text, " the question's words");
}

/*
 * Draws the longest remark that begins after `column`, or the whole remark if it begins after `title_end`. It ends
 * before `end`. Returns where it begins.
 */
static int draw_remark(const struct document_box *box, struct surface *surface, int column, int title_end,
                       int end)
{
    struct buffer text = {0};
    for (int length = REMARK_WITH_OPENING; length >= REMARK_ALONE; length--) {
        const int before = length == REMARK_WITH_OPENING ? title_end : column;
        buffer_clear(&text);
        add_remark(box, (enum remark_length)length, &text);
        if (end - text_width(buffer_bytes(&text)) - REMARK_MARGIN > before) {
            end = draw_remark_on_line(surface, box->area.row, end, buffer_bytes(&text), STYLE_DIM);
            break;
        }
    }
    buffer_release(&text);
    return end;
}

static void draw_origin(const struct document_box *box, struct surface *surface)
{
    struct rectangle area = box->area;
    const int row = area.row + 1 + box->title_rows;
    if (row < area.row + area.rows)
        surface_put(surface, row, text_column(box), area.column + area.columns - 1,
                    buffer_bytes(&box->origin), STYLE_DIM);
}

static void draw_fields(const struct document_box *box, struct surface *surface)
{
    int row = box->area.row + rows_above_fields(box);
    if (box->fields.rows > 0 && row < box->area.row + box->area.rows)
        text_view_draw_cut(&box->fields, surface, row, text_column(box),
                           box->area.column + box->area.columns - 1, STYLE_DIM, false);
}

/* Whether nothing is visible: the text is empty or only white space. */
static bool is_blank(const struct document_box *box)
{
    return bytes_trim(bytes_skip_blank_lines(text_view_text(&box->text))).size == 0;
}

static void draw_text(const struct document_box *box, struct surface *surface)
{
    int row = box->area.row + rows_above_text(box);
    int column = text_column(box);
    if (box->text.rows <= 0)
        return;
    if (is_blank(box))
        surface_put_string(surface, row, column, box->area.column + box->area.columns - 1, "(no text)",
                           STYLE_DIM);
    text_view_draw(&box->text, surface, row, column, STYLE_NORMAL);
}

/* In a box without a row for text, the cursor is placed at the title. */
static void place_cursor(const struct document_box *box, struct surface *surface)
{
    const int row = box->area.row + rows_above_text(box), column = text_column(box);
    if (box->text.rows > 0)
        text_view_place_cursor(&box->text, surface, row, column);
    else
        surface_place_cursor(surface, box->area.row, column);
}

/* Draws the title on the line with a blank on each side. */
static void draw_title_on_line(const struct document_box *box, struct surface *surface, int column, int end)
{
    int row = box->area.row;
    column = surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
    column = text_view_draw_cut(&box->title, surface, row, column, end - 1, STYLE_TITLE, false);
    surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
}

/* Draws the line above the text, and the lines on the sides of a box next to others. */
static void draw_lines(const struct document_box *box, struct surface *surface, bool is_focused)
{
    const struct rectangle area = box->area;
    const enum line_weight weight = is_focused ? LINE_HEAVY : LINE_LIGHT;
    const enum style style = is_focused ? STYLE_ACCENT : STYLE_FRAME;
    surface_horizontal(surface, area.row, area.column, area.columns, weight, style);
    if (box->has_side)
        surface_vertical(surface, area.row, area.column, area.rows, weight, style);
    if (is_focused && area.column + area.columns < surface->columns)
        surface_vertical(surface, area.row, area.column + area.columns, area.rows, weight, style);
}

void document_box_draw(const struct document_box *box, struct surface *surface, bool is_focused)
{
    const struct rectangle area = box->area;
    draw_lines(box, surface, is_focused);
    const bool has_title = box->title_rows == 0 && box->title.rows > 0;
    const int column = draw_number(box, surface, is_focused);
    const int title_end = column + (has_title ? title_columns(text_view_text(&box->title)) : 0);
    int end = draw_position(box, surface, area.row, title_end, area.column + area.columns - 1);
    if (box->old_answer != NULL)
        end = draw_remark_on_line(surface, area.row, end, bytes_of(box->old_answer), STYLE_KEY);
    draw_remark(box, surface, title_end, title_end, end);
    if (has_title)
        draw_title_on_line(box, surface, column, area.column + area.columns - 1);
    else if (box->title_rows > 0)
        text_view_draw_cut(&box->title, surface, area.row + 1, text_column(box),
                           area.column + area.columns - 1, STYLE_TITLE, true);
    draw_origin(box, surface);
    draw_fields(box, surface);
    draw_text(box, surface);
    if (is_focused)
        place_cursor(box, surface);
}
