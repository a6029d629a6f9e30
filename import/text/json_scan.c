/*
 * The stack of open brackets has a place for each depth that cJSON supports, so it needs no allocation. Deeper nesting
 * is a fault here, too. The place of the first bracket of a value is kept, because the message about a text that ends
 * too early names it.
 */
#include "import/text/json_scan.h"

#include "import/files/file.h"
#include "import/files/mapped.h"

#include <string.h>

enum { DEPTH_MAX = 1000 };

struct json_scan json_scan_of(struct bytes text)
{
    return (struct json_scan){.at = text.data,
                              .end = text.data != NULL ? text.data + text.size : NULL,
                              .kept = text.data};
}

static bool set_fault(struct json_scan *scan, const char *at, const char *fault)
{
    if (scan->fault == NULL) {
        scan->fault = fault;
        scan->fault_at = at;
    }
    scan->at = scan->end;
    return false;
}

/* Sets the fault of a text that ended inside what was opened here. */
static bool set_cut(struct json_scan *scan, const char *opened, const char *fault)
{
    scan->is_cut = true;
    return set_fault(scan, opened, fault);
}

char json_scan_peek(struct json_scan *scan)
{
    while (scan->at < scan->end &&
           (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r' || *scan->at == '\n'))
        scan->at++;
    return scan->at < scan->end ? *scan->at : '\0';
}

bool json_scan_at_end(struct json_scan *scan)
{
    json_scan_peek(scan);
    return scan->at == scan->end;
}

bool json_scan_take_if(struct json_scan *scan, char byte)
{
    if (json_scan_peek(scan) != byte || scan->at == scan->end)
        return false;
    scan->at++;
    return true;
}

bool json_scan_take(struct json_scan *scan, char byte)
{
    if (json_scan_take_if(scan, byte))
        return true;
    if (scan->at == scan->end)
        return set_cut(scan, scan->end, "the JSON ends too early; is the file cut short?");
    switch (byte) {
    case '"':
        return set_fault(scan, scan->at, "not JSON: a key in quotation marks is missing here");
    case ':':
        return set_fault(scan, scan->at, "not JSON: a ':' is missing here");
    default:
        return set_fault(scan, scan->at, "not JSON: a ',' or a closing bracket is missing here");
    }
}

/* Moves to the end of the text whose opening quotation mark is here. Most keys and ids end within a few bytes. */
static bool pass_text(struct json_scan *scan)
{
    enum { NEAR = 16 };
    const char *opened = scan->at;
    const char *at = opened + 1;
    const char *near = scan->end - at > NEAR ? at + NEAR : scan->end;
    while (at < near && *at != '"' && *at != '\\')
        at++;
    if (at < near && *at == '"') {
        scan->at = at + 1;
        return true;
    }
    while (at < scan->end) {
        const char *mark = memchr(at, '"', (size_t)(scan->end - at));
        if (mark == NULL)
            break;
        const char *escape = mark;
        while (escape > at && escape[-1] == '\\')
            escape--;
        at = mark + 1;
        if ((mark - escape) % 2 == 0) {
            scan->at = at;
            return true;
        }
    }
    return set_cut(scan, opened, "the quotation mark of this text is not closed; is the file cut short?");
}

/* Skips a number, true, false or null, or anything else: the parser reports what is none of them. */
static void pass_word(struct json_scan *scan)
{
    while (scan->at < scan->end && memchr(" \t\r\n,:]}[{\"", *scan->at, 11) == NULL)
        scan->at++;
}

/*
 * Moves to the end of the object or the array whose bracket is here. Only texts and brackets matter for that; the
 * parser reports what else is wrong between them.
 */
static bool pass_brackets(struct json_scan *scan)
{
    enum { PASSED = 1 << 20 }; /* bytes after which the memory before them may be released */
    char closing[DEPTH_MAX];
    size_t depth = 0;
    const char *opened = scan->at;
    const char *const end = scan->end;
    for (const char *at = opened; at < end; at++) {
        switch (*at) {
        case '"':
            scan->at = at;
            if (!pass_text(scan))
                return false;
            at = scan->at - 1;
            if (at - scan->kept > PASSED)
                mapped_drop_passed(at, &scan->kept);
            break;
        case '{':
        case '[':
            if (depth == DEPTH_MAX)
                return set_fault(scan, at, "more than 1000 nested brackets; correct it");
            closing[depth++] = *at == '{' ? '}' : ']';
            break;
        case '}':
        case ']':
            if (*at != closing[--depth])
                return set_fault(scan, at, "not JSON: this bracket does not match the one that was opened");
            if (depth > 0)
                break;
            scan->at = at + 1;
            mapped_drop_passed(scan->at, &scan->kept);
            return true;
        default:
            break;
        }
    }
    return set_cut(scan, opened, "this bracket is not closed; is the file cut short?");
}

bool json_scan_value(struct json_scan *scan, struct bytes *value)
{
    char first = json_scan_peek(scan);
    const char *begin = scan->at;
    bool passed = true;
    if (scan->at == scan->end)
        return set_cut(scan, scan->end, "the JSON ends too early; is the file cut short?");
    if (first == '"')
        passed = pass_text(scan);
    else if (first == '{' || first == '[')
        passed = pass_brackets(scan);
    else
        pass_word(scan);
    if (passed && scan->at == begin)
        return set_fault(scan, begin, "not JSON: a value is missing here");
    *value = (struct bytes){.data = begin, .size = passed ? (size_t)(scan->at - begin) : 0};
    return passed;
}

bool json_scan_key(struct json_scan *scan, struct bytes *key)
{
    if (json_scan_peek(scan) != '"')
        return json_scan_take(scan, '"');
    return json_scan_value(scan, key) && json_scan_take(scan, ':');
}

bool json_scan_next(struct json_scan *scan, char closing, bool is_first)
{
    if (scan->fault != NULL || json_scan_take_if(scan, closing))
        return false;
    return is_first || json_scan_take(scan, ',');
}
