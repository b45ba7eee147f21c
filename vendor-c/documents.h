/* What the documents build from random numbers: permutations, mazes, rooms, and sequences spread evenly. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "dice.h"

#ifdef ROGUE_PREFIX

/* permute.c */
#define permutation PREFIXED(permutation)
#define random_directions PREFIXED(random_directions)

/* boss_maze.c */
#define boss_maze PREFIXED(boss_maze)

/* amazing.c */
#define amazing PREFIXED(amazing)

/* rooms.c */
#define rooms PREFIXED(rooms)

/* spread.c */
#define spread PREFIXED(spread)

#endif

struct spot {
    int32_t column, row;
};

/* permute.c: both buffers hold n numbers. */
void permutation(struct dice *dice, uint32_t n, uint32_t *r, uint32_t *numbers);
uint8_t random_directions(struct dice *dice);

/* boss_maze.c */
enum { PACKED, SHUFFLED };

struct boss_maze {
    int32_t width, height, order;
    struct dice *dice;
    uint8_t *tiles;       /* width * height, row by row: 1 is a wall */
    uint8_t *joined;      /* likewise: the walls beside a wall, up 8, left 4, down 2, right 1; 0 for an open tile */
    struct spot *visited; /* room for width * height */
    int32_t visited_count;
    struct spot start;
};

void boss_maze(struct boss_maze *maze);

/* amazing.c */
enum { RANDOM_VISITED, SCAN };
enum { DONE, ENDLESS, PAST_LIST };

struct amazing {
    int32_t width, height, restart;
    struct dice *dice;
    int32_t *walls;               /* width * height, column by column: 1 is open to the south, 2 to the east */
    int32_t *visited;             /* likewise: when the cell was visited, from 1; 0 for never */
    struct spot *visited_list;    /* room for width * height */
    int32_t visited_list_length;
    int32_t cell_count;           /* the next number for a cell: one more than cells visited */
    int32_t current_column, current_row;
    int32_t start_opening;        /* counted from 1 */
    int32_t exit_placed;
};

int32_t amazing(struct amazing *maze);

/* rooms.c */
enum { STRAIGHT, TURNED };

struct room {
    int32_t xl, yl, xh, yh;
};

struct rooms {
    int32_t width, height, halls_wanted;
    struct dice *dice;
    uint8_t *tiles; /* width * height, row by row: 1 is open */
    struct room rooms[9];
    int32_t hall_count[12];
    struct room halls[12][3];
};

void rooms(struct rooms *map);

/* spread.c: the buffer holds 2 * (na + nb) + SPREAD_MORE items; the first na + nb are the sequence. */
#define SPREAD_MORE 64

void spread(uint32_t a, uint32_t b, uint32_t na, uint32_t nb, uint32_t *sequence);

#endif
