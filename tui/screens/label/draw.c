/*
 * First everything gets its rectangle (label_arrange), then it is drawn. From top to bottom: the question, in at most
 * a third of the rows, with the progress at the end of its first row; its fields and the note, if any; the documents;
 * the differences between nearly identical documents; the scores.
 *
 * The user's choice and the window determine the shape, that is, how the documents are placed. Documents that share
 * rows get them one by one, the document with the fewest first, so that each one's beginning is visible before the
 * annotator chooses. If a key has gone to a document, it first gets half of the rows. In a zoom, the focused document
 * or question takes the room of all documents, and no scores are shown.
 */
#include "tui/screens/label/draw.h"

#include "tui/screens/label/changes.h"
#include "tui/screens/label/marking.h"
#include "tui/screens/label/shape.h"
#include "tui/widget/scores_strip.h"

enum {
    BESIDE_CHIP_MIN =
        /* columns of the question, with "same question, other documents" next to it if that costs no row */
    30,
    QUESTION_SHARE = 3,  /* the question takes at most one row in so many */
    SHARED_ROWS_MIN = 9, /* with fewer rows of text, the focused document gets all */
};

/* --- Arranging ------------------------------------------------------------ */

/* Says that the question is the same as before: otherwise the annotator may think that the answer was lost. */
static void add_chip(const struct label_model *model, struct buffer *text)
{
    if (model->ballot->withdrawn.position == VOTE_NONE)
        buffer_add_string(text, model->ballot->stands ? "your answer: none" : "your answer, undone: none");
    if (model->ballot->withdrawn.position == VOTE_NONE && model->goes_on)
        buffer_add_string(text, " · ");
    if (model->goes_on)
        buffer_add_string(text, "same question, other documents");
}

static int chip_columns(const struct label_model *model)
{
    struct buffer text = {0};
    add_chip(model, &text);
    int columns = text.size > 0 ? text_width(buffer_bytes(&text)) + 2 : 0;
    buffer_release(&text);
    return columns;
}

static bool question_is_focused(const struct label_model *model)
{
    return model->focus == model->ballot->n_slots;
}

static bool question_is_zoomed(const struct label_model *model)
{
    return model->is_zoomed && question_is_focused(model);
}

static int question_rows_max(const struct label_model *model)
{
    if (question_is_zoomed(model))
        return model->area.rows - model->fields_area.rows - model->note_area.rows - model->evidence_area.rows;
    return model->area.rows / QUESTION_SHARE;
}

/*
 * Whether the remark fits next to the question without another row. One more row is allowed if the undone answer was
 * "none", which nothing else on the screen shows.
 */
static bool has_room_for_chip(struct label_model *model, int columns, int *rows)
{
    const int beside = columns - chip_columns(model), most = question_rows_max(model);
    const int more = model->ballot->withdrawn.position == VOTE_NONE && *rows < most ? 1 : 0;
    if (beside < BESIDE_CHIP_MIN || beside == columns)
        return false;
    const int rows_beside = text_view_count_rows(&model->question, beside, *rows + more + 1);
    if (rows_beside > *rows + more)
        return false;
    *rows = rows_beside;
    return true;
}

static void arrange_question(struct label_model *model)
{
    int most = question_rows_max(model);
    int columns = model->area.columns - 2 - model->progress_columns;
    int rows = text_view_count_rows(&model->question, columns, most + 1);
    model->has_chip = rows <= most && has_room_for_chip(model, columns, &rows);
    if (model->has_chip)
        columns -= chip_columns(model);
    rows = rows > most ? most : rows;
    model->question_area = model->area;
    model->question_area.rows = rows > 0 ? rows : 1;
    text_view_arrange(&model->question, columns, model->question_area.rows);
    if (question_is_focused(model) && !text_view_is_cut(&model->question) && !model->is_zoomed)
        model->focus = 0;
}

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

static void arrange_side_by_side(struct label_model *model, struct rectangle area)
{
    const size_t n = model->ballot->n_slots;
    const int spare = document_boxes_arrange(model->boxes, n, area);
    model->reading.rows_beside = model->boxes[0].text.rows;
    for (size_t i = 1; i < n; i++)
        model->reading.rows_beside = smaller_of(model->reading.rows_beside, model->boxes[i].text.rows);
    if (spare <= 0)
        return;
    area.row++; /* a free row below the question */
    area.rows--;
    document_boxes_arrange(model->boxes, n, area);
}

/* Each document gets the room of all. */
static void arrange_tabs(struct label_model *model, struct rectangle area)
{
    const size_t n = model->ballot->n_slots;
    for (size_t i = 0; i < n; i++) {
        struct document_box *box = &model->boxes[i];
        box->of = n > 1 ? (int)n : 0;
        document_box_arrange(box, area, false, document_box_count_title_rows(box, area.columns, area.rows));
    }
}

/* Of the documents that need more rows, the one with the fewest; n: all have enough. */
static size_t find_neediest(const int *wanted, const int *given, size_t n)
{
    size_t found = n;
    for (size_t i = 0; i < n; i++)
        if (given[i] < wanted[i] && (found == n || given[i] < given[found]))
            found = i;
    return found;
}

/* Shares rows of text among the documents: half of them to document `first`, if it needs them; then one by one. */
static void share_rows(const int *wanted, int *given, size_t n, size_t first, int rows)
{
    int left = rows;
    for (size_t i = 0; i < n; i++)
        given[i] = 0;
    if (first < n) {
        given[first] = smaller_of(wanted[first], rows < SHARED_ROWS_MIN ? rows : (rows + 1) / 2);
        left -= given[first];
    }
    for (; left > 0; left--) {
        size_t next = find_neediest(wanted, given, n);
        if (next == n)
            return;
        given[next]++;
    }
}

static int sum_of(const int *numbers, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

static void arrange_stacked(struct label_model *model, struct rectangle area)
{
    size_t n = model->ballot->n_slots;
    int rows = area.rows - (int)n; /* each has a heading */
    int wanted[BALLOT_SIZE_MAX] = {0};
    int given[BALLOT_SIZE_MAX];
    for (size_t i = 0; i < n; i++)
        wanted[i] = document_box_count_rows(&model->boxes[i], area.columns, rows);
    share_rows(wanted, given, n, model->shows_focus ? model->focus : n, rows);
    if (sum_of(given, n) < rows)
        area.row++; /* a free row below the question */
    for (size_t i = 0; i < n; i++) {
        struct rectangle part = {area.row, area.column, 1 + given[i], area.columns};
        const int title_rows = document_box_count_title_rows(&model->boxes[i], area.columns, area.rows);
        document_box_arrange(&model->boxes[i], part, false,
                             smaller_of(title_rows, given[i] > 1 ? given[i] - 1 : 0));
        area.row += part.rows;
    }
}

/* Two boxes side by side and the third document below them: used where rows are scarce. */
static void arrange_two(struct label_model *model, struct rectangle area)
{
    enum { ABOVE, BELOW, PARTS };
    struct rectangle above = area, below = area;
    int rows = area.rows - 2; /* each has a line */
    int wanted[PARTS] = {0}, given[PARTS];
    for (size_t i = 0; i < 2; i++) {
        int text_rows = document_box_count_rows(&model->boxes[i], document_boxes_columns(area, 2), rows);
        wanted[ABOVE] = text_rows > wanted[ABOVE] ? text_rows : wanted[ABOVE];
    }
    wanted[BELOW] = document_box_count_rows(&model->boxes[2], area.columns, rows);
    share_rows(wanted, given, PARTS, !model->shows_focus ? PARTS : model->focus == 2 ? BELOW : ABOVE, rows);
    below.rows = 1 + given[BELOW];
    above.rows = area.rows - below.rows;
    below.row += above.rows;
    document_boxes_arrange(model->boxes, 2, above);
    document_box_arrange(&model->boxes[2], below, false,
                         document_box_count_title_rows(&model->boxes[2], area.columns, below.rows));
}

static void (*const arrangements[LABEL_SHAPE_COUNT])(struct label_model *model, struct rectangle area) = {
    [LABEL_COLUMNS] = arrange_side_by_side,
    [LABEL_TWO] = arrange_two,
    [LABEL_STACKED] = arrange_stacked,
    [LABEL_TABS] = arrange_tabs,
};

static void arrange_documents(struct label_model *model, struct rectangle area)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        model->boxes[i].of = 0;
    if (model->is_zoomed)
        arrange_tabs(model, area);
    else
        arrangements[label_shape(model, model->layout)](model, area);
}

/* Places a line that has one row or none at the top of the remaining area. */
static void arrange_line(struct rectangle *line, struct rectangle *left)
{
    line->row = left->row;
    line->column = left->column;
    line->columns = left->columns;
    left->row += line->rows;
    left->rows -= line->rows;
}

/* Arranges what is below the question, with so many rows for the scores. */
static void arrange_below_question(struct label_model *model, int scores_rows)
{
    struct rectangle area = model->area, documents = area;
    documents.row += model->question_area.rows;
    documents.rows -= model->question_area.rows + scores_rows + model->changes_area.rows;
    arrange_line(&model->fields_area, &documents);
    arrange_line(&model->note_area, &documents);
    arrange_line(&model->evidence_area, &documents);
    model->scores_area =
        (struct rectangle){documents.row + documents.rows, area.column, scores_rows, area.columns};
    model->changes_area.row = documents.row + documents.rows;
    model->scores_area.row += model->changes_area.rows;
    model->room = documents;
    model->room.rows += scores_rows + model->changes_area.rows;
    model->reading.rows_beside = 0;
    if (documents.rows > 0)
        arrange_documents(model, documents);
}

static bool is_any_cut(const struct label_model *model)
{
    bool is_cut = false;
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        is_cut = is_cut || text_view_is_cut(&model->boxes[i].text);
    return is_cut;
}

/* Documents take precedence over scores, which get one row while a document needs more. */
void label_arrange(struct label_model *model, struct rectangle area)
{
    model->area = area;
    model->note_area.rows = model->note.size > 0 ? 1 : 0;
    model->evidence_area.rows = model->evidence.position != 0 ? 1 : 0;
    model->fields_area.rows = model->question_fields.size > 0 ? 1 : 0;
    model->changes_area = area;
    model->changes_area.rows = model->reading.changes.n > 0 && !question_is_zoomed(model) ? 1 : 0;
    arrange_question(model);
    const int scores_rows = model->is_zoomed ? 0 : scores_strip_rows(model->scores, area.rows);
    arrange_below_question(model, scores_rows);
    if (scores_rows > 1 && is_any_cut(model))
        arrange_below_question(model, 1);
}

/* --- Drawing -------------------------------------------------------------- */

/* Draws over the last words of the row; they are visible one line further down. */
static void draw_over_end(struct surface *surface, int row, int end, struct bytes text)
{
    int column = surface_put_string(surface, row, end - text_width(text) - 2, end, "… ", STYLE_DIM);
    surface_put(surface, row, column, end, text, STYLE_DIM);
}

static void draw_question(const struct label_model *model, struct surface *surface)
{
    struct rectangle area = model->question_area;
    int end = area.column + area.columns - 1 - model->progress_columns;
    text_view_draw(&model->question, surface, area.row, area.column + 1, STYLE_QUESTION);
    surface_place_cursor(surface, area.row, area.column + 1);
    for (int row = 0; row < area.rows; row++)
        surface_put_string(surface, area.row + row, area.column, area.column + 1, "▎", STYLE_QUESTION);
    if (question_is_focused(model))
        surface_put_string(surface, area.row, area.column, area.column + 1, "▸", STYLE_ACCENT);
    struct buffer text = {0};
    text_view_add_position(&model->question, &text);
    if (text.size > 0)
        draw_over_end(surface, area.row + area.rows - 1, end, buffer_bytes(&text));
    buffer_clear(&text);
    if (model->has_chip)
        add_chip(model, &text);
    surface_put_right(surface, area.row, end, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

static void draw_fields(const struct label_model *model, struct surface *surface)
{
    struct rectangle area = model->fields_area;
    if (area.rows > 0)
        surface_put(surface, area.row, area.column + 1, area.column + area.columns - 1,
                    buffer_bytes(&model->question_fields), STYLE_DIM);
}

/* Draws " note: seen in the manual of 2019, too " */
static void draw_note(const struct label_model *model, struct surface *surface)
{
    struct rectangle area = model->note_area;
    int end = area.column + area.columns - 1;
    if (area.rows == 0)
        return;
    int column = surface_put_string(surface, area.row, area.column + 1, end, "note: ", STYLE_DIM);
    surface_put(surface, area.row, column, end, buffer_bytes(&model->note), STYLE_NORMAL);
}

/* Draws " evidence for 2: Cut the hose square just past the split." */
static void draw_evidence(const struct label_model *model, struct surface *surface)
{
    struct rectangle area = model->evidence_area;
    int end = area.column + area.columns - 1;
    struct buffer text = {0};
    if (area.rows == 0)
        return;
    struct quotation evidence = label_marking_evidence(model, model->evidence.position);
    buffer_add_format(&text, "evidence for %d: ", model->evidence.position);
    int column = surface_put_string(surface, area.row, area.column + 1, end, buffer_string(&text), STYLE_DIM);
    buffer_clear(&text);
    buffer_add_one_line(&text, evidence.text);
    surface_put(surface, area.row, column, end, buffer_bytes(&text), STYLE_NORMAL);
    buffer_release(&text);
}

static void draw_changes(const struct label_model *model, struct surface *surface)
{
    const struct rectangle area = model->changes_area;
    struct buffer text = {0};
    if (area.rows == 0)
        return;
    label_changes_add(model, area.columns - 2, &text);
    surface_put(surface, area.row, area.column + 1, area.column + area.columns - 1, buffer_bytes(&text),
                STYLE_OWN);
    buffer_release(&text);
}

static void draw_documents(const struct label_model *model, struct surface *surface)
{
    for (size_t i = 0; i < model->ballot->n_slots; i++)
        if (i != label_shown_document(model) && label_shows(model, i))
            document_box_draw(&model->boxes[i], surface, false);
    document_box_draw(&model->boxes[label_shown_document(model)], surface,
                      !question_is_focused(model) && (model->shows_focus || model->is_zoomed));
}

void label_draw(const struct label_model *model, struct surface *surface)
{
    draw_question(model, surface);
    draw_fields(model, surface);
    draw_note(model, surface);
    draw_evidence(model, surface);
    if (question_is_zoomed(model))
        return;
    draw_changes(model, surface);
    draw_documents(model, surface);
    if (!model->is_zoomed)
        scores_strip_draw(model->scores, model->questions, surface, model->scores_area);
}
