#include "import/fields/known_names.h"

#include "core/base/digest.h"
#include "core/base/unicode.h"
#include "core/store/id_size.h"

#include <string.h>

static const struct known_names nothing = {0};
static const struct known_names *the_names = &nothing;

void known_names_use(const struct known_names *names)
{
    the_names = names != NULL ? names : &nothing;
}

bool known_names_any(void)
{
    return the_names->has_document != NULL;
}

bool known_names_any_text(void)
{
    return the_names->find_document != NULL;
}

static bool has_white(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (byte_is_white(text.data[i]))
            return true;
    }
    return false;
}

struct bytes known_names_question(struct bytes name)
{
    struct bytes qid;
    return the_names->find_question != NULL && the_names->find_question(the_names->context, name, &qid)
               ? qid
               : name;
}

struct bytes id_without_blanks(struct bytes id, struct arena *arena)
{
    bool has_blank = false;
    for (size_t i = 0; i < id.size; i++) {
        if (byte_is_white(id.data[i]) && id.data[i] != ' ')
            return id;
        has_blank = has_blank || id.data[i] == ' ';
    }
    return has_blank && !unicode_has_control(id) ? id_written_out(id, arena) : id;
}

struct bytes id_written_out(struct bytes id, struct arena *arena)
{
    struct buffer out = {0};
    if (!has_white(id) && !unicode_has_control(id))
        return id;
    for (struct bytes rest = id, character; rest.size > 0; rest = bytes_from(rest, character.size)) {
        character = unicode_first(rest, 1);
        bool can_stand = !byte_is_white(character.data[0]) && !unicode_has_control(character);
        if (can_stand)
            buffer_add(&out, character);
        for (size_t i = 0; i < character.size && !can_stand; i++)
            buffer_add_format(&out, "%%%02X", (unsigned)(unsigned char)character.data[i]);
    }
    struct bytes copy = arena_copy(arena, buffer_bytes(&out));
    buffer_release(&out);
    return copy;
}

/*
 * Makes an id of a text. A long text is shortened to its beginning, followed by digits that distinguish it from others.
 */
static struct bytes name_text(struct bytes text, struct arena *arena)
{
    enum { LONG = 120, CHARACTERS = 40, DIGITS = 8 };
    char digits[DIGEST_HEX_SIZE];
    if (text.size <= LONG)
        return id_without_blanks(text, arena);
    digest_hex(text, digits);
    return bytes_of(arena_format(arena, "%.*s…%.*s",
                                 BYTES_FORMAT(id_written_out(unicode_first(text, CHARACTERS), arena)), DIGITS,
                                 digits));
}

/* The text behind "<1-hop>", which ragas writes before each context of a question that needs several. */
static struct bytes without_hop(struct bytes text)
{
    static const char hop[] = "-hop>";
    if (text.size == 0 || (text.data[0] != '<' && !byte_is_white(text.data[0])))
        return text;
    const struct bytes trimmed = bytes_skip_space(text);
    size_t at = 1;
    while (at < trimmed.size && trimmed.data[at] >= '0' && trimmed.data[at] <= '9')
        at++;
    return at > 1 && trimmed.data[0] == '<' && bytes_starts_with(bytes_from(trimmed, at), hop)
               ? bytes_skip_space(bytes_from(trimmed, at + sizeof hop - 1))
               : text;
}

struct bytes known_names_document(struct bytes name, struct arena *arena)
{
    struct bytes docid;
    name = without_hop(name);
    if (!has_white(name))
        return name;
    struct bytes id = name.size <= ID_SIZE_MAX ? id_without_blanks(name, arena) : name;
    if (id.data != name.data && known_names_has_id(id))
        return id;
    if (known_names_any_text() && the_names->find_document(the_names->context, name, true, &docid))
        return docid;
    return name_text(bytes_trim(name), arena);
}

bool known_names_has_id(struct bytes docid)
{
    return known_names_any() && the_names->has_document(the_names->context, docid);
}

bool known_names_has_text(struct bytes text)
{
    enum { WORDS_LEAST = 4 };
    struct bytes docid, word;
    size_t n_words = 0;
    text = without_hop(text);
    for (struct bytes rest = text; n_words < WORDS_LEAST && bytes_next_word(&rest, &word);)
        n_words++;
    return known_names_any_text() && n_words == WORDS_LEAST &&
           the_names->find_document(the_names->context, text, false, &docid);
}

static bool are_known_between(struct bytes cell, char separator)
{
    size_t n = 0;
    for (struct bytes part; cell.size > 0; n++) {
        if (!bytes_split(cell, separator, &part, &cell)) {
            part = cell;
            cell = (struct bytes){0};
        }
        if (!known_names_has_text(bytes_trim(part)))
            return false;
    }
    return n > 1;
}

char known_names_separator(struct bytes cell)
{
    static const char separators[] = "|;";
    for (const char *separator = separators; known_names_any_text() && *separator != '\0'; separator++) {
        if (memchr(cell.data, *separator, cell.size) != NULL && are_known_between(cell, *separator))
            return *separator;
    }
    return '\0';
}
