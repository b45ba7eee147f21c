/*
 * Gives every name with external linkage the prefix of its build, so that two builds of the same
 * files can be linked into one program, and so that none of them can be mistaken for a name of
 * the C library. Built without ROGUE_PREFIX, the names are bare, as in the originals.
 *
 * A name forgotten here is found by the check of the archive (crates/foreign/src/symbols.rs).
 */
#ifndef PREFIX_H
#define PREFIX_H

#ifdef ROGUE_PREFIX

#define PASTE_EXPANDED(prefix, name) prefix##name
#define PASTE(prefix, name) PASTE_EXPANDED(prefix, name)
#define PREFIXED(name) PASTE(ROGUE_PREFIX, name)

/* random.c */
#define srrandom PREFIXED(srrandom)
#define get_rand PREFIXED(get_rand)
#define rand_percent PREFIXED(rand_percent)
#define coin_toss PREFIXED(coin_toss)

/* object.c */
#define id_potions PREFIXED(id_potions)
#define id_scrolls PREFIXED(id_scrolls)
#define id_wands PREFIXED(id_wands)
#define id_rings PREFIXED(id_rings)

/* inventory.c */
#define is_wood PREFIXED(is_wood)
#define mix_colors PREFIXED(mix_colors)
#define get_wand_and_ring_materials PREFIXED(get_wand_and_ring_materials)
#define make_scroll_titles PREFIXED(make_scroll_titles)

/* pcg_basic.c */
#define pcg32_srandom_r PREFIXED(pcg32_srandom_r)
#define pcg32_random_r PREFIXED(pcg32_random_r)
#define pcg32_boundedrand_r PREFIXED(pcg32_boundedrand_r)
#define pcg32_advance_r PREFIXED(pcg32_advance_r)

/* harness.c */
#define start_up PREFIXED(start_up)
#define word_bytes PREFIXED(word_bytes)
#define set_kind PREFIXED(set_kind)
#define next_word PREFIXED(next_word)
#define words_into PREFIXED(words_into)
#define words_xor PREFIXED(words_xor)
#define draws_into PREFIXED(draws_into)
#define new_games PREFIXED(new_games)
#define ring_words PREFIXED(ring_words)
#define pcg32_words_into PREFIXED(pcg32_words_into)
#define drawn PREFIXED(drawn)
#define draws_logged PREFIXED(draws_logged)
#define draws_forget PREFIXED(draws_forget)

#endif

#endif
