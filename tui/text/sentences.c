#include "tui/text/sentences.h"

#include "core/base/unicode.h"

#include <string.h>

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

static bool ends_sentence(struct bytes text, size_t start, size_t offset)
{
    char c = text.data[offset];
    if (c == '\n')
        return true;
    return (c == '.' || c == '?' || c == '!') && offset + 1 < text.size &&
           byte_is_white(text.data[offset + 1]) && !is_number(bytes_trim(bytes_slice(text, start, offset)));
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
