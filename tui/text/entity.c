/*
 * References by number are worked out; those by name stand in a table that is looked through from its beginning,
 * since a document has few. Hyphens and joiners that are never seen stand for nothing.
 */
#include "tui/text/entity.h"

#include "core/base/unicode.h"

static const struct {
    const char *name;
    const char *text;
} names[] = {
    {"amp", "&"},    {"lt", "<"},     {"gt", ">"},     {"quot", "\""},  {"apos", "'"},   {"nbsp", "\u00a0"},
    {"copy", "©"},   {"reg", "®"},    {"trade", "™"},  {"sect", "§"},   {"para", "¶"},   {"deg", "°"},
    {"plusmn", "±"}, {"times", "×"},  {"divide", "÷"}, {"micro", "µ"},  {"middot", "·"}, {"bull", "•"},
    {"hellip", "…"}, {"ndash", "–"},  {"mdash", "—"},  {"lsquo", "‘"},  {"rsquo", "’"},  {"ldquo", "“"},
    {"rdquo", "”"},  {"sbquo", "‚"},  {"bdquo", "„"},  {"laquo", "«"},  {"raquo", "»"},  {"larr", "←"},
    {"uarr", "↑"},   {"rarr", "→"},   {"darr", "↓"},   {"le", "≤"},     {"ge", "≥"},     {"ne", "≠"},
    {"frac12", "½"}, {"frac14", "¼"}, {"frac34", "¾"}, {"euro", "€"},   {"pound", "£"},  {"yen", "¥"},
    {"cent", "¢"},   {"auml", "ä"},   {"ouml", "ö"},   {"uuml", "ü"},   {"Auml", "Ä"},   {"Ouml", "Ö"},
    {"Uuml", "Ü"},   {"szlig", "ß"},  {"eacute", "é"}, {"egrave", "è"}, {"agrave", "à"}, {"ccedil", "ç"},
    {"iquest", "¿"}, {"ntilde", "ñ"}, {"shy", ""},     {"zwnj", ""},    {"zwj", ""},
};

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

static bool is_control(char32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

/* `digits`, not empty, in this base. */
static void add_numeric_reference(struct buffer *buffer, struct bytes digits, int base)
{
    char32_t code = 0;
    for (size_t i = 0; i < digits.size && code <= 0x10ffff; i++)
        code = code * (char32_t)base + (char32_t)digit_value(digits.data[i]);
    bool is_none = code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    unicode_add_code(buffer, is_none ? UNICODE_REPLACEMENT : is_control(code) ? ' ' : code);
}

void entity_add(struct buffer *buffer, struct bytes reference)
{
    struct bytes name = bytes_slice(reference, 1, reference.size - 1);
    if (bytes_starts_with(name, "#x") || bytes_starts_with(name, "#X")) {
        add_numeric_reference(buffer, bytes_from(name, 2), 16);
        return;
    }
    if (bytes_starts_with(name, "#")) {
        add_numeric_reference(buffer, bytes_from(name, 1), 10);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (bytes_equal(name, bytes_of(names[i].name))) {
            buffer_add_string(buffer, names[i].text);
            return;
        }
    }
    buffer_add(buffer, reference);
}
