/*
 * The journal, a second record of the answers: a file of JSON lines beside the database, from which `assay import
 * --votes` can restore the answers. Each answer adds a line; undoing it adds another line with the same uuid.
 *
 * The database comes first. Lines that the file lacks are added by the next program that writes. They are lacking if
 * a program ended between the two writes, or if the file could not be written or was deleted.
 *
 * The journal is written after the commit, and no failure of it can refuse an answer. No record is kept of which
 * lines are in the file. Instead each session compares the new lines of the file with the new answers of the
 * database, and at its start all of both, under a lock. So the next line repairs what a kill, a full disk or rm took,
 * and several programs never write a line twice.
 *
 * The database may come from a stranger, and it names its journal. So assay writes only to a file that ends in
 * .jsonl, is not a link, and contains nothing but a journal. Outside of the database's folder the file must also be
 * empty or contain an answer of this database, unless the user names it with `set`. An incomplete line at the end is
 * cut off only if it belongs to an answer of the database.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct journal;
struct store;

/*
 * Makes the journal for `file`, the value of the setting. A relative path starts at the database's folder. The name
 * must end in ".jsonl", and the file must not be a link: see check_name in journal.c. Opens nothing yet.
 */
struct journal *journal_make(struct store *store, struct bytes file);
/* NULL is allowed. */
void journal_free(struct journal *journal);
/*
 * Creates the file if needed, and adds the missing lines. Outside of the database's folder the file must exist, and
 * is refused if it only has answers of other databases. To be called outside of any transaction.
 *
 * If it returns true, the missing lines are on disk. If it returns false, no line is half written; the next call adds
 * what is missing.
 */
MUST_CHECK bool journal_follow(struct journal *journal, struct err *err);
/* Does the same once for the journal `file`. An empty name: there is no journal. */
MUST_CHECK bool journal_follow_once(struct store *store, struct bytes file, struct err *err);
/* Does the same for a file that the user names, which may be in any folder. */
MUST_CHECK bool journal_begin(struct store *store, struct bytes file, struct err *err);
