/*
 * Three text views, for the title, the fields and the text, and a frame or a line with the title around them. Where
 * the text begins depends on how many rows the others take, so they are always arranged first.
 */
#include "tui/widget/document_box.h"

#include "core/base/number.h"
#include "core/base/unicode.h"

/* No "answers it best", which reads as a verdict below the one document of a zoom; and shorter, where there is less room. */
static const char *const choices[] = {" if it answers best ", " best? ", " "};

enum {
    MARGIN = 2,              /* from the box's side to its text: the frame and a space */
    NUMBER_COLUMNS = 3,      /* " 1 " */
    TITLE_ROWS_MAX = 2,      /* in a box … */
    TALL_TITLE_ROWS_MAX = 4, /* … and in one of so many rows or more */
    TALL_ROWS = 20,
    AIRY_ROWS = 9,             /* a box with so many rows inside has an empty one below the title */
    ROWS_A_FIELD_ROW = 10,     /* of a box: its fields have a row for so many, and one */
    HEADED_FIELD_ROWS_MAX = 3, /* below a heading, where the text does not need them */
    TEXT_COLUMNS_MAX = 100,    /* lines longer than this are hard to read */
    TITLE_COLUMNS_MIN = 16,    /* in a line, before anything is said of the document beside it */
    REMARK_MARGIN = 2,         /* a remark on a line has a blank on both sides */
    TITLE_LINE_COLUMNS = 1000, /* a title that stands in a line is not wrapped but cut */
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

void document_box_set(struct document_box *box, int number, bool is_old_answer,
                      const struct ballot_document *document)
{
    box->number = number;
    if (box->key.size == 0)
        buffer_add_format(&box->key, "%d", number);
    box->is_old_answer = is_old_answer;
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

static int text_columns(int columns)
{
    int inner = columns - 2 * MARGIN;
    return inner < TEXT_COLUMNS_MAX ? inner : TEXT_COLUMNS_MAX;
}

/* Not arranged yet: that is how many rows they would have. */
static int count_field_rows(struct document_box *box, int columns, int most)
{
    return box->field_line.size > 0 ? text_view_count_rows(&box->fields, text_columns(columns), most) : 0;
}

int document_box_count_rows(struct document_box *box, int columns, int most)
{
    int above = origin_rows(box) + count_field_rows(box, columns, HEADED_FIELD_ROWS_MAX);
    int rows = text_view_count_rows(&box->text, text_columns(columns), most - above);
    return above + (rows > 0 ? rows : 1); /* a document without text has one row that says so */
}

/* The row of the fields: below the frame or the title's line, the title in it, its origin. */
static int rows_above_fields(const struct document_box *box)
{
    return 1 + (box->shape == BOX_FRAMED ? box->title_rows : 0) + origin_rows(box);
}

/* And an empty row when there is room for one. */
static int rows_above_text(const struct document_box *box)
{
    bool is_airy =
        box->shape == BOX_FRAMED && box->title_rows + box->fields.rows > 0 && box->area.rows - 2 >= AIRY_ROWS;
    return rows_above_fields(box) + box->fields.rows + (is_airy ? 1 : 0);
}

static size_t count_found(const struct document_box *box)
{
    return box->title.matches.count + box->fields.matches.count + box->text.matches.count;
}

/* `kept` rows are its anyway. */
static void arrange_title(struct document_box *box, int kept)
{
    bool boxed = box->shape == BOX_FRAMED;
    int columns = boxed ? box->area.columns - 2 * MARGIN : TITLE_LINE_COLUMNS;
    int most = !boxed ? 1 : box->area.rows < TALL_ROWS ? TITLE_ROWS_MAX : TALL_TITLE_ROWS_MAX;
    text_view_arrange(&box->title, columns,
                      text_view_count_rows(&box->title, columns, kept > most ? kept : most));
}

/* Below a heading the text comes first: a single row is the text's. */
static int field_rows_max(struct document_box *box)
{
    struct rectangle area = box->area;
    if (box->shape == BOX_FRAMED)
        return 1 + area.rows / ROWS_A_FIELD_ROW;
    int room = area.rows - rows_above_fields(box);
    int spare = room - text_view_count_rows(&box->text, text_columns(area.columns), room);
    if (spare < 1)
        return room > 1 ? 1 : 0;
    return spare < HEADED_FIELD_ROWS_MAX ? spare : HEADED_FIELD_ROWS_MAX;
}

static void arrange_fields(struct document_box *box)
{
    int columns = text_columns(box->area.columns);
    text_view_arrange(&box->fields, columns, count_field_rows(box, box->area.columns, field_rows_max(box)));
}

/* `title_rows`: so many at least are the title's in a box. */
static void arrange(struct document_box *box, enum document_box_shape shape, struct rectangle area,
                    int title_rows)
{
    box->shape = shape;
    box->area = area;
    arrange_title(box, title_rows);
    box->title_rows = box->title.rows > title_rows ? box->title.rows : title_rows;
    arrange_fields(box);
    int rows_below_text = shape == BOX_FRAMED ? 1 : 0;
    text_view_arrange(&box->text, text_columns(area.columns),
                      area.rows - rows_above_text(box) - rows_below_text);
}

void document_box_arrange(struct document_box *box, enum document_box_shape shape, struct rectangle area)
{
    arrange(box, shape, area, 0);
}

void document_box_arrange_below(struct document_box *box, struct rectangle area, int title_rows)
{
    arrange(box, BOX_FRAMED, area, title_rows);
}

int document_box_spare_rows(struct document_box *box)
{
    int rows = text_view_count_rows(&box->text, text_columns(box->area.columns), box->text.rows);
    return box->text.rows - (rows > 0 ? rows : 1);
}

bool document_box_has_cell(const struct document_box *box, int row, int column)
{
    struct rectangle area = box->area;
    return row >= area.row && row < area.row + area.rows && column >= area.column &&
           column < area.column + area.columns;
}

static int number_column(const struct document_box *box)
{
    return box->area.column + (box->shape == BOX_FRAMED ? MARGIN : 1);
}

/* What stands in the line's right end: how much text is left, and how much was found. */
static void add_position(const struct document_box *box, struct buffer *left, struct buffer *found)
{
    text_view_add_position(&box->text, left);
    if (count_found(box) > 0)
        buffer_add_format(found, "%zu found", count_found(box));
}

/* Where a remark that is drawn to end before `end` begins, and the free cell before it. */
static int remark_column(struct bytes remark, int end)
{
    return remark.size > 0 ? end - text_width(remark) - REMARK_MARGIN - 1 : end;
}

/* Where what the key means begins: below the text it stands as the number does above it. */
static int choice_column(const struct document_box *box)
{
    return number_column(box) + 1 + text_width(buffer_bytes(&box->key));
}

/* What the key means, with a blank on both sides, where the position leaves room for it; NULL: it does not. */
static const char *choice_of(const struct document_box *box)
{
    if (box->asks_nothing)
        return NULL;
    struct buffer left = {0}, found = {0};
    add_position(box, &left, &found);
    int end = remark_column(buffer_bytes(&left), box->area.column + box->area.columns - MARGIN);
    end = remark_column(buffer_bytes(&found), end);
    buffer_release(&left);
    buffer_release(&found);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (choice_column(box) + text_width(bytes_of(choices[i])) < end)
            return choices[i];
    return NULL;
}

bool document_box_has_number_at(const struct document_box *box, int row, int column)
{
    const int first = number_column(box);
    if (column < first)
        return false;
    if (row == box->area.row)
        return column < first + NUMBER_COLUMNS;
    const char *choice =
        box->shape == BOX_FRAMED && row == box->area.row + box->area.rows - 1 ? choice_of(box) : NULL;
    return choice != NULL && column < choice_column(box) + text_width(bytes_of(choice));
}

/* Below the text, where the eye is when it has been read: which key chooses it. */
static void draw_choice(const struct document_box *box, struct surface *surface)
{
    const char *choice = choice_of(box);
    const int row = box->area.row + box->area.rows - 1;
    const int end = box->area.column + box->area.columns;
    if (choice == NULL)
        return;
    int column = surface_put_string(surface, row, number_column(box), end, " ", STYLE_KEY);
    column = surface_put(surface, row, column, end, buffer_bytes(&box->key), STYLE_KEY);
    surface_put_string(surface, row, column, end, choice, STYLE_DIM);
}

static int draw_number(const struct document_box *box, struct surface *surface, bool is_focused)
{
    struct buffer number = {0};
    buffer_add_format(&number, " %d ", box->number);
    int end = surface_put(surface, box->area.row, number_column(box), box->area.column + box->area.columns,
                          buffer_bytes(&number), is_focused ? STYLE_SELECTED : STYLE_KEY);
    buffer_release(&number);
    return end;
}

/* Puts a remark into a horizontal line so that it ends before `end`; returns where it begins. */
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

/* Whether the remark on the document has room between `column` and these, which end before `end`. */
static bool remark_fits(const struct document_box *box, struct bytes left, struct bytes found, int column,
                        int end)
{
    const int free_end = remark_column(found, remark_column(left, end));
    return remark_column(buffer_bytes(&box->remark), free_end) >= column;
}

/* How much of the position is said: the sign alone, where that makes room for the remark on the document. */
static struct bytes position_beside_remark(const struct document_box *box, struct bytes left,
                                           struct bytes found, int column, int end)
{
    struct bytes rest = left, sign;
    bool can_shorten = box->remark.size > 0 && bytes_next_word(&rest, &sign);
    return can_shorten && !remark_fits(box, left, found, column, end) &&
                   remark_fits(box, sign, found, column, end)
               ? sign
               : left;
}

/* In the line's right end, where what stands before `column` leaves room for it; returns where it begins. */
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

/* What is said of the document as a whole: each says more than the one before it. */
enum remark_length { REMARK_ALONE, REMARK_WITH_LINES, REMARK_WITH_OPENING };

/* "read before · ⋮ 41 lines above the question's words" */
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

/* As much as leaves `column` in peace, or all where it leaves `title_end`, before `end`. Returns where it begins. */
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
    int row = area.row + 1 + (box->shape == BOX_FRAMED ? box->title.rows : 0);
    int end = area.column + area.columns - MARGIN;
    if (row < area.row + area.rows)
        surface_put(surface, row, area.column + MARGIN, end, buffer_bytes(&box->origin), STYLE_DIM);
}

static void draw_fields(const struct document_box *box, struct surface *surface)
{
    int row = box->area.row + rows_above_fields(box);
    int column = box->area.column + MARGIN;
    if (box->fields.rows > 0 && row < box->area.row + box->area.rows)
        text_view_draw_cut(&box->fields, surface, row, column, box->area.column + box->area.columns - MARGIN,
                           STYLE_DIM, false);
}

/* Whether there is nothing to be seen: no bytes, or white space alone. */
static bool is_blank(const struct document_box *box)
{
    return bytes_trim(bytes_skip_blank_lines(text_view_text(&box->text))).size == 0;
}

static void draw_text(const struct document_box *box, struct surface *surface)
{
    int row = box->area.row + rows_above_text(box);
    int column = box->area.column + MARGIN;
    if (box->text.rows <= 0)
        return;
    if (is_blank(box))
        surface_put_string(surface, row, column, box->area.column + box->area.columns - MARGIN, "(no text)",
                           STYLE_DIM);
    text_view_draw(&box->text, surface, row, column, STYLE_NORMAL);
}

/* A box without a row for text has its title to stand at. */
static void place_cursor(const struct document_box *box, struct surface *surface)
{
    const int row = box->area.row + rows_above_text(box), column = box->area.column + MARGIN;
    if (box->text.rows > 0)
        text_view_place_cursor(&box->text, surface, row, column);
    else
        surface_place_cursor(surface, box->area.row, column);
}

static void draw_frame(const struct document_box *box, struct surface *surface, bool is_focused)
{
    struct rectangle area = box->area;
    int last_row = area.row + area.rows - 1;
    int end = area.column + area.columns - 2;
    surface_box(surface, area, is_focused ? LINE_HEAVY : LINE_LIGHT, is_focused ? STYLE_ACCENT : STYLE_FRAME);
    int column = draw_number(box, surface, is_focused);
    int remark_end = end;
    if (box->is_old_answer)
        remark_end = draw_remark_on_line(surface, area.row, end, bytes_of("your answer, undone"), STYLE_KEY);
    draw_remark(box, surface, column, column, remark_end);
    draw_position(box, surface, last_row, 0, end);
    draw_choice(box, surface);
    text_view_draw_cut(&box->title, surface, area.row + 1, area.column + MARGIN, end, STYLE_TITLE, true);
}

/* In the line, a space away from it on both sides. */
static void draw_title_on_line(const struct document_box *box, struct surface *surface, int column, int end)
{
    int row = box->area.row;
    column = surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
    column = text_view_draw_cut(&box->title, surface, row, column, end - 1, STYLE_TITLE, false);
    surface_put_string(surface, row, column, end, " ", STYLE_TITLE);
}

/* Of a title in a line, with a blank on both sides. */
static int title_columns(const struct document_box *box)
{
    return box->title.rows > 0 ? text_width(text_view_text(&box->title)) + 2 : 0;
}

/* What else stands there leaves it so many columns. */
static int title_columns_wanted(const struct document_box *box)
{
    const int columns = title_columns(box);
    return columns < TITLE_COLUMNS_MIN ? columns : TITLE_COLUMNS_MIN;
}

static void draw_title_line(const struct document_box *box, struct surface *surface, bool is_focused)
{
    struct rectangle area = box->area;
    surface_horizontal(surface, area.row, area.column, area.columns, is_focused ? LINE_HEAVY : LINE_LIGHT,
                       is_focused ? STYLE_ACCENT : STYLE_FRAME);
    int column = draw_number(box, surface, is_focused);
    int title_end = column + title_columns_wanted(box);
    int end = draw_position(box, surface, area.row, title_end, area.column + area.columns - 1);
    if (box->is_old_answer)
        end = draw_remark_on_line(surface, area.row, end, bytes_of("undone"), STYLE_KEY);
    end = draw_remark(box, surface, title_end, column + title_columns(box), end);
    if (box->title.rows > 0)
        draw_title_on_line(box, surface, column, end);
}

void document_box_draw(const struct document_box *box, struct surface *surface, bool is_focused)
{
    if (box->shape == BOX_FRAMED)
        draw_frame(box, surface, is_focused);
    else
        draw_title_line(box, surface, is_focused);
    draw_origin(box, surface);
    draw_fields(box, surface);
    draw_text(box, surface);
    if (is_focused)
        place_cursor(box, surface);
}
