#include "import/office/office.h"

#include "import/office/book.h"
#include "import/office/pdf.h"
#include "import/office/word.h"
#include "import/office/workbook.h"

struct office_kind {
    const char *name;
    const char *mark;   /* its first bytes */
    const char *member; /* a member that only archives of this kind have; NULL: not an archive */
    bool has_documents;
    bool (*add)(struct bytes content, struct bytes name, struct buffer *out, struct err *err);
};

static const struct office_kind kinds[] = {
    {"PDF", "%PDF-", NULL, true, pdf_add_documents},
    {"Word", "PK\3\4", "word/document.xml", true, word_add_document},
    {"EPUB", "PK\3\4", "META-INF/container.xml", true, book_add_documents},
    {"Excel", "PK\3\4", "xl/workbook.xml", false, workbook_add_table},
};

/* A zip archive lists the names of its members at its end. */
static bool has_at_end(struct bytes content, const char *name)
{
    enum { DIRECTORY = 1 << 20 };
    struct bytes end = content.size > DIRECTORY ? bytes_from(content, content.size - DIRECTORY) : content;
    return bytes_contains(end, name);
}

const struct office_kind *office_kind_of(struct bytes content)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (bytes_starts_with(content, kinds[i].mark) &&
            (kinds[i].member == NULL || has_at_end(content, kinds[i].member)))
            return &kinds[i];
    }
    return NULL;
}

bool office_may_begin(struct bytes beginning)
{
    bool may_be = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        may_be = may_be || bytes_starts_with(beginning, kinds[i].mark);
    return may_be;
}

const char *office_name(const struct office_kind *kind)
{
    return kind->name;
}

bool office_has_documents(const struct office_kind *kind)
{
    return kind->has_documents;
}

bool office_add_text(const struct office_kind *kind, struct bytes content, struct bytes name,
                     struct buffer *out, struct err *err)
{
    return kind->add(content, name, out, err);
}
