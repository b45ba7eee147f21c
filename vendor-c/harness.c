/*
 * What Rust calls. It stands for no original: it starts the references up, reads their
 * state, and holds the loops that the benches time, so that no call from Rust is in them.
 *
 * It includes the references instead of being linked with them. That leaves every `static` of
 * the originals as it is, and lets the compiler inline all it likes: a bench flatters the
 * reference, never the port.
 */
#include "random.c"
#include "object.c"
#include "inventory.c"
#include "pcg_basic.c"

struct drawn_entry {
    int lo, hi, value;
};

#ifdef ROGUE_DRAW_LOG

#define DRAW_LOG_ROOM 65536

static struct drawn_entry draw_log[DRAW_LOG_ROOM];
static size_t draw_count;
static boolean draw_overflow;

void drawn(int x, int y, int r)
{
    if (draw_count == DRAW_LOG_ROOM) {
        draw_overflow = 1;
        return;
    }
    draw_log[draw_count++] = (struct drawn_entry){x, y, r};
}

/* The draws since they were last forgotten. Returns 0, or 1 if there were more than the log holds. */
int draws_logged(const struct drawn_entry **first, size_t *count)
{
    *first = draw_log;
    *count = draw_count;
    return draw_overflow;
}

void draws_forget(void)
{
    draw_count = 0;
    draw_overflow = 0;
}

#else

/* Returns -1: this build keeps no log. */
int draws_logged(const struct drawn_entry **first, size_t *count)
{
    *first = NULL;
    *count = 0;
    return -1;
}

void draws_forget(void)
{
}

#endif

/* The tables as the program was loaded: a game shuffles the potions in place. */
static void reset_tables(void)
{
    static struct id potions_at_first[POTIONS];
    static boolean kept;
    int i;

    if (!kept) {
        memcpy(potions_at_first, id_potions, sizeof id_potions);
        kept = 1;
    }
    memcpy(id_potions, potions_at_first, sizeof id_potions);
    for (i = 0; i < SCROLS; i++) {
        id_scrolls[i].title[0] = '\0';
    }
    for (i = 0; i < WANDS; i++) {
        id_wands[i].title[0] = '\0';
        is_wood[i] = 0;
    }
    for (i = 0; i < RINGS; i++) {
        id_rings[i].title[0] = '\0';
    }
}

/* The state of a program just started: the generator as it is unseeded, the tables undrawn. */
void start_up(void)
{
    memset(rntb, 0, sizeof rntb);
    rntb[0] = 3;
    rand_type = 3;
    srrandom(1);
    reset_tables();
    draws_forget();
}

int word_bytes(void)
{
    return (int)sizeof(WORD);
}

/* 0 or 3. The words stay as they are until the next srrandom(). */
void set_kind(int type)
{
    rand_type = type;
}

long long next_word(void)
{
    return rrandom();
}

void words_into(uint32_t *words, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        words[i] = (uint32_t)rrandom();
    }
}

uint32_t words_xor(size_t n)
{
    uint32_t all = 0;

    while (n-- > 0) {
        all ^= (uint32_t)rrandom();
    }
    return all;
}

void draws_into(int x, int y, int32_t *values, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        values[i] = get_rand(x, y);
    }
}

/* Whole games, one after another, each from fresh tables. What is left is the last one. */
void new_games(int first_seed, size_t count)
{
    for (; count > 0; count--) {
        reset_tables();
        draws_forget();
        srrandom(first_seed);
        mix_colors();
        get_wand_and_ring_materials();
        make_scroll_titles();
        /* From INT_MAX on to INT_MIN, by an addition that is defined whatever the flags. */
        first_seed = (int)((unsigned)first_seed + 1);
    }
}

/* The 31 words in the order of memory, their low 32 bits: no other bit can reach an output. */
void ring_words(uint32_t *words)
{
    int i;

    for (i = 0; i < rand_deg; i++) {
        words[i] = (uint32_t)state[i];
    }
}

void pcg32_words_into(pcg32_random_t *rng, uint32_t *words, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        words[i] = pcg32_random_r(rng);
    }
}
