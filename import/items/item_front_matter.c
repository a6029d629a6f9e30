#include "import/items/item_front_matter.h"

#include "core/text/front_matter.h"
#include "import/text/json_scan.h"
#include "import/text/yaml_text.h"

/* Returns the lines between the first line and the last line; nothing when they are not YAML. */
static struct bytes between_fences(struct bytes text)
{
    struct bytes rest = bytes_slice(text, 0, front_matter_size(text)), line;
    if (!bytes_starts_with(rest, "---") || !bytes_next_line(&rest, &line))
        return (struct bytes){0};
    struct bytes inside = {.data = rest.data};
    while (bytes_next_line(&rest, &line))
        inside.size = (size_t)(line.data - inside.data);
    return inside;
}

struct json_fields *item_front_matter_read(struct bytes text)
{
    struct buffer json = {0};
    struct json_fields *fields = NULL;
    const char *fault, *broken_at;
    size_t line;
    struct bytes yaml = between_fences(text);
    bool worked = yaml.size > 0 && yaml_add_json(yaml, &json, &fault, &line);
    struct json_scan scan = json_scan_of(buffer_bytes(&json));
    if (worked && (json_scan_peek(&scan) != '{' ||
                   !json_fields_parse_part(&fields, buffer_bytes(&json), &broken_at, err_ignored())))
        fields = NULL;
    buffer_release(&json);
    return fields;
}
