#include "cli/shared/identical.h"

#include "cli/shared/database.h"
#include "core/base/digest.h"
#include "core/metric/measures/measure_check.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"

/* A scan of all documents. For each text it has the docid of the first document with it. */
struct search {
    struct arena *arena;
    struct map texts; /* digests */
    struct bytes *firsts;
    struct same_documents *same;
    struct buffer room;
};

static bool note_document(void *context, const struct item *item, struct err *err)
{
    (void)err;
    struct search *search = context;
    bool is_new;
    if (item->text.size == 0)
        return true;
    buffer_clear(&search->room);
    buffer_add(&search->room, item->title);
    buffer_add_byte(&search->room, '\0');
    buffer_add(&search->room, item->text);
    const struct digest digest = digest_of(buffer_bytes(&search->room));
    const struct bytes key = {.data = (const char *)&digest, .size = sizeof digest};
    size_t number = (size_t)map_find(&search->texts, key);
    if (number == (size_t)MAP_ABSENT) {
        number = (size_t)map_put(&search->texts, arena_copy(search->arena, key), &is_new);
        size_t n = number;
        ARENA_PUSH(search->arena, search->firsts, n) = arena_copy(search->arena, item->id);
        return true;
    }
    same_documents_add(search->same, arena_copy(search->arena, item->id), search->firsts[number]);
    return true;
}

static bool find_in(struct store *store, struct arena *arena, struct same_documents *same, struct err *err)
{
    struct search search = {.arena = arena, .same = same};
    const bool found = store_visit_documents(store, note_document, &search, err);
    map_release(&search.texts);
    buffer_release(&search.room);
    return found;
}

static bool find_identical(const struct truth *truth, struct arena *arena, struct same_documents *same,
                           struct world *world, struct err *err)
{
    struct store *store = NULL;
    if (truth->store != NULL)
        return find_in(truth->store, arena, same, err);
    const bool found =
        database_open(&store, truth->path, STORE_READING, world, err) && find_in(store, arena, same, err);
    store_close(store);
    return found;
}

/* Merges the judgments of a question to those of the representing documents. */
static void merge_question(struct qrels_question *question, const struct same_documents *same)
{
    struct qrels_question merged = {.qid = question->qid};
    for (size_t i = 0; i < question->n_judgments; i++) {
        const struct bytes docid = same_documents_first(same, question->judgments[i].docid);
        const double grade = question->judgments[i].grade;
        const struct judgment *known = qrels_question_find(&merged, docid);
        if (known == NULL) {
            const bool is_added = qrels_question_add(&merged, docid, grade);
            (void)is_added; /* it was not there before */
        } else if (known->grade < grade) {
            merged.judgments[known - merged.judgments].grade = grade;
        }
    }
    qrels_question_release(question);
    *question = merged;
}

bool identical_merge(struct truth *truth, const struct measure_list *measures, struct arena *arena,
                     struct same_documents *same, struct world *world, struct err *err)
{
    if (!truth->is_database)
        return err_set(err, ERR_USAGE,
                       "%s: not a database, so there are no texts to compare; --twins one needs a database; "
                       "to score against a source of judgments add --judgments NAME",
                       truth->path);
    if (measures_truth(measures) != TRUTH_GRADES)
        return err_set(err, ERR_USAGE,
                       "--twins one needs measures of grades, not of preferences or subtopics");
    if (!find_identical(truth, arena, same, world, err))
        return false;
    for (size_t q = 0; q < truth->qrels.n_questions; q++)
        merge_question(&truth->qrels.questions[q], same);
    return true;
}
