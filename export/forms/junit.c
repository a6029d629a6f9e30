#include "export/forms/junit.h"

#include "export/forms/element.h"

static void add_case(const char *suite, const struct junit_case *tested, struct buffer *out)
{
    const char *said = tested->failure != NULL ? "failure" : "system-out";
    element_begin(out, "testcase");
    element_attribute_text(out, "classname", bytes_of(suite));
    element_attribute_text(out, "name", tested->name);
    element_content(out);
    element_begin(out, said);
    if (tested->failure != NULL) {
        element_attribute_text(out, "type", bytes_of(tested->failure));
        element_attribute_text(out, "message", tested->text);
    }
    element_content(out);
    element_add_text(out, tested->text);
    element_end(out, said);
    element_end(out, "testcase");
    buffer_add_byte(out, '\n');
}

void junit_write(const char *suite, const struct junit_case *cases, size_t n, struct buffer *out)
{
    size_t n_failures = 0;
    for (size_t i = 0; i < n; i++)
        n_failures += cases[i].failure != NULL;
    buffer_add_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    element_begin(out, "testsuite");
    element_attribute_text(out, "name", bytes_of(suite));
    element_attribute(out, "tests", "%zu", n);
    element_attribute(out, "failures", "%zu", n_failures);
    element_content(out);
    buffer_add_byte(out, '\n');
    for (size_t i = 0; i < n; i++)
        add_case(suite, &cases[i], out);
    element_end(out, "testsuite");
    buffer_add_byte(out, '\n');
}
