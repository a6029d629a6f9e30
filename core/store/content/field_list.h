/*
 * The other fields that documents and questions have, by name.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_FIELD_LIST_H
#define ASSAY_CORE_STORE_CONTENT_FIELD_LIST_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct store;

/* Takes the next name off a list such as "section,course"; false: there is none. */
bool field_list_next(struct bytes *rest, struct bytes *name);
/*
 * ERR_USAGE unless each name of the list is that of a field of some document or question; the error says which fields there
 * are, and how many have them. A name that there is is found soon; for one that there is not all rows are read.
 */
bool field_list_check(struct store *store, struct bytes names, struct err *err)
    __attribute__((warn_unused_result));
/* Whether some document or question has a field of this name. */
bool field_list_has(struct store *store, struct bytes name, bool *has, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_USAGE: "BEFORE 'NAME' BEHIND", and which fields there are. */
bool field_list_fail(struct store *store, const char *before, struct bytes name, const char *behind,
                     struct err *err) __attribute__((warn_unused_result));
/* ERR_USAGE unless it is the name of a field of some question, or nothing. */
bool field_check_of_questions(struct store *store, struct bytes name, struct err *err)
    __attribute__((warn_unused_result));

#endif
