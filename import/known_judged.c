#include "import/known_judged.h"

static bool find_no_question(void *context, struct bytes text, struct bytes *qid)
{
    (void)context, (void)text, (void)qid;
    return false;
}

static bool find_no_document(void *context, struct bytes text, bool is_named, struct bytes *docid)
{
    (void)context, (void)text, (void)is_named, (void)docid;
    return false;
}

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
    judged->names = (struct known_names){
        .find_question = find_no_question,
        .find_document = find_no_document,
        .has_document = has_document,
        .context = judged,
    };
    known_names_use(&judged->names);
}

void known_judged_release(struct known_judged *judged)
{
    if (judged->qrels != NULL)
        known_names_use(NULL);
    map_release(&judged->docids);
}
