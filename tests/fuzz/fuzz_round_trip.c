/*
 * A round trip: votes on documents and questions with any ids and texts, and with any note, are exported and imported
 * into a database without votes. They must be the same, byte for byte. The lines of the input are ids, texts and the
 * note.
 */
#include "core/base/arena.h"
#include "core/base/bug.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DOCUMENTS = 3 };

struct texts {
    const char *docids[DOCUMENTS], *qid, *text, *note;
};

static const char *take_line(struct arena *arena, struct bytes *rest)
{
    struct bytes line = {0};
    bytes_next_line(rest, &line);
    return arena_copy(arena, line).data;
}

static void add_object(struct buffer *lines, const char *const *names_and_values)
{
    cJSON *object = cJSON_CreateObject();
    for (; *names_and_values != NULL; names_and_values += 2)
        cJSON_AddStringToObject(object, names_and_values[0], names_and_values[1]);
    char *line = cJSON_PrintUnformatted(object);
    BUG_UNLESS(line != NULL);
    buffer_add_format(lines, "%s\n", line);
    free(line);
    cJSON_Delete(object);
}

/* Returns false if assay refuses the texts. */
static bool make_database(struct arena *arena, const struct texts *texts, const char *name,
                          const char **database)
{
    struct buffer documents = {0}, question = {0};
    for (size_t i = 0; i < DOCUMENTS; i++)
        add_object(&documents, (const char *const[]){"_id", texts->docids[i], "text", texts->text, NULL});
    add_object(&question, (const char *const[]){"_id", texts->qid, "text", texts->text, NULL});
    *database = arena_copy_string(arena, scratch_file(name, (struct bytes){0}));
    const char *documents_path = arena_copy_string(arena, scratch_file("d.jsonl", buffer_bytes(&documents)));
    const char *question_path = arena_copy_string(arena, scratch_file("q.jsonl", buffer_bytes(&question)));
    bool done =
        scratch_told(CALL("import", *database, "--documents", documents_path, "--questions", question_path));
    buffer_release(&documents);
    buffer_release(&question);
    return done;
}

/* Returns NULL if ids are not UTF-8: such ids cannot be written as JSON. */
static const char *export_votes(struct arena *arena, const char *database)
{
    struct called called = CALL("export", database, "votes");
    const char *votes = called.done ? arena_copy_string(arena, called.out) : NULL;
    scratch_told(called);
    return votes;
}

/* Imports a vote as another program would write it: the shown documents enter the pool. */
static bool vote(const struct texts *texts, const char *database)
{
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, "question", texts->qid);
    cJSON_AddItemToObject(line, "shown", cJSON_CreateStringArray(texts->docids, DOCUMENTS));
    cJSON_AddStringToObject(line, "chosen", texts->docids[1]);
    cJSON_AddStringToObject(line, "note", texts->note);
    char *printed = cJSON_PrintUnformatted(line);
    BUG_UNLESS(printed != NULL);
    const char *path = scratch_file("given.jsonl", bytes_of(printed));
    bool done = scratch_told(CALL("import", database, "--votes", path, "--annotator", "bob"));
    free(printed);
    cJSON_Delete(line);
    return done;
}

static void try_texts(struct arena *arena, const struct texts *texts)
{
    const char *from, *to;
    if (!make_database(arena, texts, "from.db", &from) || !vote(texts, from))
        return;
    const char *votes = export_votes(arena, from);
    if (votes == NULL)
        return;
    BUG_UNLESS(make_database(arena, texts, "to.db", &to));
    BUG_UNLESS(scratch_told(CALL("import", to, "--votes", scratch_file("votes.jsonl", bytes_of(votes)))));
    BUG_UNLESS(strcmp(export_votes(arena, to), votes) == 0);
    scratch_check(to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct texts texts;
    struct bytes rest = {.data = (const char *)data, .size = size};
    for (size_t i = 0; i < DOCUMENTS; i++)
        texts.docids[i] = take_line(&arena, &rest);
    texts.qid = take_line(&arena, &rest);
    texts.text = take_line(&arena, &rest);
    texts.note = take_line(&arena, &rest);
    try_texts(&arena, &texts);
    arena_release(&arena);
    return 0;
}
