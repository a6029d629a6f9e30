#include "live/sitting.h"

#include "core/base/moment.h"
#include "core/base/unicode.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"

struct sitting_reader {
    struct arena *arena;
    struct answered_sitting *sitting;
    /* names of other annotators with answers, without duplicates as long as it is short */
    struct buffer others;
    struct bytes last; /* the name added last */
};

enum { NAMES_SIZE_MAX = 200 };

/* Notes a name. Answers of one annotator usually follow each other. */
static void note_other(struct sitting_reader *reader, struct bytes name)
{
    if (bytes_equal(reader->last, name) || reader->others.size > NAMES_SIZE_MAX)
        return;
    reader->last = arena_copy(reader->arena, name);
    struct buffer listed = {0}, quoted = {0};
    buffer_add_format(&quoted, ", %.*s,", BYTES_FORMAT(name));
    buffer_add_format(&listed, ", %s,", buffer_string(&reader->others));
    if (strstr(buffer_string(&listed), buffer_string(&quoted)) == NULL)
        buffer_add_format(&reader->others, "%s%.*s", reader->others.size > 0 ? ", " : "", BYTES_FORMAT(name));
    buffer_release(&listed);
    buffer_release(&quoted);
}

static bool add_step(void *context, const struct answer_row *answer, struct err *err)
{
    struct sitting_reader *reader = context;
    struct arena *arena = reader->arena;
    (void)err;
    if (!bytes_equal(answer->annotator, reader->sitting->annotator)) {
        note_other(reader, answer->annotator);
        return true;
    }
    ARENA_PUSH(arena, reader->sitting->steps, reader->sitting->n) = (struct sitting_step){
        .answer_id = answer->answer_id,
        .given_at = answer->given_at,
        .is_timed = answer->is_timed,
        .elapsed_ms = answer->elapsed_ms,
        .position = answer->position,
        .skip = arena_copy(arena, answer->skip),
        .second = answer->second,
        .note = arena_copy(arena, answer->note),
        .reason = arena_copy(arena, answer->reason),
        .evidence = arena_copy(arena, answer->evidence.text),
        .control = arena_copy(arena, answer->control),
        .withdrawn_by = answer->is_withdrawn ? arena_copy(arena, answer->withdrawn_by) : (struct bytes){0},
    };
    return true;
}

bool answered_sitting_read(struct store *store, struct bytes annotator, struct arena *arena,
                           struct answered_sitting *sitting, struct err *err)
{
    struct sitting_reader reader = {.arena = arena, .sitting = sitting};
    *sitting = (struct answered_sitting){.annotator = arena_copy(arena, annotator)};
    bool read = store_visit_answers(store, add_step, &reader, err);
    if (read && sitting->n == 0)
        read = err_set(err, ERR_INPUT, "%s: '%.*s' has answered nothing; %s%s", store_path(store),
                       BYTES_FORMAT(annotator),
                       reader.others.size > 0 ? "there are answers of " : "nobody has answered yet",
                       buffer_string(&reader.others));
    buffer_release(&reader.others);
    return read;
}

/* --- Text --------------------------------------------------------------------------------------- */

void sitting_add_answer(const struct sitting_step *step, const struct seen_ballot *seen, struct buffer *text)
{
    if (step->skip.size > 0)
        buffer_add_format(text, "Skipped: %.*s", BYTES_FORMAT(step->skip));
    else if (step->position == VOTE_NONE)
        buffer_add_format(text, "Chose none of %zu", seen->ballot.n_slots);
    else
        buffer_add_format(text, "Chose %lld", (long long)step->position);
    if (second_tied(step->second) > 0)
        buffer_add_format(text, " and %d equally", second_tied(step->second));
    else if (step->second == SECOND_NONE)
        buffer_add_string(text, ", then none");
    else if (step->second != SECOND_ABSENT)
        buffer_add_format(text, ", then %lld", (long long)step->second);
    if (step->is_timed)
        buffer_add_format(text, " in %.1f s", (double)step->elapsed_ms / 1000);
    buffer_add_string(text, ", ");
    moment_add_for_people(text, step->given_at);
    if (step->control.size > 0)
        buffer_add_format(text, "; a check (%.*s), not a vote", BYTES_FORMAT(step->control));
    if (step->withdrawn_by.size > 0)
        buffer_add_format(text, "; undone (%.*s)", BYTES_FORMAT(step->withdrawn_by));
    buffer_add_byte(text, '.');
}

static void add_words(const char *what, struct bytes words, struct buffer *text)
{
    if (words.size == 0)
        return;
    buffer_add_format(text, "%s%s: ", text->size > 0 ? " " : "", what);
    unicode_add_visible(text, bytes_trim(words));
}

void sitting_add_words(const struct sitting_step *step, struct buffer *text)
{
    add_words("Reason", step->reason, text);
    add_words("Note", step->note, text);
    add_words("Evidence", step->evidence, text);
}

void sitting_add_versions(const struct seen_ballot *seen, struct buffer *text)
{
    size_t n = seen->has_earlier_question;
    if (seen->has_earlier_question)
        buffer_add_string(text, "the question");
    for (size_t i = 0; i < seen->ballot.n_slots; i++)
        if (seen->has_earlier_text[i])
            buffer_add_format(text, "%s%zu", n++ > 0 ? ", " : "", i + 1);
    if (n > 0)
        buffer_add_string(text, " as shown then; an import has replaced it since.");
}
