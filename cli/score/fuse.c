/*
 * Fuses several runs into one. All runs are read first, ranked and with their scores. Then they are fused and written
 * question by question: first the questions of the first run, in its order, then those that only later runs answer.
 */
#include "cli/commands.h"

#include "cli/shared/fields.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/shared/progress.h"
#include "cli/shared/run_options.h"
#include "core/base/arena.h"
#include "core/metric/fusion.h"
#include "export/file.h"
#include "export/run.h"
#include "import/files/file.h"
#include "import/runs/run.h"

#include <stdint.h>

enum { K_MAX = 1000 * 1000, DEPTH_MAX = 1000 * 1000 * 1000 };

struct fusing {
    struct fusion fusion;
    const char *const *paths;
    struct ranked_run *runs;
    size_t n_runs;
    struct ranked_question *rankings; /* of the current question, one for each run */
    struct run_rules rules;
    struct field_options fields;
    size_t depth;
    const char *tag, *output;
    size_t n_questions, n_lines;
    struct world *world;
};

static const struct option options[] = {
    CHOICE_OPTION("method", "METHOD", struct fusing, fusion.method, .words = &fusion_method_words),
    CHOICE_OPTION("norm", "HOW", struct fusing, fusion.normalisation, .words = &normalisation_words),
    INTEGER_OPTION("k", "N", struct fusing, fusion.k, 0, K_MAX, FUSION_K, .help = "k of rrf (default 60)"),
    OPTION_ROW_KEEP_BEST(struct fusing, rules),
    OPTION_ROW_BY_DOCUMENT(struct fusing, rules),
    RUN_FIELD_OPTION_ROWS(struct fusing, fields),
    INTEGER_OPTION("depth", "N", struct fusing, depth, 1, DEPTH_MAX, DEPTH_MAX,
                   .help = "documents to write per question (default: all)"),
    TEXT_OPTION("tag", "NAME", struct fusing, tag,
                .help = "name of the run, last on each line (default: the method)"),
    OPTION_ROW_OUTPUT(struct fusing),
};

/* --- The call ---------------------------------------------------------------------------------- */

static bool read_call(const struct arguments *arguments, struct fusing *fusing, struct err *err)
{
    struct fusion *fusion = &fusing->fusion;
    const char *method = words_at(&fusion_method_words, fusion->method);
    if (argument_given(arguments, &fusion->normalisation) && !fusion_goes_by_scores(fusion->method))
        return err_set(err, ERR_USAGE, "--norm is for scores, but --method %s uses ranks; leave out --norm",
                       method);
    if (argument_given(arguments, &fusion->k) && fusion->method != FUSION_RRF)
        return err_set(err, ERR_USAGE, "--k needs --method rrf");
    if (fusing->tag == NULL)
        fusing->tag = method;
    fusing->paths = arguments->operands;
    fusing->n_runs = arguments->n_operands;
    return output_check_tag(fusing->tag, err) && pairing_check_files(fusing->paths, fusing->n_runs, err) &&
           output_check_inputs(fusing->output, fusing->paths, fusing->n_runs, err);
}

/* --- Reading ----------------------------------------------------------------------------------- */

struct run_progress {
    struct progress_line line;
    const char *path;
};

static bool goes_on(void *context, double share)
{
    struct run_progress *progress = context;
    enum { PARTS = 1000 };
    size_t done = (size_t)(share * PARTS);
    return progress_watch(&progress->line, &(struct import_progress){.path = progress->path,
                                                                     .done = done,
                                                                     .total = PARTS,
                                                                     .n = done});
}

static bool read_runs(struct fusing *fusing, struct err *err)
{
    struct run_progress progress = {.line = {.world = fusing->world}};
    const struct reading_watch watch = {.goes_on = goes_on, .context = &progress};
    bool worked = true;
    for (size_t i = 0; worked && i < fusing->n_runs; i++) {
        progress.path = fusing->paths[i];
        worked = import_scored_run(fusing->paths[i], &fusing->rules, &watch, &fusing->runs[i], err) &&
                 run_refuse_reversed(fusing->runs[i].doubt, fusing->paths[i], err);
    }
    progress_end(&progress.line);
    return worked;
}

/* --- Writing ----------------------------------------------------------------------------------- */

static bool is_answered_before(const struct fusing *fusing, size_t run, struct bytes qid)
{
    for (size_t i = 0; i < run; i++) {
        if (ranked_run_find(&fusing->runs[i], qid).n_documents > 0)
            return true;
    }
    return false;
}

static bool write_question(struct fusing *fusing, struct bytes qid, struct file_writer *file, struct err *err)
{
    struct fusion *fusion = &fusing->fusion;
    if (!run_check_qid(qid, err))
        return false;
    for (size_t i = 0; i < fusing->n_runs; i++)
        fusing->rankings[i] = ranked_run_find(&fusing->runs[i], qid);
    fusion_fuse(fusion, fusing->rankings, fusing->n_runs);
    for (size_t i = 0; i < fusion->n_documents && i < fusing->depth; i++, fusing->n_lines++)
        run_add_line(&file->text, qid, fusion->documents[i].docid, i + 1, fusion->documents[i].score,
                     fusing->tag);
    fusing->n_questions++;
    return file_writer_pass(file, err);
}

static bool write_questions(struct fusing *fusing, struct file_writer *file, struct err *err)
{
    for (size_t run = 0; run < fusing->n_runs; run++) {
        for (size_t i = 0; i < fusing->runs[run].n_questions; i++) {
            struct bytes qid = ranked_run_question(&fusing->runs[run], i).qid;
            if (is_answered_before(fusing, run, qid))
                continue;
            if (fusing->world->interrupted())
                return err_set(err, ERR_INTERRUPTED, "stopped; no run was written");
            if (!write_question(fusing, qid, file, err))
                return false;
        }
    }
    return true;
}

static void remark_runs(const struct fusing *fusing)
{
    for (size_t i = 0; i < fusing->n_runs; i++) {
        const struct ranked_run *run = &fusing->runs[i];
        output_remark_run(fusing->world, fusing->paths[i], run->doubt);
        if (run->n_questions < fusing->n_questions)
            output_remark(fusing->world, "%s answers %zu of %zu questions", file_label(fusing->paths[i]),
                          run->n_questions, fusing->n_questions);
    }
    output_remark(fusing->world, "%zu document%s for %zu question%s", fusing->n_lines,
                  fusing->n_lines == 1 ? "" : "s", fusing->n_questions, fusing->n_questions == 1 ? "" : "s");
}

static bool write_run(struct fusing *fusing, struct err *err)
{
    struct file_writer file;
    if (!output_open(&file, fusing->output, fusing->world, err))
        return false;
    bool written = write_questions(fusing, &file, err) && file_writer_finish(&file, err);
    file_writer_release(&file);
    return written;
}

static bool run_fuse(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct fusing *fusing = arguments->filled;
    struct arena arena = {0};
    fusing->world = world;
    if (!read_call(arguments, fusing, err))
        return false;
    fusing->runs = arena_get_array(&arena, fusing->n_runs, sizeof *fusing->runs);
    fusing->rankings = arena_get_array(&arena, fusing->n_runs, sizeof *fusing->rankings);
    bool done = fields_choose(&fusing->fields, err) && read_runs(fusing, err) && fields_check(err) &&
                write_run(fusing, err);
    if (done)
        remark_runs(fusing);
    for (size_t i = 0; i < fusing->n_runs; i++)
        ranked_run_release(&fusing->runs[i]);
    fusion_release(&fusing->fusion);
    arena_release(&arena);
    return done;
}

static void add_details(struct buffer *out)
{
    buffer_add_string(out, "Methods:\n");
    fusion_describe_methods(out);
    buffer_add_string(
        out, "\nNormalisations (for combsum and combmnz) of the scores of a run in each question:\n");
    fusion_describe_normalisations(out);
}

const struct command fuse_command = {
    .name = "fuse",
    .group = "Score",
    .summary = "Combine several runs into one",
    .example = "assay fuse bm25.run dense.run -o fused.run",
    .operands = "RUN RUN…",
    .least_operands = 2,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct fusing),
    .add_details = add_details,
    .run = run_fuse,
};
