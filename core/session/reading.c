#include "core/session/reading.h"

#include "core/store/answers.h"

void reading_release(struct question_reading *reading)
{
    arena_release(&reading->arena);
    *reading = (struct question_reading){0};
}

bool reading_take_question(struct question_reading *reading, struct store *store, int64_t annotator_id,
                           int64_t question_id, struct err *err)
{
    reading_release(reading);
    if (!store_list_read_documents(store, annotator_id, question_id, &reading->arena, &reading->documents,
                                   &reading->n, err)) {
        reading_release(reading);
        return false;
    }
    reading->question_id = question_id;
    return true;
}

void reading_add(struct question_reading *reading, const struct ballot *ballot)
{
    for (size_t i = 0; i < ballot->n_slots; i++) {
        struct bytes docid = arena_copy(&reading->arena, ballot->documents[i].docid);
        ARENA_PUSH(&reading->arena, reading->documents, reading->n) =
            (struct read_document){ballot->ballot_id, docid};
    }
}

void reading_forget(struct question_reading *reading, int64_t ballot_id)
{
    size_t n = 0;
    for (size_t i = 0; i < reading->n; i++)
        if (reading->documents[i].ballot_id != ballot_id)
            reading->documents[n++] = reading->documents[i];
    reading->n = n;
}

static bool was_read(const struct question_reading *reading, int64_t ballot_id, struct bytes docid)
{
    for (size_t i = 0; i < reading->n; i++)
        if (reading->documents[i].ballot_id != ballot_id && bytes_equal(reading->documents[i].docid, docid))
            return true;
    return false;
}

void reading_mark(const struct question_reading *reading, struct ballot *ballot)
{
    for (size_t i = 0; i < ballot->n_slots; i++)
        ballot->documents[i].was_read = was_read(reading, ballot->ballot_id, ballot->documents[i].docid);
}
