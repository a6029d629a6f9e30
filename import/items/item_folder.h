/*
 * A folder of texts: each .md, .markdown, .txt, .text, .html and .htm file in it and in its folders is a
 * document. Its id is its path from there, white space as %20 and control characters likewise, its title that of its front
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
};

/* Whether the path is a folder. */
bool item_folder_is(const char *path);
/* Whether there is a file in it, or in its folders, that is a document by its name. */
bool item_folder_has_texts(const char *path);
/*
 * Reads the documents in the order of their names, folder by folder; what is hidden, and folders by links,
 * are passed over. The sink's `line` is 0: an item is a whole file. Errors name the file. ERR_INPUT also:
 * there is no text in it.
 */
bool item_folder_read(const char *path, item_sink *sink, void *context, struct arena *arena,
                      struct item_folder_rest *rest, struct err *err) __attribute__((warn_unused_result));

/* What its documents are made of, as item_fields_describe says it of a file's. */
extern const char item_folder_description[];

/* The title of a text in Markdown or in HTML; empty: it has none. In the text or the arena. */
struct bytes item_markdown_title(struct bytes text, struct arena *arena);
struct bytes item_html_title(struct bytes text, struct arena *arena);

#endif
