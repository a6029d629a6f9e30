/*
 * Records go straight into struct qrels, which refuses a repeated document under a question. Its ids are views into the
 * content, which `memory` holds.
 */
#include "import/qrels.h"

#include "import/fields/known_names.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/recognise.h"
#include "import/records/pair_kinds.h"
#include "import/records/qrels_kinds.h"

#include <string.h>

/* The source and the destination of a reading. */
struct reading {
    const struct record_kind *kind;
    struct record_file file;
    struct qrels *qrels;
    bool is_pairs; /* pairs may be repeated, because a repeated pair says nothing new */
};

/* In lines of TREC, the second column may distinguish two judgments of a document. */
static bool fail_duplicate(const struct reading *reading, const struct record *record, const char *place,
                           struct err *err)
{
    const struct bytes rest = bytes_from(reading->file.content, (size_t)(place - reading->file.content.data));
    const struct bytes iteration = record_first_columns(rest).at[1];
    const bool is_trec = reading->kind->layout != NULL && reading->kind->layout->docid == 2;
    record_kind_fail_duplicate(reading->kind, &reading->file, record->qid, record->docid, err);
    if (!is_trec || bytes_equal(iteration, bytes_of("0")) || bytes_equal(iteration, bytes_of("Q0")))
        return false;
    const struct err twice = *err;
    return err_set(
        err, twice.code,
        "%s; or, if '%.*s' is a subtopic, also ask for a measure of subtopics, such as StRecall@10",
        twice.text, BYTES_FORMAT(iteration));
}

/* Lists of questions and answers may repeat a pair. */
static bool says_the_same(const struct reading *reading, const struct record *record)
{
    return reading->is_pairs &&
           qrels_question_find(qrels_find(reading->qrels, record->qid), record->docid)->grade ==
               record->number;
}

static bool add_judgment(void *context, const struct record *record, const char *place, struct err *err)
{
    struct reading *reading = context;
    return qrels_add(reading->qrels, record->qid, record->docid, record->number) ||
           says_the_same(reading, record) || fail_duplicate(reading, record, place, err);
}

static bool read_kind(struct reading *reading, const struct record_kind_table *of, struct err *err)
{
    return record_kind_read(reading->kind, &reading->file, add_judgment, reading, err) &&
           (reading->qrels->n_questions > 0 || record_kind_fail_empty(of, &reading->file, err));
}

bool qrels_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                struct judged_form *form, struct err *err)
{
    struct reading reading = {
        .file = {.path = path,
                 .content = content,
                 .memory = &out->memory,
                 .rater = rater,
                 .n_open = &form->n_open},
        .qrels = out,
    };
    bool ok = record_kind_find(&qrels_kinds, &reading.file, &reading.kind, err);
    /* Without lists, such JSON has a grade for each document: the default form. */
    bool may_have_lists = ok && reading.kind->takes_lists && memchr(content.data, '[', content.size) != NULL;
    if (ok && reading.kind->layout == NULL && (may_have_lists || !reading.kind->takes_lists))
        judged_form_find(content, &out->memory, form);
    form->may_name_texts = ok && reading.kind->layout == NULL;
    reading.is_pairs = ok && reading.kind->wanted == SHAPE_TRUTH && form->may_repeat;
    if (may_have_lists && !known_names_any_text() && record_shape_lists_texts(content))
        ok = err_set(
            err, ERR_INPUT,
            "%s: these lists hold texts and not ids; import this file into a database together with its "
            "documents",
            file_label(path));
    ok = ok && read_kind(&reading, &qrels_kinds, err);
    if (!ok && out->n_questions == 0 && !form->is_unclear)
        content_refuse(content, path, CONTENT_QRELS, err);
    if (ok)
        qrels_fit(out);
    else
        qrels_release(out);
    return ok;
}

void judged_form_find(struct bytes content, struct arena *arena, struct judged_form *form)
{
    struct record_shape shape;
    const struct bytes text = record_skip_preamble(content);
    *form = (struct judged_form){.has_grades = true};
    if (!record_shape_find(text, SHAPE_TRUTH, arena, &shape))
        return;
    form->has_grades = shape.meaning != NUMBER_NONE || shape.n_wrong > 0;
    form->may_repeat = shape.meaning == NUMBER_NONE || shape.question_is_text;
    form->is_unclear = shape.unclear != NULL || shape.n_of_question > 0;
    form->is_rate = shape.meaning == NUMBER_RATE;
    while (form->n_raters < shape.n_raters) {
        struct bytes rater = shape.raters[form->n_raters];
        ARENA_PUSH(arena, form->raters, form->n_raters) = rater;
    }
}

/* Sets *is_pairs to whether the content was read, or tried, as pairs. */
static bool read_pairs(struct bytes content, const char *path, struct qrels *out, bool *is_pairs,
                       struct err *err)
{
    struct reading reading = {
        .file = {.path = path, .content = content, .memory = &out->memory},
        .qrels = out,
        .is_pairs = true,
    };
    *is_pairs = record_kind_find(&pair_kinds, &reading.file, &reading.kind, err_ignored());
    return *is_pairs && read_kind(&reading, &pair_kinds, err);
}

bool judged_read(struct bytes content, const char *path, const char *rater, struct qrels *out,
                 struct judged_form *form, struct err *err)
{
    bool is_pairs;
    bool ok = read_pairs(content, path, out, &is_pairs, err);
    if (!is_pairs)
        return qrels_read(content, path, rater, out, form, err);
    *form = (struct judged_form){.has_grades = false};
    if (!ok)
        qrels_release(out);
    return ok;
}

bool import_qrels(const char *path, struct qrels *out, struct judged_form *form, struct err *err)
{
    struct file file;
    struct judged_form unused;
    form = form != NULL ? form : &unused;
    *out = (struct qrels){0};
    *form = (struct judged_form){.has_grades = true};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    return qrels_read(file.bytes, path, NULL, out, form, err);
}
