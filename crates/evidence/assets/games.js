"use strict";
// Rogue's generator and what a new game draws from it, PCG32 and the maze it digs, and all 32,768 games with their
// digest. One global, `Roguelab`, in a page; the module's exports under Node. No packages, no network, no eval.
//
// Dice are objects with word() and below(n), a number from 0 to n - 1: whatever has them can be drawn from. A test
// compares these ports with the vectors of fixtures/vectors, and their digest of all games with the Rust program's.

const Roguelab = (() => {
  const words = (text) => text.split(" ");
  const list = (text) => text.split(", ");
  const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

  // The tables of the game. Order matters: an index drawn by the game means the entry at that place.

  const COLOURS = words("blue red green grey brown clear pink white purple black yellow plaid burgundy beige");
  /** What wands are made of: fifteen metals, then the rest, which the game calls wood. */
  const MATERIALS = words(
    "steel bronze gold silver copper nickel cobalt tin iron magnesium chrome carbon platinum silicon titanium " +
      "teak oak cherry birch pine cedar redwood balsa ivory walnut maple mahogany elm palm wooden",
  );
  const METALS = 15;
  const GEMS = words(
    "diamond stibotantalite lapi-lazuli ruby emerald sapphire amethyst quartz tiger-eye opal agate turquoise pearl " +
      "garnet",
  );
  /** What scroll titles are made of. Syllable 0 is never drawn; its text stands again at 5, which is. */
  const SYLLABLES = words(
    "blech foo barf rech bar blech quo bloto oh caca blorp erp festr rot slie snorf iky yuky ooze ah bahl zep druhl " +
      "flem behil arek mep zihr grit kona kini ichi tims ogr oo ighr coph swerr mihln poxi",
  );
  /** The tables in the order in which the game draws them: what they are called, and the kinds there are. */
  const TABLES = [
    {
      name: "potion",
      names: COLOURS,
      kinds: list(
        "increase strength, restore strength, healing, extra healing, poison, raise level, blindness, hallucination, " +
          "detect monster, detect things, confusion, levitation, haste self, see invisible",
      ),
    },
    {
      name: "wand",
      names: MATERIALS,
      kinds: list(
        "teleport away, slow monster, invisibility, polymorph, haste monster, magic missile, cancellation, do nothing, " +
          "drain life, cold, fire",
      ),
    },
    {
      name: "ring",
      names: GEMS,
      kinds: list(
        "stealth, teleportation, regeneration, slow digestion, add strength, sustain strength, dexterity, adornment, " +
          "see invisible, maintain armor, searching",
      ),
    },
    {
      name: "scroll",
      names: undefined,
      kinds: list(
        "protect armor, hold monster, enchant weapon, enchant armor, identify, teleportation, sleep, scare monster, " +
          "remove curse, create monster, aggravate monster, magic mapping, confuse monster",
      ),
    },
  ];
  /** Everything that has a name in a game, 49 of them: its table and kind. Potions come first, scrolls last. */
  const SLOTS = TABLES.flatMap(({ name, kinds }) => kinds.map((kind) => ({ table: name, kind })));
  const [WANDS, RINGS, SCROLLS] = [14, 25, 36];

  // Rogue's generator, random.c of the game.

  /** The dice of a game of Rogue that was seeded with this number, of which 32 bits count. */
  class RogueDice {
    constructor(seed) {
      this.ring = new Uint32Array(31);
      this.srrandom(seed);
    }

    /** BSD's random() of type 3, seeded weakly: by a linear congruential generator whose words are not mixed. */
    srrandom(seed) {
      const { ring } = this;
      ring[0] = seed;
      for (let i = 1; i < 31; i++) ring[i] = Math.imul(1103515245, ring[i - 1]) + 12345;
      this.front = 3;
      this.rear = 0;
      for (let i = 0; i < 310; i++) this.word();
    }

    /** rrandom: 31 bits. */
    word() {
      const { ring, front, rear } = this;
      const sum = (ring[front] += ring[rear]);
      this.front = front === 30 ? 0 : front + 1;
      this.rear = rear === 30 ? 0 : rear + 1;
      return (sum >>> 1) & 0x7fffffff;
    }

    /** The game keeps the low 14 bits of a word. */
    below(n) {
      return (this.word() & 0x3fff) % n;
    }
  }

  /** A number from x to y, both included; bounds in the wrong order are swapped. */
  function getRand(dice, x, y) {
    const low = Math.min(x, y);
    return low + dice.below(Math.max(x, y) - low + 1);
  }

  /** Heads or tails: the lowest bit of a word. */
  const coinToss = (dice) => dice.below(2) === 1;

  /** Whether something with a chance of so many in a hundred happens. */
  const randPercent = (dice, percentage) => getRand(dice, 1, 100) <= percentage;

  // A new game, inventory.c of the game.

  /** Mixes a list of 14 in place: swaps two places drawn at random, `swaps` times. The game's loop runs 33 times. */
  function mixColors(dice, colours, swaps = 33) {
    for (let i = 0; i < swaps; i++) {
      const j = getRand(dice, 0, 13);
      const k = getRand(dice, 0, 13);
      const colour = colours[j];
      colours[j] = colours[k];
      colours[k] = colour;
    }
    return colours;
  }

  /** Eleven different numbers up to `last`, each drawn again until it is unused. */
  function drawUnused(dice, last) {
    const picks = [];
    let used = 0;
    while (picks.length < 11) {
      const j = getRand(dice, 0, last);
      if ((used & (1 << j)) === 0) picks.push(j);
      used |= 1 << j;
    }
    return picks;
  }

  /** Thirteen titles of two to five syllables. A title is one number: its syllables as the digits of base 40. */
  const makeScrollTitles = (dice) =>
    times(13, () => {
      let title = 0;
      for (let left = getRand(dice, 2, 5); left > 0; left--) title = 40 * title + getRand(dice, 1, 39);
      return title;
    });

  /** The names of a new game, drawn from these dice: for each of SLOTS a number that `nameOf` makes a text of. */
  const newGame = (dice) => [
    ...mixColors(dice, times(14, (i) => i)),
    ...drawUnused(dice, MATERIALS.length - 1),
    ...drawUnused(dice, GEMS.length - 1),
    ...makeScrollTitles(dice),
  ];

  /** The names of the game that is seeded with this number. */
  const gameOfSeed = (seed) => newGame(new RogueDice(seed));

  /** A title as the game shows it, in quotes. */
  function titleOf(number) {
    let text = "";
    for (; number > 0; number = (number / 40) | 0) text = ` ${SYLLABLES[number % 40]}${text}`;
    return `'${text.slice(1)}'`;
  }

  /** The number of a title, with or without quotes; undefined if it is none. */
  function titleNumber(text) {
    const syllables = text.toLowerCase().replace(/^[\s'"]+|[\s'"]+$/g, "").split(/[\s-]+/);
    // "blech" is found at 5, as 0 is never drawn.
    const digits = syllables.map((syllable) => SYLLABLES.lastIndexOf(syllable));
    if (digits.length < 2 || digits.length > 5 || digits.some((digit) => digit < 1)) return undefined;
    return digits.reduce((number, digit) => 40 * number + digit, 0);
  }

  /** What a slot is called in a game: the text of its number. */
  function nameOf(slot, number) {
    if (slot >= SCROLLS) return titleOf(number);
    return (slot >= RINGS ? GEMS : slot >= WANDS ? MATERIALS : COLOURS)[number];
  }

  /** Whether a wand of this material is called a staff. */
  const isWood = (material) => material >= METALS;

  /** How many games there are: a game depends on the low 15 bits of its seed. */
  const GAMES = 32768;

  /** The line of `roguelab atlas dump` for a game, without its end. */
  function canonicalLine(seed, game) {
    const names = game.map((number, slot) => nameOf(slot, number));
    const [wands, rings, scrolls] = [names.slice(WANDS, RINGS), names.slice(RINGS, SCROLLS), names.slice(SCROLLS)];
    return `${seed}\t${names.slice(0, WANDS).join()}\t${wands.join()}\t${rings.join()}\t${scrolls.join("|")}`;
  }

  /** SHA-256 of text in ASCII, piece by piece: not every browser has one for a page that is a file. */
  class Sha256 {
    static PRIMES = (() => {
      const primes = [];
      for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
      return primes;
    })();

    /** The first 32 bits of the fraction of a root of each prime, in whole numbers: a double has too few bits. */
    static fractions(primes, power) {
      const root = (prime) => {
        const wanted = BigInt(prime) << BigInt(32 * power);
        let low = 0n;
        for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((low + bit) ** BigInt(power) <= wanted) low += bit;
        return Number(BigInt.asUintN(32, low));
      };
      return Int32Array.from(primes, root);
    }

    static STATE = Sha256.fractions(Sha256.PRIMES.slice(0, 8), 2);
    static ROUNDS = Sha256.fractions(Sha256.PRIMES, 3);

    state = Int32Array.from(Sha256.STATE);
    block = new Uint8Array(64);
    schedule = new Int32Array(64);
    length = 0;

    update(text) {
      const { block } = this;
      let length = this.length;
      for (let i = 0; i < text.length; i++) {
        block[length++ & 63] = text.charCodeAt(i);
        if ((length & 63) === 0) this.compress();
      }
      this.length = length;
      return this;
    }

    compress() {
      const { state, block, schedule: w } = this;
      const rounds = Sha256.ROUNDS;
      for (let i = 0; i < 16; i++) {
        w[i] = (block[4 * i] << 24) | (block[4 * i + 1] << 16) | (block[4 * i + 2] << 8) | block[4 * i + 3];
      }
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15];
        const y = w[i - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      // Swaps through lists would be shorter, and the page would wait for them.
      let a = state[0], b = state[1], c = state[2], d = state[3];
      let e = state[4], f = state[5], g = state[6], h = state[7];
      for (let i = 0; i < 64; i++) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + t1) | 0;
        d = c;
        c = b;
        b = a;
        a = (t1 + t2) | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }

    /** The digest in hexadecimal; nothing can be added after it. */
    digest() {
      const bits = 8 * this.length;
      const length = times(8, (i) => Math.floor(bits / 2 ** (56 - 8 * i)) % 256);
      const padding = [0x80, ...Array((119 - (this.length % 64)) % 64).fill(0), ...length];
      this.update(String.fromCharCode(...padding));
      return Array.from(this.state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    }
  }

  /** All games, and the SHA-256 of their canonical lines: what `roguelab atlas dump | sha256sum` prints. */
  class Atlas {
    /** Row by row, a game each: see `newGame`. */
    numbers = new Int32Array(GAMES * SLOTS.length);
    done = 0;
    hash = new Sha256();
    digest = undefined;

    /** Deals up to so many games more, so that a page can show how far it is; whether all are dealt. */
    deal(count) {
      for (const end = Math.min(this.done + count, GAMES); this.done < end; this.done++) {
        const game = gameOfSeed(this.done);
        this.numbers.set(game, this.done * SLOTS.length);
        this.hash.update(`${canonicalLine(this.done, game)}\n`);
      }
      if (this.done === GAMES) this.digest ??= this.hash.digest();
      return this.done === GAMES;
    }

    static whole() {
      const atlas = new Atlas();
      atlas.deal(GAMES);
      return atlas;
    }

    /** The number of a slot in a game. */
    number(game, slot) {
      return this.numbers[game * SLOTS.length + slot];
    }
  }

  // PCG32, pcg_basic.c.

  const u64 = (value) => BigInt.asUintN(64, value);

  class Pcg32 {
    static MULTIPLIER = 6364136223846793005n;

    /** pcg32_srandom. Numbers or BigInts. */
    constructor(initstate, initseq) {
      this.srandom(initstate, initseq);
    }

    srandom(initstate, initseq) {
      this.state = 0n;
      this.inc = u64((BigInt(initseq) << 1n) | 1n);
      this.word();
      this.state = u64(this.state + BigInt(initstate));
      this.word();
    }

    /** pcg32_random: 32 bits. */
    word() {
      const before = this.state;
      this.state = u64(Pcg32.MULTIPLIER * before + (this.inc | 1n));
      const folded = Number(BigInt.asUintN(32, ((before >> 18n) ^ before) >> 27n));
      const turn = Number(before >> 59n);
      // A shift by 32 is one by 0 here: a turn of 0 gives the word itself.
      return ((folded >>> turn) | (folded << (32 - turn))) >>> 0;
    }

    /** The remainder of a word, as the document's programs draw. */
    below(n) {
      return this.word() % n;
    }

    /** pcg32_boundedrand: without bias. */
    bounded(n) {
      let word;
      do word = this.word();
      while (word < 2 ** 32 % n);
      return word % n;
    }
  }

  // The maze of the document on permutations without lists: dug depth first.

  /** The four directions in a random order, three draws: "packed" without a list, "shuffled" with one. */
  function directions(dice, order) {
    const [r1, r2, r3] = [dice.below(4), dice.below(3), dice.below(2)];
    if (order === "packed") {
      const [d1, d2, d3] = [r1, (r1 + r2 + 1) % 4, (r1 + ((r2 + r3 + 1) % 3) + 1) % 4];
      return [6 - (d1 + d2 + d3), d3, d2, d1];
    }
    const shuffled = [0, 1, 2, 3];
    [r1, r2, r3].forEach((k, i) => {
      [shuffled[3 - i], shuffled[k]] = [shuffled[k], shuffled[3 - i]];
    });
    return shuffled.reverse();
  }

  /**
   * The boss maze, at least 1 by 1. `rock[y][x]` is whether a tile is rock; `visited` has the cells in the order in which
   * they were dug, as {x, y, from}, `from` being the place in `visited` of the cell it was dug from (-1: the start).
   */
  function bossMaze(dice, width, height, order = "packed") {
    const rock = times(height, () => Array(width).fill(true));
    const visited = [];
    const x = 2 * dice.below(Math.max(1, Math.trunc(width / 2))) + 1;
    const y = 2 * dice.below(Math.max(1, Math.trunc(height / 2))) + 1;
    // Cells to look at, the next one last: no maze is too deep.
    const ahead = [{ x, y, across: 0, down: 0, from: -1 }];
    while (ahead.length > 0) {
      const { x, y, across, down, from } = ahead.pop();
      if (rock[y]?.[x] !== true) continue;
      rock[y - down][x - across] = false;
      rock[y][x] = false;
      const here = visited.push({ x, y, from }) - 1;
      for (const direction of directions(dice, order).reverse()) {
        const [across, down] = [[0, -1], [-1, 0], [0, 1], [1, 0]][direction];
        ahead.push({ x: x + 2 * across, y: y + 2 * down, across, down, from: here });
      }
    }
    return { start: { x, y }, rock, visited };
  }

  return {
    COLOURS, MATERIALS, GEMS, SYLLABLES, TABLES, SLOTS, GAMES,
    RogueDice, getRand, coinToss, randPercent, mixColors, drawUnused, makeScrollTitles, newGame, gameOfSeed,
    nameOf, titleOf, titleNumber, isWood, canonicalLine, Sha256, Atlas, Pcg32, directions, bossMaze,
  };
})();

if (typeof module === "object") module.exports = Roguelab;
