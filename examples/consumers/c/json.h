/* A small reader and writer of JSON (RFC 8259): what a file of vectors needs, and no more. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    const char *key;          /* of a member of an object */
    const char *text;         /* a string without its escapes, with a NUL behind it; a number as it was written */
    size_t length;            /* of the text */
    const struct json *first; /* of an array's or object's values */
    const struct json *next;  /* the value beside this one */
};

/*
 * Reads a text of that length, with a NUL behind it. What comes back is the outermost value, or NULL if the text is no
 * JSON, and then *error says why and *place where, or if there is no memory. All values lie in one array, which begins
 * with it: free() it. They point into the text, which is changed. Lists within each other are read 64 deep at most.
 */
struct json *json_read(char *text, size_t length, const char **error, size_t *place);

/* The value of that name in an object; NULL if there is none, or no object. */
const struct json *json_get(const struct json *object, const char *key);

/* A text that grows. Starts as {0}. */
struct text {
    char *at; /* with a NUL behind it; NULL as long as nothing was added */
    size_t length, room;
};

void text_clear(struct text *text);
void text_add(struct text *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void text_print(struct text *text, const char *format, ...);

/* Two values are the same if these write the same; objects also if their members are in the same order. */
void json_write(struct text *text, const struct json *value);
void json_write_string(struct text *text, const char *bytes, size_t length);

#endif
