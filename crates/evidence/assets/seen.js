"use strict";
// What the seed explorer works out: which games fit what was seen, when they start, and what to look at next. One global,
// `RoguelabSeen`; the module's exports under Node. Needs games.js.

const RoguelabSeen = (() => {
  const { GAMES, SLOTS, TABLES, titleNumber } = typeof module === "object" ? require("./games.js") : Roguelab;

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

  return { fitting, lookNext, starts, residue, numberOf };
})();

if (typeof module === "object") module.exports = RoguelabSeen;
