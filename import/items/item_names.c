/* Names are compared without case, '-', '_' and blanks (import/field_names.h). */
#include "import/items/item_names.h"

#include "import/field_names.h"

/* A plain id, in a file of items of one kind. Names that say whose id it is come second. */
static const char *const plain_id_names[] = {"_id", "id", NULL};

static const char *const document_text_names[] = {
    "text",         "contents",      "content",   "body",       "page content", "passage",
    "passage text", "document text", "chunk",     "chunk text", "answer",       "description",
    "abstract",     "document",      "narrative", "query",      "question",     NULL,
};
static const char *const question_text_names[] = {
    "text",     "query",   "question", "query text", "question text", "user input",
    "contents", "content", "body",     "narrative",  "input",         NULL,
};
/* Names that documents never have for their texts. */
static const char *const query_names[] = {"query",      "question", "query text", "question text",
                                          "user input", "input",    NULL};

/* A question may be the title of a document whose text is the answer. */
static const char *const document_title_names[] = {"title",     "heading",  "headline", "document title",
                                                   "doc title", "question", NULL};

enum { NAME_LISTS = 2 };

/* The known names, by kind and role. Those of a second list rank lower. */
static const char *const *const known_names[][ITEM_ROLES][NAME_LISTS] = {
    [ITEM_DOCUMENT] = {[ITEM_ROLE_ID] = {plain_id_names, document_id_names},
                       [ITEM_ROLE_TEXT] = {document_text_names},
                       [ITEM_ROLE_TITLE] = {document_title_names}},
    [ITEM_QUESTION] =
        {[ITEM_ROLE_ID] = {plain_id_names, question_id_names}, [ITEM_ROLE_TEXT] = {question_text_names}},
};

const char *item_kind_name(enum item_kind kind)
{
    return kind == ITEM_DOCUMENT ? "document" : "question";
}

unsigned char item_name_fits(struct bytes field, const char *name)
{
    if (!field_is_called(field, name))
        return 0;
    return bytes_equal(field, bytes_of(name)) ? 1 : 2;
}

unsigned char item_name_rank(enum item_kind kind, enum item_role role, struct bytes field, const char **known)
{
    unsigned char place = 0;
    for (size_t list = 0; list < NAME_LISTS && known_names[kind][role][list] != NULL; list++) {
        for (const char *const *name = known_names[kind][role][list]; *name != NULL; name++, place += 2) {
            unsigned char fit = item_name_fits(field, *name);
            *known = *name;
            if (fit > 0)
                return (unsigned char)(place + fit);
        }
    }
    *known = NULL;
    return 0;
}

enum item_role item_field_role(enum item_kind kind, struct bytes name, const char **known)
{
    const char *unused;
    enum item_kind other = kind == ITEM_DOCUMENT ? ITEM_QUESTION : ITEM_DOCUMENT;
    for (enum item_role role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        if (item_name_rank(kind, role, name, known) > 0 ||
            (role == ITEM_ROLE_ID && item_name_rank(other, role, name, &unused) > 0))
            return role;
    }
    return ITEM_ROLE_NONE;
}

bool item_names_container(enum item_kind kind, struct bytes name)
{
    return field_find_name(name, kind == ITEM_DOCUMENT ? document_container_names
                                                       : question_container_names) != NULL;
}

bool item_field_is_query(struct bytes name)
{
    return field_find_name(name, query_names) != NULL;
}

void item_add_example_names(enum item_kind kind, enum item_role role, struct buffer *out)
{
    const char *const *const *lists = known_names[kind][role];
    if (lists[1] != NULL)
        buffer_add_format(out, "\"%s\", \"%s\" or \"%s\"", lists[0][0], lists[0][1], lists[1][0]);
    else
        buffer_add_format(out, "\"%s\" or \"%s\"", lists[0][0], lists[0][1]);
}

void item_add_id_names(enum item_kind kind, struct buffer *out)
{
    buffer_add_string(out, plain_id_names[1]);
    for (const char *const *name = known_names[kind][ITEM_ROLE_ID][1]; *name != NULL; name++)
        buffer_add_format(out, "%s%s", name[1] != NULL ? ", " : " or ", *name);
}
