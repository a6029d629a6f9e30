/*
 * The documents of the run in its order, followed by the relevant documents that are not among them. The run is
 * searched to its end once, beyond the shown rows, to find the rank of each candidate. Documents that are not
 * candidates have no title yet; it is read for the shown rows.
 *
 * If the votes are hidden (desk_hides_votes), no row has a grade or wins, and missed documents have no row: what is
 * not in the model can be neither shown nor sorted by.
 */
#include "tui/screens/ranking.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"

#include <math.h>

enum ranking_column { COLUMN_RANK, COLUMN_GRADE, COLUMN_TITLE, COLUMN_RELEVANCE, COLUMN_DOCID, COLUMN_COUNT };

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_RANK] = {"rank", 9, 1, .is_right = true},
    [COLUMN_GRADE] = {"grade", 12, 2, .is_right = false, .falls_first = true},
    [COLUMN_TITLE] = {"document", 0, 0, .is_right = false},
    [COLUMN_RELEVANCE] = {"wins", 9, 3, .is_right = true, .falls_first = true},
    [COLUMN_DOCID] = {"docid", 24, 4, .is_right = false},
};

static const struct key_table *const tables[] = {&list_document_table, &list_typing_table, NULL};

/* --- Cells ---------------------------------------------------------------- */

static void add_wins(const struct ranking_row *row, struct buffer *text)
{
    number_add_shortest(text, row->wins);
    buffer_add_format(text, " of %lld", (long long)row->impressions);
}

static void add_rank(const struct ranking_row *row, struct buffer *text)
{
    if (row->rank == 0)
        buffer_add_string(text, "not found");
    else
        buffer_add_format(text, "%zu", row->rank);
}

/* A filled dot: relevant; an empty one: not relevant; no dot: not judged. */
static void add_grade(const struct ranking_model *model, const struct ranking_row *row, struct buffer *text)
{
    if (model->hides_votes)
        buffer_add_string(text, "–");
    else if (isnan(row->grade))
        buffer_add_string(text, "  unjudged");
    else
        buffer_add_format(text, "%s %g", row->grade > 0 ? "●" : "○", row->grade);
}

static void add_cell(const void *context, size_t index, size_t column, struct buffer *text)
{
    const struct ranking_model *model = context;
    const struct ranking_row *row = &model->rows[index];
    switch ((enum ranking_column)column) {
    case COLUMN_RANK:
        add_rank(row, text);
        break;
    case COLUMN_GRADE:
        add_grade(model, row, text);
        break;
    case COLUMN_TITLE:
        if (row->is_unknown)
            buffer_add_string(text, "(not in the database)");
        else
            buffer_add(text, row->title);
        break;
    case COLUMN_RELEVANCE:
        if (row->has_wins)
            add_wins(row, text);
        else
            buffer_add_string(text, "–");
        break;
    case COLUMN_DOCID:
        buffer_add(text, row->docid);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style style(const void *context, size_t index, size_t column)
{
    const struct ranking_model *model = context;
    const struct ranking_row *row = &model->rows[index];
    if (isnan(row->grade) && !model->hides_votes)
        return STYLE_DIM;
    if (column != COLUMN_GRADE || model->hides_votes)
        return STYLE_NORMAL;
    return row->grade > 0 ? STYLE_GOOD : STYLE_BAD;
}

static double relevance_order(const struct ranking_row *row)
{
    return row->impressions > 0 ? row->wins / (double)row->impressions : NAN;
}

static int compare(const void *context, size_t a, size_t b, size_t column)
{
    const struct ranking_row *left = &((const struct ranking_model *)context)->rows[a];
    const struct ranking_row *right = &((const struct ranking_model *)context)->rows[b];
    switch ((enum ranking_column)column) {
    case COLUMN_RANK:
        /* rank 0 is the last */
        return (left->rank - 1 > right->rank - 1) - (left->rank - 1 < right->rank - 1);
    case COLUMN_GRADE:
        return list_compare_numbers(left->grade, right->grade);
    case COLUMN_TITLE:
        return list_compare_texts(left->title, right->title);
    case COLUMN_RELEVANCE:
        return list_compare_numbers(relevance_order(left), relevance_order(right));
    case COLUMN_DOCID:
        return bytes_compare(left->docid, right->docid);
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

static void add_searched(const void *context, size_t index, struct buffer *text)
{
    const struct ranking_model *model = context;
    const struct ranking_row *row = &model->rows[index];
    add_grade(model, row, text);
    buffer_add_byte(text, ' ');
    add_rank(row, text);
    buffer_add_byte(text, ' ');
    buffer_add(text, row->title);
    buffer_add_byte(text, ' ');
    if (!model->is_blind)
        buffer_add(text, row->docid);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct ranking_model *model = void_model;
    buffer_add(text, model->run);
}

const struct ranking_row *ranking_selected(const struct ranking_model *model)
{
    size_t row = list_selected(&model->screen.list);
    return row != LIST_NO_ROW ? &model->rows[row] : NULL;
}

static void add_standing(const struct ranking_model *model, const struct ranking_row *row,
                         struct buffer *text)
{
    buffer_add(text, model->run);
    if (row->rank == 0)
        buffer_add_string(text, " has not found it");
    else
        buffer_add_format(text, ": rank %zu", row->rank);
}

void ranking_add_facts(const struct ranking_model *model, const struct ranking_row *row, struct buffer *text)
{
    add_standing(model, row, text);
    if (!model->hides_votes && isnan(row->grade))
        buffer_add_string(text, " · unjudged");
    else if (!model->hides_votes)
        buffer_add_format(text, " · grade %g", row->grade);
    if (row->has_wins) {
        buffer_add_string(text, " · ");
        add_wins(row, text);
        buffer_add_string(text, " wins");
    }
    buffer_add_byte(text, '\n');
    if (!model->is_blind) {
        buffer_add(text, row->docid);
        buffer_add_byte(text, '\n');
    }
}

static struct effect act(void *model, struct action action)
{
    if (action.name != ACTION_CHOOSE && action.name != ACTION_CLICK)
        return effect_common(action);
    return ranking_selected(model) != NULL ? effect_open(&screen_candidate)
                                           : effect_remark("no document is selected");
}

static const struct list_kind kind = {
    .keys = &list_document_table,
    .source = {.add_cell = add_cell,
               .style = style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "the run has no document for this question"},
    .add_title = add_title,
    .act = act,
};

/* --- Rows ----------------------------------------------------------------- */

/* Leaves hidden data out of the row, so that it can be neither shown nor sorted by. */
static struct ranking_row row_of_candidate(const struct ranking_model *model,
                                           const struct candidate_row *candidate, size_t rank)
{
    struct ranking_row row = {.rank = rank,
                              .docid = candidate->tally.docid,
                              .title = candidate->title,
                              .grade = NAN};
    if (!model->hides_votes) {
        row.grade = candidate->grade;
        row.has_wins = true;
        row.wins = candidate->tally.wins;
        row.impressions = candidate->tally.impressions;
    }
    return row;
}

/* Adds the first documents. Sets ranks[i] to the rank of candidate i. */
static void add_first(struct ranking_model *model, struct ranked_question ranking,
                      const struct question_details *details, size_t *ranks)
{
    struct map by_docid = {0};
    struct bytes docid;
    for (size_t i = 0; i < details->n_candidates; i++)
        map_put(&by_docid, details->candidates[i].tally.docid, NULL);
    for (size_t rank = 1; ranked_question_next(&ranking, &docid); rank++) {
        int64_t candidate = map_find(&by_docid, docid);
        if (candidate != MAP_ABSENT)
            ranks[candidate] = rank;
        if (rank > RANKING_ROWS_MAX)
            continue;
        struct ranking_row *row = &model->rows[model->n_rows++];
        if (candidate != MAP_ABSENT)
            *row = row_of_candidate(model, &details->candidates[candidate], rank);
        else
            *row = (struct ranking_row){.rank = rank,
                                        .docid = arena_copy(&model->screen.arena, docid),
                                        .grade = NAN};
    }
    map_release(&by_docid);
}

/* Adds the relevant documents that are not among the first ones, the best first. */
static void add_missed(struct ranking_model *model, const struct question_details *details,
                       const size_t *ranks)
{
    for (size_t i = 0; i < details->n_candidates; i++) {
        const struct candidate_row *candidate = &details->candidates[i];
        bool is_relevant = candidate->grade > 0; /* false for NAN */
        if (!is_relevant)
            continue;
        model->n_relevant++;
        model->n_found += ranks[i] > 0;
        if (ranks[i] == 0 || ranks[i] > RANKING_ROWS_MAX)
            model->rows[model->n_rows++] = row_of_candidate(model, candidate, ranks[i]);
    }
}

void ranking_show(struct ranking_model *model, const struct desk *desk, struct bytes run,
                  struct ranked_question ranking, struct arena *arena, const struct question_details *details)
{
    list_screen_take(&model->screen, arena);
    model->run = run;
    model->question = details->question.text;
    model->is_blind = desk->is_blind;
    model->hides_votes = desk_hides_votes(desk, &details->question);
    model->instead_of_votes = desk_instead_of_votes(desk);
    model->n_rows = model->n_relevant = model->n_found = 0;
    model->rows =
        arena_get_array(&model->screen.arena, RANKING_ROWS_MAX + details->n_candidates, sizeof *model->rows);
    size_t *ranks = arena_get_array(&model->screen.arena, details->n_candidates, sizeof *ranks);
    add_first(model, ranking, details, ranks);
    if (!model->hides_votes)
        add_missed(model, details, ranks);
    list_release(&model->screen.list);
    list_screen_show(&model->screen, &kind, columns, model->is_blind ? COLUMN_DOCID : COLUMN_COUNT,
                     model->n_rows);
}

/* --- The screen ------------------------------------------------------------ */

enum { ROWS_ABOVE = 2 }; /* below the heading: the question, and how many relevant documents were found */

static void arrange(void *void_model, struct rectangle area)
{
    struct ranking_model *model = void_model;
    area = list_screen_below_heading(&model->screen, area);
    area.row += ROWS_ABOVE;
    area.rows -= ROWS_ABOVE;
    list_arrange(&model->screen.list, area);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct ranking_model *model = void_model;
    struct rectangle area = model->screen.area;
    int end = area.column + area.columns;
    struct buffer text = {0};
    list_screen_draw(model, surface);
    surface_put(surface, area.row + 1, area.column + 1, end, model->question, STYLE_QUESTION);
    if (model->hides_votes)
        buffer_add_string(&text, model->instead_of_votes);
    else
        buffer_add_format(&text, "%zu of %zu relevant found", model->n_found, model->n_relevant);
    if (model->n_found < model->n_relevant)
        buffer_add_string(&text, "; documents it misses are last");
    surface_put(surface, area.row + 2, area.column + 1, end, buffer_bytes(&text), STYLE_DIM);
    buffer_release(&text);
}

/* Calls `prefetch` for each row without a title. */
static void prefetch_each(const struct ranking_model *model, struct store *store,
                          void (*prefetch)(struct store *store, struct bytes docid))
{
    for (size_t i = 0; i < model->n_rows; i++) {
        if (model->rows[i].title.size == 0)
            prefetch(store, model->rows[i].docid);
    }
}

/* Reads titles that the pool does not have. A document without a title is named by the beginning of its text. */
static bool read_missing_titles(struct ranking_model *model, struct store *store, struct err *err)
{
    prefetch_each(model, store, store_prefetch_title);
    for (size_t i = 0; i < model->n_rows; i++) {
        struct ranking_row *row = &model->rows[i];
        if (row->title.size == 0 &&
            !store_read_title(store, row->docid, &model->screen.arena, &row->title, err))
            return false;
    }
    return true;
}

static bool find_unknown(struct ranking_model *model, struct store *store, struct err *err)
{
    prefetch_each(model, store, store_prefetch_document_number);
    for (size_t i = 0; i < model->n_rows; i++) {
        struct ranking_row *row = &model->rows[i];
        int64_t document_id = 1;
        if (row->title.size == 0 && !store_find_document(store, row->docid, &document_id, err))
            return false;
        row->is_unknown = document_id == 0;
    }
    return true;
}

static bool read_titles(struct ranking_model *model, struct store *store, struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool read = read_missing_titles(model, store, err) && find_unknown(model, store, err);
    store_end_reading(store);
    return read;
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct ranking_model *model = void_model;
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    bool worked = store_read_question(desk->store, location->question_id, &rule, &arena, &details, err);
    if (worked)
        ranking_show(model, desk, arena_copy(&arena, scoreboard_run_name(desk->scores, location->run)),
                     ranked_run_find(scoreboard_run(desk->scores, location->run), details.question.qid),
                     &arena, &details);
    arena_release(&arena);
    return worked && read_titles(model, desk->store, err);
}

const struct screen screen_ranking = {
    .model_size = sizeof(struct ranking_model),
    .fill = fill,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = arrange,
    .draw = draw,
    .prompt = list_screen_prompt,
    .release = list_screen_release,
};
