/*
 * The subjects permutation, boss-maze, amazing, rooms and spread. Their ports are the references in vendor-c; what they
 * lack, permutations of two and three without the last draw, is written here.
 */
#include "op.h"

#include <stdlib.h>
#include <string.h>

#include "documents.h"

/* The mazes call themselves as deep as there are cells. */
#define LONGEST_SIDE 200

static const char *const rules[] = {"modulo", "scaled", "haskell"};

static struct dice dice;
static const struct json *joined;

static void note(void *log, uint32_t n, uint32_t value)
{
    (void)log;
    note_draw(n, value);
}

void maps_start(const struct json *tables)
{
    memset(&dice, 0, sizeof dice);
    dice.note = note;
    joined = json_get(tables, "joined");
}

static void op_srandom(void)
{
    dice.rule = one_of("rule", rules, 3);
    pcg32_srandom_r(&dice.rng, u64("initstate"), u64("initseq"));
    show_u64(dice.rng.state);
}

static void op_raw(void)
{
    dice.rule = one_of("rule", rules, 3);
    dice.rng.state = u64("state");
    dice.rng.inc = u64("inc");
    show_u64(dice.rng.state);
}

/* Subject permutation. */

static void op_permutation(void)
{
    uint32_t n = u32("n", 0, UINT16_MAX);
    uint32_t *r = buffer(n, sizeof *r);
    uint32_t *numbers = buffer(n, sizeof *numbers);

    permutation(&dice, n, r, numbers);
    free(r);
    show_words(numbers, n);
}

static void op_unrolled(void)
{
    uint32_t n = u32("n", 2, 4);
    uint32_t *numbers = buffer(n, sizeof *numbers);

    if (n == 4) {
        uint32_t byte = random_directions(&dice), i;

        for (i = 0; i < 4; i++) {
            numbers[i] = byte >> (6 - 2 * i) & 3;
        }
    } else {
        numbers[0] = dice_draw(&dice, n);
        if (n == 3) {
            numbers[1] = (dice_draw(&dice, 2) + numbers[0] + 1) % 3;
        }
        /* The last is what is left: all of them add up to 1, or to 3. */
        numbers[n - 1] = (n == 3 ? 3 : 1) - numbers[0] - numbers[1];
    }
    show_words(numbers, n);
}

static void op_random_directions(void)
{
    show_u32(random_directions(&dice));
}

static void op_state(void)
{
    show_u64(dice.rng.state);
}

/* The maps. */

static void end_map(void)
{
    text_print(&line, "state %016llx", (unsigned long long)dice.rng.state);
    end_line();
    end_texts();
}

/* Reads the sides of a map, and begins to show it. If there is no such map, shows that, and returns 0. */
static int begin_map(uint32_t shortest, int32_t *width, int32_t *height)
{
    uint32_t w = u32("width", 0, LONGEST_SIDE);
    uint32_t h = u32("height", 0, LONGEST_SIDE);

    begin_texts();
    *width = (int32_t)w;
    *height = (int32_t)h;
    if (w >= shortest && h >= shortest) {
        return 1;
    }
    text_print(&line, "refused: no map is %d by %d", *width, *height);
    end_line();
    end_map();
    return 0;
}

static void print_spot(const char *before, int32_t column, int32_t row)
{
    text_print(&line, "%s%d,%d", before, column, row);
}

static void print_spots(const struct spot *spots, int32_t count)
{
    int32_t i;

    for (i = 0; i < count; i++) {
        print_spot(" ", spots[i].column, spots[i].row);
    }
    end_line();
}

/* Rows of tiles, each as the text with its number. */
static void print_tiles(const uint8_t *tiles, int32_t width, int32_t height, const char *const *glyphs)
{
    int32_t i;

    for (i = 0; i < width * height; i++) {
        text_add(&line, glyphs[tiles[i]], strlen(glyphs[tiles[i]]));
        if ((i + 1) % width == 0) {
            end_line();
        }
    }
}

static void op_boss_maze(void)
{
    static const char *const orders[] = {"packed", "shuffled"}, *const plain[] = {".", "#"};
    struct boss_maze maze = {.order = one_of("order", orders, 2), .dice = &dice};
    const char *glyphs[16];
    const struct json *glyph = joined == NULL ? NULL : joined->first;
    size_t count;
    int i;

    for (i = 0; i < 16; i++, glyph = glyph->next) {
        if (glyph == NULL || glyph->kind != JSON_STRING) {
            refuse("the table of joined walls has fewer than 16 texts");
        }
        glyphs[i] = glyph->text;
    }
    if (!begin_map(1, &maze.width, &maze.height)) {
        return;
    }
    count = (size_t)(maze.width * maze.height);
    maze.tiles = buffer(count, sizeof *maze.tiles);
    maze.joined = buffer(count, sizeof *maze.joined);
    maze.visited = buffer(count, sizeof *maze.visited);
    boss_maze(&maze);
    print_spot("start ", maze.start.column, maze.start.row);
    end_line();
    text_print(&line, "visited");
    print_spots(maze.visited, maze.visited_count);
    print_tiles(maze.tiles, maze.width, maze.height, plain);
    print_tiles(maze.joined, maze.width, maze.height, glyphs);
    free(maze.tiles);
    free(maze.joined);
    free(maze.visited);
    end_map();
}

/* Cells, column by column. */
static void print_columns(const char *name, const int32_t *cells, int32_t width, int32_t height)
{
    int32_t i;

    for (i = 0; i < width * height; i++) {
        if (i % height == 0) {
            text_print(&line, "%s", name);
        }
        text_print(&line, " %d", cells[i]);
        if ((i + 1) % height == 0) {
            end_line();
        }
    }
}

static void op_amazing(void)
{
    static const char *const restarts[] = {"random", "scan"};
    static const char *const ends[] = {"done", "endless", "past the list"};
    struct amazing maze = {.restart = one_of("restart", restarts, 2), .dice = &dice};
    size_t count;
    int32_t status;

    if (!begin_map(1, &maze.width, &maze.height)) {
        return;
    }
    count = (size_t)(maze.width * maze.height);
    maze.walls = buffer(count, sizeof *maze.walls);
    maze.visited = buffer(count, sizeof *maze.visited);
    maze.visited_list = buffer(count, sizeof *maze.visited_list);
    status = amazing(&maze);
    if (status == PAST_LIST) {
        /* The original draws once more before it reads past its list; the reference ends before that. */
        (void)dice_draw(&dice, 1);
    }
    text_print(&line, "%s at %d,%d, entered at %d, next cell %d", ends[status], maze.current_column, maze.current_row,
               maze.start_opening - 1, maze.cell_count);
    end_line();
    text_print(&line, "list");
    print_spots(maze.visited_list, maze.restart == SCAN ? 0 : maze.visited_list_length);
    print_columns("walls", maze.walls, maze.width, maze.height);
    print_columns("visited", maze.visited, maze.width, maze.height);
    free(maze.walls);
    free(maze.visited);
    free(maze.visited_list);
    end_map();
}

static void print_room(const char *before, struct room room)
{
    text_print(&line, "%s %d %d %d %d", before, room.xl, room.yl, room.xh, room.yh);
}

static void op_rooms(void)
{
    static const char *const wanted[] = {"straight", "turned"}, *const plain[] = {"#", "."};
    struct rooms map = {.halls_wanted = one_of("halls", wanted, 2), .dice = &dice};
    int i, k;

    if (!begin_map(7, &map.width, &map.height)) {
        return;
    }
    map.tiles = buffer((size_t)(map.width * map.height), sizeof *map.tiles);
    rooms(&map);
    for (i = 0; i < 9; i++) {
        print_room("room", map.rooms[i]);
        end_line();
    }
    for (i = 0; i < 12; i++) {
        text_print(&line, "hall");
        for (k = 0; k < map.hall_count[i]; k++) {
            print_room("", map.halls[i][k]);
        }
        end_line();
    }
    print_tiles(map.tiles, map.width, map.height, plain);
    free(map.tiles);
    end_map();
}

/* Subject spread. */

static void op_spread(void)
{
    uint32_t na = u32("na", 0, LONGEST_LIST);
    uint32_t nb = u32("nb", 0, LONGEST_LIST);
    uint32_t *sequence = buffer(2 * ((size_t)na + nb) + SPREAD_MORE, sizeof *sequence), i;

    spread('a', 'b', na, nb, sequence);
    begin_texts();
    for (i = 0; i < na + nb; i++) {
        text_add(&line, sequence[i] == 'a' ? "a" : "b", 1);
    }
    end_line();
    end_texts();
    free(sequence);
}

const struct op map_ops[] = {
    {"permutation", "srandom", op_srandom},
    {"permutation", "permutation", op_permutation},
    {"permutation", "listless", op_permutation},
    {"permutation", "unrolled", op_unrolled},
    {"permutation", "random_directions", op_random_directions},
    {"permutation", "state", op_state},
    {"boss-maze", "srandom", op_srandom},
    {"boss-maze", "maze", op_boss_maze},
    {"amazing", "srandom", op_srandom},
    {"amazing", "maze", op_amazing},
    {"rooms", "srandom", op_srandom},
    {"rooms", "raw", op_raw},
    {"rooms", "rooms", op_rooms},
    {"spread", "spread", op_spread},
    {"spread", "lazy", op_spread},
    {NULL, NULL, NULL},
};
