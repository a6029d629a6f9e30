#include "tui/text/sentences.h"

#include "core/base/unicode.h"

#include <ctype.h>
#include <string.h>
#include <unictype.h>

/* Of scripts that write no blanks: 。 ！ ？ end a sentence where they stand. */
static size_t wide_end(struct bytes text, size_t offset)
{
    static const char *const marks[] = {"。", "！", "？"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (bytes_starts_with(bytes_from(text, offset), marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* "18." begins a sentence. */
static bool is_number(struct bytes text)
{
    size_t digits = 0;
    while (digits < text.size && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    return digits == text.size;
}

/* That hardly ever end a sentence, in any case of letters: Dr. Miller, Jones Inc. and others. */
static const char *const abbreviations[] = {
    "approx", "apr",  "aug",  "bspw", "bzgl", "bzw", "ca",  "cf",  "co",  "corp",
    "dez",    "dipl", "dr",   "eds",  "evtl", "ff",  "gem", "ggf", "hr",  "hrsg",
    "inc",    "inkl", "ltd",  "mio",  "mlle", "mme", "mr",  "mrd", "mrs", "okt",
    "prof",   "resp", "sept", "sog",  "st",   "str", "urt", "vgl", "vs",  "zzgl",
};

/* The same before a number, where they are no words of their own: Art. 5, No. 8. */
static const char *const before_numbers[] = {
    "abs",  "abschn", "anm", "art", "arts", "az",   "bd",  "cap", "ch",  "cl",
    "fig",  "figs",   "kap", "max", "min",  "no",   "nos", "nr",  "nrn", "par",
    "para", "pp",     "rn",  "rz",  "sec",  "sect", "tab", "tel", "vol", "ziff",
};

static bool is_one_of(struct bytes word, const char *const words[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes_equal_ignoring_case(word, bytes_of(words[i])))
            return true;
    return false;
}

/* `next`: what follows on the line. A single letter is an initial, or of "i. V. m.". */
static bool is_abbreviation(struct bytes word, char32_t next)
{
    char32_t code;
    if (word.size > 0 && unicode_decode(word, 0, &code) == word.size)
        return uc_is_alpha(code);
    return is_one_of(word, abbreviations, sizeof abbreviations / sizeof *abbreviations) ||
           (uc_is_digit(next) &&
            is_one_of(word, before_numbers, sizeof before_numbers / sizeof *before_numbers));
}

/* The letters and digits before `offset`, and what is no ASCII. */
static struct bytes word_before(struct bytes text, size_t start, size_t offset)
{
    size_t first = offset;
    while (first > start &&
           (isalnum((unsigned char)text.data[first - 1]) || (unsigned char)text.data[first - 1] > 0x7f))
        first--;
    return bytes_slice(text, first, offset);
}

static char32_t next_on_line(struct bytes text, size_t offset)
{
    char32_t code = '\n';
    while (offset < text.size && (text.data[offset] == ' ' || text.data[offset] == '\t'))
        offset++;
    if (offset < text.size)
        (void)unicode_decode(text, offset, &code);
    return code;
}

/* Who begins sentences with small letters ends them before small letters, too. */
static bool begins_small(struct bytes text, size_t start, size_t offset)
{
    char32_t code = 0;
    struct bytes begun = bytes_trim(bytes_slice(text, start, offset));
    if (begun.size > 0)
        (void)unicode_decode(begun, 0, &code);
    return uc_is_lower(code);
}

/* A stop behind what is shortened, or before a small letter, ends none. */
static bool is_inside(struct bytes text, size_t start, size_t offset)
{
    if (is_number(bytes_trim(bytes_slice(text, start, offset))))
        return true;
    char32_t next = next_on_line(text, offset + 1);
    return text.data[offset] == '.' && ((uc_is_lower(next) && !begins_small(text, start, offset)) ||
                                        is_abbreviation(word_before(text, start, offset), next));
}

static bool ends_sentence(struct bytes text, size_t start, size_t offset)
{
    char c = text.data[offset];
    if (c == '\n')
        return true;
    return (c == '.' || c == '?' || c == '!') && offset + 1 < text.size &&
           byte_is_white(text.data[offset + 1]) && !is_inside(text, start, offset);
}

size_t sentence_end(struct bytes text, size_t start)
{
    for (size_t offset = start; offset < text.size; offset++) {
        if (ends_sentence(text, start, offset))
            return offset + 1;
        size_t wide = (unsigned char)text.data[offset] > 0x7f ? wide_end(text, offset) : 0;
        if (wide > 0)
            return offset + wide;
    }
    return text.size;
}

/* Behind the last blank of the part, or where a character of it ends. */
static size_t part_end(struct bytes text, size_t start, size_t end)
{
    size_t blank = end;
    while (blank > start && !byte_is_white(text.data[blank - 1]))
        blank--;
    return blank > start ? blank : start + unicode_whole(bytes_slice(text, start, end));
}

/* Where the sentence, or the part of a long one, that begins at `start` ends. */
static size_t piece_end(struct bytes text, size_t start)
{
    size_t limit = text.size - start > SENTENCE_SIZE_MAX ? start + SENTENCE_SIZE_MAX : text.size;
    size_t end = sentence_end(bytes_slice(text, 0, limit), start);
    return end < limit || limit == text.size ? end : part_end(text, start, limit);
}

static struct sentence trim(struct bytes text, size_t start, size_t end)
{
    while (start < end && byte_is_white(text.data[start]))
        start++;
    while (end > start && byte_is_white(text.data[end - 1]))
        end--;
    return (struct sentence){start, end};
}

bool sentence_at(struct bytes text, size_t offset, struct sentence *sentence)
{
    offset = offset < text.size ? offset : text.size;
    for (size_t start = bytes_line_start(text, offset), end; start < text.size; start = end) {
        end = piece_end(text, start);
        *sentence = trim(text, start, end);
        if (sentence->end > offset && sentence->end > sentence->start)
            return true;
    }
    return false;
}

bool sentence_before(struct bytes text, size_t offset, struct sentence *sentence)
{
    bool found = false;
    size_t line = offset < text.size ? offset : text.size;
    while (!found && line > 0) {
        size_t line_end = line;
        line = bytes_line_start(text, line - 1);
        for (size_t start = line, end; start < line_end; start = end) {
            end = piece_end(text, start);
            struct sentence piece = trim(text, start, end);
            if (piece.end > piece.start && piece.end <= offset) {
                *sentence = piece;
                found = true;
            }
        }
    }
    return found;
}
