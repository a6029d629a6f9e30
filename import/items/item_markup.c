#include "import/items/item_markup.h"

#include "core/markup/entity.h"
#include "core/markup/html_tokens.h"

#include <string.h>

static bool is_name_byte(char byte)
{
    char lower = (char)(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

/*
 * An opening bracket without a closing one within this distance is not a tag. Otherwise the closing one would be
 * searched again and again.
 */
enum { TAG_SIZE_MAX = 4096 };

/* Reads the tag whose bracket is at the index. */
static bool read_tag(struct bytes text, size_t at, struct markup_tag *tag)
{
    size_t name = at + 1;
    bool is_closing = name < text.size && text.data[name] == '/';
    name += is_closing;
    size_t behind = name;
    if (text.size - at > TAG_SIZE_MAX)
        text.size = at + TAG_SIZE_MAX;
    while (behind < text.size && is_name_byte(text.data[behind]))
        behind++;
    const char *bracket = memchr(text.data + behind, '>', text.size - behind);
    if (behind == name || bracket == NULL || memchr(" \t\r\n/>", text.data[behind], 6) == NULL)
        return false;
    *tag = (struct markup_tag){.name = bytes_slice(text, name, behind),
                               .rest = bytes_slice(text, behind, (size_t)(bracket - text.data)),
                               .is_closing = is_closing,
                               .begin = text.data + at,
                               .end = bracket + 1};
    return true;
}

bool markup_find_tag(struct bytes text, struct markup_tag *tag)
{
    const char *bracket;
    size_t from = 0;
    while (from < text.size && (bracket = memchr(text.data + from, '<', text.size - from)) != NULL) {
        size_t at = (size_t)(bracket - text.data);
        if (read_tag(text, at, tag))
            return true;
        from = at + 1;
    }
    return false;
}

static struct bytes behind_tag(struct bytes text, const struct markup_tag *tag)
{
    return bytes_from(text, (size_t)(tag->end - text.data));
}

bool markup_find(struct bytes text, const char *name, bool is_closing, struct markup_tag *tag)
{
    while (markup_find_tag(text, tag)) {
        if (tag->is_closing == is_closing && bytes_equal_ignoring_case(tag->name, bytes_of(name)))
            return true;
        text = behind_tag(text, tag);
    }
    return false;
}

struct bytes markup_attribute(const struct markup_tag *tag, const char *name)
{
    struct bytes rest = tag->rest;
    struct bytes key;
    struct bytes value = {0};
    while (bytes_split(rest, '=', &key, &rest)) {
        char mark = rest.size > 0 ? rest.data[0] : '\0';
        if ((mark != '"' && mark != '\'') || !bytes_split(bytes_from(rest, 1), mark, &value, &rest))
            return (struct bytes){0};
        if (bytes_equal_ignoring_case(bytes_trim(key), bytes_of(name)))
            return value;
    }
    return (struct bytes){0};
}

bool markup_between(struct bytes text, const struct markup_tag *tag, struct bytes *inside)
{
    struct markup_tag closing;
    struct bytes rest = behind_tag(text, tag);
    while (markup_find_tag(rest, &closing)) {
        if (closing.is_closing && bytes_equal_ignoring_case(closing.name, tag->name)) {
            *inside = (struct bytes){.data = tag->end, .size = (size_t)(closing.begin - tag->end)};
            return true;
        }
        rest = behind_tag(rest, &closing);
    }
    return false;
}

/* --- Plain text ----------------------------------------------------------- */

/* Adds text with white space as one blank, and none at the beginning. */
static void add_plain(struct buffer *plain, struct bytes characters)
{
    for (size_t i = 0; i < characters.size; i++) {
        if (!byte_is_white(characters.data[i]))
            buffer_add_byte(plain, characters.data[i]);
        else if (plain->size > 0 && plain->data[plain->size - 1] != ' ')
            buffer_add_byte(plain, ' ');
    }
}

static void add_reference(struct buffer *plain, struct bytes reference)
{
    struct buffer character = {0};
    entity_add(&character, reference);
    bool is_blank = bytes_equal(buffer_bytes(&character), bytes_of("\u00a0"));
    add_plain(plain, is_blank ? bytes_of(" ") : buffer_bytes(&character));
    buffer_release(&character);
}

struct bytes markup_plain(struct bytes text, struct arena *arena)
{
    struct buffer plain = {0};
    struct markup_tag tag;
    for (size_t at = 0, end; at < text.size; at = end) {
        end = text.data[at] == '&' ? html_reference_end(text, at) : 0;
        if (end > 0) {
            add_reference(&plain, bytes_slice(text, at, end));
        } else if (text.data[at] == '<' && read_tag(text, at, &tag)) {
            end = (size_t)(tag.end - text.data);
        } else {
            for (end = at + 1; end < text.size && text.data[end] != '&' && text.data[end] != '<';)
                end++;
            add_plain(&plain, bytes_slice(text, at, end));
        }
    }
    struct bytes copy = arena_copy(arena, bytes_trim(buffer_bytes(&plain)));
    buffer_release(&plain);
    return copy;
}
