/*
 * Document 001, "Week 3: Random Dungeons": nine rooms, one in each sector of three by three, and halls across the
 * twelve borders between.
 */
#include "documents.h"

static int32_t min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* low .. high. */
static int32_t random_r(struct dice *dice, int32_t low, int32_t high)
{
    return low + (int32_t)dice_draw(dice, (uint32_t)(high - low + 1));
}

static struct room mk_room(int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    return (struct room){min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)};
}

static struct room rand_room(struct dice *dice, int32_t xlow, int32_t xhigh, int32_t ylow, int32_t yhigh)
{
    int32_t x1 = random_r(dice, xlow, xhigh);
    int32_t x2 = random_r(dice, xlow, xhigh);
    int32_t y1 = random_r(dice, ylow, yhigh);
    int32_t y2 = random_r(dice, ylow, yhigh);

    return mk_room(x1, y1, x2, y2);
}

static void draw_room(struct rooms *map, struct room room)
{
    int32_t x, y;

    for (y = room.yl; y <= room.yh; y++) {
        for (x = room.xl; x <= room.xh; x++) {
            map->tiles[y * map->width + x] = 1;
        }
    }
}

/* One of the numbers that l1 .. h1 and l2 .. h2 share; -1 if they share none, and then nothing is drawn. */
static int32_t uniform_may(struct dice *dice, int32_t l1, int32_t h1, int32_t l2, int32_t h2)
{
    uint32_t shared = 0, place;
    int32_t x;

    for (x = l1; x <= h1; x++) {
        shared += x >= l2 && x <= h2;
    }
    if (shared == 0) {
        return -1;
    }
    place = dice_choose(dice, shared);
    for (x = l1; x < l2 || place > 0; x++) {
        place -= x >= l2;
    }
    return x;
}

static struct spot random_point(struct dice *dice, struct room room)
{
    struct spot point;

    point.column = random_r(dice, room.xl, room.xh);
    point.row = random_r(dice, room.yl, room.yh);
    return point;
}

/* From a point in each room to the line midway between the rooms, and along it. */
static int32_t turned(struct dice *dice, struct room r1, struct room r2, int is_vertical, struct room *halls)
{
    struct spot p1 = random_point(dice, r1);
    struct spot p2 = random_point(dice, r2);

    if (is_vertical) {
        int32_t mid = (r1.yh + r2.yl) / 2;

        halls[0] = mk_room(p1.column, p1.row, p1.column, mid);
        halls[1] = mk_room(p1.column, mid, p2.column, mid);
        halls[2] = mk_room(p2.column, mid, p2.column, p2.row);
    } else {
        int32_t mid = (r1.xh + r2.xl) / 2;

        halls[0] = mk_room(p1.column, p1.row, mid, p1.row);
        halls[1] = mk_room(mid, p1.row, mid, p2.row);
        halls[2] = mk_room(mid, p2.row, p2.column, p2.row);
    }
    return 3;
}

/* Returns how many halls it made. */
static int32_t pick_hallways(struct rooms *map, struct room r1, struct room r2, int is_vertical, struct room *halls)
{
    int32_t shared = is_vertical ? uniform_may(map->dice, r1.xl, r1.xh, r2.xl, r2.xh)
                                 : uniform_may(map->dice, r1.yl, r1.yh, r2.yl, r2.yh);

    if (shared >= 0 && is_vertical) {
        halls[0] = mk_room(shared, min(r1.yl, r2.yl), shared, max(r1.yh, r2.yh));
        return 1;
    }
    if (shared >= 0) {
        halls[0] = mk_room(min(r1.xl, r2.xl), shared, max(r1.xh, r2.xh), shared);
        return 1;
    }
    /* The document's code stops here, with no hall; its prose goes on. */
    return map->halls_wanted == TURNED ? turned(map->dice, r1, r2, is_vertical, halls) : 0;
}

void rooms(struct rooms *map)
{
    static const struct {
        int sec1, sec2, is_vertical;
    } borders[12] = {
        {1, 2, 0}, {2, 3, 0}, {4, 5, 0}, {5, 6, 0}, {7, 8, 0}, {8, 9, 0},
        {1, 4, 1}, {4, 7, 1}, {2, 5, 1}, {5, 8, 1}, {3, 6, 1}, {6, 9, 1},
    };
    struct dice *dice = map->dice;
    struct room *r = map->rooms;
    int32_t width = map->width, height = map->height;
    int32_t w = width / 3, h = height / 3;
    int i, k;

    for (i = 0; i < width * height; i++) {
        map->tiles[i] = 0;
    }
    r[0] = rand_room(dice, 1, w - 1, 1, h - 1);
    r[1] = rand_room(dice, w + 1, 2 * w - 1, 1, h - 1);
    r[2] = rand_room(dice, 2 * w + 1, width - 2, 1, h - 1);
    r[3] = rand_room(dice, 1, w - 1, h + 1, 2 * h - 1);
    r[4] = rand_room(dice, w + 1, 2 * w - 1, h + 1, 2 * h - 1);
    r[5] = rand_room(dice, 2 * w + 1, width - 2, h + 1, 2 * h - 1);
    r[6] = rand_room(dice, 1, w - 1, 2 * h + 1, height - 2);
    r[7] = rand_room(dice, w + 1, 2 * w - 1, 2 * h + 1, height - 2);
    r[8] = rand_room(dice, 2 * w + 1, width - 2, 2 * h + 1, height - 2);
    for (i = 0; i < 9; i++) {
        draw_room(map, r[i]);
    }
    for (i = 0; i < 12; i++) {
        map->hall_count[i] =
            pick_hallways(map, r[borders[i].sec1 - 1], r[borders[i].sec2 - 1], borders[i].is_vertical, map->halls[i]);
        for (k = 0; k < map->hall_count[i]; k++) {
            draw_room(map, map->halls[i][k]);
        }
    }
}
