/*
 * PCG32. The generator is M. E. O'Neill's (pcg-random.org). What it was written from: README.md.
 */
#include "pcg_basic.h"

#define PCG32_MULTIPLIER 6364136223846793005ULL

static uint64_t step(const pcg32_random_t *rng)
{
    return rng->state * PCG32_MULTIPLIER + (rng->inc | 1);
}

void pcg32_srandom_r(pcg32_random_t *rng, uint64_t initstate, uint64_t initseq)
{
    rng->inc = initseq << 1 | 1;
    /* The seed is added to what one step makes of 0, which is inc; a second step mixes it in. */
    rng->state = rng->inc + initstate;
    rng->state = step(rng);
}

uint32_t pcg32_random_r(pcg32_random_t *rng)
{
    /* The output is of the state before the step: it need not wait for the multiplication. */
    uint64_t before = rng->state;
    uint32_t folded = (uint32_t)((before ^ before >> 18) >> 27);
    uint32_t turn = (uint32_t)(before >> 59);

    rng->state = step(rng);
    return folded >> turn | folded << (-turn & 31);
}

uint32_t pcg32_boundedrand_r(pcg32_random_t *rng, uint32_t bound)
{
    /* 2^32 mod bound: without that many outputs, every remainder has equally many. */
    uint32_t threshold = -bound % bound;
    uint32_t r;

    do {
        r = pcg32_random_r(rng);
    } while (r < threshold);
    return r % bound;
}

void pcg32_advance_r(pcg32_random_t *rng, uint64_t delta)
{
    /* The step s -> mult * s + plus, done 1, 2, 4, ... times at once; those in delta are applied. */
    uint64_t mult = PCG32_MULTIPLIER;
    uint64_t plus = rng->inc | 1;

    for (; delta > 0; delta >>= 1) {
        if (delta & 1) {
            rng->state = rng->state * mult + plus;
        }
        plus = (mult + 1) * plus;
        mult *= mult;
    }
}
