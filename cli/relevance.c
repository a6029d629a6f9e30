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

static bool add_candidates(struct store *store, const struct question_row *question, struct table *table,
                           struct err *err)
{
    struct arena arena = {0};
    struct tally *tallies = NULL;
    size_t n = 0;
    const struct grading_rule rule = grading_rule_default();
    bool worked = store_list_candidates(store, question->question_id, &arena, &tallies, &n, err);
    relevance_add_candidates(table, question->qid, tallies, n, &rule, 0);
    arena_release(&arena);
    return worked;
}

static bool add_questions(struct store *store, const char *wanted, struct table *table, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool found = wanted == NULL;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        if (wanted != NULL && !bytes_equal(rows[i].qid, bytes_of(wanted)))
            continue;
        found = true;
        worked = (wanted != NULL || store_foresee_candidates(store, rows, n, i, false, err)) &&
                 add_candidates(store, &rows[i], table, err);
    }
    if (worked && !found)
        worked = err_set(err, ERR_INPUT, "%s: there is no question '%s'; `assay relevance %s` lists them",
                         store_path(store), wanted, store_path(store));
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
    relevance_add_columns(&table);
    bool done = left_out_apply(&left_out, store, err) && store_begin_reading_sums(store, err);
    if (done) {
        done = add_questions(store, argument_value(arguments, OPTION_QUESTION), &table, err);
        store_end_reading(store);
    }
    if (done) {
        output_table(&table, format, world);
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
