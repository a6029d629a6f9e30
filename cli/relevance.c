/*
 * All questions, or the one that was asked for, with their candidates, the best first. Everything is read
 * in one transaction: the numbers are those of one moment, also while others vote.
 */
#include "cli/commands.h"

#include "cli/database.h"
#include "cli/left_out.h"
#include "cli/output.h"
#include "core/store/check.h"
#include "core/store/questions.h"
#include "core/store/store.h"
#include "export/relevance.h"

enum { OPTION_QUESTION, OPTION_WITHOUT, OPTION_FORMAT };

static const struct option options[] = {
    [OPTION_QUESTION] = {.name = "question", .argument = "QID", .help = "of this question alone"},
    [OPTION_WITHOUT] = OPTION_ROW_WITHOUT,
    [OPTION_FORMAT] = OPTION_ROW_FORMAT,
};

/* What is done with the rows of a question, which are in the table. */
typedef void rows_use(struct table *table, enum table_format format, struct world *world);

static void measure_rows(struct table *table, enum table_format format, struct world *world)
{
    (void)format;
    (void)world;
    table_measure(table);
}

static void print_rows(struct table *table, enum table_format format, struct world *world)
{
    struct buffer text = {0};
    table_pass(table, format, &text);
    output_text(&text, world);
    buffer_release(&text);
}

struct relevance_reading {
    struct store *store;
    const char *wanted; /* a qid; NULL: all */
    struct table *table;
    enum table_format format;
    struct world *world;
};

static bool add_candidates(const struct relevance_reading *reading, const struct question_row *question,
                           struct err *err)
{
    struct arena arena = {0};
    struct tally *tallies = NULL;
    size_t n = 0;
    const struct grading_rule rule = grading_rule_default();
    bool worked = store_list_candidates(reading->store, question->question_id, &arena, &tallies, &n, err);
    relevance_add_candidates(reading->table, question->qid, tallies, n, &rule, 0);
    arena_release(&arena);
    return worked;
}

/* The question that is wanted comes to stand alone. */
static bool keep_wanted(const struct relevance_reading *reading, struct question_row *rows, size_t *n,
                        struct err *err)
{
    const char *path = store_path(reading->store);
    if (reading->wanted == NULL)
        return true;
    for (size_t i = 0; i < *n; i++) {
        if (!bytes_equal(rows[i].qid, bytes_of(reading->wanted)))
            continue;
        rows[0] = rows[i];
        *n = 1;
        return true;
    }
    return err_set(err, ERR_INPUT, "%s: there is no question '%s'; `assay relevance %s` lists them", path,
                   reading->wanted, path);
}

static bool visit_questions(const struct relevance_reading *reading, const struct question_row *rows,
                            size_t n, rows_use *use, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++) {
        worked = store_foresee_candidates(reading->store, rows, n, i, false, err) &&
                 add_candidates(reading, &rows[i], err);
        use(reading->table, reading->format, reading->world);
    }
    return worked;
}

static void print_border(void (*add)(const struct table *table, enum table_format format, struct buffer *out),
                         const struct relevance_reading *reading)
{
    struct buffer text = {0};
    add(reading->table, reading->format, &text);
    output_text(&text, reading->world);
    buffer_release(&text);
}

/* A million rows are not held: how wide the columns are is found by a reading of its own. */
static bool print_questions(const struct relevance_reading *reading, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked =
        store_list_questions(reading->store, &arena, &rows, &n, err) && keep_wanted(reading, rows, &n, err) &&
        (!table_format_is_aligned(reading->format) || visit_questions(reading, rows, n, measure_rows, err));
    if (worked) {
        print_border(table_begin, reading);
        worked = visit_questions(reading, rows, n, print_rows, err);
    }
    if (worked)
        print_border(table_end, reading);
    arena_release(&arena);
    return worked;
}

static bool run_relevance(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct left_out left_out = left_out_of(arguments, OPTION_WITHOUT);
    struct store *store = NULL;
    struct table table = {0};
    size_t format;
    if (!argument_choice(arguments, OPTION_FORMAT, &format, err) ||
        !database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    const struct relevance_reading reading = {.store = store,
                                              .wanted = argument_value(arguments, OPTION_QUESTION),
                                              .table = &table,
                                              .format = (enum table_format)format,
                                              .world = world};
    relevance_add_columns(&table);
    bool done = left_out_apply(&left_out, store, err) && store_begin_reading_sums(store, err);
    if (done) {
        done = print_questions(&reading, err);
        store_end_reading(store);
    }
    if (done) {
        if (format == TABLE_CSV)
            output_remark_formulas(world, table.n_formulas, table.first_formula);
        left_out_remark(&left_out, arguments->operands[0], world);
    }
    table_release(&table);
    store_close(store);
    return done;
}

const struct command relevance_command = {
    .name = "relevance",
    .summary = "Lists wins, impressions, relevance and grade of each candidate",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    .meant = "question",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details =
        "relevance = wins / impressions, or under adaptive dealing by Luce's model (setting `estimator`);\n"
        "grade = the nearest of 4 levels, as `assay export` writes it. low … high: relevance at 95 %.\n"
        "A candidate that no vote has seen yet has none of them.\n",
    .run = run_relevance,
};
