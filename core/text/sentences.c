#include "core/text/sentences.h"

#include "core/text/common_words.h"
#include "core/base/unicode.h"

#include <ctype.h>
#include <string.h>
#include <unictype.h>

/* In scripts without blanks, 。 ！ ？ end a sentence without white space after them. */
static size_t wide_end(struct bytes text, size_t offset)
{
    static const char *const marks[] = {"。", "！", "？"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (bytes_starts_with(bytes_from(text, offset), marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* A number with a full stop, such as "18.", begins a sentence. */
static bool is_number(struct bytes text)
{
    size_t digits = 0;
    while (digits < text.size && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    return digits == text.size;
}

/* Abbreviations that hardly ever end a sentence, in any case of letters: Dr. Miller, vs. others. */
static const char *const abbreviations[] = {
    "approx", "apr", "aug",  "bspw", "bzgl", "bzw",  "ca",   "cf",  "dez",  "dipl", "dr", "eds",
    "evtl",   "ff",  "gem",  "ggf",  "hr",   "hrsg", "inkl", "mio", "mlle", "mme",  "mr", "mrd",
    "mrs",    "okt", "prof", "resp", "sept", "sog",  "st",   "str", "urt",  "vgl",  "vs", "zzgl",
};

/* These, and single letters, may end a sentence: they do if the next word is one that begins sentences. */
static const char *const of_firms[] = {"co", "corp", "inc", "ltd"};

/* These are abbreviations only before a number; elsewhere they may be words: Art. 5, No. 8. */
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

/* "The", "It", "Then": a very common word with a capital letter and at least two letters. */
static bool begins_as_sentences_do(struct bytes text)
{
    enum { WORD_SIZE_MAX = 16 };
    char word[WORD_SIZE_MAX];
    size_t size = 0;
    for (; size < text.size && size < WORD_SIZE_MAX && isalpha((unsigned char)text.data[size]); size++)
        word[size] = byte_in_small(text.data[size]);
    return size > 1 && size < WORD_SIZE_MAX && isupper((unsigned char)text.data[0]) &&
           common_words_have((struct bytes){.data = word, .size = size});
}

/* `rest` is what follows on the line. A single letter is an initial, or part of "i. V. m.". */
static bool is_abbreviation(struct bytes word, struct bytes rest)
{
    char32_t code, next = 0;
    bool is_letter = word.size > 0 && unicode_decode(word, 0, &code) == word.size;
    if (rest.size > 0)
        (void)unicode_decode(rest, 0, &next);
    if (is_letter || is_one_of(word, of_firms, sizeof of_firms / sizeof *of_firms))
        return (!is_letter || uc_is_alpha(code)) && !begins_as_sentences_do(rest);
    return is_one_of(word, abbreviations, sizeof abbreviations / sizeof *abbreviations) ||
           (uc_is_digit(next) &&
            is_one_of(word, before_numbers, sizeof before_numbers / sizeof *before_numbers));
}

/* Returns the letters and digits before `offset`, including all bytes outside ASCII. */
static struct bytes word_before(struct bytes text, size_t start, size_t offset)
{
    size_t first = offset;
    while (first > start &&
           (isalnum((unsigned char)text.data[first - 1]) || (unsigned char)text.data[first - 1] > 0x7f))
        first--;
    return bytes_slice(text, first, offset);
}

/* Returns the text after the blanks; it may begin with the line end. */
static struct bytes rest_of_line(struct bytes text, size_t offset)
{
    while (offset < text.size && (text.data[offset] == ' ' || text.data[offset] == '\t'))
        offset++;
    return bytes_from(text, offset);
}

static bool begins_small(struct bytes text)
{
    char32_t code = 0;
    if (text.size > 0)
        (void)unicode_decode(text, 0, &code);
    return uc_is_lower(code);
}

/*
 * A full stop after an abbreviation ends no sentence. Nor does one before a lower-case letter, unless the sentence
 * itself begins with a lower-case letter. `first` is where the sentence begins, after blanks.
 */
static bool is_inside(struct bytes text, size_t first, size_t offset)
{
    if (is_number(bytes_trim(bytes_slice(text, first, offset))))
        return true;
    struct bytes rest = rest_of_line(text, offset + 1);
    return text.data[offset] == '.' &&
           ((begins_small(rest) && !begins_small(bytes_slice(text, first, offset))) ||
            is_abbreviation(word_before(text, first, offset), rest));
}

static bool ends_sentence(struct bytes text, size_t first, size_t offset)
{
    char c = text.data[offset];
    if (c == '\n')
        return true;
    return (c == '.' || c == '?' || c == '!') && offset + 1 < text.size &&
           byte_is_white(text.data[offset + 1]) && !is_inside(text, first, offset);
}

size_t sentence_end(struct bytes text, size_t start)
{
    size_t first = start;
    while (first < text.size &&
           (text.data[first] == ' ' || text.data[first] == '\t' || text.data[first] == '\r'))
        first++;
    for (size_t offset = first; offset < text.size; offset++) {
        if (ends_sentence(text, first, offset))
            return offset + 1;
        size_t wide = (unsigned char)text.data[offset] > 0x7f ? wide_end(text, offset) : 0;
        if (wide > 0)
            return offset + wide;
    }
    return text.size;
}

/* Returns the place after the last blank of the part, or, without blanks, the end of its last whole character. */
static size_t part_end(struct bytes text, size_t start, size_t end)
{
    size_t blank = end;
    while (blank > start && !byte_is_white(text.data[blank - 1]))
        blank--;
    return blank > start ? blank : start + unicode_whole(bytes_slice(text, start, end));
}

/* Returns where the sentence that begins at `start` ends, or the part of a long sentence. */
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
