/*
 * A stream may deliver its text in any pieces. A possible beginning of a character or of a line end is held back until
 * more text, or the end, comes.
 */
#include "cli/shared/terminal_stream.h"

#include "core/base/memory.h"
#include "core/base/system.h"
#include "core/base/unicode.h"

#include <stdlib.h>

struct terminal_stream {
    FILE *terminal;
    bool ascii;
    struct working_line *working;
    struct buffer held;
};

static bool write_escaped(struct terminal_stream *stream, struct bytes text)
{
    struct buffer escaped = {0};
    if (text.size > 0)
        working_line_wipe(stream->working);
    unicode_add_escaped(&escaped, text, stream->ascii);
    bool written = fwrite(buffer_string(&escaped), 1, escaped.size, stream->terminal) == escaped.size &&
                   fflush(stream->terminal) == 0;
    buffer_release(&escaped);
    return written;
}

static size_t complete_size(struct bytes text)
{
    bool may_be_line_end = text.size > 0 && text.data[text.size - 1] == '\r';
    return may_be_line_end ? text.size - 1 : unicode_whole(text);
}

/* Returning 0 signals an error. */
static ssize_t write_stream(void *cookie, const char *data, size_t size)
{
    struct terminal_stream *stream = cookie;
    buffer_add(&stream->held, (struct bytes){.data = data, .size = size});
    struct buffer text = stream->held;
    size_t complete = complete_size(buffer_bytes(&text));
    stream->held = (struct buffer){0};
    buffer_add(&stream->held, bytes_from(buffer_bytes(&text), complete));
    bool written = write_escaped(stream, bytes_slice(buffer_bytes(&text), 0, complete));
    buffer_release(&text);
    return written ? (ssize_t)size : 0;
}

static int close_stream(void *cookie)
{
    struct terminal_stream *stream = cookie;
    bool written = write_escaped(stream, buffer_bytes(&stream->held));
    buffer_release(&stream->held);
    free(stream);
    return written ? 0 : EOF;
}

FILE *terminal_stream_open(FILE *terminal, bool ascii, struct working_line *working)
{
    struct terminal_stream *stream = memory_get(sizeof *stream);
    *stream = (struct terminal_stream){.terminal = terminal, .ascii = ascii, .working = working};
    FILE *opened = system_stream_open(stream, write_stream, close_stream);
    if (opened == NULL)
        memory_out(sizeof *stream);
    setvbuf(opened, NULL, _IOLBF, 0);
    return opened;
}
