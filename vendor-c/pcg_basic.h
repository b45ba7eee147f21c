/* PCG32 (XSH RR, 64 bits of state, 32 of output): the names and types of the PCG C library. */
#ifndef PCG_BASIC_H
#define PCG_BASIC_H

#include <stdint.h>

#include "prefix.h"

typedef struct {
    uint64_t state;
    uint64_t inc; /* names the stream; may be even, and is kept so, but steps as if it were odd */
} pcg32_random_t;

void pcg32_srandom_r(pcg32_random_t *rng, uint64_t initstate, uint64_t initseq);
uint32_t pcg32_random_r(pcg32_random_t *rng);
uint32_t pcg32_boundedrand_r(pcg32_random_t *rng, uint32_t bound);
void pcg32_advance_r(pcg32_random_t *rng, uint64_t delta);

#endif
