/*
 * The subjects rrandom, rrandom-type0, get_rand and new-game. Their ports are the references in vendor-c, compiled as
 * they are; the words of a new game come from the reference's own tables, not from the file's.
 */
#include "op.h"

#include <stdlib.h>

/* Rogue's references and PCG32, as one translation unit, as crates/foreign/build.rs has it. */
#include "harness.c"

void rogue_start(const char *subject)
{
    start_up();
    if (strcmp(subject, "rrandom-type0") == 0) {
        set_kind(0);
        srrandom(1);
    }
}

/* Passes on what the harness noted. Every op that draws ends with it. */
static void note_draws(void)
{
    const struct drawn_entry *draw;
    size_t count;

    if (draws_logged(&draw, &count) != 0) {
        refuse("more draws than the harness can note");
    }
    for (; count > 0; count--, draw++) {
        note_draw((uint32_t)draw->hi - (uint32_t)draw->lo + 1, (uint32_t)draw->value - (uint32_t)draw->lo);
    }
    draws_forget();
}

/* Subjects rrandom, rrandom-type0, get_rand. */

static void op_srrandom(void)
{
    srrandom(i32("seed"));
    show_nothing();
}

static void op_rrandom(void)
{
    show_u32((uint32_t)rrandom());
}

static void op_rrandoms(void)
{
    uint32_t count = u32("count", 0, LONGEST_LIST);
    uint32_t *words = buffer(count, sizeof *words);

    words_into(words, count);
    show_words(words, count);
}

/* The bounds, of which the reference wants fewer than 2^31 numbers. */
static void bounds(int *x, int *y)
{
    *x = i32("x");
    *y = i32("y");
    if (llabs((long long)*x - *y) >= INT32_MAX) {
        refuse("a range of 2^31 numbers or more");
    }
}

static void op_get_rand(void)
{
    int x, y;

    bounds(&x, &y);
    show_i32(get_rand(x, y));
    note_draws();
}

static void op_get_rands(void)
{
    uint32_t count = u32("count", 0, LONGEST_LIST);
    uint32_t *words;
    int x, y;

    bounds(&x, &y);
    words = buffer(count, sizeof *words);
    draws_into(x, y, (int32_t *)words, count);
    show_words(words, count);
    note_draws();
}

static void op_rand_percent(void)
{
    show_u32((uint32_t)rand_percent(i32("percentage")));
    note_draws();
}

static void op_coin_toss(void)
{
    show_u32((uint32_t)coin_toss());
    note_draws();
}

/* Subject new-game. */

/* A title without the blank at its end, and what comes behind it. */
static void show_title(const char *title, const char *more)
{
    text_add(&line, title, strlen(title) - 1);
    text_add(&line, more, strlen(more));
    end_line();
}

static void show_colours(void)
{
    int i;

    for (i = 0; i < POTIONS; i++) {
        show_title(id_potions[i].title, "");
    }
}

static void show_materials(void)
{
    int i;

    for (i = 0; i < WANDS; i++) {
        show_title(id_wands[i].title, is_wood[i] ? " staff" : " wand");
    }
    for (i = 0; i < RINGS; i++) {
        show_title(id_rings[i].title, "");
    }
}

static void show_scrolls(void)
{
    int i;

    for (i = 0; i < SCROLS; i++) {
        show_title(id_scrolls[i].title, "");
    }
}

static void op_mix_colors(void)
{
    mix_colors();
    begin_texts();
    show_colours();
    end_texts();
    note_draws();
}

static void op_get_wand_and_ring_materials(void)
{
    get_wand_and_ring_materials();
    begin_texts();
    show_materials();
    end_texts();
    note_draws();
}

static void op_make_scroll_titles(void)
{
    make_scroll_titles();
    begin_texts();
    show_scrolls();
    end_texts();
    note_draws();
}

static void op_new_game(void)
{
    new_games(i32("seed"), 1);
    begin_texts();
    show_colours();
    show_materials();
    show_scrolls();
    end_texts();
    note_draws();
}

static void op_arrows(void)
{
    show_i32(get_rand(25, 35));
    note_draws();
}

const struct op rogue_ops[] = {
    {"rrandom", "srrandom", op_srrandom},
    {"rrandom", "rrandom", op_rrandom},
    {"rrandom", "rrandoms", op_rrandoms},
    {"rrandom-type0", "srrandom", op_srrandom},
    {"rrandom-type0", "rrandom", op_rrandom},
    {"rrandom-type0", "rrandoms", op_rrandoms},
    {"get_rand", "srrandom", op_srrandom},
    {"get_rand", "get_rand", op_get_rand},
    {"get_rand", "get_rands", op_get_rands},
    {"get_rand", "rand_percent", op_rand_percent},
    {"get_rand", "coin_toss", op_coin_toss},
    {"new-game", "srrandom", op_srrandom},
    {"new-game", "mix_colors", op_mix_colors},
    {"new-game", "get_wand_and_ring_materials", op_get_wand_and_ring_materials},
    {"new-game", "make_scroll_titles", op_make_scroll_titles},
    {"new-game", "new_game", op_new_game},
    {"new-game", "arrows", op_arrows},
    {NULL, NULL, NULL},
};
