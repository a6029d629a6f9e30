/*
 * The page may not fetch or run anything. Nothing in it does, and its Content-Security-Policy forbids it to the
 * browser, too.
 */
#include "export/forms/page.h"

#include "export/forms/element.h"
#include "export/forms/markdown.h"
#include "export/forms/page_style.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const format_names[] = {[PAGE_HTML] = "html", [PAGE_MARKDOWN] = "markdown"};
const struct words page_format_words = WORDS_OF(format_names);

static bool is_html(const struct report_page *page)
{
    return page->format == PAGE_HTML;
}

/* --- The whole page --------------------------------------------------------------------------- */

static void add_head(struct buffer *out, struct bytes title)
{
    buffer_add_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                           "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                           "<meta name=\"color-scheme\" content=\"light dark\">\n");
    element_add(out, "title", title);
    buffer_add_string(out, "\n<style>\n");
    page_style_add(out);
    buffer_add_string(out, "</style>\n</head>\n<body>\n");
}

static void add_links(struct buffer *out, const struct page_section *sections, size_t n_sections)
{
    buffer_add_string(out, "<nav>");
    for (size_t i = 0; i < n_sections; i++) {
        element_begin(out, "a");
        element_attribute(out, "href", "#%s", sections[i].id);
        element_content(out);
        element_add_text(out, bytes_of(sections[i].title));
        buffer_add_string(out, i + 1 < n_sections ? "</a>\n" : "</a>");
    }
    buffer_add_string(out, "</nav>\n");
}

void page_begin(struct report_page *page, struct bytes title, struct bytes subtitle,
                const struct page_section *sections, size_t n_sections)
{
    struct buffer *out = page->out;
    if (is_html(page)) {
        add_head(out, title);
        buffer_add_string(out, "<header>\n");
        element_add(out, "h1", title);
        buffer_add_string(out, "\n");
        element_add(out, "p", subtitle);
        buffer_add_string(out, "\n");
        add_links(out, sections, n_sections);
        buffer_add_string(out, "</header>\n<main>\n");
    } else {
        buffer_add_string(out, "# ");
        markdown_add_text(out, title);
        buffer_add_string(out, "\n\n");
        markdown_add_text(out, subtitle);
        buffer_add_string(out, "\n");
    }
}

static void end_section(struct report_page *page)
{
    if (page->has_section && is_html(page))
        buffer_add_string(page->out, "</section>\n");
    page->has_section = false;
}

void page_end(struct report_page *page)
{
    end_section(page);
    if (is_html(page))
        buffer_add_string(page->out, "</main>\n</body>\n</html>\n");
}

void page_add_section(struct report_page *page, const struct page_section *section)
{
    end_section(page);
    page->has_section = true;
    if (is_html(page)) {
        element_begin(page->out, "section");
        element_attribute(page->out, "id", "%s", section->id);
        element_content(page->out);
        buffer_add_byte(page->out, '\n');
        element_add(page->out, "h2", bytes_of(section->title));
        buffer_add_byte(page->out, '\n');
    } else {
        buffer_add_format(page->out, "\n## %s\n", section->title);
    }
}

/* --- Sentences ------------------------------------------------------------ */

void page_add_heading(struct report_page *page, struct bytes name, struct bytes text)
{
    struct buffer *out = page->out;
    if (is_html(page)) {
        buffer_add_string(out, "<h3>");
        element_add(out, "b", name);
        buffer_add_string(out, text.size > 0 ? " " : "");
        element_add_text(out, text);
        buffer_add_string(out, "</h3>\n");
    } else {
        buffer_add_string(out, "\n### ");
        markdown_add_text(out, name);
        buffer_add_string(out, text.size > 0 ? " " : "");
        markdown_add_text(out, text);
        buffer_add_byte(out, '\n');
    }
}

void page_add_text(struct report_page *page, struct bytes text)
{
    if (is_html(page)) {
        element_add(page->out, "p", text);
    } else {
        buffer_add_byte(page->out, '\n');
        markdown_add_text(page->out, text);
    }
    buffer_add_byte(page->out, '\n');
}

bool page_has_charts(const struct report_page *page)
{
    return page->format == PAGE_HTML;
}

void page_add_note(struct report_page *page, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    page_add_text(page, bytes_of(text));
}

static void add_fact_html(struct buffer *out, const struct page_fact *fact)
{
    buffer_add_string(out, "<div>");
    element_add(out, "dt", bytes_of(fact->label));
    buffer_add_string(out, "<dd>");
    element_add(out, "b", fact->value);
    if (fact->note.size > 0) {
        buffer_add_byte(out, ' ');
        element_add(out, "small", fact->note);
    }
    buffer_add_string(out, "</dd></div>\n");
}

static void add_fact_markdown(struct buffer *out, const struct page_fact *fact)
{
    buffer_add_format(out, "- %s: ", fact->label);
    markdown_add_text(out, fact->value);
    if (fact->note.size > 0) {
        buffer_add_string(out, " (");
        markdown_add_text(out, fact->note);
        buffer_add_byte(out, ')');
    }
    buffer_add_byte(out, '\n');
}

void page_add_facts(struct report_page *page, const struct page_fact *facts, size_t n)
{
    buffer_add_string(page->out, is_html(page) ? "<dl class=\"facts\">\n" : "\n");
    for (size_t i = 0; i < n; i++)
        (is_html(page) ? add_fact_html : add_fact_markdown)(page->out, &facts[i]);
    buffer_add_string(page->out, is_html(page) ? "</dl>\n" : "");
}

/* --- Tables and charts ---------------------------------------------------- */

static void begin_cell(struct buffer *out, const char *name, enum table_align align)
{
    element_begin(out, name);
    if (align == ALIGN_RIGHT)
        element_attribute(out, "class", "n");
    element_content(out);
}

static void add_table_head(struct buffer *out, const struct table *table, const struct page_charts *charts)
{
    buffer_add_string(out, "<thead><tr>");
    for (size_t column = 0; column < table->n_columns; column++) {
        begin_cell(out, "th", table->columns[column].align);
        element_add_text(out, bytes_of(table->columns[column].name));
        element_end(out, "th");
        if (charts != NULL && column == charts->behind)
            element_add(out, "th", bytes_of(charts->name));
    }
    buffer_add_string(out, "</tr></thead>\n<tbody>\n");
}

static void add_cell(struct buffer *out, const struct table *table, size_t row, size_t column)
{
    const char *sign = table_sign_at(table, row, column);
    begin_cell(out, "td", table->columns[column].align);
    element_add_text(out, table_text_at(table, row, column));
    if (sign != NULL)
        element_add(out, "i", bytes_of(sign));
    element_end(out, "td");
}

static void add_html_table(struct buffer *out, const struct table *table, const struct page_charts *charts)
{
    buffer_add_string(out, "<div class=\"table\"><table>\n");
    add_table_head(out, table, charts);
    for (size_t row = 0; row < table_row_count(table); row++) {
        buffer_add_string(out, "<tr>");
        for (size_t column = 0; column < table->n_columns; column++) {
            add_cell(out, table, row, column);
            if (charts != NULL && column == charts->behind) {
                buffer_add_string(out, "<td class=\"chart\">");
                buffer_add(out, buffer_bytes(&charts->charts[row]));
                buffer_add_string(out, "</td>");
            }
        }
        buffer_add_string(out, "</tr>\n");
    }
    buffer_add_string(out, "</tbody></table></div>\n");
}

void page_add_table(struct report_page *page, const struct table *table, const struct page_charts *charts)
{
    if (is_html(page)) {
        add_html_table(page->out, table, charts);
    } else {
        buffer_add_byte(page->out, '\n');
        table_write(table, TABLE_MARKDOWN, 0, page->out);
    }
}

void page_add_numbers(struct report_page *page, const struct table *table)
{
    if (is_html(page))
        buffer_add_string(page->out, "<details><summary>The numbers</summary>\n");
    page_add_table(page, table, NULL);
    if (is_html(page))
        buffer_add_string(page->out, "</details>\n");
}

void page_add_chart(struct report_page *page, const struct buffer *chart)
{
    if (!is_html(page))
        return;
    buffer_add_string(page->out, "<figure>\n");
    buffer_add(page->out, buffer_bytes(chart));
    buffer_add_string(page->out, "</figure>\n");
}
