/*
 * Shows one of four texts: nothing can be labelled yet, everything is done, a judge has judged everything, or the
 * rest is for others. For a lead, and if nothing can be labelled, it ends with the commands that come next. The path
 * of the database is quoted, so that they can be pasted into a shell.
 */
#include "tui/screens/finished.h"

#include "core/base/number.h"
#include "core/base/shell_word.h"
#include "tui/keys/going.h"
#include "tui/widget/scores_strip.h"
#include "tui/widget/text_view.h"

enum finished_action { FINISHED_UNDO = ACTION_OWN, FINISHED_NOTE, FINISHED_MARK };

enum { MARGIN = 2, MARGINS = 3 };

// clang-format off
static const struct key_row rows[] = {
    {.id = "undo", .keys = {'u'}, .action = FINISHED_UNDO,
     .bar = {1, 3, "undo"}, .help = "Undo your last answer; press again for the answer before it"},
    {.id = "note", .keys = {'e'}, .action = FINISHED_NOTE,
     .help = "Right after a vote: write a note that is kept with it"},
    {.id = "evidence", .keys = {'v'}, .action = FINISHED_MARK,
     .help = "Right after a vote: mark the sentences that decided"},
    {.id = "quit", .keys = {'q'}, .action = ACTION_QUIT,
     .bar = {1, 1, "quit"}, .help = "Quit; every answer is saved"},
};
// clang-format on

static const struct key_table table = {.id = "finished",
                                       .title = "When nothing is left",
                                       .rows = rows,
                                       .n_rows = sizeof rows / sizeof *rows,
                                       .also = &reason_table};

static const struct key_table *const tables[] = {&table, NULL};

static const struct key_table *keys(const void *model)
{
    (void)model;
    return &table;
}

static void finished_show(struct finished_model *model, const struct desk *desk, int64_t left_out)
{
    *model = (struct finished_model){.progress = desk->progress,
                                     .left_out = left_out,
                                     .own_votes = desk->own_votes,
                                     .is_lead = desk->is_lead,
                                     .is_judge = desk->is_judge,
                                     .has_reasons = desk->reasons->n > 0,
                                     .keymap = &desk->preferences->keymap,
                                     .database_path = bytes_of(desk->database_path),
                                     .scores = desk->scores};
}

static struct effect add_to_vote(struct action action)
{
    if (!action.is_behind_vote)
        return effect_remark("no vote was given just now");
    return (struct effect){.kind = EFFECT_GO_BESIDE,
                           .beside = action.name == FINISHED_NOTE ? ADDITION_NOTE : ADDITION_EVIDENCE};
}

static struct effect update(void *void_model, struct action action)
{
    const struct finished_model *model = void_model;
    if (action.name == ACTION_REASON && model->has_reasons)
        return (struct effect){.kind = EFFECT_GIVE_REASON, .reason = (size_t)action.nth};
    if (action.name == ACTION_REASON)
        action.name = ACTION_UNBOUND;
    if (action.name == FINISHED_NOTE || action.name == FINISHED_MARK)
        return add_to_vote(action);
    if (action.name == FINISHED_UNDO)
        return (struct effect){.kind = EFFECT_ACT, .act = {.kind = ACT_UNDO}};
    return effect_common(action);
}

static void arrange(void *void_model, struct rectangle area)
{
    struct finished_model *model = void_model;
    model->area = area;
    model->scores_area = area;
    model->scores_area.rows = scores_strip_rows(model->scores, area.rows);
    model->scores_area.row += area.rows - model->scores_area.rows;
}

struct writer {
    struct surface *surface;
    struct rectangle area;
    int row; /* the next row, from 0 */
};

static int rows_left(const struct writer *writer)
{
    return writer->area.rows > writer->row ? writer->area.rows - writer->row : 0;
}

/* Writes a text in as many rows as it needs; an empty text takes an empty row. */
static void write_line(struct writer *writer, const char *text, enum style style)
{
    struct rectangle area = writer->area;
    struct text_view view = {0};
    text_view_set(&view, bytes_of(text));
    int n_rows = text_view_count_rows(&view, area.columns - MARGINS, rows_left(writer));
    text_view_arrange(&view, area.columns - MARGINS, n_rows);
    text_view_draw(&view, writer->surface, area.row + writer->row, area.column + MARGIN, style);
    writer->row += n_rows > 0 ? n_rows : 1;
    text_view_release(&view);
}

/* Writes a text in one row, so that it can be copied. */
static void write_one_row(struct writer *writer, const char *text, enum style style)
{
    struct rectangle area = writer->area;
    if (rows_left(writer) > 0)
        surface_put_string(writer->surface, area.row + writer->row, area.column + MARGIN,
                           area.column + area.columns - 1, text, style);
    writer->row++;
}

static void write_command(struct writer *writer, const char *what, const char *command, struct bytes path,
                          const char *rest)
{
    struct buffer text = {0};
    buffer_add_format(&text, "  assay %s ", command);
    shell_word_add(&text, path);
    buffer_add_string(&text, rest);
    write_line(writer, what, STYLE_DIM);
    write_one_row(writer, buffer_string(&text), STYLE_KEY);
    buffer_release(&text);
}

static void write_left_out(struct writer *writer, const struct finished_model *model)
{
    struct buffer text = {0};
    buffer_add_format(&text,
                      "%lld question%s not in the sample. To make it larger:", (long long)model->left_out,
                      model->left_out == 1 ? " is" : "s are");
    write_command(writer, buffer_string(&text), "set", model->database_path, " sample N");
    buffer_release(&text);
}

/* Appends "Your 12 answers are saved. ", or nothing if there are none. */
static void add_saved(int64_t own_votes, struct buffer *text)
{
    if (own_votes == 0)
        return;
    buffer_add_string(text, "Your ");
    if (own_votes > 1)
        number_add_grouped(text, own_votes);
    buffer_add_string(text, own_votes == 1 ? "answer is saved. " : " answers are saved. ");
}

/* Says that the answers are saved, and how to leave. */
static void write_thanks(struct writer *writer, const struct finished_model *model, const char *title)
{
    struct buffer text = {0}, shown = {0};
    write_line(writer, title, STYLE_TITLE);
    add_saved(model->own_votes, &text);
    buffer_add_string(&text, "Close with " KEY_OF("quit") ".");
    keymap_add_text(model->keymap, &table, buffer_bytes(&text), &shown);
    write_line(writer, buffer_string(&shown), STYLE_NORMAL);
    write_line(writer, "", STYLE_NORMAL);
    buffer_release(&text);
    buffer_release(&shown);
}

/* Only a lead is shown commands. */
static void write_done(struct writer *writer, const struct finished_model *model)
{
    write_thanks(writer, model,
                 model->own_votes > 0 ? "All done. Thank you."
                                      : "Everything is answered: nothing is left for you.");
    if (!model->is_lead)
        return;
    write_command(writer, "Export the labels:", "export", model->database_path, " qrels");
    write_command(writer, "Votes of each annotator:", "status", model->database_path, "");
    if (model->left_out > 0)
        write_left_out(writer, model);
}

/* Says why nothing can be labelled yet, in line with labelling_check_ballots. */
static void write_lack(struct writer *writer, const struct finished_model *model)
{
    bool has_questions = model->progress.questions > 0;
    write_line(writer, has_questions ? "No question has candidates yet." : "There are no questions yet.",
               STYLE_TITLE);
    write_line(writer, "", STYLE_NORMAL);
    if (!has_questions)
        write_command(writer, "Ballots to judge:", "import", model->database_path, " --questions FILE");
    write_command(writer, "Search for candidates:", "pool", model->database_path, " --search");
    write_command(writer, "Or take the best documents of a run:", "pool", model->database_path, " RUN");
}

static void write_judged(struct writer *writer, const struct finished_model *model)
{
    write_thanks(writer, model, "You have judged everything that annotators disagree on. Thank you.");
    if (model->is_lead)
        write_command(writer, "Agreement of the annotators:", "agreement", model->database_path, "");
}

static void write_left_for_others(struct writer *writer, const struct finished_model *model)
{
    struct buffer text = {0};
    int64_t left = model->progress.ballots_left;
    number_add_grouped(&text, left);
    buffer_add_string(&text,
                      left == 1 ? " comparison is left for others." : " comparisons are left for others.");
    write_thanks(writer, model, "Nothing is left for you. Thank you.");
    write_line(writer, buffer_string(&text), STYLE_NORMAL);
    if (model->is_lead)
        write_command(writer, "Progress of all annotators:", "status", model->database_path, "");
    buffer_release(&text);
}

/* Says the result and what to do with it, one line per sentence. */
static void write_decision(struct writer *writer, const struct finished_model *model)
{
    struct buffer text = {0};
    decider_add_end(model->decider, &text);
    write_line(writer, "The decision needs no more votes. Thank you.", STYLE_TITLE);
    write_line(writer, "", STYLE_NORMAL);
    write_line(writer, buffer_string(&text), STYLE_NORMAL);
    if (decider_caution(model->decider) != NULL)
        write_line(writer, decider_caution(model->decider), STYLE_NORMAL);
    write_command(writer, "Progress of all annotators:", "status", model->database_path, "");
    write_command(writer, "To continue labelling:", "label", model->database_path, "");
    buffer_release(&text);
}

static void draw(const void *void_model, struct surface *surface)
{
    const struct finished_model *model = void_model;
    struct writer writer = {surface, model->area, 1};
    surface_place_cursor(surface, model->area.row + writer.row, model->area.column + MARGIN);
    writer.area.rows -= model->scores_area.rows;
    if (!progress_has_ballots(model->progress))
        write_lack(&writer, model);
    else if (model->is_judge)
        write_judged(&writer, model);
    else if (model->decider != NULL)
        write_decision(&writer, model);
    else if (model->progress.ballots_left == 0)
        write_done(&writer, model);
    else
        write_left_for_others(&writer, model);
    scores_strip_draw(model->scores, model->progress.questions, surface, model->scores_area);
}

static bool fill(void *void_model, const struct desk *desk, const struct location *location, struct err *err)
{
    struct finished_model *model = void_model;
    (void)location;
    int64_t left_out;
    if (!store_count_left_out(desk->store, &left_out, err))
        return false;
    finished_show(model, desk, left_out);
    model->decider = desk->decider;
    return true;
}

const struct screen screen_finished = {
    .model_size = sizeof(struct finished_model),
    .fill = fill,
    .tables = tables,
    .keys = keys,
    .update = update,
    .arrange = arrange,
    .draw = draw,
};
