/*
 * Calls every function of the references, at the ends of its domain and from many seeds, and prints a digest of all that
 * came out. The buffers are exactly as long as the headers ask for, and are not cleared: a sanitizer sees one step too far,
 * and valgrind a number that was never written.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "documents.h"
#include "rogue.h"

/* What harness.c offers. It has no header: only Rust calls it. */
struct drawn_entry {
    int lo, hi, value;
};

void start_up(void);
int word_bytes(void);
void set_kind(int type);
long long next_word(void);
void words_into(uint32_t *words, size_t n);
uint32_t words_xor(size_t n);
void draws_into(int x, int y, int32_t *values, size_t n);
void new_games(int first_seed, size_t count);
void ring_words(uint32_t *words);
void pcg32_words_into(pcg32_random_t *rng, uint32_t *words, size_t n);
int draws_logged(const struct drawn_entry **first, size_t *count);
void draws_forget(void);

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* FNV-1a, over the eight bytes of each number, lowest first. */
static uint64_t digest = UINT64_C(0xcbf29ce484222325);
static unsigned long outputs;

static void show(uint64_t number)
{
    int i;

    for (i = 0; i < 8; i++) {
        digest = (digest ^ (number >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
    }
    outputs++;
}

static void show_text(const char *text)
{
    while (*text) {
        show((unsigned char)*text++);
    }
}

static void show_titles(const struct id *kinds, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        show_text(kinds[i].title);
    }
}

static void *room_for(size_t count, size_t size)
{
    /* One byte where none is wanted: an empty allocation may be NULL. */
    void *room = malloc(count * size > 0 ? count * size : 1);

    if (!room) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return room;
}

/* A source of seeds that has nothing to do with the references: xorshift64. */
static uint64_t any(void)
{
    static uint64_t x = 88172645463325252;

    x ^= x << 13;
    x ^= x >> 7;
    return x ^= x << 17;
}

static const int edge_seeds[] = {0, 1, -1, INT_MIN, INT_MAX, 32767, 32768, -32768, 1700000000};

/* No wider than an int. */
static const int ranges[][2] = {
    {0, 0}, {7, 7}, {0, 1}, {1, 100}, {5, -5}, {0, 0x3fff}, {0, 0x4000}, {INT_MIN, INT_MIN}, {INT_MAX, INT_MAX},
    {INT_MIN, -2}, {1, INT_MAX}, {INT_MAX - 1, 0}, {INT_MIN, INT_MIN + 1},
};

static void tables(void)
{
    int i;

    show_titles(id_potions, POTIONS);
    show_titles(id_scrolls, SCROLS);
    show_titles(id_wands, WANDS);
    show_titles(id_rings, RINGS);
    for (i = 0; i < WANDS; i++) {
        show((uint64_t)is_wood[i]);
    }
}

static void one_seed(int seed)
{
    static const int percentages[] = {INT_MIN, -1, 0, 1, 50, 99, 100, 101, INT_MAX};
    uint32_t ring[31];
    size_t i;
    int type;

    start_up();
    for (type = 3; type >= 0; type -= 3) {
        set_kind(type);
        srrandom(seed);
        for (i = 0; i < 8; i++) {
            show((uint64_t)next_word());
        }
        show(words_xor(40));
        for (i = 0; i < LENGTH(ranges); i++) {
            show((uint64_t)get_rand(ranges[i][0], ranges[i][1]));
        }
        for (i = 0; i < LENGTH(percentages); i++) {
            show((uint64_t)rand_percent(percentages[i]));
        }
        for (i = 0; i < 8; i++) {
            show((uint64_t)coin_toss());
        }
        ring_words(ring);
        for (i = 0; i < LENGTH(ring); i++) {
            show(ring[i]);
        }
        mix_colors();
        get_wand_and_ring_materials();
        make_scroll_titles();
        tables();
    }
}

static void rogue(void)
{
    const struct drawn_entry *first;
    const size_t many = 70000; /* more than the log of draws holds */
    int32_t *values = room_for(many, sizeof *values);
    uint32_t *words = room_for(1000, sizeof *words);
    size_t i, count;
    int overflow;

    for (i = 0; i < LENGTH(edge_seeds); i++) {
        one_seed(edge_seeds[i]);
    }
    for (i = 0; i < 100; i++) {
        one_seed((int)(any() >> 32));
    }
    start_up();
    words_into(words, 1000);
    draws_into(-3, 3, values, many);
    overflow = draws_logged(&first, &count);
    for (i = 0; i < count; i++) {
        /* Not shown: the build with the words of the machine notes none. */
        if (first[i].lo != -3 || first[i].hi != 3 || first[i].value != values[i]) {
            puts("a draw is noted wrongly");
            exit(1);
        }
    }
    if (overflow == 0 || (overflow > 0 && count != 65536)) {
        puts("the log is not full");
        exit(1);
    }
    draws_forget();
    new_games(INT_MAX - 1, 4);
    tables();
    for (i = 0; i < 1000; i++) {
        show(words[i]);
    }
    for (i = 0; i < many; i += 1000) {
        show((uint64_t)values[i]);
    }
    for (i = 0; i < 400; i++) {
        new_games((int)i * 82, 1);
        tables();
    }
    free(values);
    free(words);
}

static const uint64_t edge_states[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63, 42, 54};

static void pcg(pcg32_random_t rng)
{
    static const uint32_t bounds[] = {1, 2, 3, 100, 1u << 16, 1u << 31, (1u << 31) + 1, UINT32_MAX};
    uint32_t words[16];
    size_t i;

    for (i = 0; i < LENGTH(bounds); i++) {
        show(pcg32_boundedrand_r(&rng, bounds[i]));
    }
    for (i = 0; i < LENGTH(edge_states); i++) {
        pcg32_advance_r(&rng, edge_states[i]);
        show(pcg32_random_r(&rng));
    }
    pcg32_words_into(&rng, words, LENGTH(words));
    for (i = 0; i < LENGTH(words); i++) {
        show(words[i]);
    }
}

static void haskell(pcg32_random_t rng)
{
    static const int64_t ends[][2] = {
        {0, 0}, {1, 20}, {20, 1}, {INT64_MIN, INT64_MAX}, {INT64_MAX, INT64_MIN}, {INT64_MIN, INT64_MIN},
        {INT64_MAX, INT64_MAX}, {-1, INT64_MAX}, {INT64_MIN, 0}, {0, 4294966}, {0, 4294967}, {0, 4294968},
        {0, 18446744073709550}, {0, 18446744073709551}, {0, 18446744073709552},
    };
    static const uint32_t lists[] = {1, 2, 3, 7, 1000};
    pcg32_random_t left, right;
    size_t i;

    for (i = 0; i < LENGTH(ends); i++) {
        show((uint64_t)haskell_random_r(&rng, ends[i][0], ends[i][1]));
    }
    for (i = 0; i < LENGTH(lists); i++) {
        show(haskell_uniform_may(&rng, lists[i]));
    }
    show((uint64_t)haskell_next(&rng));
    show(haskell_random_word64(&rng));
    show((uint64_t)(haskell_random_double(&rng) * 9007199254740992.0));
    haskell_split(&rng, &left, &right);
    show(left.state ^ right.inc);
    show(right.state ^ left.inc);
}

static void generators(void)
{
    pcg32_random_t rng;
    size_t i, j;

    for (i = 0; i < LENGTH(edge_states); i++) {
        for (j = 0; j < LENGTH(edge_states); j++) {
            rng.state = edge_states[i];
            rng.inc = edge_states[j];
            pcg(rng);
            haskell(rng);
        }
    }
    for (i = 0; i < 100; i++) {
        uint64_t initstate = any();

        pcg32_srandom_r(&rng, initstate, any());
        pcg(rng);
        haskell(rng);
    }
}

static void note(void *log, uint32_t n, uint32_t value)
{
    (*(unsigned long *)log)++;
    show(n);
    show(value);
}

static void draws(struct dice *dice)
{
    static const uint32_t bounds[] = {1, 2, 3, 100, 1u << 31, UINT32_MAX};
    static const uint32_t counts[] = {0, 1, 2, 3, 4, 17, 60};
    size_t i;
    uint32_t k;

    for (i = 0; i < LENGTH(bounds); i++) {
        dice_draw(dice, bounds[i]);
        dice_choose(dice, bounds[i] < 1000 ? bounds[i] : 1000);
    }
    for (i = 0; i < LENGTH(counts); i++) {
        uint32_t *r = room_for(counts[i], sizeof *r);
        uint32_t *numbers = room_for(counts[i], sizeof *numbers);

        permutation(dice, counts[i], r, numbers);
        for (k = 0; k < counts[i]; k++) {
            show(numbers[k]);
        }
        free(r);
        free(numbers);
    }
    show(random_directions(dice));
}

static void dig(struct dice *dice, int32_t width, int32_t height, int32_t order)
{
    size_t cells = (size_t)(width * height), i;
    struct boss_maze maze = {.width = width, .height = height, .order = order, .dice = dice};

    maze.tiles = room_for(cells, sizeof *maze.tiles);
    maze.joined = room_for(cells, sizeof *maze.joined);
    maze.visited = room_for(cells, sizeof *maze.visited);
    boss_maze(&maze);
    for (i = 0; i < cells; i++) {
        show((uint64_t)maze.tiles[i] << 8 | maze.joined[i]);
    }
    for (i = 0; i < (size_t)maze.visited_count; i++) {
        show((uint64_t)(maze.visited[i].column + maze.visited[i].row * width));
    }
    free(maze.tiles);
    free(maze.joined);
    free(maze.visited);
}

static void wander(struct dice *dice, int32_t width, int32_t height, int32_t restart)
{
    size_t cells = (size_t)(width * height), i;
    struct amazing maze = {.width = width, .height = height, .restart = restart, .dice = dice};

    maze.walls = room_for(cells, sizeof *maze.walls);
    maze.visited = room_for(cells, sizeof *maze.visited);
    maze.visited_list = room_for(cells, sizeof *maze.visited_list);
    show((uint64_t)amazing(&maze));
    for (i = 0; i < cells; i++) {
        show((uint64_t)maze.walls[i] << 32 | (uint64_t)maze.visited[i]);
    }
    for (i = 0; i < (size_t)maze.visited_list_length; i++) {
        show((uint64_t)(maze.visited_list[i].column + maze.visited_list[i].row * width));
    }
    free(maze.walls);
    free(maze.visited);
    free(maze.visited_list);
}

static void furnish(struct dice *dice, int32_t width, int32_t height, int32_t halls)
{
    size_t cells = (size_t)(width * height), i;
    struct rooms map = {.width = width, .height = height, .halls_wanted = halls, .dice = dice};

    map.tiles = room_for(cells, sizeof *map.tiles);
    rooms(&map);
    for (i = 0; i < cells; i++) {
        show(map.tiles[i]);
    }
    for (i = 0; i < 12; i++) {
        show((uint64_t)map.hall_count[i]);
    }
    free(map.tiles);
}

static void maps(struct dice *dice)
{
    static const int32_t sides[][2] = {{1, 200}, {200, 1}, {2, 31}, {23, 25}, {40, 7}};
    int32_t width, height, kind;
    size_t i;

    for (kind = 0; kind < 2; kind++) {
        for (width = 1; width <= 8; width++) {
            for (height = 1; height <= 8; height++) {
                dig(dice, width, height, kind);
                wander(dice, width, height, kind);
                furnish(dice, width + 6, height + 6, kind);
            }
        }
        for (i = 0; i < LENGTH(sides); i++) {
            dig(dice, sides[i][0], sides[i][1], kind);
            wander(dice, sides[i][0], sides[i][1], kind);
        }
        furnish(dice, 200, 200, kind);
    }
}

static void documents(void)
{
    unsigned long noted = 0;
    struct dice dice = {.note = note, .log = &noted};

    for (dice.rule = MODULO; dice.rule <= HASKELL; dice.rule++) {
        pcg32_srandom_r(&dice.rng, 42, 54);
        draws(&dice);
        maps(&dice);
    }
    /* As deep as the maze goes, and as long as the list of visited cells gets. */
    dice.rule = MODULO;
    dig(&dice, 200, 200, PACKED);
    wander(&dice, 200, 200, SCAN);
    show(noted);
}

static void spread_of(uint32_t na, uint32_t nb)
{
    uint32_t *sequence = room_for(2 * (size_t)(na + nb) + SPREAD_MORE, sizeof *sequence);
    uint32_t i;

    spread(5, 7, na, nb, sequence);
    for (i = 0; i < na + nb; i++) {
        show(sequence[i]);
    }
    free(sequence);
}

static void spreads(void)
{
    /* Neighbours in Fibonacci's sequence go deepest. */
    static const uint32_t counts[][2] = {{1, 20000}, {10946, 6765}, {6765, 4181}, {9999, 10000}, {20000, 3}};
    uint32_t na, nb;
    size_t i;

    for (na = 0; na <= 24; na++) {
        for (nb = 0; nb <= 24; nb++) {
            spread_of(na, nb);
        }
    }
    for (i = 0; i < LENGTH(counts); i++) {
        spread_of(counts[i][0], counts[i][1]);
    }
}

int main(void)
{
    if (word_bytes() != (int)sizeof(WORD)) {
        puts("the driver and the harness were built with words of two sizes");
        return 1;
    }
    rogue();
    generators();
    documents();
    spreads();
    printf("%lu outputs, digest %016" PRIx64 "\n", outputs, digest);
    return 0;
}
