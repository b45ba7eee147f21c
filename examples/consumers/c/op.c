/* What an op takes from the file, and how it shows what it did. */
#include "op.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static const struct json *arguments;
static struct text *draws_text, *shown_text;
static jmp_buf refused;
static const char *reason;

const char *op_run(const struct op *op, const struct json *args, struct text *draws, struct text *shown)
{
    arguments = args;
    draws_text = draws;
    shown_text = shown;
    text_clear(draws);
    text_clear(shown);
    if (setjmp(refused) != 0) {
        return reason;
    }
    op->run();
    return NULL;
}

_Noreturn void refuse(const char *why)
{
    reason = why;
    longjmp(refused, 1);
}

/* The arguments. */

static const char *digits(const char *name, enum json_kind kind)
{
    static char copy[24];
    const struct json *value = json_get(arguments, name);
    size_t sign;

    if (value == NULL || value->kind != kind || value->length >= sizeof copy) {
        refuse("an argument is missing, or of another type");
    }
    memcpy(copy, value->text, value->length);
    copy[value->length] = '\0';
    sign = copy[0] == '-';
    if (copy[sign] == '\0' || copy[sign + strspn(copy + sign, "0123456789")] != '\0') {
        refuse("an argument is no whole number");
    }
    errno = 0;
    return copy;
}

static int64_t signed_number(const char *name, enum json_kind kind, int64_t least, int64_t greatest)
{
    int64_t number = strtoll(digits(name, kind), NULL, 10);

    if (errno != 0 || number < least || number > greatest) {
        refuse("an argument is too large or too small");
    }
    return number;
}

int32_t i32(const char *name)
{
    return (int32_t)signed_number(name, JSON_NUMBER, INT32_MIN, INT32_MAX);
}

int64_t i64(const char *name)
{
    return signed_number(name, JSON_STRING, INT64_MIN, INT64_MAX);
}

uint32_t u32(const char *name, uint32_t least, uint32_t greatest)
{
    return (uint32_t)signed_number(name, JSON_NUMBER, least, greatest);
}

uint64_t u64(const char *name)
{
    const char *copy = digits(name, JSON_STRING);
    uint64_t number = strtoull(copy, NULL, 10);

    if (errno != 0 || copy[0] == '-') {
        refuse("an argument is too large or too small");
    }
    return number;
}

int one_of(const char *name, const char *const *texts, int count)
{
    const struct json *value = json_get(arguments, name);
    int i;

    for (i = 0; i < count; i++) {
        if (value != NULL && value->kind == JSON_STRING && strcmp(value->text, texts[i]) == 0) {
            return i;
        }
    }
    refuse("an argument is none of the texts it can be");
}

void *buffer(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (memory == NULL) {
        refuse("no memory");
    }
    return memory;
}

void note_draw(uint32_t n, uint32_t value)
{
    text_print(draws_text, draws_text->length > 0 ? ",[%lu,%lu]" : "[%lu,%lu]", (unsigned long)n, (unsigned long)value);
}

/* What an op shows. */

void show_u32(uint32_t number)
{
    text_print(shown_text, "{\"u32\":%lu}", (unsigned long)number);
}

void show_i32(int32_t number)
{
    text_print(shown_text, "{\"i32\":%ld}", (long)number);
}

void show_u64(uint64_t number)
{
    text_print(shown_text, "{\"u64\":\"%llu\"}", (unsigned long long)number);
}

void show_i64(int64_t number)
{
    text_print(shown_text, "{\"i64\":\"%lld\"}", (long long)number);
}

void show_nothing(void)
{
    text_print(shown_text, "{}");
}

void show_words(uint32_t *words, size_t count)
{
    size_t i;

    text_print(shown_text, "{\"words\":[");
    for (i = 0; i < count; i++) {
        text_print(shown_text, i > 0 ? ",%lu" : "%lu", (unsigned long)words[i]);
    }
    text_print(shown_text, "]}");
    free(words);
}

struct text line;

void begin_texts(void)
{
    text_clear(&line);
    text_print(shown_text, "{\"texts\":[");
}

void end_line(void)
{
    if (shown_text->at[shown_text->length - 1] != '[') {
        text_print(shown_text, ",");
    }
    json_write_string(shown_text, line.at, line.length);
    text_clear(&line);
}

void end_texts(void)
{
    text_print(shown_text, "]}");
}
