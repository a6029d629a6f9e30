/* Annotators whose votes --without leaves out: the row of the option, and its effects. */
#pragma once

#include "cli/command.h"

struct store;

/* Fills `member` of the struct `owner`, a struct text_list. */
#define OPTION_ROW_WITHOUT(owner, member)                                                                    \
    TEXTS_OPTION("without", "ANNOTATOR", owner, member, .help = "leave out the votes of this annotator")

/*
 * From now on, nothing that is read from the store includes their votes. ERR_INPUT: there is no such annotator.
 */
MUST_CHECK bool left_out_apply(const struct text_list *left_out, struct store *store, struct err *err);
/* Adds ", except ana, ben"; nothing when there are no names. */
void left_out_add(const struct text_list *left_out, struct buffer *text);
/* Adds "; set aside: ana,ben", the annotators whom the setting `set_aside` names; nothing when it is empty. */
MUST_CHECK bool left_out_add_set_aside(struct store *store, struct buffer *text, struct err *err);
/* Prints on standard error whose votes the setting `set_aside` leaves out of labels and scores; nothing if it is empty. */
MUST_CHECK bool left_out_remark_set_aside(struct store *store, struct world *world, struct err *err);
/* Prints on standard error that the figures of the database at `path` exclude these votes. */
void left_out_remark(const struct text_list *left_out, const char *path, struct world *world);
