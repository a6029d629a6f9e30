/*
 * Reads runs from files of any kind in the table of import/records/run_kinds.c:
 *
 *   TREC       qid Q0 docid rank score tag …   Q0, rank and everything after the score are ignored
 *              qid Q0 docid rank score         the same without tags, with a remark
 *   ColBERT    qid docid rank score            the rank is ignored
 *   MS MARCO   qid docid rank                  the score is the negative rank; see run_layout
 *   a table    qid,docid,score and the like    see import/records/record_fields.h; qid,docid,distance or
 *                                              qid,docid,rank likewise: the score is then the negative
 *   hits       answers of searches, in JSON    likewise; import/records/record_columns.h
 *   JSON       {"qid": {"docid": score}}       see import/records/record_json.h
 *
 * Lines of TREC, ColBERT and MS MARCO are read as in import/records/record_line.h.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/map.h"
#include "core/metric/ranked_run.h"
#include "core/metric/run.h"
#include "core/metric/run_rules.h"
#include "import/records/record_line.h"

/*
 * Reads a run and names it by run_file_name. `rules` change its documents; NULL: no changes.
 *
 * ERR_INPUT, in one line that names the file, the line and the remedy: a line is not an entry of a run, a score is not
 * a finite number, a rank does not rise, a question has a document twice (ERR_REPEATED: both lines are named), a docid
 * within the first thousand lines of TREC continues in the column of the rank, there is no entry, or the kind is
 * unknown. ERR_SYSTEM: see file_open.
 */
MUST_CHECK bool import_run(const char *path, const struct run_rules *rules, struct run *out, struct err *err);

/* Called now and then with the share of a file that has been read, 0 to 1. Return false to stop. */
struct reading_watch {
    bool (*goes_on)(void *context, double share);
    void *context;
};

/*
 * Reads a run and ranks it while reading. Besides the bytes of the file, only the entries of one question are in
 * memory, unless the lines of a question are scattered. `watch` may be NULL. ERR_INTERRUPTED: `watch` stopped it.
 */
MUST_CHECK bool import_ranked_run(const char *path, enum ties ties, enum score_type scores,
                                  const struct reading_watch *watch, struct ranked_run *out, struct err *err);

/*
 * Does the same for the questions whose qids are keys of `qids` only; NULL: for all. Duplicates are errors in the other
 * questions, too. The bytes do not stay in memory: if another program rewrites the file meanwhile, that is an error.
 */
MUST_CHECK bool import_ranked_questions(const char *path, enum ties ties, enum score_type scores,
                                        const struct map *qids, const struct reading_watch *watch,
                                        struct ranked_run *out, struct err *err);

/*
 * Does the same with trec_eval's rule for ties, and keeps the scores (ranked_run.keeps_scores). The rules change the
 * documents first. The bytes do not stay in memory.
 */
MUST_CHECK bool import_scored_run(const char *path, const struct run_rules *rules,
                                  const struct reading_watch *watch, struct ranked_run *out, struct err *err);

/*
 * Reads a run from bytes in memory, like import_run. `out` is {0}, or an empty run whose `memory` holds the content:
 * ids are views into it. On an error `out` is released. Does not name the run.
 */
MUST_CHECK bool run_read(struct bytes content, const char *path, struct run *out, struct err *err);

/*
 * Checks by its first bytes whether the file may be a run. ERR_INPUT: it is of no kind of run, or its first line is not
 * an entry. Packed files and YAML are not examined.
 */
MUST_CHECK bool run_check_beginning(const char *path, struct err *err);

/*
 * Returns the name of the file without folder and without ".run", ".trec", ".json", ".jsonl", ".tsv", ".csv", ".txt",
 * ".gz" or ".zst". The result is a view into the path.
 */
struct bytes run_file_name(const char *path);

/*
 * Finds how to read the lines of a run file, and any doubts about that. Sets *layout to NULL when they are no lines of
 * columns; only run_read reads such files.
 *
 * For three columns without a header, the first thousand lines decide whether the third is a rank: whole numbers from 0
 * that rise within each question. Otherwise it is a score, unless the first question has every rank from 0 or 1 on.
 * ERR_INPUT: the kind is unknown, or those ranks are not in order.
 */
MUST_CHECK bool run_layout(struct bytes content, const char *path, const struct record_layout **layout,
                           enum run_doubt *doubt, struct err *err);
/*
 * Returns whether the lines of a question, read with this layout in the order of the file, agree with it: ranks are
 * whole numbers from 0 that rise. If not, run_read reports the wrong line.
 */
bool run_lines_fit(const struct record_layout *layout, const struct run_question *retrieved);

/*
 * For callers that permanently take the best documents. ERR_INPUT: the scores look like distances or ranks, of which
 * the highest is the worst.
 */
MUST_CHECK bool run_refuse_reversed(enum run_doubt doubt, const char *path, struct err *err);

/* Adds a remark about the file: what was unusual and how it was read. Adds nothing without doubt. */
void run_doubt_add(enum run_doubt doubt, const char *path, struct buffer *out);
