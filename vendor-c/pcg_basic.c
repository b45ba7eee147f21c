/*
 * PCG32. The generator is M. E. O'Neill's (pcg-random.org); this text is ours. See README.md.
 */
#include "pcg_basic.h"

#define PCG32_MULTIPLIER 6364136223846793005ULL

void pcg32_srandom_r(pcg32_random_t *rng, uint64_t initstate, uint64_t initseq)
{
    rng->state = 0;
    rng->inc = initseq << 1 | 1;
    (void)pcg32_random_r(rng);
    rng->state += initstate;
    (void)pcg32_random_r(rng);
}

uint32_t pcg32_random_r(pcg32_random_t *rng)
{
    uint64_t oldstate = rng->state;
    uint32_t xorshifted, rot;

    rng->state = oldstate * PCG32_MULTIPLIER + (rng->inc | 1);
    /* The output is of the old state: it need not wait for the multiplication. */
    xorshifted = (uint32_t)((oldstate ^ oldstate >> 18) >> 27);
    rot = (uint32_t)(oldstate >> 59);
    return xorshifted >> rot | xorshifted << (-rot & 31);
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
