#include "core/metric/baseline.h"

#include "core/base/memory.h"
#include "core/base/number.h"

#include <stdlib.h>
#include <string.h>

void baseline_release(struct baseline *baseline)
{
    arena_release(&baseline->arena);
    *baseline = (struct baseline){0};
}

/* --- Digests -------------------------------------------------------------- */

static int compare_docids(const void *a, const void *b)
{
    const struct judgment *const *left = a;
    const struct judgment *const *right = b;
    return bytes_compare((*left)->docid, (*right)->docid);
}

void baseline_digest_labels(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE])
{
    struct buffer text = {0};
    const struct judgment **sorted = memory_get_zeroed(question->n_judgments, sizeof(struct judgment *));
    for (size_t i = 0; i < question->n_judgments; i++)
        sorted[i] = &question->judgments[i];
    if (question->n_judgments > 0)
        qsort(sorted, question->n_judgments, sizeof(struct judgment *), compare_docids);
    for (size_t i = 0; i < question->n_judgments; i++) {
        buffer_add(&text, sorted[i]->docid);
        buffer_add_byte(&text, '\t');
        number_add_shortest(&text, sorted[i]->grade);
        buffer_add_byte(&text, '\n');
    }
    digest_hex(buffer_bytes(&text), hex);
    free(sorted);
    buffer_release(&text);
}

static int compare_qids(const void *a, const void *b)
{
    const struct qrels_question *const *left = a;
    const struct qrels_question *const *right = b;
    return bytes_compare((*left)->qid, (*right)->qid);
}

void baseline_digest_qrels(const struct qrels *qrels, char hex[DIGEST_HEX_SIZE])
{
    struct buffer text = {0};
    const struct qrels_question **sorted =
        memory_get_zeroed(qrels->n_questions, sizeof(struct qrels_question *));
    for (size_t i = 0; i < qrels->n_questions; i++)
        sorted[i] = &qrels->questions[i];
    if (qrels->n_questions > 0)
        qsort(sorted, qrels->n_questions, sizeof(struct qrels_question *), compare_qids);
    for (size_t i = 0; i < qrels->n_questions; i++) {
        char labels[DIGEST_HEX_SIZE];
        baseline_digest_labels(sorted[i], labels);
        buffer_add(&text, sorted[i]->qid);
        buffer_add_format(&text, "\t%s\n", labels);
    }
    digest_hex(buffer_bytes(&text), hex);
    free(sorted);
    buffer_release(&text);
}

static void add_question(const struct baseline *baseline, const struct baseline_question *question,
                         struct buffer *text)
{
    buffer_add(text, question->qid);
    buffer_add_format(text, "\t%s", question->labels);
    for (size_t m = 0; m < baseline->n_measures; m++) {
        buffer_add_byte(text, '\t');
        number_add_shortest(text, question->values[m]);
    }
    buffer_add_byte(text, '\n');
}

void baseline_digest(const struct baseline *baseline, char hex[DIGEST_HEX_SIZE])
{
    struct buffer text = {0};
    buffer_add(&text, baseline->run);
    buffer_add_format(&text, "\t%s\t%s\t%s\t%s", baseline->run_digest, baseline->labels,
                      words_at(&ties_words, baseline->ties), words_at(&questions_words, baseline->scope));
    if (baseline->scores != SCORE_FLOAT64)
        buffer_add_format(&text, "\t%s", words_at(&score_type_words, baseline->scores));
    if (baseline->rules.size > 0)
        buffer_add_format(&text, "\t%.*s", BYTES_FORMAT(baseline->rules));
    for (size_t m = 0; m < baseline->n_measures; m++)
        buffer_add_format(&text, "\t%.*s", BYTES_FORMAT(baseline->measures[m]));
    buffer_add_byte(&text, '\n');
    for (size_t i = 0; i < baseline->n_questions; i++)
        add_question(baseline, &baseline->questions[i], &text);
    digest_hex(buffer_bytes(&text), hex);
    buffer_release(&text);
}

/* --- As an evaluation ----------------------------------------------------- */

static bool is_labelled_the_same(const struct baseline_question *kept, const struct qrels_question *question)
{
    char labels[DIGEST_HEX_SIZE];
    baseline_digest_labels(question, labels);
    return strcmp(labels, kept->labels) == 0;
}

struct baseline_changes baseline_evaluate(const struct baseline *baseline, const struct qrels *qrels,
                                          const size_t *places, size_t n_measures, struct evaluation *out)
{
    struct baseline_changes changes = {0};
    *out = (struct evaluation){
        .n_measures = n_measures,
        .questions = memory_get_zeroed(baseline->n_questions, sizeof *out->questions),
        .values = memory_get_zeroed(baseline->n_questions * n_measures, sizeof *out->values),
    };
    for (size_t i = 0; i < baseline->n_questions; i++) {
        const struct baseline_question *kept = &baseline->questions[i];
        const struct qrels_question *question = qrels_find(qrels, kept->qid);
        if (question == NULL || !is_labelled_the_same(kept, question)) {
            changes.n_gone += question == NULL;
            changes.n_relabelled += question != NULL;
            changes.named = kept->qid;
            continue;
        }
        for (size_t m = 0; m < n_measures; m++)
            out->values[out->n_questions * n_measures + m] = kept->values[places[m]];
        out->questions[out->n_questions++] = question;
    }
    changes.n_same = out->n_answered = out->n_questions;
    return changes;
}
