/* Bounded numbers by the rules of three documents. Every one is noted. */
#include "dice.h"

static uint32_t noted(struct dice *dice, uint32_t n, uint32_t value)
{
    dice->note(dice->log, n, value);
    return value;
}

static uint32_t bounded(struct dice *dice, uint32_t n)
{
    uint32_t word;

    if (dice->rule == HASKELL) {
        return (uint32_t)haskell_random_r(&dice->rng, 0, (int64_t)n - 1);
    }
    word = pcg32_random_r(&dice->rng);
    if (dice->rule == SCALED) {
        /* floor(u * n) with u = word / 2^32. */
        return (uint32_t)((uint64_t)word * n >> 32);
    }
    return word % n;
}

uint32_t dice_draw(struct dice *dice, uint32_t n)
{
    return noted(dice, n, bounded(dice, n));
}

uint32_t dice_choose(struct dice *dice, uint32_t n)
{
    /* Only Haskell's library picks from a list by another rule than it draws numbers by. */
    if (dice->rule == HASKELL) {
        return noted(dice, n, haskell_uniform_may(&dice->rng, n));
    }
    return dice_draw(dice, n);
}
