/*
 * Looks up names: the ids and texts of the questions and documents of a database. Records may name a question or a
 * document by its text; readers then get its id. White space in the ids of documents, for example of file names, is
 * written as %20, as for the documents of a folder: lines of TREC can hold no white space.
 */
#pragma once

#include "core/base/arena.h"

/*
 * The lookup functions. They return false when there is no such question or document, or when several questions have
 * the text. A name that is a question's id is not looked up as a text. The ids live as long as the object behind `context`.
 * find_question and find_document are NULL where only ids are known.
 */
struct known_names {
    bool (*find_question)(void *context, struct bytes text, struct bytes *qid);
    /* `is_named`: a record names its document this way. Otherwise the reader only checks what a field looks like. */
    bool (*find_document)(void *context, struct bytes text, bool is_named, struct bytes *docid);
    bool (*has_document)(void *context, struct bytes docid);
    void *context;
};

/*
 * Sets the lookup for the whole program, because it applies to everything that is read. NULL: nothing is known.
 */
void known_names_use(const struct known_names *names);
/* Return whether ids of documents are known; and whether texts are, too. */
bool known_names_any(void);
bool known_names_any_text(void);

/* Returns the id of the question with this name, in the arena, or the name itself. */
struct bytes known_names_question(struct bytes name);
/*
 * Returns the id of the document with this name. A text that is neither an id nor known gets an id made from its
 * beginning.
 */
struct bytes known_names_document(struct bytes name, struct arena *arena);
/*
 * Return whether it is a document's id; or the text of a document, or a passage of at least four words of one. The
 * latter reads all documents.
 */
bool known_names_has_id(struct bytes docid);
bool known_names_has_text(struct bytes text);

/*
 * Returns the separator, '|' or ';', of a cell with several texts, if each of them is in a document. NUL: the cell is
 * one text, or a part is unknown.
 */
char known_names_separator(struct bytes cell);

/*
 * Returns the id with %20 for each blank. Returns the id itself when it has no blanks, or has other white space or
 * control characters.
 */
struct bytes id_without_blanks(struct bytes id, struct arena *arena);
/* Does the same for all white space and control characters, as in paths. */
struct bytes id_written_out(struct bytes id, struct arena *arena);
