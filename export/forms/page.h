/*
 * A page for people to keep and pass on: headings, sentences, facts, tables, charts. The same calls make one HTML file
 * that needs nothing else, or Markdown, which has no charts: each stands beside the table of its numbers.
 */
#ifndef ASSAY_EXPORT_FORMS_PAGE_H
#define ASSAY_EXPORT_FORMS_PAGE_H

#include "core/base/words.h"
#include "export/forms/table.h"

enum page_format { PAGE_HTML, PAGE_MARKDOWN };

/* By enum page_format. */
extern const struct words page_format_words;

struct report_page {
    enum page_format format;
    struct buffer *out; /* whole lines are added */
    bool has_section;   /* one is open */
};

struct page_section {
    const char *id; /* a word: what links lead to */
    const char *title;
};

/* The title, what stands below it, and links to the sections, which then follow. */
void page_begin(struct report_page *page, struct bytes title, struct bytes subtitle,
                const struct page_section *sections, size_t n_sections);
void page_end(struct report_page *page);

void page_add_section(struct report_page *page, const struct page_section *section);
/* A heading within a section: a few words, then what they are about (may be empty). */
void page_add_heading(struct report_page *page, struct bytes name, struct bytes text);
void page_add_text(struct report_page *page, struct bytes text);
void page_add_note(struct report_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether there are charts on it, which notes explain. */
bool page_has_charts(const struct report_page *page);

/* A number to be seen first. */
struct page_fact {
    const char *label;
    struct bytes value;
    struct bytes note; /* may be empty */
};

void page_add_facts(struct report_page *page, const struct page_fact *facts, size_t n);

/* A column of charts behind a column of a table, the first one unless it says another: one a row, in HTML alone. */
struct page_charts {
    const char *name;
    const struct buffer *charts;
    size_t behind;
};

/* `charts` may be NULL. */
void page_add_table(struct report_page *page, const struct table *table, const struct page_charts *charts);
/* The same for the numbers of a chart that stands above it; in HTML it is opened by a click. */
void page_add_numbers(struct report_page *page, const struct table *table);
/* A chart across the page. */
void page_add_chart(struct report_page *page, const struct buffer *chart);

#endif
