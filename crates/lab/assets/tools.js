"use strict";
// What the seed explorer works out: which games fit what was seen, when they start, what to look at next, and where two
// traces first differ. One global, `RoguelabTools`; the module's exports under Node. Needs games.js.

const RoguelabTools = (() => {
  const { GAMES, SLOTS, TABLES, nameOf, titleNumber } = typeof module === "object" ? require("./games.js") : Roguelab;

  // From what is seen to the games. A fact is { slot, number, has }: this slot has this name, or has not.

  /** The games in which all facts hold, in order. */
  function fitting(atlas, facts) {
    const games = [];
    for (let game = 0; game < GAMES; game++) {
      if (facts.every(({ slot, number, has }) => (atlas.number(game, slot) === number) === has)) games.push(game);
    }
    return games;
  }

  /**
   * For each slot that is not known: how many games are expected to be left once its name is seen, if all these games
   * are equally likely. That is the sum of c * c / games over its names, c being how many of the games have that name.
   * Least first; of equal ones, in the order of the slots.
   */
  function lookNext(atlas, games, facts) {
    const known = new Set(facts.filter(({ has }) => has).map(({ slot }) => slot));
    const left = [];
    for (let slot = 0; slot < SLOTS.length; slot++) {
      if (known.has(slot)) continue;
      const counts = new Map();
      for (const game of games) {
        const number = atlas.number(game, slot);
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
      let squares = 0;
      for (const count of counts.values()) squares += count * count;
      left.push({ slot, names: counts.size, expected: squares / games.length });
    }
    return left.sort((one, other) => one.expected - other.expected || one.slot - other.slot);
  }

  /** The seconds since 1970, from this one on, at which one of these games starts: each game's first time, in order. */
  function starts(games, from) {
    const first = (game) => from + ((((game - from) % GAMES) + GAMES) % GAMES);
    return games.map((game) => ({ game, time: first(game) })).sort((one, other) => one.time - other.time);
  }

  /** The game of a seed: its low 15 bits. A seed is a C int, which keeps the low 32 bits of a time. */
  const residue = (seed) => ((seed % GAMES) + GAMES) % GAMES;

  /** The number of a name in a slot, or undefined. */
  function numberOf(slot, text) {
    const { names } = TABLES.find(({ name }) => name === SLOTS[slot].table);
    if (names === undefined) return titleNumber(text);
    const place = names.indexOf(text.trim().toLowerCase());
    return place < 0 ? undefined : place;
  }

  // Two traces. The columns are those of `roguelab trace --format`; a text of numbers alone is a list of words.

  const MOST_LINES = 200000;
  const FIELDS = ["index", "site", "lo", "hi", "word", "result", "state"];
  const NUMBER = /^-?(0x[0-9a-fA-F]+|\d+)$/;

  /** A number of at most 64 bits; signed and unsigned ones of the same bits are the same. */
  function number(text, field) {
    if (!NUMBER.test(text)) throw new Error(`${field} is \`${text.slice(0, 40)}\`, and should be a whole number or -`);
    const negative = text.startsWith("-");
    const magnitude = BigInt(negative ? text.slice(1) : text);
    if (magnitude >= 2n ** 64n || (negative && magnitude > 2n ** 63n)) throw new Error(`${field} has more than 64 bits`);
    // A word from -2147483648 to -1 has 32 bits, as C's %d shows them.
    if (field === "word" && negative && magnitude <= 2n ** 31n) return BigInt.asUintN(32, -magnitude);
    return BigInt.asUintN(64, negative ? -magnitude : magnitude);
  }

  /** The draws of a text: { line, text } and the fields that are known. */
  function draws(text) {
    const lines = text.split(/\r?\n/);
    if (lines.length > MOST_LINES) throw new Error(`more than ${MOST_LINES} lines: \`roguelab diverge\` reads any number`);
    const shown = lines.map((line, i) => ({ line: i + 1, text: line.trim() })).filter(({ text }) => text !== "");
    const isData = ({ text }) => !text.startsWith("#") && text.split(/\s+/)[0] !== "event";
    const declares = shown.some(({ text }) => /^#\s*columns\s*:/i.test(text));
    const isNumbers = ({ text }) => text.split(/[\s,;]+/).every((part) => part === "" || NUMBER.test(part));
    const data = shown.filter(isData);
    if (!declares && data.length > 0 && data.every(isNumbers)) {
      return data.flatMap(({ line, text }) => {
        const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
        return parts.map((part) => ({ line, text: part, word: number(part, "word") }));
      });
    }
    const found = [];
    let columns;
    for (const { line, text } of shown) {
      const declared = /^#\s*columns\s*:(.*)$/i.exec(text);
      if (declared !== null) {
        columns = declared[1].trim().toLowerCase().split(/\s+/);
        const wrong = columns.find((name, i) => name !== "-" && (!FIELDS.includes(name) || columns.indexOf(name) !== i));
        if (wrong !== undefined) throw new Error(`line ${line}: no column is called \`${wrong}\`, or it is there twice`);
      }
      if (!isData({ text })) continue;
      const parts = text.split(/\s+/);
      const fields = columns ?? (parts.length === 5 ? FIELDS.slice(1, 6) : FIELDS.slice(0, 6));
      if (parts.length !== fields.length) {
        const should = columns === undefined ? "6 (INDEX SITE LO HI WORD RESULT) or 5 (without INDEX)" : columns.length;
        throw new Error(`line ${line} has ${parts.length} fields, and should have ${should}`);
      }
      const draw = { line, text };
      fields.forEach((field, i) => {
        if (field === "-" || parts[i] === "-") return;
        try {
          draw[field] = field === "site" || field === "state" ? parts[i] : number(parts[i], field);
        } catch (error) {
          throw new Error(`line ${line}: ${error.message}`);
        }
      });
      found.push(draw);
    }
    return found;
  }

  /** The fields in which two draws differ, of those that both know. Sites may differ between programs, and states do. */
  const differing = (a, b) =>
    ["lo", "hi", "word", "result"].filter((name) => a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]);

  /** How many draws agree from these places on. */
  function agreeing(a, b, i, j) {
    let count = 0;
    while (i + count < a.length && j + count < b.length && differing(a[i + count], b[j + count]).length === 0) count++;
    return count;
  }

  const MOST_LEFT_OUT = 16;
  /** So many draws must agree after lines that are left out; a result below two agrees by chance too often for fewer. */
  const ENOUGH = 8;

  /**
   * Where two texts first differ: { agreed, met, total } and, if they do, { a, b, fields, left }. `met` is how many of
   * the draws that agree have a word or a result in both. `a` or `b` is undefined where that text has ended. `left` is
   * the fewest draws of one text alone, at most sixteen, without which eight or more draws agree again.
   */
  function divergence(textA, textB) {
    const read = (name, text) => {
      try {
        return draws(text);
      } catch (error) {
        throw new Error(`${name}: ${error.message}`);
      }
    };
    const [a, b] = [read("A", textA), read("B", textB)];
    const agreed = agreeing(a, b, 0, 0);
    const meets = (x, y) => ["word", "result"].some((name) => x[name] !== undefined && y[name] !== undefined);
    let met = 0;
    for (let i = 0; i < agreed; i++) if (meets(a[i], b[i])) met++;
    const total = [a.length, b.length];
    const [x, y] = [a[agreed], b[agreed]];
    if (x === undefined && y === undefined) return { agreed, met, total };
    const fields = x === undefined || y === undefined ? [] : differing(x, y);
    const tries = [];
    for (let count = 1; count <= MOST_LEFT_OUT && fields.length > 0; count++) {
      tries.push({ of: "B", count, again: agreeing(a, b, agreed, agreed + count) });
      tries.push({ of: "A", count, again: agreeing(a, b, agreed + count, agreed) });
    }
    return { agreed, met, total, a: x, b: y, fields, left: tries.find(({ again }) => again >= ENOUGH) };
  }

  return { fitting, lookNext, starts, residue, numberOf, nameOf, divergence, MOST_LINES };
})();

if (typeof module === "object") module.exports = RoguelabTools;
