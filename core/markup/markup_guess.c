#include "core/markup/markup_guess.h"

#include "core/markup/emphasis.h"
#include "core/markup/html_tokens.h"
#include "core/markup/markdown_detect.h"

enum { LOOKED_AT_SIZE = 64 * 1024, ENOUGH = 2 };

/* Tags that are used only in HTML. */
static bool is_block_name(struct bytes name)
{
    static const char *const names[] = {"html", "body", "head", "p",          "div",     "h1",      "h2",
                                        "h3",   "h4",   "h5",   "h6",         "ul",      "ol",      "li",
                                        "dl",   "dd",   "dt",   "table",      "tr",      "td",      "th",
                                        "pre",  "br",   "main", "blockquote", "section", "article", "header"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(names[i])))
            return true;
    return false;
}

static bool is_break(struct bytes name)
{
    return bytes_equal_ignoring_case(name, bytes_of("br"));
}

static bool begins_as_html(struct bytes text)
{
    static const char declaration[] = "<!doctype html";
    struct html_token token;
    size_t offset = 0;
    struct bytes beginning =
        bytes_slice(text, 0, text.size < sizeof declaration - 1 ? text.size : sizeof declaration - 1);
    if (bytes_equal_ignoring_case(beginning, bytes_of(declaration)))
        return true;
    return text.size > 0 && text.data[0] == '<' && html_next_token(text, &offset, &token) &&
           token.kind == HTML_BEGIN && is_block_name(token.name);
}

static bool has_tags(struct bytes text)
{
    struct html_token token;
    size_t offset = 0, signs = 0;
    while (signs < ENOUGH && html_next_token(text, &offset, &token))
        signs += (token.kind == HTML_END && is_block_name(token.name)) ||
                 (token.kind == HTML_BEGIN && is_break(token.name));
    return signs >= ENOUGH;
}

enum text_markup markup_guess(struct bytes text)
{
    struct bytes looked_at = bytes_skip_space(bytes_without_mark(text));
    looked_at.size = looked_at.size < LOOKED_AT_SIZE ? looked_at.size : LOOKED_AT_SIZE;
    if (begins_as_html(looked_at))
        return MARKUP_HTML;
    if (markdown_is_likely(text))
        return MARKUP_MARKDOWN;
    if (has_tags(looked_at))
        return MARKUP_HTML;
    return emphasis_is_in(looked_at) ? MARKUP_EMPHASIS : MARKUP_NONE;
}

enum text_markup markup_of(enum document_format format, struct bytes text)
{
    static const enum text_markup markups[] = {
        [FORMAT_MARKDOWN] = MARKUP_MARKDOWN, [FORMAT_HTML] = MARKUP_HTML, [FORMAT_PLAIN] = MARKUP_NONE};
    return format == FORMAT_AUTO ? markup_guess(text) : markups[format];
}
