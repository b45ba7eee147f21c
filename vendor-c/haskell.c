/*
 * Document 001, "Week 3: Random Dungeons": its generator, and what the packages random-1.1 and MonadRandom draw from
 * it. Its generators are values; here a draw changes the one it is given.
 */
#include "dice.h"

/* The word as a signed number. */
int32_t haskell_next(pcg32_random_t *gen)
{
    return (int32_t)pcg32_random_r(gen);
}

static uint64_t rotate_right(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

/* Four words become two increments, and the state after them two states. The parent stays as it is. */
void haskell_split(const pcg32_random_t *gen, pcg32_random_t *left, pcg32_random_t *right)
{
    pcg32_random_t g = *gen;
    uint64_t q = pcg32_random_r(&g);
    uint64_t w = pcg32_random_r(&g);
    uint64_t e = pcg32_random_r(&g);
    uint64_t r = pcg32_random_r(&g);

    left->state = rotate_right(g.state, 5);
    left->inc = q << 32 | w | 1;
    right->state = rotate_right(g.state, 3);
    right->inc = e << 32 | r | 1;
}

/*
 * v mod (top + 1), where v is the number with these digits in base 2^32, highest first: long division, bit by bit.
 * The remainder stays below top + 1, which may be 2^64: doubled, it may lose a bit at the top.
 */
static uint64_t remainder_of(const uint32_t *digits, int count, uint64_t top)
{
    uint64_t rest = 0;
    int i, bit;

    for (i = 0; i < count; i++) {
        for (bit = 31; bit >= 0; bit--) {
            int lost = (int)(rest >> 63);

            rest = rest << 1 | (digits[i] >> bit & 1);
            if (lost || rest > top) {
                /* For a top of 2^64 - 1 this takes away 2^64, which is the bit that was lost. */
                rest -= top + 1;
            }
        }
    }
    return rest;
}

/*
 * l .. h, or h .. l, for which it calls itself once: as many digits of base 2^32 as make the range at least 1000 times
 * the one asked for.
 */
int64_t haskell_random_r(pcg32_random_t *gen, int64_t l, int64_t h)
{
    uint32_t digits[3];
    uint64_t top; /* k - 1: k itself may be 2^64 */
    int count = 1, i;

    if (l > h) {
        return haskell_random_r(gen, h, l);
    }
    top = (uint64_t)h - (uint64_t)l;
    /* Go on while 2^32 < 1000 k, and while 2^64 < 1000 k. Neither power is a multiple of 1000. */
    if (top >= (UINT64_C(1) << 32) / 1000) {
        count = 2;
    }
    if (top >= UINT64_MAX / 1000) {
        count = 3;
    }
    for (i = 0; i < count; i++) {
        digits[i] = (uint32_t)((int64_t)haskell_next(gen) + INT64_C(2147483648));
    }
    return (int64_t)((uint64_t)l + remainder_of(digits, count, top));
}

/* A range of all 64 bits starts at 0 for this type and at -2^63 for the signed one: that is all the difference. */
uint64_t haskell_random_word64(pcg32_random_t *gen)
{
    return (uint64_t)haskell_random_r(gen, INT64_MIN, INT64_MAX) - (uint64_t)INT64_MIN;
}

/* 0 <= u < 1. */
double haskell_random_double(pcg32_random_t *gen)
{
    uint64_t low53 = (uint64_t)haskell_random_r(gen, INT64_MIN, INT64_MAX) & ((UINT64_C(1) << 53) - 1);

    return (double)(int64_t)low53 / 9007199254740992.0;
}

/*
 * One of n elements of equal weight: its place, from 0. The document's function counts weights up until they reach a
 * number between 0 and n. Each product goes through memory, so that no compiler may keep more digits than a double has.
 */
uint32_t haskell_uniform_may(pcg32_random_t *gen, uint32_t n)
{
    double l = 0.0, h = n;
    volatile double half_l = 0.5 * l, half_h = 0.5 * h;
    volatile double width = half_h - half_l;
    volatile double part = haskell_random_double(gen) * width;
    volatile double half = half_l + part;
    volatile double p = 2.0 * half;
    uint32_t place = 0;

    while (place + 1 < n && p > (double)(place + 1)) {
        place++;
    }
    return place;
}
