#include "core/text/cjk.h"

#include "core/base/unicode.h"

#include <string.h>
#include <unictype.h>

enum {
    FIRST_LEAD = 0xe1, /* the first byte of U+1100; no such letter is below that */
    JAMO_BEGIN = 0x1100,
    JAMO_END = 0x1200,
    RADICALS_BEGIN = 0x2e80, /* between JAMO_END and here there is no such letter, but much punctuation */
};

/* 〆, ー and the voicing marks, which Unicode assigns to no single script. */
static bool is_shared(char32_t code)
{
    static const char32_t shared[] = {0x3006, 0x3099, 0x309a, 0x30fc, 0xff70, 0xff9e, 0xff9f};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (code == shared[i])
            return true;
    return false;
}

/* Letters and numbers of the five scripts. */
static bool is_of_script(char32_t code)
{
    static const char *const names[] = {"Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"};
    const uc_script_t *script = uc_script(code);
    if (script == NULL || !uc_is_general_category_withtable(code, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(script->name, names[i]) == 0)
            return true;
    return false;
}

bool cjk_is_letter(char32_t code)
{
    return code >= JAMO_BEGIN && (code < JAMO_END || code >= RADICALS_BEGIN) &&
           (is_of_script(code) || is_shared(code));
}

static bool is_letter_at(struct bytes text, size_t offset, size_t *size)
{
    char32_t code;
    *size = 1;
    if ((unsigned char)text.data[offset] < FIRST_LEAD)
        return false;
    *size = unicode_decode(text, offset, &code);
    return cjk_is_letter(code);
}

struct bytes cjk_find_run(struct bytes text, size_t offset)
{
    size_t size;
    while (offset < text.size && !is_letter_at(text, offset, &size))
        offset += size;
    size_t end = offset;
    while (end < text.size && is_letter_at(text, end, &size))
        end += size;
    return bytes_slice(text, offset, end);
}

bool cjk_next_bigram(struct bytes run, size_t *offset, struct bytes *bigram)
{
    char32_t code;
    if (*offset == run.size)
        return false;
    size_t second = *offset + unicode_decode(run, *offset, &code);
    if (second == run.size && *offset > 0)
        return false;
    size_t end = second < run.size ? second + unicode_decode(run, second, &code) : second;
    *bigram = bytes_slice(run, *offset, end);
    *offset = second;
    return true;
}
