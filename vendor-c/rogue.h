/*
 * What random.c, object.c and inventory.c share: the sizes of a game, the record of a kind of
 * thing, and the two knobs of the build (word size, draw log). See README.md.
 */
#ifndef ROGUE_H
#define ROGUE_H

#include <stddef.h>
#include <string.h>

#include "prefix.h"

/* The generator's words are long. ROGUE_WORD32 shows what they are where long has 32 bits. */
#ifdef ROGUE_WORD32
#define WORD int
#else
#define WORD long
#endif

/* A note for every draw, so that two programs can be compared draw by draw. Nothing if not asked for. */
#ifdef ROGUE_DRAW_LOG
void drawn(int x, int y, int r);
#define DRAWN(x, y, r) drawn(x, y, r)
#else
#define DRAWN(x, y, r)
#endif

#define boolean char

#define POTIONS 14
#define SCROLS 13
#define WANDS 11
#define RINGS 11

#define WAND_MATERIALS 30
#define MAX_METAL 14 /* a material after this one is wood */
#define GEMS 14
#define MAXSYLLABLES 40

#define MAX_ID_TITLE_LEN 64 /* with the NUL */
#define UNIDENTIFIED ((unsigned short)0)

struct id {
    short value;                  /* its price */
    char title[MAX_ID_TITLE_LEN]; /* what it looks like: this is what a new game draws */
    const char *real;             /* what it does */
    unsigned short id_status;     /* whether the player knows */
};

extern struct id id_potions[POTIONS];
extern struct id id_scrolls[SCROLS];
extern struct id id_wands[WANDS];
extern struct id id_rings[RINGS];
extern boolean is_wood[WANDS];

void srrandom(int x);
int get_rand(int x, int y);
int rand_percent(int percentage);
int coin_toss(void);

void mix_colors(void);
void get_wand_and_ring_materials(void);
void make_scroll_titles(void);

/*
 * BSD's bounded string functions. Not every C library has them, and one that has them declares
 * them, so ours go by another name.
 */
#undef strlcpy
#undef strlcat
#define strlcpy own_strlcpy
#define strlcat own_strlcat

static inline size_t own_strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);

    if (size > 0) {
        size_t kept = length < size ? length : size - 1;

        memcpy(to, from, kept);
        to[kept] = '\0';
    }
    return length;
}

static inline size_t own_strlcat(char *to, const char *from, size_t size)
{
    size_t used = strnlen(to, size);

    return used + own_strlcpy(to + used, from, size - used);
}

#endif
