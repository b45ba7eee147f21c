/* The writer, and the text that it writes to. */
#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct text *text, size_t more)
{
    if (text->room - text->length <= more) {
        text->room = 2 * text->room + more + 64;
        text->at = realloc(text->at, text->room);
        if (text->at == NULL) {
            fputs("no memory\n", stderr);
            exit(2);
        }
    }
}

void text_clear(struct text *text)
{
    make_room(text, 0);
    text->length = 0;
    text->at[0] = '\0';
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    make_room(text, length);
    memcpy(text->at + text->length, bytes, length);
    text->length += length;
    text->at[text->length] = '\0';
}

void text_print(struct text *text, const char *format, ...)
{
    char bytes[256];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(bytes, sizeof bytes, format, arguments);
    va_end(arguments);
    text_add(text, bytes, length < (int)sizeof bytes ? (size_t)length : sizeof bytes - 1);
}

void json_write_string(struct text *text, const char *bytes, size_t length)
{
    size_t i;

    text_add(text, "\"", 1);
    for (i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < ' ') {
            text_print(text, "\\u%04x", (unsigned char)bytes[i]);
            continue;
        }
        if (bytes[i] == '"' || bytes[i] == '\\') {
            text_add(text, "\\", 1);
        }
        text_add(text, &bytes[i], 1);
    }
    text_add(text, "\"", 1);
}

void json_write(struct text *text, const struct json *value)
{
    static const char *const words[] = {"null", "false", "true"};
    const struct json *each;

    switch (value->kind) {
    case JSON_NUMBER:
        text_add(text, value->text, value->length);
        break;
    case JSON_STRING:
        json_write_string(text, value->text, value->length);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        text_add(text, value->kind == JSON_ARRAY ? "[" : "{", 1);
        for (each = value->first; each != NULL; each = each->next) {
            if (each->key != NULL) {
                json_write_string(text, each->key, strlen(each->key));
                text_add(text, ":", 1);
            }
            json_write(text, each);
            if (each->next != NULL) {
                text_add(text, ",", 1);
            }
        }
        text_add(text, value->kind == JSON_ARRAY ? "]" : "}", 1);
        break;
    default:
        text_print(text, "%s", words[value->kind]);
    }
}
