/*
 * A list of the candidates, and below it the votes on the selected one, the latest first. Both come from one reading
 * of the question (struct question_details), so they are consistent. Votes refer to documents by docid; users see
 * titles.
 *
 * If the votes are hidden (desk_hides_votes), every cell except the title shows "–", all rows compare as equal, and
 * rows are in the order of titles, because the store's order depends on the votes.
 */
#include "tui/screens/candidates.h"

#include "core/base/number.h"
#include "tui/widget/title_line.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum {
    BAR_COLUMNS = 8,
    EIGHTHS = 8,           /* a block character fills a cell in eighths */
    NAME_COLUMNS_MAX = 40, /* of a document's title in the line of a vote */
    VOTES_ROWS_MIN = 3,    /* including the heading */
    LIST_SHARE = 3,        /* the votes get one row in so many, plus what the list leaves */
    WHEN_COLUMNS_MIN = 60  /* from this width on, the line of a vote has its time */
};

// clang-format off
static const struct key_row rows[] = {
    {.id = "back", .keys = {'c'}, .action = ACTION_CANDIDATES, .help = "Go back to where you were"},
};
// clang-format on

static const struct key_table table = {.id = "candidates",
                                       .title = "Candidates",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &list_document_table};

static const struct key_table *const tables[] = {&table, &list_typing_table, NULL};

/* --- Rows ----------------------------------------------------------------- */

enum candidate_column {
    COLUMN_RELEVANCE,
    COLUMN_TITLE,
    COLUMN_GRADE,
    COLUMN_WINS,
    COLUMN_IMPRESSIONS,
    COLUMN_DOCID, /* from here on: absent if the annotator is blind */
    COLUMN_PRIOR,
    COLUMN_SOURCE,
    COLUMN_COUNT,
};

static const struct list_column columns[COLUMN_COUNT] = {
    [COLUMN_RELEVANCE] = {.title = "relevance", .columns_max = 13, .rank = 1, .falls_first = true},
    [COLUMN_TITLE] = {.title = "document"},
    [COLUMN_GRADE] = {.title = "grade", .columns_max = 6, .rank = 2, .is_right = true, .falls_first = true},
    [COLUMN_WINS] = {.title = "wins", .columns_max = 8, .rank = 3, .is_right = true, .falls_first = true},
    [COLUMN_IMPRESSIONS] =
        {.title = "impressions", .columns_max = 12, .rank = 4, .is_right = true, .falls_first = true},
    [COLUMN_DOCID] = {.title = "docid", .columns_max = 24, .rank = 5},
    [COLUMN_PRIOR] = {.title = "prior", .columns_max = 12, .rank = 6, .is_right = true, .falls_first = true},
    [COLUMN_SOURCE] = {.title = "source", .columns_max = 20, .rank = 7},
};

/* NAN where nothing is known. */
static double relevance_or_nan(const struct candidate_row *row)
{
    return tally_is_known(&row->tally) ? relevance_of(&row->tally) : NAN;
}

/* "█████▎ 0.67": always of the same width, so that the numbers are aligned. */
static void add_bar(double relevance, struct buffer *text)
{
    static const char *const blocks[EIGHTHS] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int filled = (int)floor(relevance * BAR_COLUMNS * EIGHTHS + 0.5);
    for (int i = 0; i < BAR_COLUMNS; i++) {
        int here = filled - i * EIGHTHS;
        here = here > 0 ? here : 0;
        buffer_add_string(text, here >= EIGHTHS ? "█" : blocks[here]);
    }
    buffer_add_format(text, " %.2f", relevance);
}

static void add_relevance(const struct candidate_row *row, struct buffer *text)
{
    if (tally_is_known(&row->tally))
        add_bar(relevance_of(&row->tally), text);
    else
        buffer_add_string(text, "–");
}

static void add_grade(const struct candidate_row *row, struct buffer *text)
{
    if (isnan(row->grade))
        buffer_add_string(text, "–");
    else
        buffer_add_format(text, "%.0f", row->grade);
}

/* Appends its docid and those of its duplicates. */
static void add_docids(const struct candidate_row *row, const char *between, struct buffer *text)
{
    buffer_add(text, row->tally.docid);
    for (size_t i = 0; i < row->n_twins; i++) {
        buffer_add_string(text, between);
        buffer_add(text, row->twins[i]);
    }
}

static void add_cell(const void *context, size_t row_number, size_t column, struct buffer *text)
{
    const struct candidates_model *model = context;
    const struct candidate_row *row = &model->details.candidates[row_number];
    if (model->hides_votes && column != COLUMN_TITLE) {
        buffer_add_string(text, "–");
        return;
    }
    switch ((enum candidate_column)column) {
    case COLUMN_RELEVANCE:
        add_relevance(row, text);
        break;
    case COLUMN_TITLE:
        buffer_add(text, row->title);
        break;
    case COLUMN_GRADE:
        add_grade(row, text);
        break;
    case COLUMN_WINS:
        number_add_shortest(text, row->tally.wins);
        break;
    case COLUMN_IMPRESSIONS:
        buffer_add_format(text, "%lld", (long long)row->tally.impressions);
        break;
    case COLUMN_DOCID:
        add_docids(row, ", ", text);
        break;
    case COLUMN_PRIOR:
        buffer_add_format(text, "%.4g", row->tally.prior);
        break;
    case COLUMN_SOURCE:
        buffer_add(text, row->sources);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static enum style cell_style(const void *context, size_t row, size_t column)
{
    (void)context, (void)row;
    return column == COLUMN_RELEVANCE ? STYLE_ACCENT : column >= COLUMN_DOCID ? STYLE_DIM : STYLE_NORMAL;
}

static int compare(const void *context, size_t a_number, size_t b_number, size_t column)
{
    const struct candidates_model *model = context;
    const struct candidate_row *a = &model->details.candidates[a_number];
    const struct candidate_row *b = &model->details.candidates[b_number];
    if (model->hides_votes && column != COLUMN_TITLE)
        return 0;
    switch ((enum candidate_column)column) {
    case COLUMN_RELEVANCE:
        return list_compare_numbers(relevance_or_nan(a), relevance_or_nan(b));
    case COLUMN_TITLE:
        return list_compare_texts(a->title, b->title);
    case COLUMN_GRADE:
        return list_compare_numbers(a->grade, b->grade);
    case COLUMN_WINS:
        return list_compare_numbers(a->tally.wins, b->tally.wins);
    case COLUMN_IMPRESSIONS:
        return list_compare_numbers((double)a->tally.impressions, (double)b->tally.impressions);
    case COLUMN_DOCID:
        return bytes_compare(a->tally.docid, b->tally.docid);
    case COLUMN_PRIOR:
        return list_compare_numbers(a->tally.prior, b->tally.prior);
    case COLUMN_SOURCE:
        return bytes_compare(a->sources, b->sources);
    case COLUMN_COUNT:
        break;
    }
    return 0;
}

/* The filter must not find what is hidden. */
static void add_searched(const void *context, size_t row_number, struct buffer *text)
{
    const struct candidates_model *model = context;
    const struct candidate_row *row = &model->details.candidates[row_number];
    buffer_add(text, row->title);
    if (model->is_blind)
        return;
    buffer_add_byte(text, '\n');
    add_docids(row, "\n", text);
    buffer_add_byte(text, '\n');
    buffer_add(text, row->sources);
}

static void add_title(const void *void_model, struct buffer *text)
{
    const struct candidates_model *model = void_model;
    buffer_add_string(text, "Candidates · ");
    buffer_add(text, model->details.question.text);
}

/* --- Actions ----------------------------------------------------------------- */

const struct candidate_row *candidates_selected(const struct candidates_model *model)
{
    size_t row = list_selected(&model->screen.list);
    return row != LIST_NO_ROW ? &model->details.candidates[row] : NULL;
}

static struct effect act(void *model, struct action action)
{
    if (action.name != ACTION_CHOOSE && action.name != ACTION_CLICK)
        return effect_common(action);
    return candidates_selected(model) != NULL ? effect_open(&screen_candidate)
                                              : effect_remark("no document is selected");
}

static const struct list_kind kind = {
    .keys = &table,
    .source = {.add_cell = add_cell,
               .style = cell_style,
               .compare = compare,
               .add_searched = add_searched,
               .empty = "This question has no candidates: `assay pool` adds them."},
    .add_title = add_title,
    .act = act,
};

/* --- The model ------------------------------------------------------------ */

void candidates_open(struct candidates_model *model)
{
    list_clear_filter(&model->screen.list);
    model->details.question.question_id = 0; /* forget the selection */
}

static const struct candidate_row *find_candidate(const struct question_details *details, struct bytes docid)
{
    for (size_t i = 0; i < details->n_candidates; i++)
        if (bytes_equal(details->candidates[i].tally.docid, docid))
            return &details->candidates[i];
    return NULL;
}

static int compare_titles(const void *void_a, const void *void_b)
{
    const struct candidate_row *a = void_a;
    const struct candidate_row *b = void_b;
    int order = bytes_compare(a->title, b->title);
    return order != 0 ? order : bytes_compare(a->tally.docid, b->tally.docid);
}

/* The new number of the candidate that was selected before: votes change the order. */
static size_t find_number(const struct question_details *details, const struct candidate_row *before)
{
    const struct candidate_row *found = before != NULL ? find_candidate(details, before->tally.docid) : NULL;
    return found != NULL ? (size_t)(found - details->candidates) : 0;
}

void candidates_show(struct candidates_model *model, const struct desk *desk, struct arena *arena,
                     const struct question_details *details)
{
    bool is_same = model->details.question.question_id == details->question.question_id;
    const struct candidate_row *before = is_same ? candidates_selected(model) : NULL;
    model->is_blind = desk->is_blind;
    model->hides_votes = desk_hides_votes(desk, &details->question);
    model->instead_of_votes = desk_instead_of_votes(desk);
    if (model->hides_votes) /* the store's order would reveal the votes */
        qsort(details->candidates, details->n_candidates, sizeof *details->candidates, compare_titles);
    size_t selected = find_number(details, before);
    list_screen_take(&model->screen, arena);
    model->details = *details;
    list_screen_show(&model->screen, &kind, columns, model->is_blind ? COLUMN_DOCID : COLUMN_COUNT,
                     details->n_candidates);
    list_select(&model->screen.list, selected);
}

/* --- Votes ---------------------------------------------------------------- */

/* The position of the document on the vote's ballot; 0: the ballot did not have it. */
static int position_of(const struct vote_row *vote, struct bytes docid)
{
    for (size_t i = 0; i < vote->n_slots; i++)
        if (bytes_equal(vote->docids[i], docid))
            return (int)i + 1;
    return 0;
}

static void add_time(const struct vote_row *vote, struct buffer *text)
{
    time_t seconds = (time_t)(vote->cast_at / 1000);
    struct tm day;
    if (gmtime_r(&seconds, &day) == NULL) {
        buffer_add_string(text, "at an unknown time");
        return;
    }
    buffer_add_format(text, "%04d-%02d-%02d %02d:%02d", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday,
                      day.tm_hour, day.tm_min);
}

/* Appends the beginning of the title's first line. */
static void add_short_title(struct bytes title, struct buffer *text)
{
    struct bytes rest = title, line = {0};
    bytes_next_line(&rest, &line);
    if (text_width(line) > NAME_COLUMNS_MAX)
        line = text_fitting(line, NAME_COLUMNS_MAX - 1);
    buffer_add(text, line);
    if (line.size < title.size)
        buffer_add_string(text, "…");
}

static void add_name_of(const struct question_details *details, struct bytes docid, struct buffer *text)
{
    const struct candidate_row *row = find_candidate(details, docid);
    buffer_add_string(text, "“");
    add_short_title(row != NULL ? row->title : docid, text);
    buffer_add_string(text, "”");
}

static bool is_chosen(const struct vote_row *vote, struct bytes docid)
{
    return vote->position != VOTE_NONE && bytes_equal(vote->docids[vote->position - 1], docid);
}

/* The document that is as good as the chosen one; empty: none. */
static struct bytes tied_docid(const struct vote_row *vote)
{
    const int tied = second_tied(vote->second);
    const bool is_other = tied > 0 && tied <= (int)vote->n_slots && !is_chosen(vote, vote->docids[tied - 1]);
    return is_other ? vote->docids[tied - 1] : (struct bytes){0};
}

static void add_losers(const struct question_details *details, const struct vote_row *vote,
                       struct buffer *text)
{
    const char *between = " over ";
    for (size_t i = 0; i < vote->n_slots; i++) {
        if (is_chosen(vote, vote->docids[i]) || /* the chosen document or a duplicate of it */
            bytes_equal(tied_docid(vote), vote->docids[i]))
            continue;
        buffer_add_string(text, between);
        add_name_of(details, vote->docids[i], text);
        between = " and ";
    }
}

static void add_outcome(const struct question_details *details, const struct vote_row *vote,
                        struct bytes docid, struct buffer *text)
{
    const struct bytes tied = tied_docid(vote);
    if (vote->position == VOTE_NONE) {
        buffer_add_string(text, "none of them");
    } else if (tied.size > 0 && (is_chosen(vote, docid) || bytes_equal(tied, docid))) {
        buffer_add_string(text, "✓ chosen equally with ");
        add_name_of(details, is_chosen(vote, docid) ? tied : vote->docids[vote->position - 1], text);
        add_losers(details, vote, text);
    } else if (is_chosen(vote, docid)) {
        buffer_add_string(text, "✓ chosen");
        add_losers(details, vote, text);
    } else {
        buffer_add_string(text, "not chosen, but ");
        add_name_of(details, vote->docids[vote->position - 1], text);
        if (tied.size > 0) {
            buffer_add_string(text, " and ");
            add_name_of(details, tied, text);
        }
    }
}

/* Appends "2026-11-21 12:40 expert1: ✓ chosen over “What a hose is”". */
static void add_vote(const struct candidates_model *model, const struct vote_row *vote, struct bytes docid,
                     bool says_when, struct buffer *text)
{
    if (says_when) {
        add_time(vote, text);
        buffer_add_string(text, "  ");
    }
    if (!model->is_blind) {
        buffer_add(text, vote->annotator);
        buffer_add_string(text, ": ");
    }
    add_outcome(&model->details, vote, docid, text);
}

/* Calls `call` for each vote on the candidate, the latest first. */
static void for_each_vote(const struct candidates_model *model, const struct candidate_row *row,
                          void (*call)(void *context, const struct vote_row *vote), void *context)
{
    for (size_t i = model->details.n_votes; i > 0; i--)
        if (position_of(&model->details.votes[i - 1], row->tally.docid) > 0)
            call(context, &model->details.votes[i - 1]);
}

static void count_vote(void *context, const struct vote_row *vote)
{
    (void)vote;
    ++*(size_t *)context;
}

/* The number of votes on the candidate to be listed: all, or only those of the user. */
static size_t count_told(const struct candidates_model *model, const struct candidate_row *row)
{
    size_t n = 0;
    if (model->details.has_all_votes)
        return (size_t)row->tally.impressions;
    for_each_vote(model, row, count_vote, &n);
    return n;
}

/* --- Facts about one candidate ---------------------------------------------- */

static void add_note(const struct vote_row *vote, struct buffer *text)
{
    if (vote->note.size == 0)
        return;
    buffer_add_string(text, "    “");
    buffer_add(text, vote->note);
    buffer_add_string(text, "”");
}

/* Appends "    because: correct · evidence: “Cut the hose square”" */
static void add_grounds(const struct vote_row *vote, struct buffer *text)
{
    const char *between = "    ";
    if (vote->reason.size > 0) {
        buffer_add_string(text, "    because: ");
        buffer_add(text, vote->reason);
        between = " · ";
    }
    if (vote->evidence.text.size > 0) {
        buffer_add_format(text, "%sevidence: “", between);
        buffer_add_one_line(text, vote->evidence.text);
        buffer_add_string(text, "”");
    }
}

/* What was written with a vote, one line each. */
static void (*const beside_vote[])(const struct vote_row *vote, struct buffer *text) = {add_note,
                                                                                        add_grounds};
enum { N_BESIDE_VOTE = sizeof beside_vote / sizeof *beside_vote };

struct facts {
    const struct candidates_model *model;
    struct bytes docid;
    struct buffer *text;
};

static void add_vote_lines(void *context, const struct vote_row *vote)
{
    const struct facts *facts = context;
    add_vote(facts->model, vote, facts->docid, true, facts->text);
    buffer_add_byte(facts->text, '\n');
    for (size_t i = 0; i < N_BESIDE_VOTE; i++) {
        size_t before = facts->text->size;
        beside_vote[i](vote, facts->text);
        if (facts->text->size > before)
            buffer_add_byte(facts->text, '\n');
    }
}

static const char *without_votes(const struct candidate_row *row)
{
    return tally_is_inferred(&row->tally)
               ? "No vote has seen it. It was dropped at a glance: grade 0 is inferred."
               : "No vote has seen it yet.";
}

static void add_verdict(const struct candidate_row *row, struct buffer *text)
{
    struct relevance_range interval;
    relevance_intervals(&row->tally, 1, &interval);
    buffer_add_format(text, "Relevance %.2f (%.2f to %.2f): chosen on %.15g of %lld ballots. Grade ",
                      relevance_of(&row->tally), interval.low, interval.high, row->tally.wins,
                      (long long)row->tally.impressions);
    add_grade(row, text);
}

/* A blind annotator sees no docids. */
static void add_origin(const struct candidates_model *model, const struct candidate_row *row,
                       struct buffer *text)
{
    if (!model->is_blind) {
        add_docids(row, ", ", text);
        buffer_add_string(text, row->n_twins > 0 ? " (word for word the same)" : "");
        buffer_add_format(text, " · prior %.4g · from ", row->tally.prior);
        buffer_add(text, row->sources);
        buffer_add_byte(text, '\n');
    } else if (row->n_twins > 0) {
        buffer_add_format(text, "This document represents %zu other document%s with exactly the same text.\n",
                          row->n_twins, row->n_twins == 1 ? "" : "s");
    }
}

void candidates_add_facts(const struct candidates_model *model, struct buffer *text)
{
    const struct candidate_row *row = candidates_selected(model);
    if (row == NULL)
        return;
    if (model->hides_votes) {
        buffer_add_format(text, "%s\n", model->instead_of_votes);
        return;
    }
    struct facts facts = {model, row->tally.docid, text};
    if (row->tally.impressions == 0)
        buffer_add_string(text, without_votes(row));
    else
        add_verdict(row, text);
    buffer_add_byte(text, '\n');
    add_origin(model, row, text);
    if (!model->details.has_all_votes && count_told(model, row) > 0)
        buffer_add_string(text, "Your own votes:\n");
    for_each_vote(model, row, add_vote_lines, &facts);
}

/* --- The screen ------------------------------------------------------------ */

/* The list's share of `room` rows. It gets all if there is no room for votes, or no candidate. */
static int list_rows(const struct candidates_model *model, int room)
{
    int most = room - room / LIST_SHARE;
    size_t wanted = model->details.n_candidates + 1;
    int list = wanted < (size_t)most ? (int)wanted : most;
    return wanted == 1 || room - list < VOTES_ROWS_MIN ? room : list;
}

static void arrange(void *void_model, struct rectangle area)
{
    struct candidates_model *model = void_model;
    area = list_screen_below_heading(&model->screen, area);
    struct rectangle list = area;
    list.rows = list_rows(model, area.rows);
    list_arrange(&model->screen.list, list);
    model->votes_area = area;
    model->votes_area.row += list.rows;
    model->votes_area.rows -= list.rows;
}

/* Writes as many lines of votes as there are rows. */
struct votes_writer {
    const struct candidates_model *model;
    struct bytes docid;
    struct surface *surface;
    struct rectangle area;
    int row;       /* the next row, from 0 */
    size_t n_left; /* votes not written yet */
};

static void put_line(struct votes_writer *writer, struct bytes text, enum style style)
{
    struct rectangle area = writer->area;
    surface_put(writer->surface, area.row + writer->row++, area.column + 1, area.column + area.columns - 1,
                text, style);
}

/* Writes what was written with a vote, if there is room. */
static void put_beside(struct votes_writer *writer, const struct vote_row *vote)
{
    struct buffer text = {0};
    for (size_t i = 0; i < N_BESIDE_VOTE; i++) {
        buffer_clear(&text);
        beside_vote[i](vote, &text);
        if (text.size > 0 && writer->area.rows - writer->row > 1)
            put_line(writer, buffer_bytes(&text), STYLE_DIM);
    }
    buffer_release(&text);
}

static void draw_vote(void *context, const struct vote_row *vote)
{
    struct votes_writer *writer = context;
    int rows_left = writer->area.rows - writer->row;
    struct buffer text = {0};
    if (rows_left > 1 || (rows_left == 1 && writer->n_left == 1)) {
        add_vote(writer->model, vote, writer->docid, writer->area.columns >= WHEN_COLUMNS_MIN, &text);
        put_line(writer, buffer_bytes(&text), STYLE_NORMAL);
        writer->n_left--;
    } else if (rows_left == 1) {
        buffer_add_format(&text, "and %zu more", writer->n_left);
        put_line(writer, buffer_bytes(&text), STYLE_DIM);
    }
    put_beside(writer, vote);
    buffer_release(&text);
}

static void draw_votes(const struct candidates_model *model, struct surface *surface)
{
    const struct candidate_row *row = candidates_selected(model);
    if (row == NULL || model->votes_area.rows == 0)
        return;
    struct buffer title = {0};
    buffer_add_string(&title, model->details.has_all_votes ? "Votes on “" : "Your votes on “");
    add_short_title(row->title, &title);
    buffer_add_string(&title, "”");
    title_line_draw(surface, model->votes_area, buffer_bytes(&title), (struct bytes){0});
    buffer_release(&title);
    struct votes_writer writer = {model, row->tally.docid,      surface, model->votes_area,
                                  1,     count_told(model, row)};
    if (model->hides_votes) {
        put_line(&writer, bytes_of(model->instead_of_votes), STYLE_DIM);
        return;
    }
    if (row->tally.impressions == 0)
        put_line(&writer, bytes_of(without_votes(row)), STYLE_DIM);
    else if (writer.n_left == 0)
        put_line(&writer, bytes_of("None. Only leads see the votes of others."), STYLE_DIM);
    for_each_vote(model, row, draw_vote, &writer);
}

static void draw(const void *void_model, struct surface *surface)
{
    list_screen_draw(void_model, surface);
    draw_votes(void_model, surface);
}

static bool read_question(struct candidates_model *model, const struct desk *desk, int64_t question_id,
                          struct err *err)
{
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    bool worked = store_read_question(desk->store, question_id, &rule, &arena, &details, err);
    if (worked)
        candidates_show(model, desk, &arena, &details);
    arena_release(&arena);
    return worked;
}

static bool reread(void *void_model, const struct desk *desk, struct err *err)
{
    struct candidates_model *model = void_model;
    return read_question(model, desk, model->details.question.question_id, err);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    int64_t in_hand = desk->ballot != NULL ? desk->ballot->question_id : 0;
    int64_t question_id = location->question_id != 0 ? location->question_id : in_hand;
    if (question_id == 0)
        return err_set(err, ERR_NO_BALLOT, "no question is open; choose a question in the list of questions");
    candidates_open(void_model);
    return read_question(void_model, desk, question_id, err);
}

const struct screen screen_candidates = {
    .opened_by = ACTION_CANDIDATES,
    .model_size = sizeof(struct candidates_model),
    .fill = fill,
    .reread = reread,
    .tables = tables,
    .keys = list_screen_keys,
    .offers = list_screen_offers,
    .update = list_screen_update,
    .arrange = arrange,
    .draw = draw,
    .prompt = list_screen_prompt,
    .release = list_screen_release,
};
