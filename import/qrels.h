/*
 * Qrels from files, of any kind that the table in import/records/qrels_kinds.c names:
 *
 *   TREC            qid iteration docid grade   as import/records/record_line.h reads lines
 *   three columns   qid docid grade             the same without the iteration
 *   a table         query-id corpus-id score    see import/records/record_fields.h
 *   JSON            {"qid": {"docid": grade}}   see import/records/record_json.h
 *   records         JSON objects of a table     likewise
 *
 * A grade is any finite number.
 */
#ifndef ASSAY_IMPORT_QRELS_H
#define ASSAY_IMPORT_QRELS_H

#include "core/base/err.h"
#include "core/metric/qrels.h"

/* What judgments look like; their names are views into the content or lie in the arena. */
struct judged_form {
    bool has_grades;     /* false: each is 1 */
    size_t n_open;       /* documents whose grade is empty, and which are left out */
    bool may_name_texts; /* a qid may be the question's text */
    bool
        may_repeat; /* a pair that stands there twice says the same: lists of questions and answers have some */
    bool is_unclear;      /* nothing says which field has the grades */
    bool is_rate;         /* the grades are clicks of impressions */
    struct bytes *raters; /* each has grades in a field of this name; NULL: one source has given all */
    size_t n_raters;
};

/*
 * Reads qrels. ERR_INPUT, one line that names the file, the line and what to do: a line is no judgment, a grade
 * is no finite number, a document stands twice under one question (both lines are named), there is no
 * judgment at all, the kind is not known, it is a run. ERR_SYSTEM: see file_open. *form: what they look like;
 * NULL: nobody asks.
 */
bool import_qrels(const char *path, struct qrels *out, struct judged_form *form, struct err *err)
    __attribute__((warn_unused_result));

/*
 * The same from bytes in memory. `out` is {0}, or empty qrels whose `memory` holds the content: ids are views
 * into it. On an error `out` is released. `form` has grades at first. `rater`: whose they are, of several; NULL: nobody's.
 */
bool qrels_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                struct judged_form *form, struct err *err) __attribute__((warn_unused_result));
void judged_form_find(struct bytes content, struct arena *arena, struct judged_form *form);
/*
 * The same, and of what import/records/pair_kinds.h tells of. For those who know that it is judgments.
 */
bool judged_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                 struct judged_form *form, struct err *err) __attribute__((warn_unused_result));

#endif
