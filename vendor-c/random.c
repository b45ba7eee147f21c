/*
 * Rogue's random numbers: an additive feedback generator over 31 words (type 3), or one linear
 * congruential word (type 0), and what the game asks of it. What it was written from:
 * README.md.
 */
#include "rogue.h"

/* rntb[0] is a label, never a word. The words start one further on. */
static WORD rntb[32];

static WORD *fptr = &rntb[4];
static WORD *rptr = &rntb[1];
static WORD *state = &rntb[1];
static int rand_type = 3;
static int rand_deg = 31;
static int rand_sep = 3;
static WORD *end_ptr = &rntb[32];

static WORD rrandom(void);

void srrandom(int x)
{
    int i;

    state[0] = (WORD)x;
    if (rand_type == 0) {
        return;
    }
    for (i = 1; i < rand_deg; i++) {
        state[i] = state[i - 1] * 1103515245 + 12345;
    }
    fptr = state + rand_sep;
    rptr = state;
    /* Neighbouring words of the congruence are too alike: run the ring ten times round. */
    for (i = 0; i < 10 * rand_deg; i++) {
        (void)rrandom();
    }
}

static WORD rrandom(void)
{
    WORD word;

    if (rand_type == 0) {
        state[0] = (state[0] * 1103515245 + 12345) & 0x7fffffff;
        return state[0];
    }
    *fptr += *rptr;
    /* The lowest bit is the weakest: it is shifted out. The mask leaves bits 1 to 31, whatever a word's size. */
    word = (*fptr >> 1) & 0x7fffffff;
    /* The two pointers are 3 or 28 words apart, so they never wrap in the same step. */
    if (++fptr >= end_ptr) {
        fptr = state;
        ++rptr;
    } else if (++rptr >= end_ptr) {
        rptr = state;
    }
    return word;
}

int get_rand(int x, int y)
{
    int lo = x < y ? x : y;
    int hi = x < y ? y : x;
    /* 14 bits, not 16: 16384 outcomes shared among hi - lo + 1 values. */
    int r = lo + (int)(rrandom() & 0x3fff) % (hi - lo + 1);

    DRAWN(lo, hi, r);
    return r;
}

int rand_percent(int percentage)
{
    return get_rand(1, 100) <= percentage;
}

int coin_toss(void)
{
    int r = (int)(rrandom() & 1);

    DRAWN(0, 1, r);
    return r;
}
