/*
 * The bytes of a file, and what it is called.
 */
#ifndef ASSAY_IMPORT_FILES_FILE_H
#define ASSAY_IMPORT_FILES_FILE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

/* {0} is a file without bytes and safe to close. */
struct file {
    struct bytes bytes;   /* the content, unpacked, after a UTF-8 byte order mark if it starts with one */
    struct arena memory;  /* what `bytes` lies in; take it over by moving it and leaving {0} */
    struct bytes mapping; /* or this, of file_map */
    bool is_lent;         /* another one has it open, and closes it */
    const char
        *made_from; /* "PDF": the bytes are what such a file says (import/office/office.h); NULL: nothing */
    bool is_documents; /* these are documents in JSON lines */
};

/*
 * Reads the whole of `path`: a file, a pipe, or standard input when it is "-". What is packed by gzip or
 * zstd is unpacked, whatever its name; what is called .yaml or .yml is YAML, and becomes JSON (import/text/yaml_text.h); what
 * office programs write becomes text (import/office/office.h), what other tools write records (import/tools/tools.h).
 * ERR_SYSTEM: it is missing, unreadable or a folder, or its content finds no room (import/files/spool.h); the text names the path
 * and what to do. ERR_INPUT: it is the database that is open (store_has_file); see unpack. ERR_INTERRUPTED: a signal came
 * while waiting for a pipe.
 */
bool file_open(struct file *out, const char *path, struct err *err) __attribute__((warn_unused_result));
/*
 * The same, but that a regular file is mapped, which saves copying it: for who is done with the bytes at once. Long content
 * that is packed or comes from a pipe is mapped, too, from a temporary file.
 * Who rewrites a mapped file changes the bytes, so file_confirm must be asked behind the last look at them; a run that
 * is scored live is read. Of one thread.
 */
bool file_map(struct file *out, const char *path, struct err *err) __attribute__((warn_unused_result));
/*
 * `worked`, what became of reading the file; but an ERR_INPUT that says so when a mapped file was written or shortened
 * meanwhile. Copies of `bytes` will do, as long as the mapping is there.
 */
bool file_confirm(const struct file *file, const char *path, bool worked, struct err *err)
    __attribute__((warn_unused_result));
void file_close(struct file *file);
/* The same file for one more reader: closing it closes nothing, and it must be done before the other is closed. */
struct file file_lend(const struct file *file);
/*
 * Says that a part of the bytes is not needed for now, so that a mapped file need not fit into memory; the part is
 * read again when somebody looks at it. A file that is not mapped stays as it is.
 */
void file_drop_part(const struct file *file, struct bytes part);
/*
 * The same of what was read by who reads from the beginning on, some megabytes at a time; *dropped is 0 at first. NULL: there
 * is no file, and nothing to drop.
 */
void file_drop_read(const struct file *file, size_t bytes_read, size_t *dropped);

/*
 * The first bytes of `path`, at most `room` of them and as they are, for telling what it is;
 * *size = how many there are. None of a pipe or of standard input, which can be read only once, nor of a file
 * without a size. Errors as above.
 */
bool file_peek(const char *path, char *beginning, size_t room, size_t *size, struct err *err)
    __attribute__((warn_unused_result));

/* The error of a path that could not be opened, read or asked about: what errno says, and what to do. Returns false. */
bool file_fail(const char *path, struct err *err);
/* Whether it looks like "https://…". */
bool file_is_address(const char *path);
/* Whether the path leads to a file on a disk, which can be read again; pipes and standard input can't. */
bool file_is_regular(const char *path);
/* Whether two files on a disk have the same bytes. False also: one of them can't be read. */
bool file_is_copy(const char *path, const char *other);
/* Whether both paths lead to one file, by links too. False also: one of them leads nowhere. */
bool file_is_same(const char *path, const char *other);

/* How messages call the file: its path, or "standard input". */
const char *file_label(const char *path);
/* The path without the folders before its last name: "runs/bm25.run" → "bm25.run". */
struct bytes file_base_name(const char *path);
/*
 * What tells the path at `index` from the others: its last name, or, where another path has that too, its shortest
 * ending, from a folder on, that no other has: "a/x/1.run" and "b/x/1.run" are told apart by all of them.
 */
struct bytes file_distinct_name(const char *const *paths, size_t n, size_t index);

#endif
