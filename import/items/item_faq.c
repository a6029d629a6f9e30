/*
 * Questions with their answers, as people write them: a line that begins with `Q:`, then one that begins with `A:`.
 * Lines with neither continue the part before. Each pair is a document with the question as its title, or, when read as
 * questions, a question. The id is made from the question.
 */
#include "import/items/id_recipe.h"
#include "import/items/item_reading.h"

/* Takes the name of a part off its line: "Q:", "Question:". */
static bool take_name(struct bytes *line, const char *const *names)
{
    for (; *names != NULL; names++) {
        const struct bytes name = bytes_of(*names);
        if (line->size >= name.size && bytes_equal_ignoring_case(bytes_slice(*line, 0, name.size), name)) {
            *line = bytes_trim(bytes_from(*line, name.size));
            return true;
        }
    }
    return false;
}

static const char *const question_names[] = {"Q:", "Question:", NULL};
static const char *const answer_names[] = {"A:", "Answer:", NULL};

static bool next_text(struct bytes *rest, struct bytes *line)
{
    while (bytes_next_line(rest, line)) {
        *line = bytes_trim(*line);
        if (line->size > 0)
            return true;
    }
    return false;
}

bool item_faq_recognise(const struct item_fields *fields, struct bytes content)
{
    struct bytes line;
    bool has_question = false;
    (void)fields;
    if (!next_text(&content, &line) || !take_name(&line, question_names))
        return false;
    while (next_text(&content, &line)) {
        if (take_name(&line, answer_names))
            return true;
        has_question = has_question || take_name(&line, question_names);
        if (has_question)
            return false;
    }
    return false;
}

static bool put_pair(struct item_reading *reading, const struct buffer *question, const struct buffer *answer,
                     struct bytes source, struct err *err)
{
    struct json_fields *object = json_fields_make();
    json_fields_add_text(object, "_id", id_make(buffer_bytes(question), ID_LENGTH_DEFAULT, &reading->arena));
    json_fields_add_text(object, "question", buffer_bytes(question));
    json_fields_add_text(object, "answer", buffer_bytes(answer));
    return item_reading_put_object(reading, object, source, err);
}

static void go_on(struct buffer *text, struct bytes line)
{
    if (text->size > 0 && line.size > 0)
        buffer_add_byte(text, '\n');
    buffer_add(text, line);
}

bool item_faq_read(struct item_reading *reading, struct err *err)
{
    struct buffer parts[2] = {{0}, {0}}; /* the question, the answer */
    struct bytes rest = reading->content, line, source = {0};
    struct buffer *part = &parts[0];
    bool worked = true;
    while (worked && next_text(&rest, &line)) {
        struct bytes text = line;
        bool begins = take_name(&text, question_names);
        if (begins && source.data != NULL)
            worked = put_pair(reading, &parts[0], &parts[1], source, err);
        if (begins) {
            source = line;
            buffer_clear(&parts[0]);
            buffer_clear(&parts[1]);
            part = &parts[0];
        } else if (take_name(&text, answer_names)) {
            part = &parts[1];
        }
        go_on(part, text);
        source.size = (size_t)(line.data + line.size - source.data);
        worked = worked && item_reading_check(reading, source, err);
    }
    worked = worked && put_pair(reading, &parts[0], &parts[1], source, err);
    buffer_release(&parts[0]);
    buffer_release(&parts[1]);
    return worked;
}
