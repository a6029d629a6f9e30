/* The bytes of a file, and its name in messages. */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

/* {0} is a file without bytes and safe to close. */
struct file {
    struct bytes bytes;   /* the content, unpacked, without a leading UTF-8 byte order mark */
    struct arena memory;  /* holds `bytes`; to take it over, move it and leave {0} */
    struct bytes mapping; /* holds `bytes` instead, see file_map */
    bool is_lent;         /* another owner has it open and closes it */
    /* "PDF": the bytes are the text of such a file (import/office/office.h); NULL: no conversion. */
    const char *made_from;
    bool is_documents; /* `bytes` are documents in JSON lines */
};

/*
 * Reads all of `path`: a file, a pipe, or standard input when it is "-". It unpacks gzip and zstd, whatever the file's
 * name. It converts YAML, by the names .yaml and .yml, to JSON (import/text/yaml_text.h), office files to text
 * (import/office/office.h), and files of other tools to records (import/tools/tools.h).
 *
 * ERR_SYSTEM: the file is missing, unreadable or a folder, or there is no room for its content (import/files/spool.h).
 * The text names the path and what to do. ERR_INPUT: the file is the open database (store_has_file), or it can't be
 * unpacked, see unpack. ERR_INTERRUPTED: a signal came while waiting for a pipe.
 */
MUST_CHECK bool file_open(struct file *out, const char *path, struct err *err);
/*
 * Does the same, but maps a regular file, which saves a copy. Use it when the bytes are needed only briefly. Long
 * content that is packed or comes from a pipe is mapped from a temporary file.
 *
 * If another program rewrites a mapped file, the bytes change. So file_confirm must be called after the last access. A
 * run that is scored live is read, not mapped. For one thread only.
 */
MUST_CHECK bool file_map(struct file *out, const char *path, struct err *err);
/*
 * Returns `worked`, the outcome of reading the file. If a mapped file was written or shortened meanwhile, it returns
 * false with an ERR_INPUT that says so. `file` may be a copy, while the mapping exists.
 */
MUST_CHECK bool file_confirm(const struct file *file, const char *path, bool worked, struct err *err);
void file_close(struct file *file);
/*
 * Returns the same file for another reader. Closing it closes nothing, and the reader must finish before the original
 * is closed.
 */
struct file file_lend(const struct file *file);
/*
 * Releases the memory of a part that is not needed for now, so that a mapped file need not fit into memory. A later
 * access reads the part again. Has no effect on a file that is not mapped.
 */
void file_drop_part(const struct file *file, struct bytes part);
/*
 * Releases, some megabytes at a time, what a sequential reader has read; *dropped begins as 0. `file` NULL: does
 * nothing.
 */
void file_drop_read(const struct file *file, size_t bytes_read, size_t *dropped);

/*
 * Reads the first bytes of `path`, at most `room`, as they are, for recognising the content; sets *size to their
 * number. Reads none from a pipe or standard input, which can be read only once, nor from a file without a size. Errors
 * as for file_open.
 */
MUST_CHECK bool file_peek(const char *path, char *beginning, size_t room, size_t *size, struct err *err);

/*
 * Sets the error for a path that could not be opened, read or examined: the meaning of errno, and what to do. Returns
 * false.
 */
bool file_fail(const char *path, struct err *err);
/* Returns whether it looks like "https://…". */
bool file_is_address(const char *path);
/*
 * Returns whether the path leads to a file on a disk, which can be read again. Pipes and standard input can't.
 */
bool file_is_regular(const char *path);
/* Returns whether two files on a disk have the same bytes. Returns false when one can't be read. */
bool file_is_copy(const char *path, const char *other);
/* Returns whether both paths lead to the same file, links included. Returns false when a path leads nowhere. */
bool file_is_same(const char *path, const char *other);

/* Returns the name of the file in messages: its path, or "standard input". */
const char *file_label(const char *path);
/* Returns the path without its folders: "runs/bm25.run" → "bm25.run". */
struct bytes file_base_name(const char *path);
/*
 * Returns a name that distinguishes the path at `index` from the others. It is the last name or, if another path has
 * the same, the shortest ending that begins at a folder and is unique. "a/x/1.run" and "b/x/1.run" need the whole path.
 */
struct bytes file_distinct_name(const char *const *paths, size_t n, size_t index);
