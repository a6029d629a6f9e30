/*
 * Three tables: the terminal types that lack characters, the substitutes for box-drawing characters, and the
 * substitutes for other signs. For a letter in none of them, the console gets the letter combined with those marks
 * for which Unicode has one code point; an ASCII terminal gets the letter without marks, or '?'.
 */
#include "tui/terminal/charset.h"

#include "core/base/unicode.h"

#include <uninorm.h>

/* Types with these beginnings. All other types count as modern terminals. */
static const struct {
    const char *beginning;
    enum charset charset;
} types[] = {
    {"linux", CHARSET_CONSOLE}, {"vt52", CHARSET_ASCII},   {"vt1", CHARSET_ASCII}, {"vt2", CHARSET_ASCII},
    {"vt3", CHARSET_ASCII},     {"vt4", CHARSET_ASCII},    {"vt5", CHARSET_ASCII}, {"ansi", CHARSET_ASCII},
    {"pcansi", CHARSET_ASCII},  {"cons25", CHARSET_ASCII}, {"sun", CHARSET_ASCII}, {"wy", CHARSET_ASCII},
    {"tvi", CHARSET_ASCII},     {"hp", CHARSET_ASCII},     {"adm", CHARSET_ASCII},
};

enum charset charset_of(const char *terminal_type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (bytes_starts_with(bytes_of(terminal_type), types[i].beginning))
            return types[i].charset;
    return CHARSET_UNICODE;
}

enum { LINES_FIRST = 0x2500, LINES_COUNT = 128 };

/* The box-drawing block in the order of code points, with double lines in place of heavy ones. */
static const char16_t console_lines[LINES_COUNT + 1] = u"─═│║─═│║─═│║┌╔╔╔┐╗╗╗└╚╚╚┘╝╝╝├╠╠╠"
                                                       u"╠╠╠╠┤╣╣╣╣╣╣╣┬╦╦╦╦╦╦╦┴╩╩╩╩╩╩╩┼╬╬╬"
                                                       u"╬╬╬╬╬╬╬╬╬╬╬╬─═│║═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟"
                                                       u"╠╡╢╣╤╥╦╧╨╩╪╫╬┌┐┘└/\\X─│─│═║═║═║═║";

static const char ascii_lines[LINES_COUNT + 1] = "-=||-=||-=||++++++++++++++++++++"
                                                 "++++++++++++++++++++++++++++++++"
                                                 "++++++++++++-=||=|++++++++++++++"
                                                 "+++++++++++++++++/\\X-|-|=|=|=|=|";

/* The signs that the app draws and those most frequent in texts. Console 0: the console has the character. */
static const struct sign {
    char32_t code;
    char32_t console;
    char ascii;
} signs[] = {{U'▲', 0, '^'},      {U'▼', 0, 'v'},
             {U'◀', U'◄', '<'},   {U'▶', U'►', '>'},
             {U'◄', 0, '<'},      {U'►', 0, '>'},
             {U'▸', U'►', '>'},   {U'▾', U'▼', 'v'},
             {U'✓', U'√', '*'},   {U'✗', U'x', 'x'},
             {U'·', 0, '|'},      {U'…', U'~', '~'},
             {U'–', U'-', '-'},   {U'—', U'-', '-'},
             {U'−', U'-', '-'},   {U'“', U'"', '"'},
             {U'”', U'"', '"'},   {U'„', U'"', '"'},
             {U'‘', U'\'', '\''}, {U'’', U'\'', '\''},
             {U'⋯', U'~', '~'},   {U'⋮', U'~', '~'},
             {U'‚', U'\'', '\''}, {U'•', 0, '*'},
             {U'●', U'•', '*'},   {U'○', U'o', 'o'},
             {U'◦', U'o', 'o'},   {U'×', 0, 'x'},
             {U'↑', 0, '^'},      {U'↓', 0, 'v'},
             {U'←', 0, '<'},      {U'→', 0, '>'},
             {U'█', 0, '#'},      {U'▓', 0, '#'},
             {U'▒', 0, ':'},      {U'░', 0, '.'},
             {U'▁', U'_', '_'},   {U'▂', U'_', '_'},
             {U'▃', U'▄', '_'},   {U'▄', 0, '='},
             {U'▅', U'▄', '='},   {U'▆', U'█', '#'},
             {U'▇', U'█', '#'},   {U'▀', 0, '"'},
             {U'▉', U'█', '#'},   {U'▊', U'█', '#'},
             {U'▋', U'▌', '#'},   {U'▌', 0, '#'},
             {U'▍', U'▌', '|'},   {U'▎', U'│', '|'},
             {U'▏', U'│', '|'},   {U'▐', 0, '|'},
             {0xa0, U' ', ' '},   {U'≤', 0, '<'},
             {U'≥', 0, '>'},      {U'ß', 0, 's'},
             {U'æ', 0, 'a'},      {U'Æ', 0, 'A'},
             {U'ø', 0, 'o'},      {U'Ø', 0, 'O'},
             {U'œ', U'o', 'o'},   {U'Œ', U'O', 'O'},
             {U'ł', U'l', 'l'},   {U'Ł', U'L', 'L'},
             {U'đ', U'd', 'd'},   {U'Đ', U'D', 'D'},
             {U'ı', U'i', 'i'},   {U'€', 0, 'E'},
             {U'◌', U'o', 'o'},   {UNICODE_REPLACEMENT, U'?', '?'}};

static const struct sign *find_sign(char32_t code)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].code == code)
            return &signs[i];
    return NULL;
}

static bool is_line(char32_t code)
{
    return code >= LINES_FIRST && code < LINES_FIRST + LINES_COUNT;
}

/* The letter combined with its marks where Unicode has one code point for them; other marks are dropped. */
static char32_t compose_code(const struct glyph *glyph)
{
    ucs4_t code = glyph->codes[0];
    for (int i = 1; i < GLYPH_CODES_MAX && glyph->codes[i] != 0; i++) {
        ucs4_t both = uc_composition(code, glyph->codes[i]);
        if (both != 0)
            code = both;
    }
    return code;
}

static char32_t console_code(const struct glyph *glyph)
{
    char32_t code = compose_code(glyph);
    const struct sign *sign = find_sign(code);
    if (is_line(code))
        return console_lines[code - LINES_FIRST];
    return sign != NULL && sign->console != 0 ? sign->console : code;
}

/* The letter without its marks. */
static char32_t without_marks(char32_t code)
{
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    while (uc_canonical_decomposition(code, parts) > 0)
        code = parts[0];
    return code;
}

static char32_t ascii_code(char32_t code)
{
    const struct sign *sign = find_sign(code);
    if (is_line(code))
        return (unsigned char)ascii_lines[code - LINES_FIRST];
    if (sign != NULL)
        return (unsigned char)sign->ascii;
    code = without_marks(code);
    return code < 0x7f ? code : U'?';
}

struct glyph charset_glyph(enum charset charset, const struct glyph *glyph, int width)
{
    if (charset == CHARSET_UNICODE)
        return *glyph;
    if (width > 1)
        return (struct glyph){{U'?'}};
    if (charset == CHARSET_CONSOLE)
        return (struct glyph){{console_code(glyph)}};
    return (struct glyph){{ascii_code(glyph->codes[0])}};
}
