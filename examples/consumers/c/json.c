/* The reader. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#define DEEPEST 64

struct reader {
    char *start, *at;
    const char *error;
    struct json *unused; /* the next one of an array that is large enough for all */
};

static int fail(struct reader *reader, const char *error)
{
    if (reader->error == NULL) {
        reader->error = error;
    }
    return 0;
}

static void skip_blanks(struct reader *reader)
{
    reader->at += strspn(reader->at, " \t\n\r");
}

/* Whether these bytes come next; if so, goes past them. */
static int take(struct reader *reader, const char *bytes)
{
    size_t length = strlen(bytes);

    if (strncmp(reader->at, bytes, length) != 0) {
        return 0;
    }
    reader->at += length;
    return 1;
}

/* The four digits of \u, or -1. */
static long hexadecimal(struct reader *reader)
{
    long unit = 0;
    int i;

    for (i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *reader->at == '\0' ? NULL : strchr(digits, *reader->at);

        if (digit == NULL) {
            return -1;
        }
        unit = unit * 16 + (digit - digits) % 16;
        reader->at++;
    }
    return unit;
}

static char *put_utf8(char *to, long point)
{
    static const long first_byte[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    int bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    int i;

    for (i = bytes - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    to[0] = (char)(first_byte[bytes] | point);
    return to + bytes;
}

/* What follows a backslash, written to *to: never longer than what stands for it. */
static int read_escape(struct reader *reader, char **to)
{
    static const char names[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    const char *name = *reader->at == '\0' ? NULL : strchr(names, *reader->at);
    long point;

    if (name != NULL) {
        *(*to)++ = bytes[name - names];
        reader->at++;
        return 1;
    }
    if (!take(reader, "u") || (point = hexadecimal(reader)) < 0) {
        return fail(reader, "an escape that JSON does not have");
    }
    if (point >= 0xd800 && point < 0xe000) {
        long low = point < 0xdc00 && take(reader, "\\u") ? hexadecimal(reader) : -1;

        if (low < 0xdc00 || low >= 0xe000) {
            return fail(reader, "half a surrogate pair");
        }
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    }
    *to = put_utf8(*to, point);
    return 1;
}

/* A string, behind its first quote. It is written over itself. */
static int read_string(struct reader *reader, const char **text, size_t *length)
{
    char *start = reader->at, *to = start;

    while (*reader->at != '"') {
        if ((unsigned char)*reader->at < ' ') {
            return fail(reader, "a string without an end, or with a control character");
        }
        if (!take(reader, "\\")) {
            *to++ = *reader->at++;
        } else if (!read_escape(reader, &to)) {
            return 0;
        }
    }
    reader->at++;
    *to = '\0';
    *text = start;
    *length = (size_t)(to - start);
    return 1;
}

static size_t skip_digits(struct reader *reader)
{
    size_t count = strspn(reader->at, "0123456789");

    reader->at += count;
    return count;
}

static int read_number(struct reader *reader, struct json *value)
{
    value->kind = JSON_NUMBER;
    value->text = reader->at;
    (void)take(reader, "-");
    if (!take(reader, "0") && skip_digits(reader) == 0) {
        return fail(reader, "no value");
    }
    if (take(reader, ".") && skip_digits(reader) == 0) {
        return fail(reader, "a number that ends too early");
    }
    if (take(reader, "e") || take(reader, "E")) {
        (void)(take(reader, "+") || take(reader, "-"));
        if (skip_digits(reader) == 0) {
            return fail(reader, "a number that ends too early");
        }
    }
    value->length = (size_t)(reader->at - value->text);
    return 1;
}

static int read_value(struct reader *reader, struct json *value, int depth);

/* An array or object, behind its bracket. */
static int read_list(struct reader *reader, struct json *list, const char *end, int depth)
{
    const struct json **link = &list->first;

    skip_blanks(reader);
    if (take(reader, end)) {
        return 1;
    }
    if (depth == DEEPEST) {
        return fail(reader, "too deep");
    }
    do {
        struct json *value = reader->unused++;
        size_t ignored;

        skip_blanks(reader);
        if (list->kind == JSON_OBJECT) {
            if (!take(reader, "\"") || !read_string(reader, &value->key, &ignored)) {
                return fail(reader, "a member without a name");
            }
            skip_blanks(reader);
            if (!take(reader, ":")) {
                return fail(reader, "no colon");
            }
        }
        if (!read_value(reader, value, depth + 1)) {
            return 0;
        }
        *link = value;
        link = &value->next;
        skip_blanks(reader);
    } while (take(reader, ","));
    return take(reader, end) || fail(reader, "an array or object without an end");
}

static int read_value(struct reader *reader, struct json *value, int depth)
{
    skip_blanks(reader);
    if (take(reader, "{")) {
        value->kind = JSON_OBJECT;
        return read_list(reader, value, "}", depth);
    }
    if (take(reader, "[")) {
        value->kind = JSON_ARRAY;
        return read_list(reader, value, "]", depth);
    }
    if (take(reader, "\"")) {
        value->kind = JSON_STRING;
        return read_string(reader, &value->text, &value->length);
    }
    if (take(reader, "null") || take(reader, "true") || take(reader, "false")) {
        value->kind = reader->at[-1] == 'l' ? JSON_NULL : reader->at[-2] == 'u' ? JSON_TRUE : JSON_FALSE;
        return 1;
    }
    return read_number(reader, value);
}

struct json *json_read(char *text, size_t length, const char **error, size_t *place)
{
    struct reader reader = {text, text, NULL, NULL};
    size_t most = 1, i;
    struct json *values;

    /* Before every value but the outermost comes one of these. */
    for (i = 0; i < length; i++) {
        most += text[i] == '[' || text[i] == '{' || text[i] == ',';
    }
    values = calloc(most, sizeof *values);
    *error = "no memory";
    *place = 0;
    if (values == NULL) {
        return NULL;
    }
    reader.unused = values + 1;
    if (read_value(&reader, values, 0)) {
        skip_blanks(&reader);
        if (reader.at == text + length) {
            return values;
        }
        (void)fail(&reader, "something behind the value");
    }
    *error = reader.error;
    *place = (size_t)(reader.at - reader.start);
    free(values);
    return NULL;
}

const struct json *json_get(const struct json *object, const char *key)
{
    const struct json *value;

    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    for (value = object->first; value != NULL && strcmp(value->key, key) != 0; value = value->next) {
    }
    return value;
}
