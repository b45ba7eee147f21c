/*
 * How a new game names things: potions by colour, wands by material, rings by gem, scrolls by
 * syllables. A trailing blank is part of every word, as the game puts a noun behind it. What it
 * was written from: README.md.
 */
#include "rogue.h"

boolean is_wood[WANDS];

static const char *const wand_materials[WAND_MATERIALS] = {
    "steel ", "bronze ", "gold ", "silver ", "copper ", "nickel ", "cobalt ", "tin ", "iron ",
    "magnesium ", "chrome ", "carbon ", "platinum ", "silicon ", "titanium ", "teak ", "oak ",
    "cherry ", "birch ", "pine ", "cedar ", "redwood ", "balsa ", "ivory ", "walnut ", "maple ",
    "mahogany ", "elm ", "palm ", "wooden ",
};

static const char *const gems[GEMS] = {
    "diamond ", "stibotantalite ", "lapi-lazuli ", "ruby ", "emerald ", "sapphire ", "amethyst ",
    "quartz ", "tiger-eye ", "opal ", "agate ", "turquoise ", "pearl ", "garnet ",
};

/* The first is never drawn. */
static const char *const syllables[MAXSYLLABLES] = {
    "blech ", "foo ", "barf ", "rech ", "bar ", "blech ", "quo ", "bloto ", "oh ", "caca ",
    "blorp ", "erp ", "festr ", "rot ", "slie ", "snorf ", "iky ", "yuky ", "ooze ", "ah ", "bahl ",
    "zep ", "druhl ", "flem ", "behil ", "arek ", "mep ", "zihr ", "grit ", "kona ", "kini ",
    "ichi ", "tims ", "ogr ", "oo ", "ighr ", "coph ", "swerr ", "mihln ", "poxi ",
};

static void swap_titles(struct id *one, struct id *other)
{
    char kept[MAX_ID_TITLE_LEN];

    memcpy(kept, one->title, sizeof kept);
    /* The two may be one and the same. */
    memmove(one->title, other->title, sizeof kept);
    memcpy(other->title, kept, sizeof kept);
}

void mix_colors(void)
{
    short swaps;

    /* One more than the 32 that one expects: the original counts up to and with 32. */
    for (swaps = 0; swaps <= 32; swaps++) {
        short j = get_rand(0, POTIONS - 1);
        short k = get_rand(0, POTIONS - 1);

        swap_titles(&id_potions[j], &id_potions[k]);
    }
}

void make_scroll_titles(void)
{
    const size_t room = MAX_ID_TITLE_LEN;
    struct id *scroll;

    for (scroll = id_scrolls; scroll < id_scrolls + SCROLS; scroll++) {
        char *title = scroll->title;
        short left = get_rand(2, 5);

        (void)strlcpy(title, "'", room);
        for (; left > 0; left--) {
            (void)strlcat(title, syllables[get_rand(1, MAXSYLLABLES - 1)], room);
        }
        /* The closing quote goes where the last syllable's blank is, and a blank behind it. */
        title[strlen(title) - 1] = '\'';
        (void)strlcat(title, " ", room);
    }
}

/* A number below count that has not been given yet: drawn until it is one, and marked. */
static short draw_unused(boolean *used, short count)
{
    short number = get_rand(0, count - 1);

    while (used[number]) {
        number = get_rand(0, count - 1);
    }
    used[number] = 1;
    return number;
}

void get_wand_and_ring_materials(void)
{
    boolean used_materials[WAND_MATERIALS] = {0};
    boolean used_gems[GEMS] = {0};
    short i;

    for (i = 0; i < WANDS; i++) {
        short material = draw_unused(used_materials, WAND_MATERIALS);

        (void)strlcpy(id_wands[i].title, wand_materials[material], MAX_ID_TITLE_LEN);
        is_wood[i] = material > MAX_METAL;
    }
    for (i = 0; i < RINGS; i++) {
        (void)strlcpy(id_rings[i].title, gems[draw_unused(used_gems, GEMS)], MAX_ID_TITLE_LEN);
    }
}
