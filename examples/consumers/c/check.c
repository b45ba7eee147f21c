/*
 * Compares the C references with the vector pack. To build, from the root of the repository (one line):
 *
 *   cc -std=gnu11 -fwrapv -O2 -DROGUE_WORD32 -DROGUE_DRAW_LOG -Ivendor-c -o check examples/consumers/c/[a-z]*.c vendor-c/dice.c vendor-c/haskell.c vendor-c/permute.c vendor-c/boss_maze.c vendor-c/amazing.c vendor-c/rooms.c vendor-c/spread.c
 *
 *   ./check [FOLDER or FILE ...]
 *
 * Without arguments it takes fixtures/vectors. It prints, for each file, how many steps agree, or the first step that
 * does not, and exits with 1 then; with 2 if something cannot be read.
 *
 * The ports are the C references of vendor-c, called here without any Rust (rogue.c, words.c, maps.c) and compared with the
 * pack as a port of yours would be. What a step shows is written as JSON and compared as a text.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "op.h"

static size_t agreed, all; /* steps of all files */
static int unusable_files;

static void unusable(const char *path, const char *why)
{
    fprintf(stderr, "%s: cannot be checked: %s\n", path, why);
    unusable_files++;
}

/* NULL for no string, too: such a file fails at the first thing that is looked up. */
static const char *text_of(const struct json *object, const char *key)
{
    const struct json *value = json_get(object, key);

    return value != NULL && value->kind == JSON_STRING ? value->text : "";
}

static const struct json *first_of(const struct json *object, const char *key)
{
    const struct json *list = json_get(object, key);

    return list != NULL && list->kind == JSON_ARRAY ? list->first : NULL;
}

/* An op of a subject: any, if it has no name. */
static const struct op *find_op(const char *subject, const char *name)
{
    const struct op *const lists[] = {rogue_ops, word_ops, map_ops};
    const struct op *op;
    size_t i;

    for (i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (op = lists[i]; op->name != NULL; op++) {
            if (strcmp(op->subject, subject) == 0 && (name == NULL || strcmp(op->name, name) == 0)) {
                return op;
            }
        }
    }
    return NULL;
}

/* Whether the file says that the draws of the op are noted; -1 if it does not declare the op. */
static int notes_draws(const struct json *pack, const char *name)
{
    const struct json *op;

    for (op = first_of(pack, "ops"); op != NULL; op = op->next) {
        if (strcmp(text_of(op, "name"), name) == 0) {
            const struct json *draws = json_get(op, "draws");

            return draws != NULL && draws->kind == JSON_TRUE;
        }
    }
    return -1;
}

/* Runs a step. NULL, or why it cannot be run. *part: what differs, or NULL; then both sides of it. */
static const char *run_step(const struct json *pack, const struct json *step, const char **part, struct text *theirs,
                            struct text *ours)
{
    static struct text draws, shown;
    static const char *const parts[] = {"draws", "output"};
    const char *name = text_of(step, "op");
    const struct op *op = find_op(text_of(pack, "subject"), name);
    int noted = notes_draws(pack, name);
    const char *why;
    int i;

    *part = NULL;
    if (op == NULL || noted < 0) {
        return "an op that is not declared, or not in these ports";
    }
    if ((why = op_run(op, json_get(step, "args"), &draws, &shown)) != NULL) {
        return why;
    }
    for (i = 0; i < 2 && *part == NULL; i++) {
        const struct json *expected = json_get(step, parts[i]);

        text_clear(theirs);
        text_clear(ours);
        if (expected != NULL) {
            json_write(theirs, expected);
        }
        if (i == 1) {
            text_add(ours, shown.at, shown.length);
        } else if (noted) {
            text_add(ours, "[", 1);
            text_add(ours, draws.at, draws.length);
            text_add(ours, "]", 1);
        }
        if (strcmp(theirs->at, ours->at) != 0) {
            *part = parts[i];
        }
    }
    return NULL;
}

static void start_case(const struct json *pack)
{
    rogue_start(text_of(pack, "subject"));
    words_start();
    maps_start(json_get(pack, "tables"));
}

/* Runs every step up to the first that differs. NULL, or why the file is of no use. */
static const char *check_pack(const struct json *pack)
{
    static struct text theirs, ours;
    const char *subject = text_of(pack, "subject");
    const struct json *one, *step;
    size_t steps = 0, of_file = 0, index;

    if (strcmp(text_of(pack, "schema"), "roguelab-vectors/1") != 0) {
        return "its schema is not roguelab-vectors/1";
    }
    for (one = first_of(pack, "cases"); one != NULL; one = one->next) {
        for (step = first_of(one, "steps"); step != NULL; step = step->next) {
            steps++;
        }
    }
    if (steps == 0) {
        return "it has no step: nothing can be compared";
    }
    if (find_op(subject, NULL) == NULL) {
        printf("%s: not ported here\n", subject);
        return NULL;
    }
    for (one = first_of(pack, "cases"); one != NULL; one = one->next) {
        start_case(pack);
        for (step = first_of(one, "steps"), index = 0; step != NULL; step = step->next, index++) {
            const char *part, *why = run_step(pack, step, &part, &theirs, &ours);

            if (why != NULL) {
                return why;
            }
            if (part != NULL) {
                static struct text args;

                text_clear(&args);
                json_write(&args, json_get(step, "args"));
                printf("%s: case `%s`, step %zu, %s %s, %s:\n  the file has %s\n  this port has %s\n", subject,
                       text_of(one, "name"), index, text_of(step, "op"), args.at, part,
                       theirs.length > 0 ? theirs.at : "nothing", ours.length > 0 ? ours.at : "nothing");
                all += steps;
                agreed += of_file;
                return NULL;
            }
            of_file++;
        }
    }
    printf("%s: %zu steps agree\n", subject, of_file);
    all += steps;
    agreed += of_file;
    return NULL;
}

static void check_file(const char *path)
{
    struct text file = {0};
    FILE *stream = fopen(path, "rb");
    char bytes[65536];
    size_t length, place;
    struct json *pack;
    const char *why;

    if (stream == NULL) {
        unusable(path, strerror(errno));
        return;
    }
    text_clear(&file);
    while ((length = fread(bytes, 1, sizeof bytes, stream)) > 0) {
        text_add(&file, bytes, length);
    }
    if (ferror(stream)) {
        unusable(path, "it cannot be read to its end");
    } else if ((pack = json_read(file.at, file.length, &why, &place)) == NULL) {
        fprintf(stderr, "%s: at byte %zu: ", path, place);
        unusable(path, why);
    } else {
        if ((why = check_pack(pack)) != NULL) {
            unusable(path, why);
        }
        free(pack);
    }
    fclose(stream);
    free(file.at);
}

/* A file of vectors in a folder. */
static int is_pack(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0 && strcmp(entry->d_name, "schema.json") != 0;
}

static void check_path(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_pack, alphasort), i;

    if (count < 0 && errno == ENOTDIR) {
        check_file(path);
    } else if (count <= 0) {
        unusable(path, count < 0 ? strerror(errno) : "no file of vectors is there");
    }
    for (i = 0; i < count; i++) {
        struct text file = {0};

        text_add(&file, path, strlen(path));
        text_add(&file, "/", 1);
        text_add(&file, entries[i]->d_name, strlen(entries[i]->d_name));
        check_file(file.at);
        free(file.at);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

int main(int count, char **paths)
{
    int i;

    for (i = 1; i < count; i++) {
        check_path(paths[i]);
    }
    if (count < 2) {
        check_path("fixtures/vectors");
    }
    if (unusable_files > 0) {
        return 2;
    }
    printf("%zu of %zu steps agree\n", agreed, all);
    return all == 0 ? 2 : agreed < all;
}
