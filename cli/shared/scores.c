/*
 * The truth is read once. Then the runs are scored one after the other, and only their scores are kept. The measures
 * are the given ones, then one that the command needs, then Judged, for remarks.
 *
 * Possible mistakes in the files are reported at the end: questions without an answer, docids that the truth does not
 * know, unjudged documents. Docids are looked up only if a run has enough holes for it to matter. Only a run that has
 * nothing in common with the truth is an error.
 */
#include "cli/shared/database.h"
#include "cli/shared/scores.h"

#include "cli/shared/chunks.h"
#include "cli/shared/fields.h"
#include "cli/shared/identical.h"
#include "cli/shared/output.h"
#include "cli/shared/qids.h"
#include "cli/shared/question_field.h"
#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/metric/tied_ranking.h"
#include "import/files/file.h"
#include "import/runs/run.h"
#include "import/runs/run_evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const twins_names[] = {"all", "one"};
const struct words twins_words = WORDS_OF(twins_names);

bool scores_read_options(struct scores *scores, struct err *err)
{
    for (size_t i = 0; i < scores->measures_asked.n; i++) {
        if (!measure_list_parse(bytes_of(scores->measures_asked.items[i]), &scores->measures, err))
            return false;
    }
    return fields_choose(&scores->fields, err);
}

/* A run of other questions would score 0 everywhere, which means nothing. */
static bool check_questions(const struct scores *scores, const struct scored_run *scored, struct bytes qid,
                            struct err *err)
{
    return scored->evaluation.n_answered > 0 ||
           err_set(err, ERR_INPUT,
                   "%s has no question in common with %s: the labels have questions such as '%.*s', the run "
                   "such as '%.*s'; check which files belong together",
                   file_label(scored->path), file_label(scores->truth.path),
                   BYTES_FORMAT(scores->truth.qrels.questions[0].qid), BYTES_FORMAT(qid));
}

/*
 * Keeps the questions that the truth does not have, unless the run answers all that it has. They may be the same
 * questions under other names.
 */
static bool keep_unknown_qids(struct scores *scores, struct scored_run *scored,
                              const struct run_traits *traits, struct world *world, struct err *err)
{
    if (scored->evaluation.n_answered == scores->truth.qrels.n_questions)
        return true;
    scored->n_unknown_qids = traits->n_unknown;
    scored->unknown_qids = arena_get_array(&scores->arena, traits->n_unknown, sizeof *scored->unknown_qids);
    for (size_t i = 0; i < traits->n_unknown; i++)
        scored->unknown_qids[i] = arena_copy(&scores->arena, traits->unknown[i]);
    return qids_keep_unknown(scored->unknown_qids, &scored->n_unknown_qids, &scores->truth, world, err);
}

/* If unanswered questions are left out, a run without documents would leave out all. */
static bool may_be_empty(const struct scores *scores)
{
    return scores->takes_empty && scores->questions == QUESTIONS_ALL;
}

static void fail_empty(const struct scores *scores, const char *path, struct err *err)
{
    err_set(err, ERR_EMPTY, "%s: this run has no document; %s", file_label(path),
            scores->takes_empty
                ? "only --questions all can score it"
                : "check the search that wrote it, or score it as 0 with `assay eval --allow-empty`");
}

static void add_keep_best(struct err *err)
{
    struct buffer text = {0};
    buffer_add_string(&text, err->text);
    err_set(err, ERR_REPEATED, "%s, or add --keep-best to count the best entry", buffer_string(&text));
    buffer_release(&text);
}

/* Sets the means of the values in evaluator->others. */
static void set_other_means(struct scores *scores, struct scored_run *scored, const double *others)
{
    struct evaluation other = scored->evaluation;
    const size_t n = other.n_measures;
    other.values = memory_get_zeroed(other.n_questions * n, sizeof *other.values);
    for (size_t q = 0; q < other.n_questions; q++) {
        const size_t question = (size_t)(other.questions[q] - scores->truth.qrels.questions);
        const bool is_answered = scored->holes[question].n_first > 0;
        memcpy(other.values + q * n, is_answered ? others + question * n : scored->evaluation.values + q * n,
               n * sizeof *other.values);
    }
    scored->other_means = arena_get_array(&scores->arena, n, sizeof *scored->other_means);
    evaluation_add_up(&other, scores->measures.items, NULL, scored->other_means);
    free(other.values);
}

/* Only the scores are kept, so that many large runs need the memory of one. */
static bool score_run(struct scores *scores, struct scored_run *scored, struct world *world, struct err *err)
{
    const struct workforce workforce = {.n_threads = world->n_processors, .interrupted = world->interrupted};
    struct run_traits traits = {0};
    struct evaluator evaluator;
    evaluator_open(&evaluator, &scores->truth.qrels, scores->measures.items, scores->measures.count,
                   scores->ties);
    if (scores->depth > 0)
        evaluator.depth = scores->depth;
    scored->holes = arena_get_array(&scores->arena, scores->truth.qrels.n_questions, sizeof *scored->holes);
    scored->places = arena_get_array(&scores->arena, scores->truth.qrels.n_questions, sizeof *scored->places);
    evaluator.holes = scored->holes;
    evaluator.weights = scores->weights;
    evaluator.scores = scores->type;
    evaluator.rules = scores->rules;
    evaluator.places = scored->places;
    if (scores->looks_at_ties && scores->ties != TIES_AVERAGE)
        evaluator.others = memory_get_zeroed(scores->truth.qrels.n_questions * scores->measures.count,
                                             sizeof *evaluator.others);
    bool done = evaluate_run_of(scored->paths, scored->n_paths, &evaluator, &workforce, &traits, err);
    scored->is_empty = !done && err->code == ERR_EMPTY && may_be_empty(scores);
    done = done || scored->is_empty;
    if (!done && err->code == ERR_REPEATED)
        add_keep_best(err);
    if (!done && err->code == ERR_EMPTY && scored->n_paths == 1)
        fail_empty(scores, scored->path, err);
    if (done) {
        scored->name = scores->run != NULL ? bytes_of(scores->run) : run_file_name(scored->path);
        scored->tag = arena_copy(&scores->arena, buffer_bytes(&traits.tag));
        scored->doubt = traits.doubt;
        scored->is_part = traits.is_part;
        evaluator_finish(&evaluator, scores->questions, &scored->evaluation);
        if (evaluator.others != NULL)
            set_other_means(scores, scored, evaluator.others);
        done = (scored->is_empty || scores->takes_shards ||
                check_questions(scores, scored, buffer_bytes(&traits.qid), err)) &&
               keep_unknown_qids(scores, scored, &traits, world, err);
    }
    free(evaluator.others);
    evaluator_close(&evaluator);
    run_traits_release(&traits);
    return done;
}

/* Files with the same name in different folders are called by their paths. */
static void name_runs(struct scores *scores)
{
    struct bytes *names = arena_get_array(&scores->arena, scores->n_runs, sizeof *names);
    const char **paths = arena_get_array(&scores->arena, scores->n_runs, sizeof(char *));
    for (size_t i = 0; i < scores->n_runs; i++) {
        names[i] = scores->runs[i].name;
        paths[i] = scores->runs[i].path;
    }
    run_names_make_unique(names, paths, scores->n_runs);
    for (size_t i = 0; i < scores->n_runs; i++)
        scores->runs[i].name = names[i];
}

static bool score_runs(struct scores *scores, const char *const *paths, size_t n, struct world *world,
                       struct err *err)
{
    scores->n_runs = scores->run != NULL ? 1 : n;
    scores->runs = arena_get_array(&scores->arena, scores->n_runs, sizeof *scores->runs);
    for (size_t i = 0; i < scores->n_runs; i++) {
        scores->runs[i].path = paths[i];
        scores->runs[i].paths = paths + i;
        scores->runs[i].n_paths = scores->run != NULL ? n : 1;
        if (world->interrupted())
            return err_set(err, ERR_INTERRUPTED, "stopped before %s was read", paths[i]);
        if (!score_run(scores, &scores->runs[i], world, err))
            return false;
    }
    name_runs(scores);
    return true;
}

static bool make_zscores(struct scores *scores, struct err *err)
{
    if (scores->zscores.path == NULL)
        return true;
    for (size_t m = 0; m < scores->n_asked; m++)
        zscores_rename(&scores->measures.items[m], &scores->names[m], &scores->arena);
    for (size_t i = 0; i < scores->n_runs; i++) {
        if (!zscores_apply(&scores->zscores, scores->names, scores->n_asked, &scores->measures,
                           scores->runs[i].name, &scores->runs[i].evaluation, err))
            return false;
    }
    return true;
}

/* --- Slices --------------------------------------------------------------- */

static bool read_fields(struct scores *scores, struct world *world, struct err *err)
{
    struct bytes *values;
    if (scores->weighted != NULL &&
        !question_field_read_weights(&scores->truth, scores->weighted, &scores->arena, &scores->weights,
                                     world, err))
        return false;
    if (scores->by == NULL)
        return true;
    if (!question_field_read(&scores->truth, scores->by, &scores->arena, &values, world, err))
        return false;
    slices_make(&scores->slices, values, scores->truth.qrels.n_questions);
    return true;
}

static void score_slice(struct scores *scores, struct scored_run *scored, size_t slice)
{
    const struct evaluation *evaluation = &scored->evaluation;
    struct slice_scores *out = &scored->slices[slice];
    bool *takes_part = memory_get_zeroed(evaluation->n_questions, sizeof *takes_part);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        size_t question = (size_t)(evaluation->questions[q] - scores->truth.qrels.questions);
        takes_part[q] = scores->slices.of_question[question] == slice;
        out->n_answered += takes_part[q] && scored->holes[question].n_first > 0;
    }
    out->means = arena_get_array(&scores->arena, evaluation->n_measures, sizeof *out->means);
    out->weight = evaluation_add_up(evaluation, scores->measures.items, takes_part, out->means);
    free(takes_part);
}

static void score_slices(struct scores *scores)
{
    for (size_t i = 0; i < scores->n_runs; i++) {
        struct scored_run *scored = &scores->runs[i];
        scored->slices = arena_get_array(&scores->arena, scores->slices.n, sizeof *scored->slices);
        for (size_t slice = 0; slice < scores->slices.n; slice++)
            score_slice(scores, scored, slice);
    }
}

const size_t scores_whole = SIZE_MAX;

struct bytes scores_slice_name(const struct scores *scores, size_t slice)
{
    if (slice == scores_whole)
        return bytes_of("all");
    const struct bytes name = scores->slices.items[slice].name;
    return name.size > 0 ? name : bytes_of("(none)");
}

static void remark_slices(const struct scores *scores, struct world *world)
{
    enum { NAMED = 5 };
    struct bytes names[NAMED];
    struct buffer text = {0};
    size_t n_small = 0;
    for (size_t i = 0; i < scores->slices.n; i++) {
        if (slice_is_enough(&scores->slices.items[i]))
            continue;
        if (n_small < NAMED)
            names[n_small] = scores_slice_name(scores, i);
        n_small++;
    }
    output_add_some(&text, names, n_small < NAMED ? n_small : NAMED, (int64_t)n_small);
    if (n_small > 0)
        output_remark(world, "%zu of %zu slices by %s%s have fewer than %d questions, too few for a verdict",
                      n_small, scores->slices.n, scores->by, buffer_string(&text), SLICE_LEAST);
    buffer_release(&text);
}

/* --- Unknown documents ------------------------------------------------------------------------ */

static bool some_are_worth_a_look(const struct scores *scores)
{
    for (size_t i = 0; i < scores->n_runs; i++) {
        if (docids_are_worth_a_look(scores->runs[i].holes, &scores->truth))
            return true;
    }
    return false;
}

static bool count_docids(struct scores *scores, struct world *world, struct err *err)
{
    if (!some_are_worth_a_look(scores))
        return true;
    struct docids docids;
    docids_open(&docids, &scores->truth);
    for (size_t i = 0; i < scores->n_runs; i++)
        docids_ask(&docids, scores->runs[i].holes);
    bool done = docids_look_up(&docids, world, err);
    for (size_t i = 0; done && i < scores->n_runs; i++)
        docids_count(&docids, scores->runs[i].holes, &scores->runs[i].docids);
    docids_close(&docids);
    return done;
}

/* Returns where the truth has its documents, for messages. */
static const char *home_of_documents(const struct scores *scores)
{
    return scores->truth.is_database ? scores->truth.path : "any label";
}

/* Adds "412 of its 900 documents among the first 10 are not in labels.db, such as 'x'". */
static const char *add_unknown_docids(const struct scores *scores, size_t run, struct buffer *text)
{
    const struct docid_count *count = &scores->runs[run].docids;
    buffer_add_format(text, "%zu ", count->n_unknown);
    docid_count_add(count, text);
    buffer_add_format(text, " are not in %s, such as '%.*s'", home_of_documents(scores),
                      BYTES_FORMAT(buffer_bytes(&count->example)));
    return buffer_string(text);
}

/* Adds the remedy for unknown documents. */
static const char *add_advice(const struct scores *scores, size_t run, struct buffer *advice)
{
    struct buffer separator = {0};
    if (chunks_add_separator(scores->runs[run].holes, &scores->truth.qrels, &separator))
        buffer_add_format(advice,
                          "they look like chunks of documents that are: --by-document '%s' counts the best "
                          "chunk of each",
                          buffer_string(&separator));
    else
        buffer_add_string(advice, "were the documents renamed?");
    buffer_release(&separator);
    return buffer_string(advice);
}

static bool check_docids(const struct scores *scores, struct err *err)
{
    struct buffer text = {0}, advice = {0};
    bool are_known = true;
    for (size_t i = 0; are_known && i < scores->n_runs; i++)
        are_known = !docids_are_foreign(&scores->runs[i].docids, &scores->truth) ||
                    err_set(err, ERR_INPUT, "%s: all %s; %s", file_label(scores->runs[i].path),
                            add_unknown_docids(scores, i, &text), add_advice(scores, i, &advice));
    buffer_release(&advice);
    buffer_release(&text);
    return are_known;
}

bool scores_are_renamed(const struct scores *scores, size_t run)
{
    return docids_are_renamed(&scores->runs[run].docids, &scores->truth);
}

bool scores_check_renamed(const struct scores *scores, struct err *err)
{
    struct buffer text = {0};
    bool are_known = true;
    for (size_t i = 0; are_known && i < scores->n_runs; i++)
        are_known = !scores_are_renamed(scores, i) ||
                    err_set(err, ERR_INPUT,
                            "%s: %s, and count as not relevant; give them the same ids as there, or compare "
                            "with --insist",
                            file_label(scores->runs[i].path), add_unknown_docids(scores, i, &text));
    buffer_release(&text);
    return are_known;
}

/*
 * Returns the smallest share of unknown documents of all runs, which is usual for this collection and these labels.
 */
static double usual_share(const struct scores *scores)
{
    double least = 1;
    for (size_t i = 0; i < scores->n_runs; i++)
        least = fmin(least, docids_unknown_share(&scores->runs[i].docids, &scores->truth));
    return least;
}

static void remark_docids(const struct scores *scores, struct world *world)
{
    const double usual = usual_share(scores);
    struct buffer text = {0};
    for (size_t i = 0; i < scores->n_runs; i++) {
        buffer_clear(&text);
        if (docids_are_suspicious(&scores->runs[i].docids, &scores->truth, usual))
            output_remark(world, "%.*s: %s; were they renamed?", BYTES_FORMAT(scores->runs[i].name),
                          add_unknown_docids(scores, i, &text));
    }
    buffer_release(&text);
}

/* For a run with few documents, where unknown docids are no error. */
static void remark_chunks(const struct scores *scores, const struct scored_run *scored, struct world *world)
{
    struct buffer separator = {0};
    if (chunks_add_separator(scored->holes, &scores->truth.qrels, &separator))
        output_remark(world,
                      "%.*s: none of its documents is judged, and they look like chunks of documents that "
                      "are; --by-document '%s' counts the best chunk of each",
                      BYTES_FORMAT(scored->name), buffer_string(&separator));
    buffer_release(&separator);
}

static bool retrieves_itself(struct bytes qid, struct bytes docids)
{
    struct bytes docid;
    while (holes_next(&docids, &docid)) {
        if (bytes_equal(docid, qid))
            return true;
    }
    return false;
}

/*
 * Prints a remark if questions are themselves documents of the collection. Other tools drop these documents and publish
 * the remaining scores.
 */
static void remark_self(const struct scores *scores, const struct scored_run *scored, struct world *world)
{
    const struct qrels *qrels = &scores->truth.qrels;
    const size_t n_answered = scored->evaluation.n_answered;
    size_t n = 0;
    for (size_t q = 0; q < qrels->n_questions; q++)
        n += retrieves_itself(qrels->questions[q].qid, scored->holes[q].docids);
    if (n > 1 && n * 10 >= n_answered)
        output_remark(world,
                      "%.*s: %zu of %zu questions have a document with their own id among the first %d; "
                      "--drop-self ignores such documents, as BEIR and MTEB do",
                      BYTES_FORMAT(scored->name), n, n_answered, HOLES_DEPTH);
}

/* --- Ties ------------------------------------------------------------------- */

/* Returns whether two values are printed alike. */
static bool look_alike(const struct scores *scores, double a, double b)
{
    char texts[2][400];
    snprintf(texts[0], sizeof *texts, "%.*f", scores->precision, a);
    snprintf(texts[1], sizeof *texts, "%.*f", scores->precision, b);
    return strcmp(texts[0], texts[1]) == 0;
}

/* If a run has a doubt, a remark on its equal scores has already been printed. */
static bool hangs_on_ties(const struct scored_run *scored)
{
    return scored->other_means != NULL && scored->doubt == RUN_DOUBT_NONE;
}

void scores_remark_ties(const struct scores *scores, struct world *world)
{
    enum { NAMED = 3 };
    struct buffer text = {0};
    size_t n = 0;
    for (size_t i = 0; i < scores->n_runs; i++) {
        const struct scored_run *scored = &scores->runs[i];
        for (size_t m = 0; hangs_on_ties(scored) && m < scores->n_asked; m++) {
            const struct measure_row *row = scores->measures.items[m].row;
            const double other = scored->other_means[m];
            if (row->is_ground || row->is_sum || look_alike(scores, scored->evaluation.means[m], other) ||
                n++ >= NAMED)
                continue;
            buffer_add_format(&text, "%s%.*s ", text.size > 0 ? ", " : "", BYTES_FORMAT(scored->name));
            measure_add_name(&scores->measures.items[m], &text);
            buffer_add_format(&text, " %.*f", scores->precision, other);
        }
    }
    if (n > NAMED)
        buffer_add_format(&text, " and %zu more", n - NAMED);
    if (n > 0)
        output_remark(
            world, "documents with equal scores decide these means; with the opposite order: %s; see --ties",
            buffer_string(&text));
    buffer_release(&text);
}

/* A copy of another run is probably a mistake: it looks like a change without effect. */
static void remark_copies(const struct scores *scores, struct world *world)
{
    for (size_t i = 1; i < scores->n_runs; i++) {
        const char *path = scores->runs[i].path;
        size_t other = 0;
        while (other < i && (file_is_same(scores->runs[other].path, path) ||
                             !file_is_copy(scores->runs[other].path, path)))
            other++;
        if (other < i)
            output_remark(world, "%.*s: the same as %.*s, byte for byte; did you mean another run?",
                          BYTES_FORMAT(scores->runs[i].name), BYTES_FORMAT(scores->runs[other].name));
    }
}

/* Returns Judged at the depth of the first measure, if it has one. */
static struct measure judged_measure(const struct measure *first)
{
    enum { DEPTH_DEFAULT = 10 };
    struct measure judged;
    BUG_UNLESS(measure_parse(bytes_of("Judged"), &judged, err_ignored()));
    bool has_depth = first->row->cutoff != CUTOFF_RECALL && isfinite(first->cutoff);
    judged.cutoff = has_depth ? first->cutoff : DEPTH_DEFAULT;
    return judged;
}

static void add_report_measures(struct scores *scores, const struct measure *extra)
{
    struct measure judged = judged_measure(&scores->measures.items[0]);
    scores->n_asked = scores->measures.count;
    if (extra != NULL)
        measure_list_add(&scores->measures, extra);
    scores->judged = scores->measures.count;
    measure_list_add(&scores->measures, &judged);
}

void scores_settle_measure(const struct scores *scores, struct measure *measure)
{
    const unsigned open = measure->row->parameters & ~measure->given;
    if (scores->judged_only && (open & PARAMETER_JUDGED_ONLY) != 0) {
        measure->judged_only = true;
        measure->given |= PARAMETER_JUDGED_ONLY;
    }
    if (scores->level > 0 && (open & PARAMETER_REL) != 0 && !isnan(measure->rel)) {
        measure->rel = scores->level;
        measure->given |= PARAMETER_REL;
    }
}

/* Called before options change the measures, because the options of trec_eval change no names. */
static void name_measures(struct scores *scores)
{
    struct buffer name = {0};
    if (scores->names != NULL)
        return;
    scores->names = arena_get_array(&scores->arena, scores->measures.count, sizeof *scores->names);
    for (size_t i = 0; i < scores->measures.count; i++) {
        buffer_clear(&name);
        measure_add_trec_eval_name(&scores->measures.items[i], &name);
        scores->names[i].trec_eval = arena_copy_string(&scores->arena, buffer_string(&name));
        buffer_clear(&name);
        measure_add_name(&scores->measures.items[i], &name);
        scores->names[i].plain = arena_copy(&scores->arena, buffer_bytes(&name));
    }
    buffer_release(&name);
}

/* Measures without z-scores are not scored at all. */
static bool choose_zscores(struct scores *scores, struct world *world, struct err *err)
{
    if (scores->zscores.path == NULL)
        return true;
    struct measure_list *measures = &scores->measures;
    struct buffer left_out = {0};
    bool read = zscores_open(&scores->zscores, err);
    size_t n = 0;
    for (size_t i = 0; read && i < measures->count; i++) {
        if (zscores_has(&scores->zscores, &measures->items[i], scores->names[i].plain)) {
            measures->items[n] = measures->items[i];
            scores->names[n++] = scores->names[i];
            continue;
        }
        buffer_add_string(&left_out, left_out.size > 0 ? ", " : "");
        measure_add_name(&measures->items[i], &left_out);
    }
    if (read && n == 0)
        read = err_set(err, ERR_INPUT,
                       "%s: it has none of the measures asked for: %s; add their means and deviations",
                       file_label(scores->zscores.path), buffer_string(&left_out));
    else if (read && n < measures->count)
        output_remark(world, "left out, because %s has no means and deviations for their z-scores: %s",
                      file_label(scores->zscores.path), buffer_string(&left_out));
    measures->count = n;
    buffer_release(&left_out);
    return read;
}

/* A measure among the runs is a mistake. */
static bool check_operands(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 1; i < arguments->n_operands; i++) {
        const char *word = arguments->operands[i];
        struct measure_list measures = {0};
        const bool is_measure = measure_list_parse(bytes_of(word), &measures, err_ignored());
        measure_list_release(&measures);
        if (is_measure && access(word, F_OK) != 0)
            return err_set(err, ERR_USAGE,
                           "%s: this is a measure, and there is no such file; name measures with -m", word);
    }
    return true;
}

static bool open_known(void *context, struct store **store, struct err *err)
{
    struct scores *scores = context;
    return database_open(store, scores->truth.path, STORE_READING, scores->world, err);
}

/* Runs may name the questions and documents of a database by their texts, and fields by ids of documents. */
static void know_names(struct scores *scores, struct world *world)
{
    if (!scores->truth.is_database) {
        scores->known_ids = (struct known_judged){.qrels = &scores->truth.qrels};
        known_judged_use(&scores->known_ids);
        return;
    }
    scores->world = world;
    scores->known = (struct known_texts){.open = open_known, .context = scores, .store = scores->truth.store};
    known_texts_use(&scores->known);
}

/* Results computed from stored ranks would not be averages over ties. */
static bool check_average(const struct scores *scores, struct err *err)
{
    if (scores->ties != TIES_AVERAGE)
        return true;
    if (scores->depth > 0)
        return err_set(err, ERR_USAGE,
                       "--depth cuts off at a rank, but --ties average has no ranks; leave out one of them");
    if (scores->redraws_votes && scores->truth.is_database && scores->truth.source == NULL)
        return err_set(err, ERR_USAGE, "--ties average has no interval due to votes; leave out one of them");
    return ties_check_average(&scores->measures, scores->n_asked, err);
}

/* Votes that are drawn anew are on the original documents. */
static bool merge_twins(struct scores *scores, struct world *world, struct err *err)
{
    if (!scores->merges_twins)
        return true;
    if (scores->redraws_votes && scores->truth.source == NULL)
        return err_set(err, ERR_USAGE, "--twins one has no interval due to votes; leave out one of them");
    scores->rules.same = &scores->same;
    return identical_merge(&scores->truth, &scores->measures, &scores->arena, &scores->same, world, err);
}

bool scores_make(struct scores *scores, const struct measure *extra, const struct arguments *arguments,
                 struct world *world, struct err *err)
{
    scores->choice.keeps_votes = scores->redraws_votes;
    if (!arguments_check_standard_input(arguments, err) || !check_operands(arguments, err) ||
        !truth_open(&scores->truth, arguments->operands[0], &scores->choice, &scores->measures, world, err))
        return false;
    know_names(scores, world);
    if (!merge_twins(scores, world, err))
        return false;
    name_measures(scores);
    if (!choose_zscores(scores, world, err))
        return false;
    for (size_t i = 0; i < scores->measures.count; i++)
        scores_settle_measure(scores, &scores->measures.items[i]);
    add_report_measures(scores, extra);
    if (!check_average(scores, err))
        return false;
    if (!measures_check_texts(&scores->measures, scores->texts, err) ||
        !truth_check(&scores->truth, &scores->measures, err) || !read_fields(scores, world, err) ||
        !score_runs(scores, arguments->operands + 1, arguments->n_operands - 1, world, err) ||
        !fields_check(err) || !known_texts_check(&scores->known, err) || !make_zscores(scores, err))
        return false;
    score_slices(scores);
    return scores->takes_shards || (count_docids(scores, world, err) && check_docids(scores, err));
}

void scores_release(struct scores *scores)
{
    for (size_t i = 0; i < scores->n_runs; i++) {
        for (size_t q = 0; scores->runs[i].holes != NULL && q < scores->truth.qrels.n_questions; q++) {
            holes_release(&scores->runs[i].holes[q]);
            judged_places_release(&scores->runs[i].places[q]);
        }
        evaluation_release(&scores->runs[i].evaluation);
        docid_count_release(&scores->runs[i].docids);
    }
    measure_list_release(&scores->measures);
    zscores_close(&scores->zscores);
    same_documents_release(&scores->same);
    slices_release(&scores->slices);
    known_texts_release(&scores->known);
    known_judged_release(&scores->known_ids);
    truth_release(&scores->truth);
    arena_release(&scores->arena);
}

const char *scores_measure_name(struct scores *scores, size_t measure)
{
    struct buffer name = {0};
    measure_add_name(&scores->measures.items[measure], &name);
    const char *copy = arena_copy_string(&scores->arena, buffer_string(&name));
    buffer_release(&name);
    return copy;
}

/* Answers to less than half of the questions are few: the others decide the scores. */
static void remark_answers(const struct scores *scores, const struct scored_run *scored, struct world *world)
{
    const char *const of_the_others[][2] = {
        [QUESTIONS_ALL] = {"count 0",
                           scores->questions_fixed
                               ? "count 0, which decides the scores"
                               : "count 0, which decides the scores; --questions both leaves them out"},
        [QUESTIONS_BOTH] = {"are left out", "are left out, so few questions are left"},
    };
    const size_t n_questions = scores->truth.qrels.n_questions;
    const size_t n_answered = scored->evaluation.n_answered;
    const bool few = n_answered < n_questions - n_answered;
    if (n_answered < n_questions)
        output_remark(world, "%.*s answers %s%zu of %zu question%s; the other questions %s",
                      BYTES_FORMAT(scored->name), few ? "only " : "", n_answered, n_questions,
                      n_questions == 1 ? "" : "s", of_the_others[scores->questions][few]);
}

bool scores_share_questions(const struct scores *scores)
{
    bool same = true;
    for (size_t i = 1; same && i < scores->n_runs; i++) {
        const struct evaluation *first = &scores->runs[0].evaluation, *other = &scores->runs[i].evaluation;
        same = other->n_questions == first->n_questions;
        for (size_t q = 0; same && q < first->n_questions; q++) /* all in the order of the truth */
            same = other->questions[q] == first->questions[q];
    }
    return same;
}

static void remark_unknown_qids(const struct scores *scores, const struct scored_run *scored,
                                struct world *world)
{
    const size_t n = scored->n_unknown_qids;
    if (n > 0)
        output_remark(world, "%.*s: %zu of its questions %s not in %s, such as '%.*s'; were they renamed?",
                      BYTES_FORMAT(scored->name), n, n == 1 ? "is" : "are", file_label(scores->truth.path),
                      BYTES_FORMAT(scored->unknown_qids[0]));
}

/* Returns whether the measure counts documents as relevant from rel on, without using their grades. */
static bool has_relevance(const struct measure *measure)
{
    return (measure->row->parameters & PARAMETER_REL) != 0 && !isnan(measure->rel);
}

bool scores_reach_relevance(const struct scores *scores, size_t measure)
{
    const struct measure *asked = &scores->measures.items[measure];
    return !has_relevance(asked) || qrels_highest_grade(&scores->truth.qrels) >= asked->rel;
}

/* The given measures that a remark is about. */
struct remarked_measures {
    size_t n, first;
};

/* Adds "AP" or "AP and others". */
static void add_takers(const struct scores *scores, const struct remarked_measures *of, struct buffer *text)
{
    measure_add_name(&scores->measures.items[of->first], text);
    buffer_add_string(text, of->n > 1 ? " and others" : "");
}

static void remark_unreached(const struct scores *scores, const struct remarked_measures *of,
                             struct world *world)
{
    struct buffer takers = {0};
    add_takers(scores, of, &takers);
    output_remark(
        world,
        "%s: no grade reaches %g, the lowest relevant grade of %s, so %s nothing; set rel= in the measure",
        file_label(scores->truth.path), scores->measures.items[of->first].rel, buffer_string(&takers),
        of->n > 1 ? "they mean" : "it means");
    buffer_release(&takers);
}

/* Counts the grades above 0, and those of them that are below `least`. */
static void count_grades(const struct qrels *qrels, double least, size_t *n_positive, size_t *n_below)
{
    *n_positive = *n_below = 0;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            *n_positive += question->judgments[i].grade > 0;
            *n_below += question->judgments[i].grade > 0 && question->judgments[i].grade < least;
        }
    }
}

/* Users who did not set rel= need not know it. If nobody set it, it is the same for all measures. */
static void remark_below(const struct scores *scores, const struct remarked_measures *of, struct world *world)
{
    const double rel = scores->measures.items[of->first].rel;
    size_t n_positive, n_below;
    struct buffer takers = {0};
    count_grades(&scores->truth.qrels, rel, &n_positive, &n_below);
    add_takers(scores, of, &takers);
    if (n_below > 0)
        output_remark(world,
                      "%s: %zu of %zu grade%s above 0 %s below %g, the lowest relevant grade of %s; set rel= "
                      "in the measure to change it",
                      file_label(scores->truth.path), n_below, n_positive, n_positive == 1 ? "" : "s",
                      n_below == 1 ? "is" : "are", rel, buffer_string(&takers));
    buffer_release(&takers);
}

static void remark_relevance(const struct scores *scores, struct world *world)
{
    struct remarked_measures unreached = {0}, by_default = {0};
    if (!truth_has_relevant(&scores->truth)) {
        output_remark(
            world,
            "%s: no document has a grade above 0, so no document is relevant and the scores mean nothing",
            file_label(scores->truth.path));
        return;
    }
    for (size_t m = scores->n_asked; m-- > 0;) {
        const struct measure *measure = &scores->measures.items[m];
        struct remarked_measures *of = NULL;
        if (!scores_reach_relevance(scores, m))
            of = &unreached;
        else if (has_relevance(measure) && (measure->given & PARAMETER_REL) == 0)
            of = &by_default;
        if (of != NULL)
            *of = (struct remarked_measures){of->n + 1, m};
    }
    if (unreached.n > 0)
        remark_unreached(scores, &unreached, world);
    if (by_default.n > 0)
        remark_below(scores, &by_default, world);
}

void scores_remark(const struct scores *scores, struct world *world)
{
    truth_remark(&scores->truth, world);
    remark_relevance(scores, world);
    if (measures_truth(&scores->measures) == TRUTH_SUBTOPICS && truth_has_one_subtopic(&scores->truth))
        output_remark(world, "%s: no question has two subtopics; does the second column hold subtopics?",
                      file_label(scores->truth.path));
    for (size_t i = 0; i < scores->n_runs; i++) {
        output_remark_run(world, scores->runs[i].path, scores->runs[i].doubt);
        if (scores->runs[i].is_empty)
            output_remark(world, "%s: this run has no document, so it scores 0",
                          file_label(scores->runs[i].path));
        else
            remark_answers(scores, &scores->runs[i], world);
        remark_unknown_qids(scores, &scores->runs[i], world);
        remark_chunks(scores, &scores->runs[i], world);
        remark_self(scores, &scores->runs[i], world);
        fields_remark_unused(scores->runs[i].path, world);
    }
    fields_remark_texts(&scores->known.count, world);
    remark_docids(scores, world);
    remark_copies(scores, world);
    if (scores->zscores.path != NULL)
        output_remark(world, "the values are z-scores by %s", file_label(scores->zscores.path));
    if (scores->weighted != NULL)
        output_remark(world, "the means are weighted by the questions' %s", scores->weighted);
    remark_slices(scores, world);
}

/* --- Share of judged documents ---------------------------------------------------------------- */

/*
 * Below this share, scores say little: more than two of ten documents count as not relevant only because they are
 * unjudged.
 */
static const double judged_enough = 0.8;
/* From this distance on, a run may lose to another only because fewer of its documents are judged. */
static const double judged_unevenly = 0.1;

/*
 * Returns the mean over the questions that the run answers, at least one. A separate remark covers the others.
 */
static double judged_share(const struct scores *scores, const struct scored_run *scored)
{
    const struct evaluation *evaluation = &scored->evaluation;
    double sum = 0;
    for (size_t q = 0; q < evaluation->n_questions; q++)
        sum += evaluation->values[q * evaluation->n_measures + scores->judged];
    return sum / (double)evaluation->n_answered;
}

bool scores_remark_unjudged(const struct scores *scores, struct world *world)
{
    struct buffer shares = {0};
    double least = INFINITY;
    double most = -INFINITY;
    for (size_t i = 0; i < scores->n_runs; i++) {
        if (scores->runs[i].is_empty)
            continue;
        double share = judged_share(scores, &scores->runs[i]);
        least = fmin(least, share);
        most = fmax(most, share);
        buffer_add_format(&shares, "%s%.*s %.0f %%", shares.size > 0 ? ", " : "",
                          BYTES_FORMAT(scores->runs[i].name), 100 * share);
    }
    const bool is_said = least < judged_enough || most - least >= judged_unevenly;
    if (is_said)
        output_remark(world, "judged among the first %.0f document%s: %s; %s",
                      scores->measures.items[scores->judged].cutoff,
                      scores->measures.items[scores->judged].cutoff > 1 ? "s" : "", buffer_string(&shares),
                      scores->judged_only ? "the others are removed" : "the others count as not relevant");
    buffer_release(&shares);
    return is_said;
}
