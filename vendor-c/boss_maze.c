/*
 * Document 000, "Randomized Permutations Without Lists": its maze, dug through rock two tiles at a time by a function
 * that calls itself: once for every cell that it digs, and a cell takes two tiles each way. For the 200 by 200 tiles that are
 * the most it is asked for, that is 10,000 deep, of 120 bytes each; the caller sees to a stack that is large enough.
 */
#include "documents.h"

/* up, left, down, right */
static const struct spot offsets[4] = {{0, -1}, {-1, 0}, {0, 1}, {1, 0}};

static int outside(const struct boss_maze *maze, int32_t i, int32_t j)
{
    return i < 0 || j < 0 || i >= maze->width || j >= maze->height;
}

/* The document's first program: a list of the directions, shuffled, and emptied from its end. */
static void shuffled_directions(struct dice *dice, int32_t *directions)
{
    int32_t list[4] = {0, 1, 2, 3};
    uint32_t i;

    for (i = 3; i >= 1; i--) {
        uint32_t k = dice_draw(dice, i + 1);
        int32_t kept = list[i];

        list[i] = list[k];
        list[k] = kept;
    }
    for (i = 0; i < 4; i++) {
        directions[i] = list[3 - i];
    }
}

/* Its last program: a byte, emptied from its low end. */
static void packed_directions(struct dice *dice, int32_t *directions)
{
    int32_t dirs = random_directions(dice);
    int i;

    for (i = 0; i < 4; i++) {
        directions[i] = dirs & 3;
        dirs >>= 2;
    }
}

static void visit(struct boss_maze *maze, int32_t i, int32_t j, int32_t di, int32_t dj)
{
    int32_t mid_i = i + di;
    int32_t mid_j = j + dj;
    int32_t directions[4];
    int32_t index;
    int k;

    i = mid_i + di;
    j = mid_j + dj;
    if (outside(maze, i, j)) {
        return;
    }
    index = j * maze->width + i;
    if (!maze->tiles[index]) {
        return;
    }
    maze->tiles[mid_j * maze->width + mid_i] = 0;
    maze->tiles[index] = 0;
    maze->visited[maze->visited_count++] = (struct spot){i, j};
    if (maze->order == SHUFFLED) {
        shuffled_directions(maze->dice, directions);
    } else {
        packed_directions(maze->dice, directions);
    }
    for (k = 0; k < 4; k++) {
        visit(maze, i, j, offsets[directions[k]].column, offsets[directions[k]].row);
    }
}

static int has_wall(const struct boss_maze *maze, int32_t i, int32_t j)
{
    return !outside(maze, i, j) && maze->tiles[j * maze->width + i];
}

static void make_adjoining_walls(struct boss_maze *maze)
{
    int32_t i, j;

    for (j = 0; j < maze->height; j++) {
        for (i = 0; i < maze->width; i++) {
            int uldr = 0;

            if (has_wall(maze, i, j)) {
                uldr = has_wall(maze, i, j - 1) << 3 | has_wall(maze, i - 1, j) << 2
                    | has_wall(maze, i, j + 1) << 1 | has_wall(maze, i + 1, j);
            }
            maze->joined[j * maze->width + i] = (uint8_t)uldr;
        }
    }
}

void boss_maze(struct boss_maze *maze)
{
    int32_t i;

    for (i = 0; i < maze->width * maze->height; i++) {
        maze->tiles[i] = 1;
    }
    maze->visited_count = 0;
    /* Of a width of 1 this makes a start outside, and nothing is dug. */
    maze->start.column = (int32_t)dice_draw(maze->dice, (uint32_t)((maze->width - 2) / 2 + 1)) * 2 + 1;
    maze->start.row = (int32_t)dice_draw(maze->dice, (uint32_t)((maze->height - 2) / 2 + 1)) * 2 + 1;
    visit(maze, maze->start.column, maze->start.row, 0, 0);
    make_adjoining_walls(maze);
}
