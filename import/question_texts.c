#include "import/question_texts.h"

static bool list_texts(struct question_texts *texts, struct store *store, struct err *err)
{
    size_t n;
    if (texts->are_listed)
        return true;
    if (!store_list_questions(store, &texts->memory, &texts->questions, &n, err))
        return false;
    texts->rows = arena_get_array(&texts->memory, n, sizeof *texts->rows);
    texts->are_several = arena_get_array(&texts->memory, n, sizeof *texts->are_several);
    for (size_t i = 0; i < n; i++) {
        bool is_new;
        map_put(&texts->qids, texts->questions[i].qid, NULL);
        size_t number = (size_t)map_put(&texts->numbers, bytes_trim(texts->questions[i].text), &is_new);
        texts->rows[number] = is_new ? &texts->questions[i] : texts->rows[number];
        texts->are_several[number] = !is_new;
    }
    texts->are_listed = true;
    return true;
}

bool question_texts_find(struct question_texts *texts, struct store *store, struct bytes text,
                         const struct question_row **question, bool *are_several, struct err *err)
{
    *question = NULL;
    *are_several = false;
    if (!list_texts(texts, store, err))
        return false;
    int64_t number = map_find(&texts->numbers, bytes_trim(text));
    if (number == MAP_ABSENT)
        return true;
    *question = texts->rows[number];
    *are_several = texts->are_several[number];
    return true;
}

bool question_texts_has_qid(struct question_texts *texts, struct store *store, struct bytes qid,
                            bool *is_there, struct err *err)
{
    if (!list_texts(texts, store, err))
        return false;
    *is_there = map_find(&texts->qids, qid) != MAP_ABSENT;
    return true;
}

void question_texts_release(struct question_texts *texts)
{
    map_release(&texts->qids);
    map_release(&texts->numbers);
    arena_release(&texts->memory);
    *texts = (struct question_texts){0};
}
