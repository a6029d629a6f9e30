#include "faces/sitting_lines.h"

#include "core/base/unicode.h"
#include "faces/lines.h"
#include "faces/plain_documents.h"

static void add_line(struct buffer *out, void (*add)(const struct sitting_step *, struct buffer *),
                     const struct sitting_step *step)
{
    const size_t size = out->size;
    struct buffer text = {0};
    add(step, &text);
    buffer_add(out, buffer_bytes(&text));
    if (out->size > size)
        buffer_add_byte(out, '\n');
    buffer_release(&text);
}

static void add_step(struct buffer *out, const struct answered_sitting *sitting, size_t number,
                     const struct seen_ballot *seen, const struct sitting_view *view)
{
    const struct sitting_step *step = &sitting->steps[number];
    const struct plain_view plain = {.columns = view->columns, .shows_whole = true};
    const struct plain_source source = {.ballot = &seen->ballot,
                                        .format = view->format,
                                        .language = view->language};
    struct buffer versions = {0};
    bool leaves_out;
    buffer_add_format(out, "%sStep %zu of %zu. ", number > 0 ? "\n" : "", number + 1, sitting->n);
    sitting_add_answer(step, seen, out);
    buffer_add_byte(out, '\n');
    add_line(out, sitting_add_words, step);
    sitting_add_versions(seen, &versions);
    if (versions.size > 0)
        buffer_add_format(out, "%s\n", buffer_string(&versions));
    buffer_add_string(out, "Question: ");
    unicode_add_visible(out, seen->ballot.question);
    buffer_add_byte(out, '\n');
    plain_documents_add(out, source, plain, &leaves_out);
    buffer_release(&versions);
}

bool sitting_lines_run(struct store *store, const struct answered_sitting *sitting,
                       const struct sitting_view *view, FILE *out, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < sitting->n; i++) {
        struct arena arena = {0};
        struct buffer text = {0};
        struct seen_ballot seen;
        worked = store_read_seen_ballot(store, sitting->steps[i].answer_id, &arena, &seen, err);
        if (worked)
            add_step(&text, sitting, i, &seen, view);
        worked = worked && lines_write(out, &text, err);
        buffer_release(&text);
        arena_release(&arena);
    }
    return worked;
}
