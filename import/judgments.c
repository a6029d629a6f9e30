/*
 * The file is read whole, as qrels, before anything is put: what is wrong in it is said with its line.
 */
#include "import/judgments.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/search.h"
#include "core/store/judgments.h"
#include "core/store/questions.h"
#include "import/qrels.h"
#include "import/question_texts.h"

#include <stdlib.h>

struct judging {
    const struct filling *filling;
    const char *path;
    struct bytes source;
    int64_t source_id;
    enum judged_documents judged;
    struct put_counts *judgments, *candidates;
    bool has_grades;
    double *grades; /* of the question that is put, the highest first; of judgments that join the pool */
    size_t n_grades, grades_capacity;
    struct question_texts texts; /* asked of a file without grades, once a qid of it is unknown */
};

static bool fail_other_grade(const struct judging *judging, struct bytes qid, const struct judgment *judgment,
                             double kept, struct err *err)
{
    struct buffer here = {0}, there = {0};
    number_add_shortest(&here, judgment->grade);
    number_add_shortest(&there, kept);
    err_set(err, ERR_INPUT,
            "%s: document '%.*s' has grade %s under question '%.*s', and '%.*s' has given it %s before; use "
            "--replace if this is the better one",
            file_label(judging->path), BYTES_FORMAT(judgment->docid), buffer_string(&here), BYTES_FORMAT(qid),
            BYTES_FORMAT(judging->source), buffer_string(&there));
    buffer_release(&here);
    buffer_release(&there);
    return false;
}

static int compare_grades(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

static void sort_grades(struct judging *judging, const struct qrels_question *question)
{
    judging->n_grades = 0;
    for (size_t i = 0; judging->judged == JUDGED_JOIN_POOL && i < question->n_judgments; i++)
        VECTOR_PUSH(judging->grades, judging->n_grades, judging->grades_capacity) =
            question->judgments[i].grade;
    if (judging->n_grades > 1)
        qsort(judging->grades, judging->n_grades, sizeof *judging->grades, compare_grades);
}

/* From 1: documents with a higher grade stand before it. */
static int64_t rank_of(const struct judging *judging, double grade)
{
    size_t before;
    LOWER_BOUND(before, judging->n_grades, judging->grades[before] > grade);
    return (int64_t)before + 1;
}

static bool put_into_pool(const struct judging *judging, int64_t question_id, int64_t document_id,
                          double grade, struct err *err)
{
    enum stored stored;
    if (judging->judged == JUDGED_ALONE || !(grade > 0))
        return true;
    struct candidate_origin origin = {.source = judging->source,
                                      .rank = rank_of(judging, grade),
                                      .score = grade};
    if (!store_put_candidate(judging->filling->store, question_id, document_id, &origin, &stored, err))
        return false;
    put_count(judging->candidates, stored);
    return true;
}

static bool put_judgment(const struct judging *judging, int64_t question_id,
                         const struct qrels_question *question, const struct judgment *judgment,
                         struct err *err)
{
    const struct filling *filling = judging->filling;
    int64_t document_id;
    enum stored stored;
    double kept = 0;
    if (!filling_find_document(filling, judgment->docid, &document_id, err))
        return false;
    if (document_id == 0)
        return true;
    if (!store_put_judgment(filling->store, judging->source_id, question_id, document_id, judgment->grade,
                            filling->replace, &stored, &kept, err))
        return false;
    if (stored == STORED_CONFLICT)
        return fail_other_grade(judging, question->qid, judgment, kept, err);
    put_count(judging->judgments, stored);
    return put_into_pool(judging, question_id, document_id, judgment->grade, err);
}

/* *question_id stays 0 where no question has this text. */
static bool find_by_text(struct judging *judging, struct bytes text, int64_t *question_id, struct err *err)
{
    const struct question_row *question;
    bool are_several;
    if (judging->has_grades)
        return true;
    if (!question_texts_find(&judging->texts, judging->filling->store, text, &question, &are_several, err))
        return false;
    *question_id = question != NULL ? question->question_id : 0;
    return !are_several ||
           err_set(err, ERR_INPUT,
                   "%s: several questions have the text '%.*s'; name them by their ids, or, if the file was "
                   "taken for questions, too, and they were there already, say --judgments",
                   file_label(judging->path), BYTES_FORMAT(text));
}

static bool find_question(struct judging *judging, const struct qrels_question *question,
                          int64_t *question_id, struct err *err)
{
    if (!store_find_question(judging->filling->store, question->qid, question_id, err) ||
        (*question_id == 0 && !find_by_text(judging, question->qid, question_id, err)))
        return false;
    if (*question_id == 0)
        unknown_add(judging->filling->unknown, judging->filling->arena, "question", question->qid,
                    (int64_t)question->n_judgments);
    return true;
}

static bool put_question(struct judging *judging, const struct qrels_question *question, struct err *err)
{
    int64_t question_id;
    if (!find_question(judging, question, &question_id, err))
        return false;
    bool worked = true;
    sort_grades(judging, question);
    for (size_t i = 0; worked && question_id != 0 && i < question->n_judgments; i++)
        worked = put_judgment(judging, question_id, question, &question->judgments[i], err);
    return worked;
}

static bool put_all(struct judging *judging, const struct qrels *qrels, struct err *err)
{
    const struct filling *filling = judging->filling;
    if (!store_put_judgment_source(filling->store, judging->source, &judging->source_id, err))
        return false;
    for (size_t i = 0; i < qrels->n_questions; i++) {
        if (!put_question(judging, &qrels->questions[i], err) ||
            !filling->report(filling->context, i, qrels->n_questions, err))
            return false;
    }
    return filling_check_known(filling, "judgment", judging->path, judging->judgments, err);
}

static struct judging judging_of(const struct filling *filling, const char *path, struct bytes source,
                                 enum judged_documents judged, struct put_counts *judgments,
                                 struct put_counts *candidates)
{
    return (struct judging){
        .filling = filling,
        .path = path,
        .source = source,
        .judged = judged,
        .judgments = judgments,
        .candidates = candidates,
        .has_grades = true,
    };
}

static void judging_release(struct judging *judging)
{
    free(judging->grades);
    question_texts_release(&judging->texts);
}

bool import_judgments(const struct filling *filling, const char *path, struct bytes source,
                      enum judged_documents judged, struct put_counts *judgments,
                      struct put_counts *candidates, bool *has_grades, struct err *err)
{
    struct judging judging = judging_of(filling, path, source, judged, judgments, candidates);
    struct qrels qrels = {0}; /* the ids are views into the file */
    struct file file = {0};
    bool worked = filling->open(filling->context, path, &file, err) &&
                  judged_read(file.bytes, path, &qrels, &judging.has_grades, err) &&
                  put_all(&judging, &qrels, err);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    *has_grades = judging.has_grades;
    judging_release(&judging);
    qrels_release(&qrels);
    return worked;
}

bool import_read_judgments(const struct filling *filling, const char *path, const struct qrels *qrels,
                           struct bytes source, enum judged_documents judged, struct put_counts *judgments,
                           struct put_counts *candidates, struct err *err)
{
    struct judging judging = judging_of(filling, path, source, judged, judgments, candidates);
    bool worked = put_all(&judging, qrels, err);
    judging_release(&judging);
    return worked;
}
