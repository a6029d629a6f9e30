#include "import/items/item_markup.h"

#include <string.h>

static bool is_name_byte(char byte)
{
    char lower = (char)(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

/* A bracket whose other half is farther away is none of a tag: it would be looked for again and again. */
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

static const struct {
    const char *entity;
    char character;
} entities[] = {{"&amp;", '&'},   {"&lt;", '<'},   {"&gt;", '>'},  {"&quot;", '"'},
                {"&apos;", '\''}, {"&#39;", '\''}, {"&nbsp;", ' '}};

/* Takes one character off the text. */
static char next_character(struct bytes *text)
{
    for (size_t i = 0; text->data[0] == '&' && i < sizeof entities / sizeof *entities; i++) {
        if (bytes_starts_with(*text, entities[i].entity)) {
            *text = bytes_from(*text, strlen(entities[i].entity));
            return entities[i].character;
        }
    }
    char character = text->data[0];
    *text = bytes_from(*text, 1);
    return character;
}

struct bytes markup_plain(struct bytes text, struct arena *arena)
{
    char *plain = arena_get(arena, text.size + 1);
    size_t size = 0;
    struct markup_tag tag;
    while (text.size > 0) {
        if (text.data[0] == '<' && read_tag(text, 0, &tag)) {
            text = behind_tag(text, &tag);
            continue;
        }
        char character = next_character(&text);
        if (memchr(" \t\r\n", character, 4) == NULL)
            plain[size++] = character;
        else if (size > 0 && plain[size - 1] != ' ')
            plain[size++] = ' ';
    }
    return bytes_trim((struct bytes){.data = plain, .size = size});
}
