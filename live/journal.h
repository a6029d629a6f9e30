/*
 * The second record of the answers: a file beside the database, JSON lines, from which `assay import --votes` makes them
 * again. A line is added for each answer, and another one of the same uuid when it is taken back.
 *
 * The database comes first. Lines that the file lacks (a program ended between the two, or the file could not be written or was
 * removed) are added by the next program that writes.
 *
 * The journal is written after the commit, and nothing in it can refuse an answer. Nobody notes which lines are in
 * it: each session compares what is new in the file with what is new in the database, at its start all of both,
 * under a lock. So the next line mends what a kill, a full disk or rm took, and several programs write no line
 * twice. A database may come from a stranger and names its journal: only a file is written that ends in .jsonl, is
 * no link, and holds nothing else; outside of the folder of the database only one that is empty or has one of its
 * answers, unless `set` names it. The part of a line at its end is cut off only if it belongs to an answer of the
 * database.
 */
#ifndef ASSAY_LIVE_JOURNAL_H
#define ASSAY_LIVE_JOURNAL_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct journal;
struct store;

/*
 * `file`: as the setting says it; a relative one is in the folder of the database. Its name ends in ".jsonl", and it is
 * no link: see check_name in journal.c. Nothing is opened yet.
 */
struct journal *journal_make(struct store *store, struct bytes file);
/* NULL is fine. */
void journal_free(struct journal *journal);
/*
 * Makes the file when it is not there, and adds what it lacks; in another folder than the database's it has to be there, and is
 * refused when other databases' answers alone are in it. When it returns true, the missing lines are on the disk. Outside of
 * any transaction. When false, no line is half there; what is lacking is added when it is called again.
 */
bool journal_follow(struct journal *journal, struct err *err) __attribute__((warn_unused_result));
/* The same, once, of the journal `file`; empty: there is none. */
bool journal_follow_once(struct store *store, struct bytes file, struct err *err)
    __attribute__((warn_unused_result));
/* The same of a file that the user names: it may be in any folder. */
bool journal_begin(struct store *store, struct bytes file, struct err *err)
    __attribute__((warn_unused_result));

#endif
