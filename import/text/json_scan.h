/*
 * Where the parts of a JSON text stand, for texts that are too large to be parsed whole. Brackets and quotation marks
 * are followed, what stands between them is not looked at: import/text/json_fields.h reads a part that was found. Of a mapped
 * file what is passed over does not stay in memory.
 */
#ifndef ASSAY_IMPORT_TEXT_JSON_SCAN_H
#define ASSAY_IMPORT_TEXT_JSON_SCAN_H

#include "core/base/bytes.h"

/* The text that is still to be read. A fault stays: after one nothing more is found. */
struct json_scan {
    const char *at;
    const char *end;
    const char *kept;     /* what of a mapped file may be in memory begins here */
    const char *fault;    /* what is wrong, as a sentence; NULL: nothing */
    const char *fault_at; /* where: for what is not closed, where it was opened */
    bool is_cut;          /* by the end of the text, inside of what was begun */
};

struct json_scan json_scan_of(struct bytes text);
/* Passes over white space; the byte that stands there, '\0' at the end of the text. */
char json_scan_peek(struct json_scan *scan);
/* Whether nothing but white space is left. */
bool json_scan_at_end(struct json_scan *scan);
/* Takes this byte, behind white space; another one is a fault. */
bool json_scan_take(struct json_scan *scan, char byte);
/* Takes this byte, if it stands there. */
bool json_scan_take_if(struct json_scan *scan, char byte);
/* Takes a whole value. False: it is cut, or its brackets do not match. */
bool json_scan_value(struct json_scan *scan, struct bytes *value);
/* Takes `"key":`; the key with its quotation marks. */
bool json_scan_key(struct json_scan *scan, struct bytes *key);
/* Whether there is another element, behind the comma that separates it: `closing` is taken when there is none. */
bool json_scan_next(struct json_scan *scan, char closing, bool is_first);

#endif
