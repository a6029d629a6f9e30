/* The names of the other fields that documents and questions have. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Takes the next name off a list such as "section,course"; false: there is none. */
bool field_list_next(struct bytes *rest, struct bytes *name);
/*
 * ERR_USAGE unless each name of the list is that of a field of some document or question. The error lists the fields,
 * with the numbers of documents and questions that have them. An existing name is found quickly; a missing one costs a
 * read of all rows.
 */
MUST_CHECK bool field_list_check(struct store *store, struct bytes names, struct err *err);
/* Returns in `has` whether some document or question has a field with this name. */
MUST_CHECK bool field_list_has(struct store *store, struct bytes name, bool *has, struct err *err);
/* Sets ERR_USAGE: "BEFORE 'NAME' BEHIND", followed by the fields that exist. Returns false. */
MUST_CHECK bool field_list_fail(struct store *store, const char *before, struct bytes name,
                                const char *behind, struct err *err);
/* ERR_USAGE unless it is empty or the name of a field of some question. */
MUST_CHECK bool field_check_of_questions(struct store *store, struct bytes name, struct err *err);
