/*
 * Reads qrels from files of any kind in the table of import/records/qrels_kinds.c:
 *
 *   TREC            qid iteration docid grade   as import/records/record_line.h reads lines
 *   three columns   qid docid grade             the same without the iteration
 *   a table         query-id corpus-id score    see import/records/record_fields.h
 *   JSON            {"qid": {"docid": grade}}   see import/records/record_json.h
 *   records         JSON objects of a table     likewise
 *
 * A grade is any finite number.
 */
#pragma once

#include "core/base/err.h"
#include "core/metric/qrels.h"

/* The form of judgments. Its names are views into the content or lie in the arena. */
struct judged_form {
    bool has_grades;      /* false: each grade is 1 */
    size_t n_open;        /* documents left out because their grade is empty */
    bool may_name_texts;  /* a qid may be the text of the question */
    bool may_repeat;      /* a repeated pair is no error: some lists of questions and answers repeat pairs */
    bool is_unclear;      /* nothing tells which field has the grades */
    bool is_rate;         /* the grades are clicks out of impressions */
    struct bytes *raters; /* fields with the grades of one rater each; NULL: all grades have one source */
    size_t n_raters;
};

/*
 * Reads qrels. ERR_INPUT, in one line that names the file, the line and the remedy: a line is not a judgment, a grade
 * is not a finite number, a question has a document twice (both lines are named), there is no judgment, the kind is
 * unknown, or the file is a run. ERR_SYSTEM: see file_open. Sets *form to the form of the judgments; NULL is allowed.
 */
MUST_CHECK bool import_qrels(const char *path, struct qrels *out, struct judged_form *form, struct err *err);

/*
 * Reads qrels from bytes in memory. `out` is {0}, or empty qrels whose `memory` holds the content: ids are views into
 * it. On an error `out` is released. `form` must have grades initially. `rater`: the rater whose grades are read, if
 * there are several; else NULL.
 */
MUST_CHECK bool qrels_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                           struct judged_form *form, struct err *err);
void judged_form_find(struct bytes content, struct arena *arena, struct judged_form *form);
/*
 * Does the same, and also reads the kinds of import/records/pair_kinds.h. For callers who know that the content is
 * judgments.
 */
MUST_CHECK bool judged_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                            struct judged_form *form, struct err *err);
