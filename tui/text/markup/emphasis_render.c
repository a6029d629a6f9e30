#include "tui/text/markup/emphasis_render.h"

#include "core/markup/emphasis.h"
#include "core/markup/markdown_lines.h"

static void add(struct styled_text *styled, struct bytes line, size_t start, size_t end, enum style style,
                size_t source)
{
    styled_text_add(styled, bytes_slice(line, start, end), style, source + start);
}

static void add_line(struct styled_text *styled, struct bytes line, size_t source)
{
    struct emphasis emphasis;
    size_t done = 0;
    for (; !emphasis_is_off(line) && emphasis_next(line, done, &emphasis); done = emphasis.end) {
        add(styled, line, done, emphasis.start, STYLE_NORMAL, source);
        add(styled, line, emphasis.inner, emphasis.inner_end,
            emphasis.is_strong ? STYLE_STRONG : STYLE_EMPHASIS, source);
    }
    add(styled, line, done, line.size, STYLE_NORMAL, source);
}

void emphasis_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk)
{
    struct bytes none = {0};
    styled_text_begin_block(styled, WRAP_FLOWING, none, none);
    for (size_t start = 0; start < chunk->text.size;) {
        size_t line_start = start;
        struct bytes line = markdown_line(chunk->text, start, &start);
        add_line(styled, line, chunk->source + line_start);
        struct bytes end = bytes_slice(chunk->text, line_start + line.size, start);
        styled_text_add(styled, end, STYLE_NORMAL, chunk->source + line_start + line.size);
    }
    struct bytes seen = buffer_bytes(&styled->text);
    if (seen.size > 0 && seen.data[seen.size - 1] != '\n')
        styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}
