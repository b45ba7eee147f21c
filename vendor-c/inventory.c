/*
 * How a new game names things: potions by colour, wands by material, rings by gem, scrolls by
 * syllables. A trailing blank is part of every word, as the game puts a noun behind it. Our own
 * text; see README.md.
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

void mix_colors(void)
{
    short i, j, k;
    char t[MAX_ID_TITLE_LEN];

    /* Up to and with 32: 33 swaps. j may be k. */
    for (i = 0; i <= 32; i++) {
        j = get_rand(0, POTIONS - 1);
        k = get_rand(0, POTIONS - 1);
        (void)strlcpy(t, id_potions[j].title, sizeof t);
        (void)strlcpy(id_potions[j].title, id_potions[k].title, sizeof id_potions[j].title);
        (void)strlcpy(id_potions[k].title, t, sizeof id_potions[k].title);
    }
}

void make_scroll_titles(void)
{
    short i, j, n;
    short sylls, s;
    size_t maxlen = sizeof id_scrolls[0].title;

    for (i = 0; i < SCROLS; i++) {
        sylls = get_rand(2, 5);
        (void)strlcpy(id_scrolls[i].title, "'", maxlen);
        for (j = 0; j < sylls; j++) {
            s = get_rand(1, MAXSYLLABLES - 1);
            (void)strlcat(id_scrolls[i].title, syllables[s], maxlen);
        }
        /* The closing quote goes where the last syllable's blank is, and a blank behind it. */
        n = (short)strlen(id_scrolls[i].title);
        id_scrolls[i].title[n - 1] = '\0';
        (void)strlcat(id_scrolls[i].title, "' ", maxlen);
    }
}

void get_wand_and_ring_materials(void)
{
    short i, j;
    boolean used[WAND_MATERIALS];

    for (i = 0; i < WAND_MATERIALS; i++) {
        used[i] = 0;
    }
    for (i = 0; i < WANDS; i++) {
        do {
            j = get_rand(0, WAND_MATERIALS - 1);
        } while (used[j]);
        used[j] = 1;
        (void)strlcpy(id_wands[i].title, wand_materials[j], sizeof id_wands[i].title);
        is_wood[i] = j > MAX_METAL;
    }

    /* Only the first part of used[] serves the gems. */
    for (i = 0; i < GEMS; i++) {
        used[i] = 0;
    }
    for (i = 0; i < RINGS; i++) {
        do {
            j = get_rand(0, GEMS - 1);
        } while (used[j]);
        used[j] = 1;
        (void)strlcpy(id_rings[i].title, gems[j], sizeof id_rings[i].title);
    }
}
