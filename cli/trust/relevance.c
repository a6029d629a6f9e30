/*
 * Lists the candidates of all questions, or of one, the best first. Everything is read in one transaction, so that the
 * numbers are of one moment even while others vote.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "core/store/upkeep/check.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "export/kinds/relevance.h"

struct relevance_reading {
    struct store *store;
    const char *wanted; /* a qid; NULL: all */
    struct text_list left_out;
    size_t format;
    const struct question_row *questions;
    size_t n_questions;
};

static const struct option options[] = {
    TEXT_OPTION("question", "QID", struct relevance_reading, wanted, .help = "list only this question"),
    OPTION_ROW_WITHOUT(struct relevance_reading, left_out),
    OPTION_ROW_FORMAT(struct relevance_reading),
};

static bool add_candidates(const struct relevance_reading *reading, const struct question_row *question,
                           struct table *table, struct err *err)
{
    struct arena arena = {0};
    struct tally *tallies = NULL;
    size_t n = 0;
    const struct grading_rule rule = grading_rule_default();
    bool worked = store_list_candidates(reading->store, question->question_id, &arena, &tallies, &n, err);
    relevance_add_candidates(table, question->qid, tallies, n, &rule, 0);
    arena_release(&arena);
    return worked;
}

/* Reduces the rows to the wanted question. */
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
                   reading->wanted, store_address(reading->store));
}

static bool make_rows(const void *context, const struct output_rows *rows, struct err *err)
{
    const struct relevance_reading *reading = context;
    bool worked = true;
    for (size_t i = 0; worked && i < reading->n_questions; i++) {
        worked = store_prefetch_candidates(reading->store, reading->questions, reading->n_questions, i, false,
                                           err) &&
                 add_candidates(reading, &reading->questions[i], rows->table, err);
        output_rows_made(rows);
    }
    return worked;
}

static bool print_questions(struct relevance_reading *reading, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct table table = {0};
    struct question_row *rows;
    size_t n;
    bool worked =
        store_list_questions(reading->store, &arena, &rows, &n, err) && keep_wanted(reading, rows, &n, err);
    if (worked) {
        reading->questions = rows;
        reading->n_questions = n;
        relevance_add_columns(&table);
        worked = output_rows_of(make_rows, reading, &table, reading->format, world, err);
    }
    table_release(&table);
    arena_release(&arena);
    return worked;
}

static bool run_relevance(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct relevance_reading *reading = arguments->filled;
    if (!database_open(&reading->store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done = left_out_apply(&reading->left_out, reading->store, err) &&
                store_begin_reading_sums(reading->store, err);
    if (done) {
        done = print_questions(reading, world, err);
        store_end_reading(reading->store);
    }
    if (done)
        left_out_remark(&reading->left_out, arguments->operands[0], world);
    store_close(reading->store);
    return done;
}

const struct command relevance_command = {
    .name = "relevance",
    .group = "Trust",
    .summary = "List wins, impressions, relevance and grade of candidates",
    .example = "assay relevance labels.db --question q01",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    .meant = "question",
    OPTIONS_FILL(struct relevance_reading),
    .details =
        "relevance  wins / impressions or, with adaptive dealing, the estimate of Luce's model (setting\n"
        "           `estimator`)\n"
        "grade      the nearest of four levels, as in `assay export`\n"
        "low, high  the 95 % interval of the relevance\n"
        "\n"
        "A candidate without a vote has none of these values.\n",
    .run = run_relevance,
};
