/*
 * The command line of trec_eval, for scripts that call it. Its options are those of `assay eval` under other names. The
 * measures are printed in trec_eval's order, whatever the order in the call.
 *
 * A measure is given by its name, or by the name of a list, with parameters after a point. Parameters belong to the
 * name: those given first apply to each mention of it.
 */
#include "cli/score/trec_eval.h"

#include "cli/commands.h"
#include "cli/shared/output.h"
#include "cli/score/score_texts.h"
#include "core/base/memory.h"
#include "core/metric/measures/measure_check.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/measures/piece.h"
#include "export/forms/trec_eval.h"

#include <stdlib.h>
#include <string.h>

/* --- Lines ---------------------------------------------------------------- */

void trec_eval_print(const struct scores *scores, struct bytes *const *texts, bool per_question,
                     bool with_means, struct world *world)
{
    struct buffer text = {0};
    const char **names = memory_get(scores->n_asked * sizeof *names);
    for (size_t m = 0; m < scores->n_asked; m++)
        names[m] = scores->names[m].trec_eval;
    for (size_t i = 0; i < scores->n_runs; i++) {
        const struct scored_run *scored = &scores->runs[i];
        const struct trec_eval_style style = {
            .measures = scores->measures.items,
            .names = names,
            .n_measures = scores->n_asked,
            .are_zscores = scores->zscores.path != NULL,
            .runid = scores_runid(scored),
            .texts = texts[i],
            .precision = scores->precision,
        };
        for (size_t q = 0; per_question && q < scored->evaluation.n_questions; q++) {
            trec_eval_add_question(&scored->evaluation, q, &style, &text);
            output_text(&text, world);
            buffer_clear(&text);
        }
        if (with_means)
            trec_eval_add_means(&scored->evaluation, &style, &text);
        output_text(&text, world);
        buffer_clear(&text);
    }
    free(names);
    buffer_release(&text);
}

/* --- Measures --------------------------------------------------------------- */

enum parameters {
    PARAMETERS_NAMED,   /* part of the printed name, as written */
    PARAMETERS_DEPTHS,  /* whole numbers; decimals are cut off, and each gets a line, in ascending order */
    PARAMETERS_RECALLS, /* real numbers, likewise */
};

/* In the order in which trec_eval prints them. */
static const struct name {
    const char *text;
    enum parameters parameters;
} names[] = {
    {"runid", PARAMETERS_NAMED},
    {"num_q", PARAMETERS_NAMED},
    {"num_ret", PARAMETERS_NAMED},
    {"num_rel", PARAMETERS_NAMED},
    {"num_rel_ret", PARAMETERS_NAMED},
    {"map", PARAMETERS_NAMED},
    {"gm_map", PARAMETERS_NAMED},
    {"Rprec", PARAMETERS_NAMED},
    {"bpref", PARAMETERS_NAMED},
    {"recip_rank", PARAMETERS_NAMED},
    {"iprec_at_recall", PARAMETERS_RECALLS},
    {"P", PARAMETERS_DEPTHS},
    {"relstring", PARAMETERS_NAMED},
    {"recall", PARAMETERS_DEPTHS},
    {"infAP", PARAMETERS_NAMED},
    {"gm_bpref", PARAMETERS_NAMED},
    {"Rprec_mult", PARAMETERS_RECALLS},
    {"utility", PARAMETERS_NAMED},
    {"11pt_avg", PARAMETERS_NAMED},
    {"binG", PARAMETERS_NAMED},
    {"G", PARAMETERS_NAMED},
    {"dcg", PARAMETERS_NAMED},
    {"ideal_dcg", PARAMETERS_NAMED},
    {"ndcg", PARAMETERS_NAMED},
    {"ndcg_rel", PARAMETERS_NAMED},
    {"Rndcg", PARAMETERS_NAMED},
    {"ndcg_cut", PARAMETERS_DEPTHS},
    {"map_cut", PARAMETERS_DEPTHS},
    {"relative_P", PARAMETERS_DEPTHS},
    {"success", PARAMETERS_DEPTHS},
    {"set_P", PARAMETERS_NAMED},
    {"set_relative_P", PARAMETERS_NAMED},
    {"set_recall", PARAMETERS_NAMED},
    {"set_map", PARAMETERS_NAMED},
    {"set_F", PARAMETERS_NAMED},
    {"num_nonrel_judged_ret", PARAMETERS_NAMED},
    {"prefs_num_prefs_poss", PARAMETERS_NAMED},
    {"prefs_num_prefs_ful", PARAMETERS_NAMED},
    {"prefs_num_prefs_ful_ret", PARAMETERS_NAMED},
    {"prefs_simp", PARAMETERS_NAMED},
    {"prefs_pair", PARAMETERS_NAMED},
    {"prefs_avgjg", PARAMETERS_NAMED},
    {"prefs_avgjg_Rnonrel", PARAMETERS_NAMED},
    {"prefs_simp_ret", PARAMETERS_NAMED},
    {"prefs_pair_ret", PARAMETERS_NAMED},
    {"prefs_avgjg_ret", PARAMETERS_NAMED},
    {"prefs_avgjg_Rnonrel_ret", PARAMETERS_NAMED},
    {"prefs_simp_imp", PARAMETERS_NAMED},
    {"prefs_pair_imp", PARAMETERS_NAMED},
    {"prefs_avgjg_imp", PARAMETERS_NAMED},
    {"map_avgjg", PARAMETERS_NAMED},
    {"P_avgjg", PARAMETERS_DEPTHS},
    {"Rprec_mult_avgjg", PARAMETERS_RECALLS},
    {"yaap", PARAMETERS_NAMED},
    {"rbp", PARAMETERS_NAMED},
    {"rbp_resid", PARAMETERS_NAMED},
    {"unj", PARAMETERS_DEPTHS},
};

enum { N_NAMES = sizeof names / sizeof *names };

struct wanted {
    bool is_wanted;
    struct bytes parameters; /* text after the point; empty: none */
};

static size_t find_name(struct bytes text)
{
    size_t i = 0;
    while (i < N_NAMES && !bytes_equal(text, bytes_of(names[i].text)))
        i++;
    return i;
}

static void want_choice(const char *choice, struct wanted wanted[N_NAMES])
{
    struct bytes rest = bytes_of(choice);
    struct bytes name;
    while (piece_next(&rest, ",", &name))
        wanted[find_name(name)].is_wanted = true;
}

static bool want(struct bytes asked, struct wanted wanted[N_NAMES], struct err *err)
{
    const size_t point = piece_find(asked, ".");
    const struct bytes name = bytes_slice(asked, 0, point);
    const struct bytes parameters = bytes_from(asked, point < asked.size ? point + 1 : point);
    const size_t i = find_name(name);
    const char *choice = measure_choice(name);
    if (i < N_NAMES) {
        wanted[i].is_wanted = true;
        if (wanted[i].parameters.size == 0)
            wanted[i].parameters = parameters;
    } else if (choice != NULL) {
        want_choice(choice, wanted);
        wanted[find_name(bytes_of("runid"))].is_wanted = true;
        if (bytes_equal(name, bytes_of("all_trec")))
            wanted[find_name(bytes_of("relstring"))].is_wanted = true;
    }
    return i < N_NAMES || choice != NULL ||
           err_set(err, ERR_USAGE,
                   "trec_eval has no measure '%.*s'; `assay eval -m` takes all measures that `assay "
                   "measures` lists",
                   BYTES_FORMAT(name));
}

static int compare_cutoffs(const void *left, const void *right)
{
    const struct measure *a = left, *b = right;
    return (a->cutoff > b->cutoff) - (a->cutoff < b->cutoff);
}

/* Adds "10,20,23" for "10,20,23.4". */
static void add_whole_numbers(struct bytes parameters, struct buffer *text)
{
    struct bytes piece;
    const char *separator = "";
    while (piece_next(&parameters, ",", &piece)) {
        buffer_add_string(text, separator);
        buffer_add(text, bytes_slice(piece, 0, piece_find(piece, ".")));
        separator = ",";
    }
}

static void add_name_of(const struct name *name, const struct wanted *wanted, const struct measure *measure,
                        struct buffer *text)
{
    if (name->parameters != PARAMETERS_NAMED) {
        measure_add_trec_eval_name(measure, text);
        return;
    }
    buffer_add_string(text, name->text);
    if (wanted->parameters.size > 0)
        buffer_add_byte(text, '_');
    buffer_add(text, wanted->parameters);
}

/* Adds the measure in the form of a list of measures. */
static void add_text_of(const struct name *name, struct bytes parameters, int64_t collection,
                        struct buffer *text)
{
    if (collection > 0 && parameters.size > 0 && strcmp(name->text, "utility") == 0) {
        buffer_add_format(text, "Utility(worth={%.*s},collection=%lld)", BYTES_FORMAT(parameters),
                          (long long)collection);
        return;
    }
    buffer_add_string(text, name->text);
    if (parameters.size > 0)
        buffer_add_byte(text, '.');
    if (name->parameters == PARAMETERS_DEPTHS)
        add_whole_numbers(parameters, text);
    else
        buffer_add(text, parameters);
}

/* Adds the measures of a name with its parameters, and their printed names, after those already in the list. */
static bool add_measures(const struct name *name, const struct wanted *wanted, int64_t collection,
                         struct scores *scores, struct err *err)
{
    struct measure_list *measures = &scores->measures;
    const size_t first = measures->count;
    struct buffer text = {0};
    add_text_of(name, wanted->parameters, collection, &text);
    const bool parsed = measure_list_parse(buffer_bytes(&text), measures, err);
    if (parsed)
        qsort(measures->items + first, measures->count - first, sizeof *measures->items, compare_cutoffs);
    for (size_t i = first; parsed && i < measures->count; i++) {
        struct measure_names called;
        buffer_clear(&text);
        add_name_of(name, wanted, &measures->items[i], &text);
        called.trec_eval = arena_copy_string(&scores->arena, buffer_string(&text));
        buffer_clear(&text);
        measure_add_name(&measures->items[i], &text);
        called.plain = arena_copy(&scores->arena, buffer_bytes(&text));
        size_t n = i;
        ARENA_PUSH(&scores->arena, scores->names, n) = called;
    }
    buffer_release(&text);
    return parsed;
}

/* --- The command ------------------------------------------------------------ */

/* The formats of judgments, in the order of the enum of truths. */
static const char *const truth_formats[] = {"qrels", "qrels_jg", "prefs", "qrels_prefs"};
static const enum measure_truth format_truths[] = {TRUTH_GRADES, TRUTH_SUBTOPICS, TRUTH_PREFERENCES,
                                                   TRUTH_PREFERENCES};
static const struct words truth_format_words = WORDS_OF(truth_formats);
static const char *const results_formats[] = {"trec_results"};
static const struct words results_format_words = WORDS_OF(results_formats);

struct trec_eval_call {
    struct scores scores;
    struct text_list measures;
    bool per_question, complete, no_summary;
    int64_t level, collection;
    size_t truth_format, results_format;
};

/* As in trec_eval, flags may be repeated. */
static const struct option options[] = {
    TEXTS_OPTION("measure", "MEASURE", struct trec_eval_call, measures, .letter = 'm',
                 .help = "measure or list of measures, with .PARAMETERS"),
    FLAG_OPTION("query_eval_wanted", struct trec_eval_call, per_question, .letter = 'q', .repeats = true,
                .help = "print the values of each question, then the means"),
    FLAG_OPTION("complete_rel_info_wanted", struct trec_eval_call, complete, .letter = 'c', .repeats = true,
                .help = "count 0 for questions without an answer (default: omit)"),
    INTEGER_OPTION("level_for_rel", "GRADE", struct trec_eval_call, level, 1, INT32_MAX, 0, .letter = 'l',
                   .help = "lowest grade that counts as relevant (default 1)"),
    FLAG_OPTION("nosummary", struct trec_eval_call, no_summary, .letter = 'n', .repeats = true,
                .help = "print no means"),
    INTEGER_OPTION("Max_retrieved_per_topic", "N", struct trec_eval_call, scores.depth, 1, INT64_MAX, 0,
                   .letter = 'M', .help = "score only the first N documents of each question"),
    FLAG_OPTION("Judged_docs_only", struct trec_eval_call, scores.judged_only, .letter = 'J', .repeats = true,
                .help = "remove unjudged documents before scoring"),
    INTEGER_OPTION("Number_docs_in_coll", "N", struct trec_eval_call, collection, 1, INT64_MAX, 0,
                   .letter = 'N', .help = "number of documents in the collection, for utility"),
    CHOICE_OPTION("Rel_info_format", "FORMAT", struct trec_eval_call, truth_format, .letter = 'R',
                  .help = "format of the judgments", .words = &truth_format_words),
    CHOICE_OPTION("Results_format", "FORMAT", struct trec_eval_call, results_format, .letter = 'T',
                  .help = "format of the run", .words = &results_format_words),
    TEXT_OPTION("Zscore", "FILE", struct trec_eval_call, scores.zscores.path, .letter = 'Z',
                .help = "print z-scores against the means and deviations in FILE"),
};

static bool read_measures(const struct trec_eval_call *call, struct scores *scores, struct err *err)
{
    struct wanted wanted[N_NAMES] = {0};
    for (size_t i = 0; i < call->measures.n; i++) {
        if (!want(bytes_of(call->measures.items[i]), wanted, err))
            return false;
    }
    if (call->measures.n == 0 && !want(bytes_of("official"), wanted, err))
        return false;
    for (size_t i = 0; i < N_NAMES; i++) {
        if (wanted[i].is_wanted && !add_measures(&names[i], &wanted[i], call->collection, scores, err))
            return false;
    }
    return measures_truth(&scores->measures) == format_truths[call->truth_format] ||
           err_set(err, ERR_USAGE, "-R %s has none of these measures; name others with -m, or another format",
                   truth_formats[call->truth_format]);
}

/* All other settings of the scores are those of `assay eval` without options. */
static bool read_options(struct trec_eval_call *call, struct err *err)
{
    struct scores *scores = &call->scores;
    scores->level = (double)call->level;
    scores->questions = call->complete ? QUESTIONS_ALL : QUESTIONS_BOTH;
    scores->texts = TEXTS_ALL; /* without -q, texts of single questions are allowed but not printed */
    scores->precision = 4;
    if (!read_measures(call, scores, err))
        return false;
    /*
     * In trec_eval, measures of preferences order ties by the smaller docid first, all others by the greater docid
     * first.
     */
    scores->ties = measures_truth(&scores->measures) == TRUTH_PREFERENCES ? TIES_DOCID_ASC : TIES_DOCID_DESC;
    return true;
}

/* Errors of readers may name options of `assay eval` that this command lacks. */
static void say_whose_options(struct err *err)
{
    static const char *const others[] = {"--question", "--truth", "--hits", "--grade", "--score"};
    const struct err said = *err;
    bool names_any = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        names_any = names_any || strstr(said.text, others[i]) != NULL;
    if (said.code == ERR_INPUT && names_any)
        err_set(err, ERR_INPUT, "%s; these are options of `assay eval`", said.text);
}

static bool run_trec_eval(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct trec_eval_call *call = arguments->filled;
    struct scores *scores = &call->scores;
    const bool done = read_options(call, err) && scores_make(scores, NULL, arguments, world, err);
    if (done) {
        trec_eval_print(scores, score_texts_make(scores), call->per_question, !call->no_summary, world);
        scores_remark(scores, world);
    } else {
        say_whose_options(err);
    }
    scores_release(scores);
    return done;
}

const struct command trec_eval_command = {
    .name = "trec_eval",
    .group = "Score",
    .summary = "Score a run with the options and lines of trec_eval",
    .example = "assay trec_eval -q -m map -m P.5,10 labels.qrels bm25.run",
    .operands = "QRELS RUN",
    .least_operands = 2,
    .most_operands = 2,
    OPTIONS_FILL(struct trec_eval_call),
    .status_failed = 2,
    .status_usage = 1,
    .details =
        "If assay is called by a link named trec_eval, it runs this command. Exit status: 1 wrong usage,\n"
        "2 a file cannot be read.\n",
    .run = run_trec_eval,
};
