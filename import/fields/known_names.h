/*
 * What is known of names: ids and texts of the questions and documents of a database. Records may name either by its text; whoever
 * reads them has an id then. Ids of documents with white space in them, as file names have, are written with %20 in its place, as
 * those of a folder's documents are: lines of TREC can hold no other.
 */
#ifndef ASSAY_IMPORT_FIELDS_KNOWN_NAMES_H
#define ASSAY_IMPORT_FIELDS_KNOWN_NAMES_H

#include "core/base/arena.h"

/* Who knows. False: no such question or document; of several questions with one text none is. The ids live as long as who knows. */
struct known_names {
    bool (*find_question)(void *context, struct bytes text, struct bytes *qid);
    /* `is_named`: a record names its document so, and nobody only asks what a field looks like. */
    bool (*find_document)(void *context, struct bytes text, bool is_named, struct bytes *docid);
    bool (*has_document)(void *context, struct bytes docid);
    void *context;
};

/* For the whole program, since it holds for whatever is read; NULL: nothing is known. */
void known_names_use(const struct known_names *names);
bool known_names_any(void);

/* The id of the question of this name, in the arena, or the name as it is. */
struct bytes known_names_question(struct bytes name);
/* The id of the document of this name. What is no id and no text that is known gets one that is made of its beginning. */
struct bytes known_names_document(struct bytes name, struct arena *arena);
/* Whether it is a document's id; or one's text, or a passage of it, of four words at least: for that all documents are read. */
bool known_names_has_id(struct bytes docid);
bool known_names_has_text(struct bytes text);

/* The id with %20 for each blank; itself where it has none, or other white space or control characters. */
struct bytes id_without_blanks(struct bytes id, struct arena *arena);
/* The same for all white space and control characters, as of a path. */
struct bytes id_written_out(struct bytes id, struct arena *arena);

#endif
