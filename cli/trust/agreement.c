/*
 * The agreement of annotators who answered the same ballots: all of them, each pair, and each question, the worst
 * first. cli/trust/agreement_grades.c compares the grades that their votes give to documents.
 */
#include "cli/trust/agreement.h"
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "core/judge/overlap.h"
#include "core/store/votes/annotators.h"
#include "core/store/settings.h"

#include <math.h>
#include <stdlib.h>

enum { QUESTIONS_DEFAULT = 10 };

/* The forms of the command, as bits. */
enum { ON_BALLOTS = 1, OF_ALL_GRADES = 2, OF_TWO = 4 };

static const struct option options[] = {
    FLAG_OPTION("grades", struct agreement_call, of_grades, .forms = OF_ALL_GRADES,
                .help = "compare the grades of everybody who graded in DB"),
    INTEGER_OPTION("questions", "N", struct agreement_call, n_worst, 0, INT32_MAX, QUESTIONS_DEFAULT,
                   .forms = ON_BALLOTS, .help = "number of questions to list, worst first (default 10)"),
    TEXTS_OPTION("without", "ANNOTATOR", struct agreement_call, left_out, .forms = ON_BALLOTS,
                 .help = "leave out the votes of this annotator"),
    TEXTS_OPTION("runs", "RUN", struct agreement_call, runs, .forms = OF_TWO, .takes_words = true,
                 .help = "check whether these runs keep their order under B"),
    TEXTS_OPTION("measures", "LIST", struct agreement_call, measures, .letter = 'm', .forms = OF_TWO,
                 .help = "measures to order the runs by (default nDCG@10)"),
    CHOICE_OPTION("ties", "RULE", struct agreement_call, ties, .forms = OF_TWO,
                  .help = "order of equal scores", .words = &ranking_ties_words),
    TEXT_OPTION("relevant", "GRADE", struct agreement_call, relevant, .forms = OF_ALL_GRADES | OF_TWO,
                .help = "lowest relevant grade, of both or as A,B (default 1)"),
    TEXT_OPTION("disagreements", "FILE", struct agreement_call, disagreements, .forms = OF_TWO,
                .help = "write documents with different grades as a run"),
    FLAG_OPTION("per-question", struct agreement_call, per_question, .letter = 'q', .forms = OF_ALL_GRADES,
                .help = "with --grades: also print each question of each pair"),
    INTEGER_OPTION("seed", "N", struct agreement_call, resampling.seed, 0, INT64_MAX, 1,
                   .help = "seed of the random numbers (default 1)"),
    INTEGER_OPTION("precision", "N", struct agreement_call, precision, 0, 17, 3,
                   .help = "decimals to print (default 3)"),
    OPTION_ROW_FORMAT(struct agreement_call),
};

/* The subject of a row. */
enum row_scope { ROW_ALL, ROW_PAIR, ROW_QUESTION, N_ROW_SCOPES };

static const char *const row_scope_names[N_ROW_SCOPES] = {"all", "pair", "question"};

struct agreement_row {
    enum row_scope scope;
    struct bytes first, second; /* the annotators of a pair */
    struct bytes qid;
    struct choice_agreement agreement;
};

struct agreement_report {
    struct arena arena;
    struct annotators_agreement annotators;
    struct agreement_row *rows;
    size_t n_rows;
    const struct agreement_call *call;
    int64_t n_worst;
};

/* --- Rows ---------------------------------------------------------------------------------------- */

static struct agreement_row *add_row(struct agreement_report *report, enum row_scope scope,
                                     const struct choice_scope *choices)
{
    ARENA_PUSH(&report->arena, report->rows, report->n_rows) = (struct agreement_row){.scope = scope};
    struct agreement_row *row = &report->rows[report->n_rows - 1];
    choice_agreement_estimate(&report->annotators.shared, choices, &report->call->resampling,
                              &row->agreement);
    return row;
}

/* Annotators who share no ballots have no row. */
static bool add_pairs(struct agreement_report *report, struct world *world, struct err *err)
{
    const struct annotators_agreement *annotators = &report->annotators;
    struct arena arena = {0};
    bool done = true;
    for (size_t a = 0; done && a < annotators->shared.n_annotators; a++) {
        struct met_annotator *met;
        const size_t n_met = choice_index_list_met(&annotators->shared, a, &arena, &met);
        for (size_t i = 0; i < n_met; i++) {
            const struct choice_scope scope = {a, met[i].annotator, CHOICE_ANYWHERE};
            struct agreement_row *row = add_row(report, ROW_PAIR, &scope);
            row->first = annotators->rows[a].name;
            row->second = annotators->rows[met[i].annotator].name;
        }
        arena_clear(&arena);
        done = !world->interrupted() || err_set(err, ERR_INTERRUPTED, "stopped before all were compared");
    }
    arena_release(&arena);
    return done;
}

/* Sorts the lowest agreement first, then more ballots first, then by qid. */
static int compare_questions(const void *left, const void *right)
{
    const struct agreement_row *a = left, *b = right;
    double raw_a = a->agreement.raw.value, raw_b = b->agreement.raw.value;
    if (raw_a < raw_b || raw_a > raw_b)
        return raw_a < raw_b ? -1 : 1;
    if (a->agreement.n_ballots != b->agreement.n_ballots)
        return a->agreement.n_ballots > b->agreement.n_ballots ? -1 : 1;
    return bytes_compare(a->qid, b->qid);
}

static void add_questions(struct agreement_report *report)
{
    const size_t begin = report->n_rows;
    for (size_t q = 0; q < report->annotators.shared.shared.n_questions; q++) {
        const struct choice_scope scope = {CHOICE_ANYBODY, CHOICE_ANYBODY, q};
        add_row(report, ROW_QUESTION, &scope)->qid = report->annotators.qids[q];
    }
    const size_t n = report->n_rows - begin;
    if (n > 0)
        qsort(report->rows + begin, n, sizeof *report->rows, compare_questions);
    if (n > (size_t)report->n_worst)
        report->n_rows = begin + (size_t)report->n_worst;
}

/* --- Output ----------------------------------------------------------------------------------- */

static void add_estimate_columns(struct table *table, const char *name)
{
    struct buffer label = {0};
    table_add_column(table, name, ALIGN_RIGHT);
    buffer_add_format(&label, "%s_low", name);
    table_add_column(table, buffer_string(&label), ALIGN_RIGHT);
    buffer_clear(&label);
    buffer_add_format(&label, "%s_high", name);
    table_add_column(table, buffer_string(&label), ALIGN_RIGHT);
    buffer_release(&label);
}

static void add_estimate(struct table *table, const struct resampled_estimate *estimate, int precision)
{
    table_add_real(table, estimate->value, precision);
    table_add_real(table, estimate->low, precision);
    table_add_real(table, estimate->high, precision);
}

/* Adds the name, or an empty cell when the row has none. */
static void add_name(struct table *table, struct bytes name)
{
    if (name.data != NULL)
        table_add_text(table, name);
    else
        table_add_empty(table);
}

/* Prints all rows as one table, for programs. */
static void print_lines(const struct agreement_report *report, struct world *world)
{
    static const char *const names[] = {"scope", "A", "B", "qid"};
    struct table table = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        table_add_column(&table, names[i], ALIGN_LEFT);
    table_add_column(&table, "ballots", ALIGN_RIGHT);
    add_estimate_columns(&table, "agreement");
    add_estimate_columns(&table, "alpha");
    add_estimate_columns(&table, "AC1");
    table_add_column(&table, "verdict", ALIGN_LEFT);
    for (size_t i = 0; i < report->n_rows; i++) {
        const struct agreement_row *row = &report->rows[i];
        table_add_text(&table, bytes_of(row_scope_names[row->scope]));
        add_name(&table, row->first);
        add_name(&table, row->second);
        add_name(&table, row->qid);
        table_add_integer(&table, (int64_t)row->agreement.n_ballots);
        add_estimate(&table, &row->agreement.raw, report->call->precision);
        add_estimate(&table, &row->agreement.alpha, report->call->precision);
        add_estimate(&table, &row->agreement.ac1, report->call->precision);
        table_add_text(&table, bytes_of(alpha_verdict(row->agreement.alpha.value)));
    }
    output_table(&table, report->call->format, world);
    table_release(&table);
}

static void add_whole(const struct agreement_report *report, struct table *table)
{
    const struct choice_agreement *all = &report->rows[0].agreement;
    const struct {
        const char *name;
        const struct resampled_estimate *estimate;
    } lines[] = {{"agreement", &all->raw}, {"alpha", &all->alpha}, {"AC1", &all->ac1}};
    table_add_column(table, "coefficient", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    table_add_column(table, "low", ALIGN_RIGHT);
    table_add_column(table, "high", ALIGN_RIGHT);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        table_add_text(table, bytes_of(lines[i].name));
        add_estimate(table, lines[i].estimate, report->call->precision);
    }
}

/* Adds the rows of pairs or of questions. */
static void add_part(const struct agreement_report *report, enum row_scope scope, struct table *table)
{
    static const char *const numbers[] = {"ballots", "agreement", "alpha", "low", "high", "AC1"};
    const bool is_pair = scope == ROW_PAIR;
    table_add_column(table, is_pair ? "A" : "qid", ALIGN_LEFT);
    if (is_pair)
        table_add_column(table, "B", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    table_add_column(table, "verdict", ALIGN_LEFT);
    for (size_t i = 0; i < report->n_rows; i++) {
        const struct agreement_row *row = &report->rows[i];
        if (row->scope != scope)
            continue;
        table_add_text(table, is_pair ? row->first : row->qid);
        if (is_pair)
            table_add_text(table, row->second);
        table_add_integer(table, (int64_t)row->agreement.n_ballots);
        table_add_real(table, row->agreement.raw.value, report->call->precision);
        add_estimate(table, &row->agreement.alpha, report->call->precision);
        table_add_real(table, row->agreement.ac1.value, report->call->precision);
        table_add_text(table, bytes_of(alpha_verdict(row->agreement.alpha.value)));
    }
}

static void print_part(const struct agreement_report *report, enum row_scope scope, const char *heading,
                       struct world *world)
{
    struct table table = {0};
    add_part(report, scope, &table);
    if (table_row_count(&table) > 0) {
        fprintf(world->out, "\n%s\n\n", heading);
        output_table(&table, report->call->format, world);
    }
    table_release(&table);
}

static void print_for_people(const struct agreement_report *report, struct world *world)
{
    const size_t n = report->rows[0].agreement.n_ballots,
                 questions = report->annotators.shared.shared.n_questions;
    struct table table = {0};
    fprintf(world->out, "ballots that two or more annotators answered: %zu, on %zu question%s\n\n", n,
            questions, questions == 1 ? "" : "s");
    add_whole(report, &table);
    output_table(&table, report->call->format, world);
    table_release(&table);
    print_part(report, ROW_PAIR, "Pair by pair", world);
    print_part(report, ROW_QUESTION, "Question by question, the worst first", world);
}

static void remark_alpha(const struct agreement_report *report, struct world *world)
{
    const double alpha = report->rows[0].agreement.alpha.value;
    if (alpha < ALPHA_WARNING)
        output_remark(world,
                      "alpha %.2f is below %.2f: the annotators understand relevance differently; agree on "
                      "what is relevant before you label more; start with the first questions listed",
                      alpha, ALPHA_WARNING);
    else if (alpha < ALPHA_TENTATIVE)
        output_remark(world, "alpha %.2f is below %.2f: conclusions from these labels are tentative", alpha,
                      ALPHA_TENTATIVE);
}

static void remark_ties(const struct agreement_report *report, struct world *world)
{
    const size_t n = report->annotators.n_ties;
    if (n > 0)
        output_remark(world, "%zu tie%s on shared ballots %s left out; a tie neither agrees nor disagrees", n,
                      n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

/* --- The command --------------------------------------------------------------------------------- */

static bool fail_nothing_shared(const char *path, const struct overlap *overlap, struct err *err)
{
    if (overlap->share > 0)
        return err_set(err, ERR_INPUT,
                       "%s: no two annotators have answered the same ballot yet; %.3g %% of the ballots go "
                       "to several annotators",
                       path, 100 * overlap->share);
    return err_set(err, ERR_INPUT,
                   "%s: no two annotators have answered the same ballot; `assay set %s overlap 0.1` gives a "
                   "tenth of the ballots to two annotators",
                   path, path);
}

static bool read_annotators(struct agreement_report *report, const struct arguments *arguments,
                            struct world *world, struct err *err)
{
    const struct text_list *left_out = &report->call->left_out;
    const char *path = arguments->operands[0];
    struct store *store = NULL;
    if (!database_open(&store, path, STORE_READING, world, err))
        return false;
    struct overlap overlap;
    bool done = left_out_apply(left_out, store, err) &&
                store_read_agreement(store, &report->arena, &report->annotators, err) &&
                setting_get_overlap(store, &overlap, err);
    store_close(store);
    if (done) {
        left_out_remark(left_out, path, world);
        remark_ties(report, world);
    }
    return done &&
           (report->annotators.shared.shared.n_ballots > 0 || fail_nothing_shared(path, &overlap, err));
}

static bool agreement_on_ballots(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct agreement_call *call = arguments->filled;
    const bool is_for_people = table_format_is_for_people((enum table_format)call->format);
    /* Programs get all questions, unless they set a number. */
    const bool has_all = !is_for_people && !argument_given(arguments, &call->n_worst);
    struct agreement_report report = {.call = call, .n_worst = has_all ? INT32_MAX : call->n_worst};
    bool done = read_annotators(&report, arguments, world, err);
    if (done) {
        add_row(&report, ROW_ALL, &choice_scope_all);
        done = add_pairs(&report, world, err);
    }
    if (done) {
        add_questions(&report);
        if (is_for_people)
            print_for_people(&report, world);
        else
            print_lines(&report, world);
        remark_alpha(&report, world);
    }
    arena_release(&report.arena);
    return done;
}

static unsigned form_of(const struct arguments *arguments, const struct agreement_call *call)
{
    return arguments->n_operands == 2 ? OF_TWO : call->of_grades ? OF_ALL_GRADES : ON_BALLOTS;
}

static bool check_form(const struct arguments *arguments, const struct agreement_call *call, struct err *err)
{
    const struct option *misplaced = arguments_find_misplaced(arguments, form_of(arguments, call));
    if (misplaced != NULL)
        return err_set(err, ERR_USAGE, "--%s is only for %s", misplaced->name,
                       (misplaced->forms & OF_TWO) != 0          ? "two raters: assay agreement A B"
                       : (misplaced->forms & OF_ALL_GRADES) != 0 ? "a database: assay agreement DB --grades"
                                                                 : "shared ballots: assay agreement DB");
    return call->measures.n == 0 || call->runs.n > 0 ||
           err_set(err, ERR_USAGE, "--measures needs runs; name some with --runs");
}

static bool run_agreement(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct agreement_call *call = arguments->filled;
    call->resampling.rounds = RESAMPLING_ROUNDS;
    return check_form(arguments, call, err) &&
           (form_of(arguments, call) == ON_BALLOTS ? agreement_on_ballots(arguments, world, err)
                                                   : agreement_of_grades(arguments, world, err));
}

const struct command agreement_command = {
    .name = "agreement",
    .group = "Trust",
    .summary = "Measure how far annotators, models and judgments agree",
    .example = "assay agreement labels.db:maria labels.db:gpt --runs bm25.run dense.run",
    .operands = "DB|A [B]",
    .least_operands = 1,
    .most_operands = 2,
    .meant = "runs",
    OPTIONS_FILL(struct agreement_call),
    .add_details = agreement_add_coefficients,
    .details =
        "assay agreement DB            ballots that several annotators answered (`assay set DB overlap "
        "0.1`)\n"
        "assay agreement DB --grades   the grades of all annotators in DB, pair by pair\n"
        "assay agreement A B           two sets of grades: qrels, a database (its labels), or DB:NAME, "
        "which\n"
        "                              is an annotator, a model or a source of judgments in DB\n"
        "\n"
        "low and high are the 95 % interval over questions. If alpha (for grades: alpha_ordinal) is below\n"
        "0.67, conclusions are tentative; below 0.45, agreement is poor (Krippendorff 2019).\n",
    .run = run_agreement,
};
