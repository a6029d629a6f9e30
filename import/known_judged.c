#include "import/known_judged.h"

static void list_docids(struct known_judged *judged)
{
    for (size_t q = 0; q < judged->qrels->n_questions; q++) {
        const struct qrels_question *question = &judged->qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++)
            map_put(&judged->docids, question->judgments[i].docid, NULL);
    }
}

static bool has_document(void *context, struct bytes docid)
{
    struct known_judged *judged = context;
    if (judged->docids.size == 0)
        list_docids(judged);
    return map_find(&judged->docids, docid) != MAP_ABSENT;
}

void known_judged_use(struct known_judged *judged)
{
    judged->names = (struct known_names){.has_document = has_document, .context = judged};
    known_names_use(&judged->names);
}

void known_judged_release(struct known_judged *judged)
{
    if (judged->qrels != NULL)
        known_names_use(NULL);
    map_release(&judged->docids);
}
