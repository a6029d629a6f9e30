#include "import/quotation_field.h"

#include <math.h>

static bool fail(const char *key, struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "\"%s\" must look like {\"text\": \"words of the document\"}; \"start\", the number of "
                   "bytes before them, is optional",
                   key);
}

static bool read_start(const struct json_fields *quoted, const char *key, int64_t *start, struct err *err)
{
    const double most = 1LL << 53; /* largest range of whole numbers that a double holds exactly */
    *start = QUOTATION_ANYWHERE;
    if (json_fields_kind(quoted, "start") == JSON_FIELD_ABSENT)
        return true;
    if (json_fields_kind(quoted, "start") != JSON_FIELD_NUMBER)
        return fail(key, err);
    double number = json_fields_number(quoted, "start");
    if (!(number >= 0 && number <= most && floor(number) >= number))
        return fail(key, err);
    *start = (int64_t)number;
    return true;
}

bool quotation_field_read(const struct json_fields *object, const char *key, struct quotation *quotation,
                          struct err *err)
{
    enum json_field kind = json_fields_kind(object, key);
    *quotation = (struct quotation){0};
    if (kind == JSON_FIELD_ABSENT || kind == JSON_FIELD_NULL)
        return true;
    const struct json_fields *quoted = json_fields_object(object, key);
    if (quoted == NULL || json_fields_kind(quoted, "text") != JSON_FIELD_TEXT)
        return fail(key, err);
    quotation->text = json_fields_text(quoted, "text");
    return (quotation->text.size > 0 || fail(key, err)) && read_start(quoted, key, &quotation->start, err) &&
           quotation_is_accepted(quotation, err);
}
