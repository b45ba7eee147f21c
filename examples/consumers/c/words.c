/*
 * The subjects bsd-random, pcg32 and haskell. vendor-c has the last two; of the first it has what Rogue uses, so the
 * whole family is written here, from the texts in the file.
 */
#include "op.h"

#include <stdlib.h>
#include <string.h>

#include "dice.h"

/* Subject bsd-random. */

static struct {
    int kind, length, front, rear;
    uint32_t ring[63];
} bsd;

static uint32_t bsd_word(void)
{
    uint32_t sum;

    if (bsd.kind == 0) {
        bsd.ring[0] = (bsd.ring[0] * 1103515245u + 12345u) & 0x7fffffffu;
        return bsd.ring[0];
    }
    sum = bsd.ring[bsd.front] += bsd.ring[bsd.rear];
    bsd.front = (bsd.front + 1) % bsd.length;
    bsd.rear = (bsd.rear + 1) % bsd.length;
    return sum >> 1;
}

static uint32_t weak(uint32_t previous)
{
    return previous * 1103515245u + 12345u;
}

static uint32_t libc5(uint32_t previous)
{
    return previous * 1103515145u + 12345u;
}

/* C divides towards zero, as this wants. */
static uint32_t glibc(uint32_t previous)
{
    int32_t word = (int32_t)previous;
    int32_t next = 16807 * (word % 127773) - 2836 * (word / 127773);

    return (uint32_t)(next < 0 ? next + INT32_MAX : next);
}

static void bsd_seed(uint32_t kind, uint32_t seed, uint32_t (*next)(uint32_t))
{
    static const int lengths[] = {1, 7, 15, 31, 63}, fronts[] = {0, 3, 1, 3, 1};
    int i;

    bsd.kind = (int)kind;
    bsd.length = lengths[kind];
    bsd.front = fronts[kind];
    bsd.rear = 0;
    bsd.ring[0] = seed;
    for (i = 1; i < bsd.length; i++) {
        bsd.ring[i] = next(bsd.ring[i - 1]);
    }
    for (i = 0; kind > 0 && i < 10 * bsd.length; i++) {
        (void)bsd_word();
    }
}

static void op_bsd_srandom(void)
{
    uint32_t seed = (uint32_t)i32("seed");

    bsd_seed(u32("kind", 0, 4), seed == 0 ? 1 : seed, glibc);
    show_nothing();
}

static void op_bsd_srrandom(void)
{
    bsd_seed(u32("kind", 0, 4), (uint32_t)i32("seed"), weak);
    show_nothing();
}

static void op_bsd_srandom_libc5(void)
{
    bsd_seed(u32("kind", 0, 4), (uint32_t)i32("seed"), libc5);
    show_nothing();
}

static void op_bsd_random(void)
{
    show_u32(bsd_word());
}

static void op_bsd_randoms(void)
{
    uint32_t count = u32("count", 0, LONGEST_LIST), i;
    uint32_t *words = buffer(count, sizeof *words);

    for (i = 0; i < count; i++) {
        words[i] = bsd_word();
    }
    show_words(words, count);
}

/* Subjects pcg32 and haskell. */

static pcg32_random_t gen;

void words_start(void)
{
    bsd_seed(3, 1, glibc);
    memset(&gen, 0, sizeof gen);
}

static void op_pcg_srandom(void)
{
    pcg32_srandom_r(&gen, u64("initstate"), u64("initseq"));
    show_u64(gen.state);
}

static void set_raw(void)
{
    gen.state = u64("state");
    gen.inc = u64("inc");
}

static void op_pcg_raw(void)
{
    set_raw();
    show_u64(gen.state);
}

static void op_haskell_raw(void)
{
    set_raw();
    show_nothing();
}

static void op_pcg_random(void)
{
    show_u32(pcg32_random_r(&gen));
}

/* Also nexts of haskell: without signs they are the words. */
static void op_pcg_randoms(void)
{
    uint32_t count = u32("count", 0, LONGEST_LIST), i;
    uint32_t *words = buffer(count, sizeof *words);

    for (i = 0; i < count; i++) {
        words[i] = pcg32_random_r(&gen);
    }
    show_words(words, count);
}

static void op_boundedrand(void)
{
    show_u32(pcg32_boundedrand_r(&gen, u32("bound", 1, UINT32_MAX)));
}

static void op_advance(void)
{
    pcg32_advance_r(&gen, u64("delta"));
    show_u64(gen.state);
}

static void op_step_back(void)
{
    pcg32_advance_r(&gen, UINT64_MAX);
    show_u64(gen.state);
}

static void op_next(void)
{
    show_i32(haskell_next(&gen));
}

static void op_show(void)
{
    begin_texts();
    text_print(&line, "PCGen %llu %llu", (unsigned long long)gen.state, (unsigned long long)gen.inc);
    end_line();
    end_texts();
}

static void op_split_left(void)
{
    pcg32_random_t right;

    haskell_split(&gen, &gen, &right);
    op_show();
}

static void op_split_right(void)
{
    pcg32_random_t left;

    haskell_split(&gen, &left, &gen);
    op_show();
}

static void op_random_r(void)
{
    int64_t l = i64("l");
    int64_t h = i64("h");

    show_i64(haskell_random_r(&gen, l, h));
}

static void op_random_word64(void)
{
    show_u64(haskell_random_word64(&gen));
}

static void op_random_double(void)
{
    double number = haskell_random_double(&gen);
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    show_u64(bits);
}

static void op_uniform_may(void)
{
    show_u32(haskell_uniform_may(&gen, u32("n", 1, UINT32_MAX)));
}

const struct op word_ops[] = {
    {"bsd-random", "srandom", op_bsd_srandom},
    {"bsd-random", "srrandom", op_bsd_srrandom},
    {"bsd-random", "srandom_libc5", op_bsd_srandom_libc5},
    {"bsd-random", "random", op_bsd_random},
    {"bsd-random", "randoms", op_bsd_randoms},
    {"pcg32", "srandom", op_pcg_srandom},
    {"pcg32", "raw", op_pcg_raw},
    {"pcg32", "random", op_pcg_random},
    {"pcg32", "randoms", op_pcg_randoms},
    {"pcg32", "boundedrand", op_boundedrand},
    {"pcg32", "advance", op_advance},
    {"pcg32", "step_back", op_step_back},
    {"haskell", "raw", op_haskell_raw},
    {"haskell", "next", op_next},
    {"haskell", "nexts", op_pcg_randoms},
    {"haskell", "split_left", op_split_left},
    {"haskell", "split_right", op_split_right},
    {"haskell", "random_r", op_random_r},
    {"haskell", "random_word64", op_random_word64},
    {"haskell", "random_double", op_random_double},
    {"haskell", "uniform_may", op_uniform_may},
    {"haskell", "show", op_show},
    {NULL, NULL, NULL},
};
