#include "core/store/labelling/shown.h"

#include "core/base/memory.h"
#include "core/judge/ballot.h"

#include <stdlib.h>

/* Limits the memory; larger texts are read each time. */
enum { SIZE_MOST = 4 * 1024 * 1024 };

struct shown_documents {
    struct arena arena;
    int64_t question_id, question_number;
    struct bytes qid, question;
    struct ballot_document *documents;
    size_t n, size; /* documents, and the bytes of their texts */
};

void shown_free(struct shown_documents *shown)
{
    if (shown != NULL)
        arena_release(&shown->arena);
    free(shown);
}

static const struct ballot_document *find_document(const struct shown_documents *shown, int64_t candidate_id)
{
    for (size_t i = 0; i < shown->n; i++) {
        if (shown->documents[i].candidate_id == candidate_id)
            return &shown->documents[i];
    }
    return NULL;
}

static struct ballot_document copy_document(const struct ballot_document *document, struct arena *arena)
{
    return (struct ballot_document){.candidate_id = document->candidate_id,
                                    .text_version = document->text_version,
                                    .docid = arena_copy(arena, document->docid),
                                    .title = arena_copy(arena, document->title),
                                    .text = arena_copy(arena, document->text),
                                    .sources = arena_copy(arena, document->sources)};
}

static struct shown_documents *begin(const struct ballot *ballot)
{
    struct shown_documents *shown = memory_get_zeroed(1, sizeof *shown);
    shown->question_id = ballot->question_id;
    shown->question_number = ballot->question_number;
    shown->qid = arena_copy(&shown->arena, ballot->qid);
    shown->question = arena_copy(&shown->arena, ballot->question);
    return shown;
}

void shown_keep(struct shown_documents **out, const struct ballot *ballot)
{
    if (*out == NULL || (*out)->question_id != ballot->question_id) {
        shown_free(*out);
        *out = begin(ballot);
    }
    struct shown_documents *shown = *out;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const struct ballot_document *document = &ballot->documents[i];
        if (find_document(shown, document->candidate_id) != NULL ||
            shown->size + document->text.size > SIZE_MOST)
            continue;
        ARENA_PUSH(&shown->arena, shown->documents, shown->n) = copy_document(document, &shown->arena);
        shown->size += document->text.size;
    }
}

/* Returns the candidate at the position, or 0 if the ballot has none there. */
static int64_t candidate_at(const struct docket_ballot *dealt, size_t position)
{
    const int place = dealt->places[position - 1];
    return place > 0 ? dealt->choice.document_ids[place - 1] : 0;
}

bool shown_has(const struct shown_documents *shown, int64_t question_id, const struct docket_ballot *dealt)
{
    bool has = shown != NULL && shown->question_id == question_id;
    for (size_t position = 1; has && position <= BALLOT_SIZE_MAX && candidate_at(dealt, position) != 0;
         position++)
        has = find_document(shown, candidate_at(dealt, position)) != NULL;
    return has;
}

void shown_give(const struct shown_documents *shown, const struct docket_ballot *dealt, struct arena *arena,
                struct ballot *ballot)
{
    ballot->question_id = shown->question_id;
    ballot->question_number = shown->question_number;
    ballot->qid = arena_copy(arena, shown->qid);
    ballot->question = arena_copy(arena, shown->question);
    ballot->n_slots = 0;
    while (ballot->n_slots < BALLOT_SIZE_MAX && candidate_at(dealt, ballot->n_slots + 1) != 0) {
        const int64_t candidate_id = candidate_at(dealt, ballot->n_slots + 1);
        ballot->documents[ballot->n_slots++] = copy_document(find_document(shown, candidate_id), arena);
    }
}
