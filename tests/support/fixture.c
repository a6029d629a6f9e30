#include "tests/support/support.h"

#include "tests/support/fixture.h"

#include "core/base/memory.h"
#include "tests/support/child.h"

#include <stdlib.h>

int fixture_set_up(void **state)
{
    struct fixture *fixture = memory_get_zeroed(1, sizeof *fixture);
    *state = fixture;
    fixture->database = support_file(&fixture->arena, "sample.db", bytes_of(""));
    output_of_assay(&fixture->arena, "import", fixture->database, "--documents",
                    fixture_sample(fixture, "documents.jsonl"), "--questions",
                    fixture_sample(fixture, "questions.jsonl"), "--candidates",
                    fixture_sample(fixture, "plain.run"));
    return 0;
}

int fixture_tear_down(void **state)
{
    struct fixture *fixture = *state;
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

const char *fixture_sample(struct fixture *fixture, const char *name)
{
    return support_source(&fixture->arena, arena_format(&fixture->arena, "sample-data/%s", name));
}
