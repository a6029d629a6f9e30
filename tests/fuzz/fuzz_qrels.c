/* The readers of all kinds of qrels: any bytes give valid qrels or one clean line of error. */
#include "core/base/bug.h"
#include "import/qrels.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_question(const struct qrels_question *question)
{
    BUG_UNLESS(question->qid.size > 0 && question->n_judgments > 0);
    for (size_t i = 0; i < question->n_judgments; i++) {
        const struct judgment *judgment = &question->judgments[i];
        BUG_UNLESS(judgment->docid.size > 0 && isfinite(judgment->grade));
        BUG_UNLESS(qrels_question_find(question, judgment->docid) == judgment);
    }
}

static void check_outcome(bool worked, struct qrels *qrels, const struct err *err)
{
    if (!worked)
        BUG_UNLESS((err->code == ERR_INPUT || err->code == ERR_EMPTY) && err->text[0] != '\0' &&
                   strchr(err->text, '\n') == NULL);
    else
        BUG_UNLESS(qrels->n_questions > 0);
    for (size_t q = 0; q < qrels->n_questions; q++)
        check_question(&qrels->questions[q]);
    qrels_release(qrels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes content = {.data = (const char *)data, .size = size};
    struct qrels qrels = {0};
    struct err err = {0};
    struct judged_form form = {.has_grades = true};
    check_outcome(qrels_read(content, "x", NULL, &qrels, &(struct judged_form){.has_grades = true}, &err),
                  &qrels, &err);
    check_outcome(judged_read(content, "x", NULL, &qrels, &form, &err), &qrels, &err);
    return 0;
}
