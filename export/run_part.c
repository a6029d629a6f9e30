#include "export/run_part.h"

static void add_document(size_t rank, struct bytes docid, struct buffer *out)
{
    buffer_add_format(out, "%zu:", rank);
    buffer_add(out, docid);
    buffer_add_byte(out, ' ');
}

/* Adds the documents of the first ranks. Ranks without a judged document belong to the holes. */
static void add_documents(const struct qrels_question *truth, const struct judged_places *places,
                          const struct holes *holes, struct buffer *out)
{
    struct bytes rest = holes->docids, docid;
    size_t n_added = 0; /* judged documents added */
    for (size_t rank = 1; rank <= holes->n_first; rank++) {
        if (n_added < places->n && places->at[n_added].rank == rank)
            add_document(rank, truth->judgments[places->at[n_added++].judgment].docid, out);
        else if (holes_next(&rest, &docid))
            add_document(rank, docid, out);
    }
    for (; n_added < places->n; n_added++)
        add_document(places->at[n_added].rank, truth->judgments[places->at[n_added].judgment].docid, out);
}

static void add_heading(size_t n_questions, const struct run_part_order *order, struct buffer *out)
{
    buffer_add_format(out, RUN_PART_BEGINNING "%d\t%s\t%s\t", RUN_PART_VERSION,
                      words_at(&ties_words, order->ties), words_at(&score_type_words, order->scores));
    run_rules_add(order->rules, out);
    buffer_add_format(out, "\t%zu\n", n_questions);
}

void run_part_write(const struct evaluation *evaluation, const struct qrels *qrels,
                    const struct judged_places *places, const struct holes *holes,
                    const struct run_part_order *order, struct buffer *out)
{
    add_heading(evaluation->n_answered, order, out);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        const struct qrels_question *truth = evaluation->questions[q];
        const size_t place = (size_t)(truth - qrels->questions);
        char digest[DIGEST_HEX_SIZE];
        if (holes[place].n_first == 0)
            continue;
        run_part_digest(truth, digest);
        buffer_add(out, truth->qid);
        buffer_add_format(out, "\t%s\t%zu\t", digest, (size_t)places[place].n_retrieved);
        add_documents(truth, &places[place], &holes[place], out);
        out->data[out->size - 1] = '\n'; /* replaces the last blank */
    }
}
