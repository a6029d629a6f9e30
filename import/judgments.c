/* The file is read as a whole, as qrels, before anything is stored. So errors in it name their lines. */
#include "import/judgments.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/search.h"
#include "core/store/content/documents.h"
#include "core/store/content/judgments.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
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
    struct judged_form form;
    /* For judgments that join the pool: the grades of the current question, the highest first. */
    double *grades;
    size_t n_grades, grades_capacity;
    struct question_texts texts; /* for a file that may name questions by text; used once a qid is unknown */
};

static bool fail_other_grade(const struct judging *judging, struct bytes qid, const struct judgment *judgment,
                             double kept, struct err *err)
{
    struct buffer here = {0}, there = {0};
    number_add_shortest(&here, judgment->grade);
    number_add_shortest(&there, kept);
    err_set(err, ERR_INPUT,
            "%s: document '%.*s' has grade %s under question '%.*s', and '%.*s' gave it %s before; use "
            "--replace if this grade is better",
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

/* Returns the rank, from 1: documents with a higher grade come before it. */
static int64_t rank_of(const struct judging *judging, double grade)
{
    size_t before;
    LOWER_BOUND(before, judging->n_grades, judging->grades[before] > grade);
    return (int64_t)before + 1;
}

/* Finds the question with this text. *question_id stays 0 when there is none. */
static bool find_by_text(struct judging *judging, struct bytes text, int64_t *question_id, struct err *err)
{
    const struct question_row *question;
    bool are_several;
    if (!judging->form.may_name_texts)
        return true;
    if (!question_texts_find(&judging->texts, judging->filling->store, text, &question, &are_several, err))
        return false;
    *question_id = question != NULL ? question->question_id : 0;
    return !are_several || err_set(err, ERR_INPUT,
                                   "%s: several questions have the text '%.*s'; use their ids; if the file "
                                   "was also taken for questions that are already there, use --judgments",
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

/* --- Batches of judgments --------------------------------------------------------------------- */

/* The judgments of a question. */
struct question_judgments {
    const struct qrels_question *question;
    int64_t question_id;   /* 0: unknown, and nothing is stored */
    int64_t *document_ids; /* 0: unknown */
};

enum { JUDGMENTS_AT_ONCE = 4000, JUDGMENTS_OF_ITEM = 4 /* that take as long as one */ };

static void prefetch_numbers(const struct judging *judging, const struct question_judgments *questions,
                             size_t n)
{
    struct store *store = judging->filling->store;
    for (size_t i = 0; i < n; i++) {
        const struct qrels_question *question = questions[i].question;
        store_prefetch_question_number(store, question->qid);
        for (size_t k = 0; k < question->n_judgments; k++)
            store_prefetch_document_number(store, question->judgments[k].docid);
    }
}

static bool find_numbers(struct judging *judging, struct question_judgments *judged, struct err *err)
{
    const struct qrels_question *question = judged->question;
    bool worked = find_question(judging, question, &judged->question_id, err);
    for (size_t i = 0; worked && judged->question_id != 0 && i < question->n_judgments; i++)
        worked = filling_find_document(judging->filling, question->judgments[i].docid,
                                       &judged->document_ids[i], err);
    return worked;
}

static bool joins_pool(const struct judging *judging, double grade)
{
    return judging->judged == JUDGED_JOIN_POOL && grade > 0;
}

static void prefetch_judgments(const struct judging *judging, const struct question_judgments *judged)
{
    struct store *store = judging->filling->store;
    for (size_t i = 0; i < judged->question->n_judgments; i++) {
        const int64_t document_id = judged->document_ids[i];
        if (document_id == 0)
            continue;
        store_prefetch_judgment(store, judging->source_id, judged->question_id, document_id);
        if (!joins_pool(judging, judged->question->judgments[i].grade))
            continue;
        store_prefetch_candidate(store, judged->question_id, document_id);
        store_prefetch_origin(store, judged->question_id, document_id, judging->source);
    }
}

static bool put_into_pool(const struct judging *judging, int64_t question_id, int64_t document_id,
                          double grade, struct err *err)
{
    enum stored stored;
    if (!joins_pool(judging, grade))
        return true;
    struct candidate_origin origin = {.source = judging->source,
                                      .rank = rank_of(judging, grade),
                                      .score = grade};
    if (!store_put_candidate(judging->filling->store, question_id, document_id, &origin, &stored, err))
        return false;
    put_count(judging->candidates, stored);
    return true;
}

static bool put_judgment(const struct judging *judging, const struct question_judgments *judged,
                         size_t number, struct err *err)
{
    const struct filling *filling = judging->filling;
    const struct judgment *judgment = &judged->question->judgments[number];
    const int64_t document_id = judged->document_ids[number];
    enum stored stored;
    double kept = 0;
    if (!store_put_judgment(filling->store, judging->source_id, judged->question_id, document_id,
                            judgment->grade, filling->replace, &stored, &kept, err))
        return false;
    if (stored == STORED_CONFLICT)
        return fail_other_grade(judging, judged->question->qid, judgment, kept, err);
    put_count(judging->judgments, stored);
    return put_into_pool(judging, judged->question_id, document_id, judgment->grade, err);
}

static bool put_question(struct judging *judging, const struct question_judgments *judged, struct err *err)
{
    bool worked = true;
    sort_grades(judging, judged->question);
    for (size_t i = 0; worked && i < judged->question->n_judgments; i++)
        worked = judged->document_ids[i] == 0 || put_judgment(judging, judged, i, err);
    return worked;
}

static bool report(const struct judging *judging, const struct qrels *qrels,
                   const struct question_judgments *judged, struct err *err)
{
    const struct filling *filling = judging->filling;
    const size_t done = (size_t)(judged->question - qrels->questions);
    return filling->report(filling->context, done, qrels->n_questions, err);
}

/* Unknown ids are counted in the order of the file. */
static bool put_questions(struct judging *judging, const struct qrels *qrels,
                          struct question_judgments *questions, size_t n, struct err *err)
{
    struct store *store = judging->filling->store;
    bool worked = true;
    prefetch_numbers(judging, questions, n);
    for (size_t i = 0; worked && i < n; i++)
        worked = find_numbers(judging, &questions[i], err);
    store_drop_prefetched(store);
    for (size_t i = 0; worked && i < n; i++)
        prefetch_judgments(judging, &questions[i]);
    for (size_t i = 0; worked && i < n; i++)
        worked = put_question(judging, &questions[i], err) && report(judging, qrels, &questions[i], err);
    store_drop_prefetched(store);
    return worked;
}

/* Stores a batch of questions from number `begin` on. Sets *end to the number after the last one. */
static bool put_from(struct judging *judging, const struct qrels *qrels, size_t begin, size_t *end,
                     struct err *err)
{
    struct arena arena = {0};
    struct question_judgments *questions = NULL;
    size_t n = 0, n_judgments = 0;
    for (*end = begin; *end < qrels->n_questions && n_judgments < JUDGMENTS_AT_ONCE; ++*end) {
        const struct qrels_question *question = &qrels->questions[*end];
        n_judgments += question->n_judgments;
        ARENA_PUSH(&arena, questions, n) = (struct question_judgments){
            .question = question,
            .document_ids = arena_get_array(&arena, question->n_judgments, sizeof(int64_t)),
        };
    }
    bool worked = put_questions(judging, qrels, questions, n, err);
    arena_release(&arena);
    return worked && filling_heed_parts(judging->filling, n_judgments / JUDGMENTS_OF_ITEM, 0, err);
}

/* In a file its number may be another one after each part (heed_parts). */
static bool put_source(struct judging *judging, struct err *err)
{
    struct store *store = judging->filling->store;
    return (judging->source_id != 0 && store_is_on_server(store)) ||
           store_put_judgment_source(store, judging->source, &judging->source_id, err);
}

static bool put_all(struct judging *judging, const struct qrels *qrels, struct err *err)
{
    const struct filling *filling = judging->filling;
    size_t i = 0;
    do {
        if (!put_source(judging, err) || !put_from(judging, qrels, i, &i, err))
            return false;
    } while (i < qrels->n_questions);
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
        .form = {.has_grades = true},
    };
}

static void judging_release(struct judging *judging)
{
    free(judging->grades);
    question_texts_release(&judging->texts);
}

bool import_judgments(const struct filling *filling, const char *path, const char *rater, struct bytes source,
                      enum judged_documents judged, struct put_counts *judgments,
                      struct put_counts *candidates, struct judged_form *form, struct err *err)
{
    struct judging judging = judging_of(filling, path, source, judged, judgments, candidates);
    struct qrels qrels = {0}; /* the ids are views into the file */
    struct file file = {0};
    bool worked = filling->open(filling->context, path, &file, err) &&
                  judged_read(file.bytes, path, rater, &qrels, &judging.form, err) &&
                  put_all(&judging, &qrels, err);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    *form = judging.form;
    form->raters = NULL; /* they were views into the file */
    form->n_raters = 0;
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
