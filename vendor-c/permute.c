/*
 * Document 000, "Randomized Permutations Without Lists": a permutation out of draws below n, n - 1, ..., 1, in place of
 * a list of what is left.
 */
#include "documents.h"

/* The document's routine calls itself with a count one lower. Here that is the next round of the outer loop. */
void permutation(struct dice *dice, uint32_t n, uint32_t *r, uint32_t *numbers)
{
    uint32_t count, made = 0;

    for (count = n; count > 0; count--) {
        uint32_t number = dice_draw(dice, count);
        uint64_t limit = (uint64_t)count + 1;
        uint32_t previous;

        r[made] = number;
        for (previous = made; previous > 0; previous--) {
            number = (uint32_t)(((uint64_t)number + r[previous - 1] + 1) % limit);
            limit++;
        }
        numbers[made++] = number;
    }
}

/* Four directions of two bits each, the first one highest. */
uint8_t random_directions(struct dice *dice)
{
    uint32_t r1 = dice_draw(dice, 4);
    uint32_t r2 = dice_draw(dice, 3);
    uint32_t r3 = dice_draw(dice, 2);
    uint32_t d1 = r1;
    uint32_t d2 = (r1 + r2 + 1) % 4;
    uint32_t d3 = (r1 + (r2 + r3 + 1) % 3 + 1) % 4;
    uint32_t d4 = 0 + 1 + 2 + 3 - d1 - d2 - d3;

    return (uint8_t)(d1 << 6 | d2 << 4 | d3 << 2 | d4);
}
