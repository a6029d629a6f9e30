/*
 * Tests of promptfoo: the variables of each are a record, as they stand in a configuration, {"tests": [{"vars": {…}}]}, or beside
 * each result, {"results": {"results": [{"vars": {…}}]}}. A test that several prompts or providers were given stands there once
 * for each; a record like the one before is left out. https://www.promptfoo.dev/docs/configuration/outputs
 */
#include "import/tools/forms.h"

#include "import/fields/field_sample.h"
#include "import/tools/record_writer.h"
#include "import/tools/task.h"

bool promptfoo_recognises(struct bytes beginning)
{
    return bytes_starts_with(bytes_skip_space(beginning), "{") && bytes_contains(beginning, "\"vars\"") &&
           (bytes_contains(beginning, "\"tests\"") || bytes_contains(beginning, "\"results\""));
}

bool promptfoo_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    static const char *const paths[] = {"tests", "results.results", "results"};
    struct record_writer writer;
    struct bytes object = bytes_skip_space(content), tests = {0}, test, last = {0};
    record_writer_begin(&writer, content, out);
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !bytes_starts_with(tests, "["); i++)
        tests = task_value(object, paths[i]);
    for (struct list_walk walk = list_walk_of(tests);
         bytes_starts_with(tests, "[") && list_walk_next(&walk, &test);) {
        struct bytes vars = task_value(test, "vars");
        if (bytes_starts_with(vars, "{") && !bytes_equal(vars, last))
            record_writer_whole(&writer, vars);
        last = vars;
    }
    bool worked =
        writer.n > 0 || err_set(err, ERR_INPUT, "no test has \"vars\"; name the file that has the tests");
    *line = 0;
    record_writer_end(&writer);
    return worked;
}
