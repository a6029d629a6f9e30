#include "export/progress.h"

#include "export/forms/json.h"

void json_add_strata(struct json *object, const struct strata *strata)
{
    if (strata->n == 0)
        return;
    struct json *array = json_add_array(object, "strata");
    for (size_t i = 0; i < strata->n; i++) {
        const struct stratum *stratum = &strata->items[i];
        struct json *item = json_add_object(array, NULL);
        if (stratum->value.size > 0)
            json_add_text(item, "value", stratum->value);
        else
            json_add_null(item, "value");
        json_add_integer(item, "labelled", stratum->labelled);
        json_add_integer(item, "questions", stratum->questions);
    }
}

static void add_range(struct json *object, const char *key, const struct forecast_range *range)
{
    struct json *item = json_add_object(object, key);
    json_add_real(item, "expected", range->expected);
    json_add_real(item, "low", range->low);
    json_add_real(item, "high", range->high);
}

void json_add_forecast(struct json *object, const struct forecast *forecast)
{
    struct json *item = json_add_object(object, "forecast");
    json_add_integer(item, "questions_ended", forecast->n_ended);
    add_range(item, "ballots", &forecast->ballots);
    json_add_real(item, "hours", forecast->hours);
}
