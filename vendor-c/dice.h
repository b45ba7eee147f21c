/*
 * Random numbers for the references that are written from the documents: PCG32 with a rule that makes bounded
 * numbers of its words, and the generator functions of the Haskell document.
 */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

#include "pcg_basic.h"

#ifdef ROGUE_PREFIX

/* dice.c */
#define dice_draw PREFIXED(dice_draw)
#define dice_choose PREFIXED(dice_choose)

/* haskell.c */
#define haskell_next PREFIXED(haskell_next)
#define haskell_split PREFIXED(haskell_split)
#define haskell_random_r PREFIXED(haskell_random_r)
#define haskell_random_word64 PREFIXED(haskell_random_word64)
#define haskell_random_double PREFIXED(haskell_random_double)
#define haskell_uniform_may PREFIXED(haskell_uniform_may)

#endif

enum { MODULO, SCALED, HASKELL };

struct dice {
    pcg32_random_t rng;
    int32_t rule;
    /* Called once for each draw, in order, with the caller's log. */
    void (*note)(void *log, uint32_t n, uint32_t value);
    void *log;
};

/* A number below n, and a place in a list of n, counted from 0. n is not 0. */
uint32_t dice_draw(struct dice *dice, uint32_t n);
uint32_t dice_choose(struct dice *dice, uint32_t n);

int32_t haskell_next(pcg32_random_t *gen);
void haskell_split(const pcg32_random_t *gen, pcg32_random_t *left, pcg32_random_t *right);
int64_t haskell_random_r(pcg32_random_t *gen, int64_t l, int64_t h);
uint64_t haskell_random_word64(pcg32_random_t *gen);
double haskell_random_double(pcg32_random_t *gen);
uint32_t haskell_uniform_may(pcg32_random_t *gen, uint32_t n);

#endif
