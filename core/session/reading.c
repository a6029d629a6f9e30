#include "core/session/reading.h"

void reading_release(struct question_reading *reading)
{
    arena_release(&reading->arena);
    *reading = (struct question_reading){0};
}

static bool was_read(const struct question_reading *reading, int64_t ballot_id, int64_t candidate_id,
                     int64_t text_version)
{
    for (size_t i = 0; i < reading->n; i++)
        if (reading->documents[i].ballot_id != ballot_id &&
            reading->documents[i].candidate_id == candidate_id &&
            reading->documents[i].text_version == text_version)
            return true;
    return false;
}

/* Returns whether the documents of one ballot were shown long enough for those that had not been read before. */
static bool were_read(const struct question_reading *reading, const struct seen_document *documents, size_t n)
{
    int64_t bytes = 0, shown_ms = documents->before_ms;
    if (documents->elapsed_ms <= 0)
        return true;
    if (documents->elapsed_ms > shown_ms)
        shown_ms = documents->elapsed_ms;
    for (size_t i = 0; i < n; i++)
        if (!was_read(reading, documents[i].ballot_id, documents[i].candidate_id, documents[i].text_version))
            bytes += documents[i].size < READING_BYTES_MAX ? documents[i].size : READING_BYTES_MAX;
    return shown_ms * READING_BYTES_PER_SECOND >= bytes * 1000;
}

static void add_ballot(struct question_reading *reading, const struct seen_document *documents, size_t n)
{
    if (!were_read(reading, documents, n))
        return;
    for (size_t i = 0; i < n; i++)
        ARENA_PUSH(&reading->arena, reading->documents, reading->n) = documents[i];
}

void reading_take_question(struct question_reading *reading, int64_t question_id,
                           const struct seen_document *seen, size_t n)
{
    size_t end;
    reading_release(reading);
    reading->question_id = question_id;
    for (size_t begin = 0; begin < n; begin = end) {
        for (end = begin; end < n && seen[end].ballot_id == seen[begin].ballot_id;)
            end++;
        add_ballot(reading, seen + begin, end - begin);
    }
}

void reading_add(struct question_reading *reading, const struct ballot *ballot, int64_t elapsed_ms)
{
    struct seen_document documents[BALLOT_SIZE_MAX];
    for (size_t i = 0; i < ballot->n_slots; i++)
        documents[i] = (struct seen_document){
            .ballot_id = ballot->ballot_id,
            .candidate_id = ballot->documents[i].candidate_id,
            .text_version = ballot->documents[i].text_version,
            .size = (int64_t)ballot->documents[i].text.size,
            .elapsed_ms = elapsed_ms,
            .before_ms = ballot->before_ms,
        };
    add_ballot(reading, documents, ballot->n_slots);
}

void reading_forget(struct question_reading *reading, int64_t ballot_id)
{
    size_t n = 0;
    for (size_t i = 0; i < reading->n; i++)
        if (reading->documents[i].ballot_id != ballot_id)
            reading->documents[n++] = reading->documents[i];
    reading->n = n;
}

void reading_mark(const struct question_reading *reading, struct ballot *ballot)
{
    for (size_t i = 0; i < ballot->n_slots; i++)
        ballot->documents[i].was_read =
            was_read(reading, ballot->ballot_id, ballot->documents[i].candidate_id,
                     ballot->documents[i].text_version);
}
