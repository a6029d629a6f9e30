#include "import/office/xml.h"

#include "core/base/memory.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

struct xml_reading {
    XML_Parser parser;
    const struct xml_handlers *handlers;
    void *context;
    bool has_entities;
};

static const char *local_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon != NULL ? colon + 1 : name;
}

const char *xml_attribute(const char *const *attributes, const char *name)
{
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        if (strcmp(local_name(attributes[i]), name) == 0)
            return attributes[i + 1];
    }
    return NULL;
}

static void open_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct xml_reading *reading = context;
    if (reading->handlers->open != NULL)
        reading->handlers->open(reading->context, local_name(name), (const char *const *)attributes);
}

static void close_element(void *context, const XML_Char *name)
{
    struct xml_reading *reading = context;
    if (reading->handlers->close != NULL)
        reading->handlers->close(reading->context, local_name(name));
}

static void take_text(void *context, const XML_Char *text, int size)
{
    struct xml_reading *reading = context;
    if (reading->handlers->text != NULL)
        reading->handlers->text(reading->context, (struct bytes){.data = text, .size = (size_t)size});
}

static void refuse_entity(void *context, const XML_Char *name, int is_parameter, const XML_Char *value,
                          int size, const XML_Char *base, const XML_Char *system, const XML_Char *public,
                          const XML_Char *notation)
{
    struct xml_reading *reading = context;
    (void)name;
    (void)is_parameter;
    (void)value;
    (void)size;
    (void)base;
    (void)system;
    (void)public;
    (void)notation;
    reading->has_entities = true;
    XML_StopParser(reading->parser, XML_FALSE);
}

/* expat 2.9 deprecates the old function, whose result has another size on each system. */
static unsigned long long current_line(XML_Parser parser)
{
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}

bool xml_read(struct bytes xml, const struct xml_handlers *handlers, void *context, struct err *err)
{
    struct xml_reading reading = {.parser = XML_ParserCreate(NULL), .handlers = handlers, .context = context};
    if (reading.parser == NULL)
        memory_out(0);
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, open_element, close_element);
    XML_SetCharacterDataHandler(reading.parser, take_text);
    XML_SetEntityDeclHandler(reading.parser, refuse_entity);
    bool worked =
        xml.size <= INT_MAX && XML_Parse(reading.parser, xml.data, (int)xml.size, XML_TRUE) == XML_STATUS_OK;
    if (reading.has_entities)
        err_set(err, ERR_INPUT,
                "the XML in the file declares entities, which assay does not expand; save the file again");
    else if (!worked)
        err_set(err, ERR_INPUT, "the XML in the file is damaged (%s in line %llu); save the file again",
                XML_ErrorString(XML_GetErrorCode(reading.parser)), current_line(reading.parser));
    XML_ParserFree(reading.parser);
    return worked;
}
