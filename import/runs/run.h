/*
 * Runs from files, of any kind that the table in import/records/run_kinds.c names:
 *
 *   TREC       qid Q0 docid rank score tag …   Q0, rank and what follows the score are not looked at
 *              qid Q0 docid rank score         the same without tags, which is said
 *   ColBERT    qid docid rank score            the rank is not looked at
 *   MS MARCO   qid docid rank                  the score is the negative rank; see run_layout
 *   a table    qid,docid,score and the like    see import/records/record_fields.h; qid,docid,distance or
 *                                              qid,docid,rank likewise: then the score is the negative
 *   hits       what searches answer, in JSON   likewise; import/records/record_columns.h
 *   JSON       {"qid": {"docid": score}}       see import/records/record_json.h
 *
 * TREC's, ColBERT's and MS MARCO's are lines as import/records/record_line.h reads them.
 */
#ifndef ASSAY_IMPORT_RUNS_RUN_H
#define ASSAY_IMPORT_RUNS_RUN_H

#include "core/base/err.h"
#include "core/base/map.h"
#include "core/metric/ranked_run.h"
#include "core/metric/run.h"
#include "core/metric/run_rules.h"
#include "import/records/record_line.h"

/*
 * Reads a run, whose documents are changed by the rules; NULL: they stay as they are. Its name is that of run_file_name. ERR_INPUT, one line that names the file, the line and what
 * to do: a line is no entry of a run, a score is no finite number, a rank does not rise, a document stands twice under one question
 * (ERR_REPEATED: both lines are named), a docid in the first thousand lines of TREC goes on in the column of the rank, there is no
 * entry at all, the kind is not known. ERR_SYSTEM: see file_open.
 */
bool import_run(const char *path, const struct run_rules *rules, struct run *out, struct err *err)
    __attribute__((warn_unused_result));

/* Told now and then how much of a file has been read, 0 to 1; false stops the reading. */
struct reading_watch {
    bool (*goes_on)(void *context, double share);
    void *context;
};

/*
 * The same, ranked as it is read: no more than the file's bytes and one question's entries are in memory
 * besides, unless the lines of a question are scattered. `watch` may be NULL.
 * ERR_INTERRUPTED: told to stop.
 */
bool import_ranked_run(const char *path, enum ties ties, enum score_type scores,
                       const struct reading_watch *watch, struct ranked_run *out, struct err *err)
    __attribute__((warn_unused_result));

/*
 * The same of the questions whose qids are keys of `qids` alone, NULL: of all; duplicates are looked for in the others,
 * too. What is read does not stay in memory: the file must not be rewritten meanwhile, which is an error.
 */
bool import_ranked_questions(const char *path, enum ties ties, enum score_type scores, const struct map *qids,
                             const struct reading_watch *watch, struct ranked_run *out, struct err *err)
    __attribute__((warn_unused_result));

/*
 * The same by trec_eval's rule for ties, with the scores (ranked_run.keeps_scores); the rules change its documents before. What is
 * read does not stay in memory.
 */
bool import_scored_run(const char *path, const struct run_rules *rules, const struct reading_watch *watch,
                       struct ranked_run *out, struct err *err) __attribute__((warn_unused_result));

/*
 * As import_run, from bytes in memory, for those who have opened the file. `out` is {0}, or an empty run whose
 * `memory` holds the content: ids are views into it. On an error `out` is released. Does not name the run.
 */
bool run_read(struct bytes content, const char *path, struct run *out, struct err *err)
    __attribute__((warn_unused_result));

/*
 * Whether the file may be a run, by its first bytes. ERR_INPUT: they are of no kind of run, or the first line
 * is no entry. What is packed, or YAML, is not looked into.
 */
bool run_check_beginning(const char *path, struct err *err) __attribute__((warn_unused_result));

/*
 * The name of the file, without folder and without ".run", ".trec", ".json", ".jsonl", ".tsv", ".csv", ".txt", ".gz" or ".zst": a
 * view into the path.
 */
struct bytes run_file_name(const char *path);

/*
 * How the lines of a run file are to be read, and what of that is doubtful; *layout is NULL when they are no lines
 * of columns, which only run_read reads. Of three columns without a header the first thousand lines say whether
 * the third is ranks: whole numbers from 0 that rise in each question. If not, it is scores, unless the first
 * question has each rank from 0 or 1 on. ERR_INPUT: the kind is not known, or those ranks are not in order.
 */
bool run_layout(struct bytes content, const char *path, const struct record_layout **layout,
                enum run_doubt *doubt, struct err *err) __attribute__((warn_unused_result));
/*
 * Whether lines of one question, read by this layout and in the order of the file, are what it says: ranks are
 * whole numbers from 0 that rise. If not, run_read says which line is wrong.
 */
bool run_lines_fit(const struct record_layout *layout, const struct run_question *retrieved);

/*
 * For who takes the best documents for good: ERR_INPUT where the scores look like distances or ranks, of which the
 * highest is the worst.
 */
bool run_refuse_reversed(enum run_doubt doubt, const char *path, struct err *err)
    __attribute__((warn_unused_result));

/* Adds what there is to say of the file, as a remark: what was seen and how it was read. Nothing without doubt. */
void run_doubt_add(enum run_doubt doubt, const char *path, struct buffer *out);

#endif
