/*
 * Values are saved for each question, with a digest of the labels behind them. Later, only questions whose labels have
 * the same digest are compared. So a change of the truth is reported, and is never taken for a change of the run.
 */
#include "cli/score/saved_baseline.h"

#include "cli/shared/output.h"
#include "core/base/unicode.h"
#include "export/baseline.h"
#include "import/baseline.h"
#include "import/files/file.h"

#include <stdlib.h>
#include <string.h>

bool saved_baseline_open(struct saved_baseline *out, const char *path, struct err *err)
{
    bool is_baseline;
    *out = (struct saved_baseline){0};
    if (!baseline_recognise(path, &is_baseline, err))
        return false;
    if (!is_baseline)
        return true;
    out->path = path;
    return baseline_read(path, &out->baseline, err);
}

void saved_baseline_release(struct saved_baseline *saved)
{
    evaluation_release(&saved->run.evaluation);
    baseline_release(&saved->baseline);
}

/* --- Options of the comparison ---------------------------------------------------------------- */

/*
 * Checks that an option is the same as when the baseline was saved. `variable`, in the scores, is filled by the option
 * with this name.
 */
static bool check_choice(const struct saved_baseline *saved, const struct arguments *arguments,
                         const void *variable, const char *name, size_t chosen, const struct words *words,
                         size_t kept, struct err *err)
{
    return !argument_given(arguments, variable) || chosen == kept ||
           err_set(err, ERR_INPUT, "%s: it was saved with --%s %s; leave --%s out, or save it again",
                   saved->path, name, words_at(words, kept), name);
}

/* The other run must be changed in the same way as the saved one. */
static bool check_rules(const struct saved_baseline *saved, const struct run_rules *rules, struct err *err)
{
    struct buffer now = {0};
    run_rules_add(rules, &now);
    const struct bytes kept = saved->baseline.rules;
    const bool is_same = bytes_equal(kept, buffer_bytes(&now));
    if (!is_same)
        err_set(err, ERR_INPUT,
                "%s: it was saved %s%.*s, but this command has %s; use the same options, or save it again",
                saved->path, kept.size > 0 ? "with " : "without such options", BYTES_FORMAT(kept),
                now.size > 0 ? buffer_string(&now) : "no such options");
    buffer_release(&now);
    return is_same;
}

/* Returns the index of a measure in the baseline; n_measures: it is not there. */
static size_t find_measure(const struct baseline *baseline, const struct measure *measure)
{
    struct buffer name = {0};
    size_t place = 0;
    measure_add_name(measure, &name);
    while (place < baseline->n_measures && !bytes_equal(baseline->measures[place], buffer_bytes(&name)))
        place++;
    buffer_release(&name);
    return place;
}

static bool check_measures(const struct saved_baseline *saved, const struct scores *scores, struct err *err)
{
    const struct baseline *baseline = &saved->baseline;
    const struct measure_list *measures = &scores->measures;
    struct buffer missing = {0}, there = {0};
    for (size_t i = 0; i < measures->count && missing.size == 0; i++) {
        struct measure measure = measures->items[i];
        scores_settle_measure(scores, &measure);
        if (find_measure(baseline, &measure) == baseline->n_measures)
            measure_add_name(&measure, &missing);
    }
    for (size_t m = 0; m < baseline->n_measures; m++)
        buffer_add_format(&there, "%s%.*s", m > 0 ? "," : "", BYTES_FORMAT(baseline->measures[m]));
    bool all = missing.size == 0 ||
               err_set(err, ERR_INPUT, "%s: it was saved with %s, without %s; save it again with -m",
                       saved->path, buffer_string(&there), buffer_string(&missing));
    buffer_release(&missing);
    buffer_release(&there);
    return all;
}

static bool add_measures(const struct saved_baseline *saved, struct measure_list *measures, struct err *err)
{
    for (size_t m = 0; m < saved->baseline.n_measures; m++) {
        if (!measure_list_parse(saved->baseline.measures[m], measures, err))
            return err_context(err, "%s", saved->path);
    }
    return true;
}

bool saved_baseline_set_options(const struct saved_baseline *saved, const struct arguments *arguments,
                                struct scores *scores, struct err *err)
{
    const struct baseline *kept = &saved->baseline;
    if (!check_choice(saved, arguments, &scores->ties, "ties", scores->ties, &ties_words, kept->ties, err) ||
        !check_choice(saved, arguments, &scores->type, "scores", scores->type, &score_type_words,
                      kept->scores, err) ||
        !check_choice(saved, arguments, &scores->questions, "questions", scores->questions, &questions_words,
                      kept->scope, err) ||
        !check_rules(saved, &scores->rules, err))
        return false;
    scores->ties = saved->baseline.ties;
    scores->type = saved->baseline.scores;
    scores->questions = saved->baseline.scope;
    scores->questions_fixed = true;
    return scores->measures.count == 0 ? add_measures(saved, &scores->measures, err)
                                       : check_measures(saved, scores, err);
}

bool saved_baseline_score(struct saved_baseline *saved, struct scores *scores, struct err *err)
{
    size_t *places = arena_get_array(&scores->arena, scores->n_asked, sizeof *places);
    for (size_t m = 0; m < scores->n_asked; m++)
        places[m] = find_measure(&saved->baseline, &scores->measures.items[m]);
    saved->changes = baseline_evaluate(&saved->baseline, &scores->truth.qrels, places, scores->n_asked,
                                       &saved->run.evaluation);
    saved->run.path = saved->path;
    saved->run.name = saved->baseline.run;
    return saved->changes.n_same > 0 ||
           err_set(err, ERR_INPUT,
                   "%s: no question still has the labels that it was saved with; save it again: assay gate "
                   "%s BASELINE --save %s",
                   saved->path, scores->truth.path, saved->path);
}

/* --- Remarks ---------------------------------------------------------------------------------- */

static void remark_labels(const struct saved_baseline *saved, const struct scores *scores,
                          struct world *world)
{
    const struct baseline_changes *changes = &saved->changes;
    const size_t n_known = changes->n_same + changes->n_relabelled;
    char labels[DIGEST_HEX_SIZE];
    struct buffer example = {0};
    baseline_digest_qrels(&scores->truth.qrels, labels);
    if (strcmp(labels, saved->baseline.labels) == 0)
        return;
    if (changes->named.size > 0)
        buffer_add_format(&example, ", such as '%.*s'", BYTES_FORMAT(changes->named));
    output_remark(
        world,
        "the labels have changed since %s was saved: other labels in %zu of its %zu questions, no labels now "
        "in %zu%s; of the %zu questions with labels now, the %zu with unchanged labels are compared",
        saved->path, changes->n_relabelled, saved->baseline.n_questions, changes->n_gone,
        buffer_string(&example),
        scores->truth.qrels.n_questions > n_known ? scores->truth.qrels.n_questions : n_known,
        changes->n_same);
    buffer_release(&example);
}

static bool digest_file(const char *path, char hex[DIGEST_HEX_SIZE], struct err *err)
{
    struct file file;
    if (!file_map(&file, path, err))
        return false;
    digest_hex(file.bytes, hex);
    bool same = file_confirm(&file, path, true, err);
    file_close(&file);
    return same;
}

bool saved_baseline_remark(const struct saved_baseline *saved, const struct scored_run *run,
                           const struct scores *scores, bool *is_same_run, struct world *world,
                           struct err *err)
{
    char digest[DIGEST_HEX_SIZE];
    remark_labels(saved, scores, world);
    *is_same_run = false;
    if (!file_is_regular(run->path))
        return true;
    if (!digest_file(run->path, digest, err))
        return false;
    *is_same_run = strcmp(digest, saved->baseline.run_digest) == 0;
    if (*is_same_run)
        output_remark(world, "%s: this is the run of which %s has the saved scores", run->path, saved->path);
    return true;
}

/* --- Saving ----------------------------------------------------------------------------------- */

/* JSON would change such an id. */
static bool check_qid(struct bytes qid, struct err *err)
{
    struct buffer valid = {0};
    unicode_add_valid(&valid, qid);
    bool same = bytes_equal(buffer_bytes(&valid), qid);
    buffer_release(&valid);
    return same ||
           err_set(err, ERR_INPUT, "question '%.*s': the id is not valid UTF-8, so JSON can't hold it",
                   BYTES_FORMAT(qid));
}

static bool copy_questions(const struct scored_run *run, struct baseline *out, struct err *err)
{
    const struct evaluation *evaluation = &run->evaluation;
    out->questions = arena_get_array(&out->arena, evaluation->n_questions, sizeof *out->questions);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        struct baseline_question *question = &out->questions[out->n_questions++];
        question->qid = evaluation->questions[q]->qid;
        question->values = evaluation->values + q * evaluation->n_measures;
        baseline_digest_labels(evaluation->questions[q], question->labels);
        if (!check_qid(question->qid, err))
            return false;
    }
    return true;
}

static bool make_baseline(struct scores *scores, const struct scored_run *run, struct baseline *out,
                          struct err *err)
{
    struct buffer name = {0};
    unicode_add_valid(&name, run->name); /* the digest is of the text in the JSON */
    *out = (struct baseline){.ties = scores->ties,
                             .scores = scores->type,
                             .scope = scores->questions,
                             .n_measures = scores->n_asked};
    out->run = arena_copy(&out->arena, buffer_bytes(&name));
    buffer_clear(&name);
    run_rules_add(&scores->rules, &name);
    out->rules = arena_copy(&out->arena, buffer_bytes(&name));
    buffer_release(&name);
    if (!file_is_regular(run->path))
        return err_set(err, ERR_INPUT,
                       "%s: assay can save only the scores of a file, which it can read again",
                       file_label(run->path));
    out->measures = arena_get_array(&out->arena, out->n_measures, sizeof *out->measures);
    for (size_t m = 0; m < out->n_measures; m++)
        out->measures[m] = bytes_of(scores_measure_name(scores, m));
    baseline_digest_qrels(&scores->truth.qrels, out->labels);
    return digest_file(run->path, out->run_digest, err) && copy_questions(run, out, err);
}

bool saved_baseline_write(struct scores *scores, const struct scored_run *run, const char *path,
                          struct world *world, struct err *err)
{
    struct baseline baseline;
    struct buffer text = {0};
    bool done = make_baseline(scores, run, &baseline, err);
    if (done) {
        baseline_write(&baseline, &text);
        done = output_file(&text, path, world, err);
    }
    baseline_release(&baseline);
    buffer_release(&text);
    return done;
}
