/*
 * A folder of texts. Each .md, .markdown, .txt, .text, .html and .htm file in it and its subfolders is a document. So
 * is each .docx, each page of a .pdf and each chapter of an .epub (import/office/office.h).
 *
 * The id is the path relative to the folder, with white space as %20 and control characters encoded likewise. The title
 * comes from the front matter (core/text/front_matter.h) or the first heading of Markdown or HTML. Other entries of
 * Markdown's front matter become fields, and the text is what follows it (item_front_matter.h). All other texts stay as
 * they are, except pages in another encoding (item_charset.h).
 */
#pragma once

#include "import/items/item_sink.h"

/* What else a folder contained. */
struct item_folder_rest {
    struct bytes fields; /* of front matter: `; other fields: tags (3 of 8)`, in the arena; empty: none */
    int64_t n;           /* files that are no texts */
    struct bytes first;  /* path of the first one relative to the folder, in the arena; empty: none */
    const char *why;     /* why it is left out; in the arena */
};

/* The endings of documents, for messages. */
#define ITEM_FOLDER_ENDINGS ".md, .txt, .html, .pdf, .docx or .epub"

/*
 * Tells which files of a folder, by relative path, are not documents: another part reads them, or they are left out.
 */
struct item_folder_others {
    bool (*has)(const void *context, struct bytes inner);
    const void *context;
};

/* Returns whether the path is a folder. */
bool item_folder_is(const char *path);
/* Returns whether the name is that of a document that must be converted to text. */
bool item_folder_is_office(struct bytes name);
/* Returns whether the name has an ending of a document. */
bool item_folder_is_text(struct bytes name);
/*
 * Returns whether the folder or its subfolders contain a document. ERR_INPUT: there is none. ERR_SYSTEM: a file can't
 * be read.
 */
MUST_CHECK bool item_folder_has_texts(const char *path, const struct item_folder_others *others,
                                      struct err *err);
/*
 * Reads the documents in the order of their names, folder by folder. It ignores hidden files and linked folders. The
 * sink's `line` is 0, because an item is a whole file. Errors name the file. ERR_INPUT also: there is no text in the
 * folder. `others`: files to ignore without counting them, or NULL.
 */
MUST_CHECK bool item_folder_read(const char *path, const struct item_folder_others *others, item_sink *sink,
                                 void *context, struct arena *arena, struct item_folder_rest *rest,
                                 struct err *err);

/* Describes the fields of the documents, like item_fields_describe for a file. */
extern const char item_folder_description[];
