#include "core/markup/markdown_text.h"

#include "core/base/memory.h"
#include "core/base/system.h"
#include "core/markup/entity.h"

#include <md4c.h>
#include <string.h>

/* md4c calls these at the beginning and the end of each block and span. */
static int pass_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)type;
    (void)detail;
    (void)context;
    return 0;
}

static int pass_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)type;
    (void)detail;
    (void)context;
    return 0;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct bytes text = {data, size};
    switch (type) {
    case MD_TEXT_ENTITY:
        entity_add(context, text);
        break;
    case MD_TEXT_HTML: /* a tag */
        break;
    case MD_TEXT_NULLCHAR:
        buffer_add_string(context, "\ufffd");
        break;
    default:
        buffer_add_one_line(context, text);
    }
    return 0;
}

static struct bytes without_anchor(struct bytes heading)
{
    heading = bytes_trim(heading);
    const char *brace = heading.size > 0 ? memrchr(heading.data, '{', heading.size) : NULL;
    if (brace == NULL || !bytes_ends_with(heading, "}"))
        return heading;
    struct bytes anchor = bytes_from(heading, (size_t)(brace - heading.data));
    bool is_anchor = bytes_starts_with(anchor, "{#") || bytes_starts_with(anchor, "{:");
    return is_anchor ? bytes_trim(bytes_slice(heading, 0, heading.size - anchor.size)) : heading;
}

void markdown_add_heading_text(struct buffer *out, struct bytes heading)
{
    static const MD_PARSER parser = {
        .flags = MD_DIALECT_GITHUB,
        .enter_block = pass_block,
        .leave_block = pass_block,
        .enter_span = pass_span,
        .leave_span = pass_span,
        .text = add_text,
    };
    struct buffer line = {
        0}; /* parsed as a heading, so that a number at its beginning does not make a list */
    buffer_add_string(&line, "# ");
    buffer_add_one_line(&line, without_anchor(heading));
    if (md_parse(line.data, (MD_SIZE)line.size, &parser, out) != 0)
        memory_out(0);
    buffer_release(&line);
}
