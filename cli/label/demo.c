/*
 * Writes the sample collection, which the program contains, to a new folder, for labelling and for trying the commands.
 */
#include "cli/commands.h"
#include "cli/label/demo_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool fail(const char *path, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s: %s; free some space there, or set TMPDIR to another folder", path,
                   strerror(errno));
}

static bool write_file(const char *folder, const struct demo_file *file, struct arena *arena, struct err *err)
{
    const char *path = arena_format(arena, "%s/%s", folder, file->name);
    FILE *out = fopen(path, "wx");
    if (out == NULL)
        return fail(path, err);
    bool written = fwrite(file->bytes, 1, file->size, out) == file->size;
    written = fclose(out) == 0 && written;
    return written || fail(path, err);
}

static bool write_files(const char *folder, struct arena *arena, struct err *err)
{
    for (size_t i = 0; i < n_demo_files; i++) {
        if (!write_file(folder, &demo_files[i], arena, err))
            return false;
    }
    return true;
}

/* Runs another command with these words, up to NULL. */
static bool run(const struct command *command, const char *const *words, struct world *world, struct err *err)
{
    size_t n = 0;
    while (words[n] != NULL)
        n++;
    return command_call(command, words, n, world, err);
}

static const char *in(const char *folder, const char *name, struct arena *arena)
{
    return arena_format(arena, "%s/%s", folder, name);
}

/*
 * The messages of an import do not interest a user who tries the program. With this seed most candidates of the first
 * question help to answer it; with the default seed no document answers the first question.
 */
static bool import_quietly(const char *folder, struct arena *arena, struct world *world, struct err *err)
{
    struct working_line none = {0};
    struct world quiet = *world;
    quiet.out = fopen("/dev/null", "w");
    quiet.err = quiet.out;
    quiet.working = &none;
    if (quiet.out == NULL)
        return fail("/dev/null", err);
    const char *const words[] = {in(folder, "labels.db", arena),
                                 in(folder, "documents.jsonl", arena),
                                 in(folder, "questions.jsonl", arena),
                                 in(folder, "porter.run", arena),
                                 in(folder, "plain.run", arena),
                                 in(folder, "titles.run", arena),
                                 "--depth",
                                 "5",
                                 NULL};
    const char *const seed[] = {in(folder, "labels.db", arena), "seed", "34", NULL};
    bool done = run(&import_command, words, &quiet, err) && run(&set_command, seed, &quiet, err);
    fclose(quiet.out);
    return done;
}

static bool label(const char *folder, struct arena *arena, struct world *world, struct err *err)
{
    const char *const words[] = {in(folder, "labels.db", arena), NULL};
    return run(&label_command, words, world, err);
}

/* A program that was called by its path is not found by its name. */
static void say_what_next(const char *folder, struct world *world)
{
    char *path = realpath(world->program, NULL);
    fprintf(world->out,
            "The labels are in %s/labels.db, with the documents, questions and runs. To continue:\n"
            "\n",
            folder);
    if (path != NULL && strchr(world->program, '/') != NULL)
        fprintf(world->out, "  alias assay='%s'\n", path);
    fprintf(world->out,
            "  cd %s\n"
            "  assay status labels.db\n"
            "  assay label labels.db\n"
            "  assay label labels.db --lead --run porter.run --run plain.run --run titles.run\n"
            "  assay export labels.db qrels\n"
            "  assay eval judgments.qrels porter.run plain.run titles.run\n",
            folder);
    free(path);
}

static bool run_demo(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct arena arena = {0};
    (void)arguments;
    char *folder = arena_format(&arena, "%s/assay-demo-XXXXXX", world->temporary_folder);
    bool done = (mkdtemp(folder) != NULL || fail(folder, err)) && write_files(folder, &arena, err) &&
                import_quietly(folder, &arena, world, err) &&
                (!world->has_terminal || label(folder, &arena, world, err));
    if (done)
        say_what_next(folder, world);
    arena_release(&arena);
    return done;
}

const struct command demo_command = {
    .name = "demo",
    .group = "Label",
    .summary = "Try the labelling screen on a sample collection",
    .example = "assay demo",
    .operands = "",
    .details =
        "The program contains a sample collection: 211 documents, 48 questions, three runs and graded\n"
        "judgments of an invented help desk. demo writes them to a new folder below TMPDIR, and keeps it.\n",
    .run = run_demo,
};
