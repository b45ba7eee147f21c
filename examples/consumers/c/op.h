/* What an op takes from the file, and how it shows what it did. */
#ifndef OP_H
#define OP_H

#include <stddef.h>
#include <stdint.h>

#include "json.h"

struct op {
    const char *subject, *name;
    void (*run)(void);
};

/* The ops of this pack, each list with an empty one at its end; and what makes the state of a program just started. */
extern const struct op rogue_ops[], word_ops[], map_ops[];
void rogue_start(const char *subject);
void words_start(void);
void maps_start(const struct json *tables);

/*
 * Runs an op, and writes its draws and what it shows, as a file has them. NULL, or why it cannot be run: an argument is
 * missing, of another type, or beyond what the references take.
 */
const char *op_run(const struct op *op, const struct json *args, struct text *draws, struct text *shown);

/* Within an op: ends it, as one that cannot be run. */
_Noreturn void refuse(const char *why);

/* The arguments, by name; those of 64 bits are strings. one_of: which of the texts it is, from 0. */
int32_t i32(const char *name);
int64_t i64(const char *name);
uint32_t u32(const char *name, uint32_t least, uint32_t greatest);
uint64_t u64(const char *name);
int one_of(const char *name, const char *const *texts, int count);

#define LONGEST_LIST 1000000

/* Zeroed memory, to be freed; before it is taken all arguments are read, for the way out of a refused op is a jump. */
void *buffer(size_t count, size_t size);

void note_draw(uint32_t n, uint32_t value);

void show_nothing(void);
void show_u32(uint32_t number);
void show_i32(int32_t number);
void show_u64(uint64_t number);
void show_i64(int64_t number);
/* Frees them. */
void show_words(uint32_t *words, size_t count);

/* A list of texts: begin; as often as needed, print to the line and end it; end. */
extern struct text line;
void begin_texts(void);
void end_line(void);
void end_texts(void);

#endif
