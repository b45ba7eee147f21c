/* An adapter of PCG32 for `roguelab check`, and with -D of a name one of its defects. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MULTIPLIER UINT64_C(6364136223846793005)

static uint64_t state, inc = 1;

static uint32_t next(void) {
    uint64_t old = state;
    state = old * MULTIPLIER + inc;
    uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return word >> turn | word << (-turn & 31);
}

static void seed(uint64_t initstate, uint64_t initseq) {
    inc = initseq << 1 | 1;
#ifdef NO_SEEDING_STEPS
    state = initstate;
#elif defined STATE_STAYS
    next();
    state += initstate;
    next();
#else
    state = 0;
    next();
    state += initstate;
    next();
#endif
#ifdef CRASH
    if (initstate == 1) {
        fputs("no luck with 1\n", stderr);
        abort();
    }
#endif
}

static uint32_t bounded(uint32_t bound) {
    uint32_t threshold = -bound % bound;
    for (;;) {
        uint32_t word = next();
#ifdef THRESHOLD_REJECTED
        if (word > threshold)
#else
        if (word >= threshold)
#endif
            return word % bound;
    }
}

static void advance(uint64_t delta) {
#ifdef HANG
    if (delta == 2)
        for (;;)
            pause();
#endif
    uint64_t a = MULTIPLIER, c = inc, by = 1, plus = 0;
    for (; delta; delta >>= 1) {
        if (delta & 1) {
            by *= a;
            plus = plus * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    state = by * state + plus;
}

static void show_state(void) {
#ifdef HIDDEN
    puts("-");
#else
    printf("%" PRIu64 "\n", state);
#endif
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        uint64_t a, b;
        if (strcmp(line, "reset\n") == 0) {
#ifdef NO_RESET
            puts("?");
#else
#ifndef STATE_STAYS
            state = 0;
#endif
            inc = 1;
            puts("nothing");
#endif
        } else if (sscanf(line, "srandom %" SCNu64 " %" SCNu64, &a, &b) == 2) {
            seed(a, b);
            show_state();
        } else if (sscanf(line, "raw %" SCNu64 " %" SCNu64, &a, &b) == 2) {
            state = a;
            inc = b | 1;
            show_state();
        } else if (strcmp(line, "random\n") == 0) {
            printf("%" PRIu32 "\n", next());
        } else if (sscanf(line, "randoms %" SCNu64, &a) == 1) {
            putchar('[');
            while (a--)
                printf("%" PRIu32 "%s", next(), a ? " " : "");
            puts("]");
        } else if (sscanf(line, "boundedrand %" SCNu64, &a) == 1) {
#ifdef NO_BOUNDED
            (void)bounded;
            puts("?");
#else
            printf("%" PRIu32 "\n", bounded((uint32_t)a));
#endif
        } else if (sscanf(line, "advance %" SCNu64, &a) == 1) {
            advance(a);
            show_state();
        } else if (strcmp(line, "step_back\n") == 0) {
            advance(UINT64_MAX);
            show_state();
        } else {
            puts("?");
        }
        fflush(stdout);
    }
}
