/*
 * A folder of texts: each .md, .markdown, .txt, .text, .html and .htm file in it and in its folders is a
 * document; so are each .docx, each page of a .pdf and each chapter of an .epub (import/office/office.h). Its id is its path from there, white space as %20 and control characters likewise, its title that of its front
 * matter (core/text/front_matter.h) or the first heading of Markdown or HTML. What else Markdown's front matter says are its
 * fields, and its text is what stands behind it (item_front_matter.h); all other texts stay as they are, but for pages in
 * another encoding (item_charset.h).
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FOLDER_H
#define ASSAY_IMPORT_ITEMS_ITEM_FOLDER_H

#include "import/items/item_sink.h"

/* What a folder held besides. */
struct item_folder_rest {
    struct bytes
        fields; /* of front matter: `; other fields: tags (3 of 8)`, in the arena; empty: there are none */
    int64_t n;  /* files that are no texts */
    struct bytes first; /* the path of the first one from the folder, in the arena; empty: there is none */
    const char *why;    /* it is left out; in the arena */
};

/* What the names of documents end in, for people. */
#define ITEM_FOLDER_ENDINGS ".md, .txt, .html, .pdf, .docx or .epub"

/* Which files of a folder are no documents of it, by their paths from it: they are read as something else, or left out. */
struct item_folder_others {
    bool (*has)(const void *context, struct bytes inner);
    const void *context;
};

/* Whether the path is a folder. */
bool item_folder_is(const char *path);
/* Whether a file is a document that has to be turned into text, by its name. */
bool item_folder_is_office(struct bytes name);
/* Whether it is one of the names that a document in a folder ends in. */
bool item_folder_is_text(struct bytes name);
/* Whether there is a document in it, or in its folders. ERR_INPUT: there is none; ERR_SYSTEM: a file can't be read. */
bool item_folder_has_texts(const char *path, const struct item_folder_others *others, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Reads the documents in the order of their names, folder by folder; what is hidden, and folders by links,
 * are passed over. The sink's `line` is 0: an item is a whole file. Errors name the file. ERR_INPUT also:
 * there is no text in it. `others`: NULL, or the files that are passed over without being counted.
 */
bool item_folder_read(const char *path, const struct item_folder_others *others, item_sink *sink,
                      void *context, struct arena *arena, struct item_folder_rest *rest, struct err *err)
    __attribute__((warn_unused_result));

/* What its documents are made of, as item_fields_describe says it of a file's. */
extern const char item_folder_description[];

#endif
