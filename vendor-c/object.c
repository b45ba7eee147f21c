/*
 * The kinds of things a new game gives a look to. Potions come with a colour each, which
 * mix_colors() moves about; the others are nameless until a game is drawn. What it was
 * written from, and why some values are 0: README.md.
 */
#include "rogue.h"

struct id id_potions[POTIONS] = {
    {100, "blue ", "of increase strength", UNIDENTIFIED},
    {250, "red ", "of restore strength", UNIDENTIFIED},
    {100, "green ", "of healing", UNIDENTIFIED},
    {200, "grey ", "of extra healing", UNIDENTIFIED},
    {10, "brown ", "of poison", UNIDENTIFIED},
    {300, "clear ", "of raise level", UNIDENTIFIED},
    {10, "pink ", "of blindness", UNIDENTIFIED},
    {25, "white ", "of hallucination", UNIDENTIFIED},
    {100, "purple ", "of detect monster", UNIDENTIFIED},
    {100, "black ", "of detect things", UNIDENTIFIED},
    {10, "yellow ", "of confusion", UNIDENTIFIED},
    {80, "plaid ", "of levitation", UNIDENTIFIED},
    {150, "burgundy ", "of haste self", UNIDENTIFIED},
    {145, "beige ", "of see invisible", UNIDENTIFIED},
};

struct id id_scrolls[SCROLS] = {
    {0, "", "of protect armor", UNIDENTIFIED},
    {0, "", "of hold monster", UNIDENTIFIED},
    {0, "", "of enchant weapon", UNIDENTIFIED},
    {0, "", "of enchant armor", UNIDENTIFIED},
    {0, "", "of identify", UNIDENTIFIED},
    {0, "", "of teleportation", UNIDENTIFIED},
    {0, "", "of sleep", UNIDENTIFIED},
    {0, "", "of scare monster", UNIDENTIFIED},
    {0, "", "of remove curse", UNIDENTIFIED},
    {0, "", "of create monster", UNIDENTIFIED},
    {0, "", "of aggravate monster", UNIDENTIFIED},
    {0, "", "of magic mapping", UNIDENTIFIED},
    {0, "", "of confuse monster", UNIDENTIFIED},
};

struct id id_wands[WANDS] = {
    {0, "", "of teleport away", UNIDENTIFIED},
    {0, "", "of slow monster", UNIDENTIFIED},
    {0, "", "of invisibility", UNIDENTIFIED},
    {0, "", "of polymorph", UNIDENTIFIED},
    {0, "", "of haste monster", UNIDENTIFIED},
    {0, "", "of magic missile", UNIDENTIFIED},
    {0, "", "of cancellation", UNIDENTIFIED},
    {0, "", "of do nothing", UNIDENTIFIED},
    {0, "", "of drain life", UNIDENTIFIED},
    {0, "", "of cold", UNIDENTIFIED},
    {0, "", "of fire", UNIDENTIFIED},
};

struct id id_rings[RINGS] = {
    {0, "", "of stealth", UNIDENTIFIED},
    {0, "", "of teleportation", UNIDENTIFIED},
    {0, "", "of regeneration", UNIDENTIFIED},
    {0, "", "of slow digestion", UNIDENTIFIED},
    {0, "", "of add strength", UNIDENTIFIED},
    {0, "", "of sustain strength", UNIDENTIFIED},
    {0, "", "of dexterity", UNIDENTIFIED},
    {0, "", "of adornment", UNIDENTIFIED},
    {0, "", "of see invisible", UNIDENTIFIED},
    {0, "", "of maintain armor", UNIDENTIFIED},
    {0, "", "of searching", UNIDENTIFIED},
};
