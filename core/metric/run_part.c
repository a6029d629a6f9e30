#include "core/metric/run_part.h"

#include "core/base/memory.h"

#include <stdlib.h>

static int compare_docids(const void *a, const void *b)
{
    const struct judgment *const *left = a;
    const struct judgment *const *right = b;
    return bytes_compare((*left)->docid, (*right)->docid);
}

void run_part_digest(const struct qrels_question *question, char hex[DIGEST_HEX_SIZE])
{
    struct buffer text = {0};
    const struct judgment **sorted = memory_get_zeroed(question->n_judgments, sizeof(struct judgment *));
    for (size_t i = 0; i < question->n_judgments; i++)
        sorted[i] = &question->judgments[i];
    if (question->n_judgments > 0)
        qsort(sorted, question->n_judgments, sizeof(struct judgment *), compare_docids);
    for (size_t i = 0; i < question->n_judgments; i++) {
        buffer_add(&text, sorted[i]->docid);
        buffer_add_byte(&text, '\n');
    }
    digest_hex(buffer_bytes(&text), hex);
    free(sorted);
    buffer_release(&text);
}
