/*
 * Document 004, "Even Separation Algorithm": na items a and nb items b, as far apart as they can be, by a function that
 * calls itself, for at most half the items rounded up, and once more to swap the kinds: of 10,000,000 items at most 50 deep.
 */
#include "documents.h"

void spread(uint32_t a, uint32_t b, uint32_t na, uint32_t nb, uint32_t *sequence)
{
    uint32_t total = na + nb;
    uint32_t index = 0;
    uint32_t groups, small_group_size, large_groups, small_groups;
    uint32_t *group_sizes;
    uint32_t g, i;

    if (na < nb) {
        spread(b, a, nb, na, sequence);
        return;
    }
    if (nb == 0) {
        for (i = 0; i < na; i++) {
            sequence[i] = a;
        }
        return;
    }
    if (na == nb) {
        for (i = 0; i < total; i++) {
            sequence[i] = i % 2 == 0 ? a : b;
        }
        return;
    }
    groups = nb + 1;
    small_group_size = na / groups;
    large_groups = na - groups * small_group_size;
    small_groups = groups - large_groups;
    /* The sizes lie behind the sequence: at most half as many, rounded up, and theirs behind them. */
    group_sizes = sequence + total;
    spread(small_group_size, small_group_size + 1, small_groups, large_groups, group_sizes);
    for (g = 0; g < groups; g++) {
        for (i = 0; i < group_sizes[g]; i++) {
            sequence[index++] = a;
        }
        if (index < total) {
            sequence[index++] = b;
        }
    }
}
