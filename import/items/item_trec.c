/*
 * Topics of TREC, in their old form (<top>, with or without closing tags) and as XML (<topic number="…">), and its
 * files of documents (<DOC>).
 *
 * A record begins and ends with its own tag. Each element of a topic becomes a field, without the label that precedes
 * its text in the old form. Likewise for a document, whose text stays as it is, including tags.
 */
#include "import/items/item_fields.h"
#include "import/items/item_markup.h"
#include "import/items/item_reading.h"

#include <string.h>

struct trec_element {
    const char *tag;
    const char *field; /* name of the field in the item */
    const char *label; /* may precede the text; NULL: none */
};

static const struct trec_element topic_elements[] = {
    {"num", "qid", "Number:"},        {"title", "text", "Topic:"},
    {"desc", "desc", "Description:"}, {"narr", "narr", "Narrative:"},
    {"dom", "dom", "Domain:"},        {"con", "con", "Concept(s):"},
    {"smry", "smry", "Summary:"},     {"fac", "fac", "Factor(s):"},
    {"def", "def", "Definition(s):"}, {NULL, NULL, NULL},
};

static const struct trec_element document_elements[] = {
    {"headline", "title", NULL}, {"title", "title", NULL}, {"hl", "title", NULL},
    {"ttl", "title", NULL},      {"head", "title", NULL},  {NULL, NULL, NULL},
};

typedef void trec_filler(struct json_fields *object, struct bytes body, const struct markup_tag *tag,
                         struct arena *arena);

struct trec_record {
    const char *tag;
    trec_filler *fill;
};

static trec_filler fill_topic, fill_document;

static const struct trec_record records[] = {
    {"top", fill_topic},
    {"topic", fill_topic},
    {"doc", fill_document},
};

enum { N_RECORDS = sizeof records / sizeof *records };

/* --- Fields --------------------------------------------------------------- */

static const struct trec_element *find_element(const struct trec_element *elements, struct bytes tag)
{
    while (elements->tag != NULL && !bytes_equal_ignoring_case(tag, bytes_of(elements->tag)))
        elements++;
    return elements->tag != NULL ? elements : NULL;
}

static struct bytes without_label(struct bytes text, const char *label)
{
    size_t size = label != NULL ? strlen(label) : 0;
    if (size > 0 && text.size >= size &&
        bytes_equal_ignoring_case(bytes_slice(text, 0, size), bytes_of(label)))
        return bytes_trim(bytes_from(text, size));
    return text;
}

static const char *lower_name(struct bytes name, struct arena *arena)
{
    char *lower = arena_get(arena, name.size + 1);
    for (size_t i = 0; i < name.size; i++)
        lower[i] = name.data[i] >= 'A' && name.data[i] <= 'Z' ? (char)(name.data[i] | 0x20) : name.data[i];
    return lower;
}

/* Adds a field. Texts of a repeated field are joined. */
static void add_field(struct json_fields *object, const char *name, struct bytes text, struct arena *arena)
{
    if (json_fields_kind(object, name) == JSON_FIELD_TEXT) {
        struct bytes before = json_fields_text(object, name);
        char *joined = arena_get(arena, before.size + text.size + 2);
        memcpy(joined, before.data, before.size);
        joined[before.size] = '\n';
        memcpy(joined + before.size + 1, text.data, text.size);
        text = (struct bytes){.data = joined, .size = before.size + 1 + text.size};
        json_fields_remove(object, name);
    }
    json_fields_add_text(object, name, text);
}

/* --- Topics --------------------------------------------------------------- */

/* Returns whether only blanks precede it on its line. */
static bool begins_line(struct bytes body, const char *at)
{
    while (at > body.data && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at == body.data || at[-1] == '\n';
}

/*
 * Returns the end of the element: its closing tag, else the next opening tag at the start of a line, else the end of
 * the record.
 */
static const char *end_of_element(struct bytes body, const struct markup_tag *tag)
{
    struct bytes rest = bytes_from(body, (size_t)(tag->end - body.data));
    struct markup_tag next;
    while (markup_find_tag(rest, &next)) {
        bool closes = next.is_closing && bytes_equal_ignoring_case(next.name, tag->name);
        if (closes || (!next.is_closing && begins_line(body, next.begin)))
            return next.begin;
        rest = bytes_from(rest, (size_t)(next.end - rest.data));
    }
    return body.data + body.size;
}

/* In a topic without a title, the description is the question. */
static void ask_description(struct json_fields *object, struct arena *arena)
{
    if (json_fields_kind(object, "desc") != JSON_FIELD_TEXT)
        return;
    add_field(object, "text", json_fields_text(object, "desc"), arena);
    json_fields_remove(object, "desc");
}

static void fill_topic(struct json_fields *object, struct bytes body, const struct markup_tag *record,
                       struct arena *arena)
{
    struct markup_tag tag;
    struct bytes rest = body;
    struct bytes number = markup_attribute(record, "number");
    bool has_element = false;
    if (number.size > 0)
        add_field(object, "qid", number, arena);
    while (markup_find_tag(rest, &tag)) {
        const char *end = tag.end;
        if (!tag.is_closing) {
            const struct trec_element *element = find_element(topic_elements, tag.name);
            const char *name = element != NULL ? element->field : lower_name(tag.name, arena);
            end = end_of_element(body, &tag);
            struct bytes text = {.data = tag.end, .size = (size_t)(end - tag.end)};
            text = without_label(markup_plain(text, arena), element != NULL ? element->label : NULL);
            if (text.size > 0)
                add_field(object, name, text, arena);
            has_element = true;
        }
        rest = bytes_from(rest, (size_t)(end - rest.data));
    }
    if (!has_element)
        add_field(object, "text", markup_plain(body, arena), arena);
    else if (json_fields_kind(object, "text") == JSON_FIELD_ABSENT)
        ask_description(object, arena);
}

/* --- Documents ------------------------------------------------------------ */

static struct bytes trim_lines(struct bytes text)
{
    text = bytes_skip_space(text);
    while (text.size > 0 && memchr(" \t\r\n", text.data[text.size - 1], 4) != NULL)
        text.size--;
    return text;
}

/* Fills a record without <TEXT>, such as a web page. The text is everything after the id and the head. */
static void fill_page(struct json_fields *object, struct bytes body, struct arena *arena)
{
    struct markup_tag tag;
    struct bytes inside;
    struct bytes text = body;
    if (markup_find(body, "docno", false, &tag) && markup_between(body, &tag, &inside))
        add_field(object, "docno", markup_plain(inside, arena), arena);
    for (size_t i = 0; i < 2; i++) {
        if (markup_find(text, i == 0 ? "docno" : "dochdr", true, &tag))
            text = bytes_from(text, (size_t)(tag.end - text.data));
    }
    add_field(object, "text", trim_lines(text), arena);
}

static void fill_document(struct json_fields *object, struct bytes body, const struct markup_tag *record,
                          struct arena *arena)
{
    struct markup_tag tag;
    struct bytes rest = body;
    struct bytes inside;
    (void)record;
    if (!markup_find(body, "text", false, &tag)) {
        fill_page(object, body, arena);
        return;
    }
    while (markup_find_tag(rest, &tag)) {
        rest = bytes_from(rest, (size_t)(tag.end - rest.data));
        if (tag.is_closing || !markup_between(body, &tag, &inside))
            continue;
        const struct trec_element *element = find_element(document_elements, tag.name);
        const char *name = element != NULL ? element->field : lower_name(tag.name, arena);
        bool is_text = strcmp(name, "text") == 0;
        add_field(object, name, is_text ? trim_lines(inside) : markup_plain(inside, arena), arena);
        rest = bytes_from(rest, inside.size);
    }
}

/* --- Records -------------------------------------------------------------- */

static const struct trec_record *find_record(struct bytes tag)
{
    for (size_t i = 0; i < N_RECORDS; i++) {
        if (bytes_equal_ignoring_case(tag, bytes_of(records[i].tag)))
            return &records[i];
    }
    return NULL;
}

bool item_trec_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct markup_tag tag;
    content = trim_lines(bytes_slice(content, 0, content.size < 4096 ? content.size : 4096));
    if (!bytes_starts_with(content, "<"))
        return false;
    while (markup_find_tag(content, &tag)) {
        if (find_record(tag.name) != NULL)
            return true;
        content = bytes_from(content, (size_t)(tag.end - content.data));
        if (!bytes_equal_ignoring_case(tag.name, bytes_of("topics")))
            return false;
    }
    return false;
}

static bool fail_open(struct item_reading *reading, const struct markup_tag *tag, struct err *err)
{
    err_set(err, ERR_INPUT, "<%.*s> begins here and has no </%.*s>; is the file cut short?",
            BYTES_FORMAT(tag->name), BYTES_FORMAT(tag->name));
    return item_reading_fail(reading, tag->begin, err);
}

static bool put_record(struct item_reading *reading, const struct trec_record *record,
                       const struct markup_tag *tag, struct bytes body, struct err *err)
{
    struct bytes source = {.data = tag->begin, .size = (size_t)(body.data + body.size - tag->begin)};
    if (!item_reading_check(reading, source, err))
        return false;
    struct json_fields *object = json_fields_make();
    record->fill(object, body, tag, &reading->arena);
    return item_reading_put_object(reading, object, source, err);
}

bool item_trec_read(struct item_reading *reading, struct err *err)
{
    struct bytes rest = reading->content;
    struct markup_tag tag;
    struct bytes body;
    bool worked = true;
    while (worked && markup_find_tag(rest, &tag)) {
        const struct trec_record *record = tag.is_closing ? NULL : find_record(tag.name);
        const char *end = tag.end;
        if (record != NULL && !markup_between(rest, &tag, &body))
            return fail_open(reading, &tag, err);
        if (record != NULL) {
            worked = put_record(reading, record, &tag, body, err);
            end = body.data + body.size;
        }
        rest = bytes_from(rest, (size_t)(end - rest.data));
    }
    return worked;
}
