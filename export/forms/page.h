/*
 * A page that readers can keep and pass on: headings, sentences, facts, tables, charts. The same calls make a
 * self-contained HTML file, or Markdown. Markdown has no charts, but each chart comes with a table of its numbers.
 */
#pragma once

#include "core/base/words.h"
#include "export/forms/table.h"

enum page_format { PAGE_HTML, PAGE_MARKDOWN };

/* Indexed by enum page_format. */
extern const struct words page_format_words;

struct report_page {
    enum page_format format;
    struct buffer *out; /* whole lines are added */
    bool has_section;   /* a section is open */
};

struct page_section {
    const char *id; /* a word, the target of links */
    const char *title;
};

/* Adds the title, the subtitle, and links to the sections that follow. */
void page_begin(struct report_page *page, struct bytes title, struct bytes subtitle,
                const struct page_section *sections, size_t n_sections);
void page_end(struct report_page *page);

void page_add_section(struct report_page *page, const struct page_section *section);
/* Adds a heading within a section: a few words, then their subject (may be empty). */
void page_add_heading(struct report_page *page, struct bytes name, struct bytes text);
void page_add_text(struct report_page *page, struct bytes text);
void page_add_note(struct report_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns whether the page shows charts, which notes must explain. */
bool page_has_charts(const struct report_page *page);

/* A number to highlight. */
struct page_fact {
    const char *label;
    struct bytes value;
    struct bytes note; /* may be empty */
};

void page_add_facts(struct report_page *page, const struct page_fact *facts, size_t n);

/* A column of charts after the column `behind` of a table (0 is the first), one for each row. Only in HTML. */
struct page_charts {
    const char *name;
    const struct buffer *charts;
    size_t behind;
};

/* `charts` may be NULL. */
void page_add_table(struct report_page *page, const struct table *table, const struct page_charts *charts);
/* Adds the table of numbers for the chart above it. In HTML, a click opens it. */
void page_add_numbers(struct report_page *page, const struct table *table);
/* Adds a chart across the page. */
void page_add_chart(struct report_page *page, const struct buffer *chart);
