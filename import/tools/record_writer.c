#include "import/tools/record_writer.h"

#include "import/text/json_text.h"

void record_writer_begin(struct record_writer *writer, struct bytes content, struct buffer *out)
{
    *writer = (struct record_writer){
        .content = content, .out = out, .at = content.data, .line = 1, .written_line = 1};
    buffer_add_byte(out, '[');
}

void record_writer_end(struct record_writer *writer)
{
    buffer_add_string(writer->out, "]\n");
    arena_release(&writer->arena);
}

size_t record_writer_line(struct record_writer *writer, const char *place)
{
    for (; writer->at < place; writer->at++)
        writer->line += *writer->at == '\n';
    return writer->line;
}

/* Writes a separator and line feeds, so that the next record is on the line of its place. */
static void separate(struct record_writer *writer, const char *place)
{
    const size_t line = record_writer_line(writer, place);
    buffer_add_string(writer->out, writer->n++ > 0 ? "," : "");
    for (; writer->written_line < line; writer->written_line++)
        buffer_add_byte(writer->out, '\n');
}

void record_writer_whole(struct record_writer *writer, struct bytes object)
{
    separate(writer, object.data);
    buffer_add(writer->out, object);
    for (size_t i = 0; i < object.size; i++)
        writer->written_line += object.data[i] == '\n';
}

void record_writer_object(struct record_writer *writer, const char *place)
{
    separate(writer, place);
    buffer_add_byte(writer->out, '{');
}

void record_writer_member(struct record_writer *writer, struct bytes key, struct bytes value)
{
    const struct bytes written = buffer_bytes(writer->out);
    if (!bytes_ends_with(written, "{"))
        buffer_add_byte(writer->out, ',');
    buffer_add_byte(writer->out, '"');
    buffer_add(writer->out, key);
    buffer_add_string(writer->out, "\":");
    buffer_add(writer->out, value);
    for (size_t i = 0; i < value.size; i++)
        writer->written_line += value.data[i] == '\n';
}

void record_writer_open(struct record_writer *writer, const char *place, struct bytes question,
                        struct bytes document)
{
    separate(writer, place);
    buffer_add_string(writer->out, "{\"question\":");
    buffer_add(writer->out, question);
    buffer_add_string(writer->out, ",\"doc_id\":");
    buffer_add(writer->out, document);
}

void record_writer_field(struct record_writer *writer, const char *name, struct bytes value)
{
    buffer_add_byte(writer->out, ',');
    json_text_add(writer->out, bytes_of(name));
    buffer_add_byte(writer->out, ':');
    buffer_add(writer->out, value);
}

void record_writer_close(struct record_writer *writer)
{
    buffer_add_byte(writer->out, '}');
}

void record_writer_add(struct record_writer *writer, const char *place, struct bytes question,
                       struct bytes document, const char *name, struct bytes grade)
{
    record_writer_open(writer, place, question, document);
    if (grade.size > 0)
        record_writer_field(writer, name, grade);
    record_writer_close(writer);
}

struct bytes record_writer_text(struct record_writer *writer, struct bytes text)
{
    struct buffer json = {0};
    json_text_add(&json, text);
    struct bytes copy = arena_copy(&writer->arena, buffer_bytes(&json));
    buffer_release(&json);
    return copy;
}
