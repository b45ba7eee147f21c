//! The game's tables: how many kinds there are, what they are called, and the names they may get.
//!
//! Order matters: an index drawn by the game means the entry at that place.

/// Kinds of potion, and colours for them.
pub const POTIONS: usize = 14;
/// Kinds of scroll.
pub const SCROLLS: usize = 13;
/// Kinds of wand.
pub const WANDS: usize = 11;
/// Kinds of ring.
pub const RINGS: usize = 11;
/// The highest index of a material that is metal. A wand of any other material is called a staff.
pub const MAX_METAL: usize = 14;
/// The most syllables a scroll's title has.
pub const MOST_SYLLABLES: usize = 5;

/// The effect of a potion, by kind.
#[rustfmt::skip]
pub const POTION_KINDS: [&str; POTIONS] = [
    "increase strength", "restore strength", "healing", "extra healing", "poison", "raise level", "blindness",
    "hallucination", "detect monster", "detect things", "confusion", "levitation", "haste self", "see invisible",
];

/// The price of a potion, by kind. A save file is searched for these prices.
pub const POTION_VALUES: [i16; POTIONS] = [
    100, 250, 100, 200, 10, 300, 10, 25, 100, 100, 10, 80, 150, 145,
];

/// The effect of a scroll, by kind.
#[rustfmt::skip]
pub const SCROLL_KINDS: [&str; SCROLLS] = [
    "protect armor", "hold monster", "enchant weapon", "enchant armor", "identify", "teleportation", "sleep",
    "scare monster", "remove curse", "create monster", "aggravate monster", "magic mapping", "confuse monster",
];

/// The effect of a wand, by kind.
#[rustfmt::skip]
pub const WAND_KINDS: [&str; WANDS] = [
    "teleport away", "slow monster", "invisibility", "polymorph", "haste monster", "magic missile", "cancellation",
    "do nothing", "drain life", "cold", "fire",
];

/// The effect of a ring, by kind.
#[rustfmt::skip]
pub const RING_KINDS: [&str; RINGS] = [
    "stealth", "teleportation", "regeneration", "slow digestion", "add strength", "sustain strength", "dexterity",
    "adornment", "see invisible", "maintain armor", "searching",
];

/// The colour each kind of potion has before the colours are mixed.
#[rustfmt::skip]
pub const POTION_COLOURS: [&str; POTIONS] = [
    "blue", "red", "green", "grey", "brown", "clear", "pink", "white", "purple", "black", "yellow", "plaid",
    "burgundy", "beige",
];

/// The materials of wands: metals up to [`MAX_METAL`], then the others, which the game calls wood.
#[rustfmt::skip]
pub const WAND_MATERIALS: [&str; 30] = [
    "steel", "bronze", "gold", "silver", "copper", "nickel", "cobalt", "tin", "iron", "magnesium", "chrome", "carbon",
    "platinum", "silicon", "titanium",
    "teak", "oak", "cherry", "birch", "pine", "cedar", "redwood", "balsa", "ivory", "walnut", "maple", "mahogany",
    "elm", "palm", "wooden",
];

/// The gems of rings.
#[rustfmt::skip]
pub const GEMS: [&str; 14] = [
    "diamond", "stibotantalite", "lapi-lazuli", "ruby", "emerald", "sapphire", "amethyst", "quartz", "tiger-eye",
    "opal", "agate", "turquoise", "pearl", "garnet",
];

/// The syllables of scroll titles. Syllable 0 is never drawn; its text is also that of syllable 5, which is drawn.
#[rustfmt::skip]
pub const SYLLABLES: [&str; 40] = [
    "blech", "foo", "barf", "rech", "bar", "blech", "quo", "bloto", "oh", "caca", "blorp", "erp", "festr", "rot",
    "slie", "snorf", "iky", "yuky", "ooze", "ah", "bahl", "zep", "druhl", "flem", "behil", "arek", "mep", "zihr",
    "grit", "kona", "kini", "ichi", "tims", "ogr", "oo", "ighr", "coph", "swerr", "mihln", "poxi",
];

/// The inclusive bounds with which the game is known to call `get_rand`.
#[rustfmt::skip]
pub const RANGES: [(i32, i32); 20] = [
    (0, 1), (1, 3), (2, 4), (3, 5), (2, 5), (0, 6), (3, 7), (0, 7), (0, 10), (0, 13), (3, 15), (0, 29), (25, 35),
    (1, 39), (0, 91), (1, 91), (1, 96), (1, 100), (1, 118), (0, 126),
];
