// The ports of games.js as subjects of the vector pack: what examples/consumers/javascript/check.mjs takes in place of
// its own subjects.mjs. Methods are ops, by name. What the page does not draw with, jumps and other rules than the
// remainder, is borrowed from the consumer.

import { createRequire } from "node:module";

import { Pcg as Consumer } from "./generators.mjs";

const R = createRequire(import.meta.url)("./games.js");
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** Dice that note each draw. */
const noting = (Dice, draws) =>
  class extends Dice {
    below(n) {
      const value = super.below(n);
      draws.push([n, value]);
      return value;
    }
  };

class Rogue {
  draws = [];
  Dice = noting(R.RogueDice, this.draws);
  dice = new this.Dice(1);
  srrandom({ seed }) { this.dice.srrandom(seed); }
}

class Rrandom extends Rogue {
  rrandom() { return this.dice.word(); }
  rrandoms({ count }) { return times(count, () => this.dice.word()); }
}

class GetRand extends Rogue {
  get_rand({ x, y }) { return R.getRand(this.dice, x, y); }
  get_rands({ x, y, count }) { return times(count, () => R.getRand(this.dice, x, y) >>> 0); }
  rand_percent({ percentage }) { return R.randPercent(this.dice, percentage) ? 1 : 0; }
  coin_toss() { return R.coinToss(this.dice) ? 1 : 0; }
}

class NewGame extends Rogue {
  colours = times(14, (i) => i);

  named(first, numbers) {
    return numbers.map((number, i) => {
      const wand = R.SLOTS[first + i].table === "wand";
      return R.nameOf(first + i, number) + (wand ? (R.isWood(number) ? " staff" : " wand") : "");
    });
  }

  mix_colors() { return this.named(0, R.mixColors(this.dice, this.colours)); }

  get_wand_and_ring_materials() {
    return this.named(14, [...R.drawUnused(this.dice, 29), ...R.drawUnused(this.dice, 13)]);
  }

  make_scroll_titles() { return this.named(36, R.makeScrollTitles(this.dice)); }

  new_game({ seed }) {
    this.srrandom({ seed });
    const game = R.newGame(this.dice);
    this.colours = game.slice(0, 14);
    return this.named(0, game);
  }

  arrows() { return R.getRand(this.dice, 25, 35); }
}

class Pcg32 {
  draws = [];
  pcg = new R.Pcg32(0, 0);

  constructor() { this.raw({ state: 0n, inc: 0n }); }

  srandom({ initstate, initseq }) {
    this.pcg.srandom(initstate, initseq);
    return this.pcg.state;
  }

  raw({ state, inc }) {
    Object.assign(this.pcg, { state, inc });
    return state;
  }

  random() { return this.pcg.word(); }
  randoms({ count }) { return times(count, () => this.pcg.word()); }
  boundedrand({ bound }) { return this.pcg.bounded(bound); }
  advance({ delta }) { return Consumer.prototype.advance.call(this.pcg, delta); }
  step_back() { return this.advance({ delta: 2n ** 64n - 1n }); }
}

class BossMaze {
  draws = [];

  constructor(tables) {
    this.tables = tables;
    this.srandom({ initstate: 0n, initseq: 0n, rule: "modulo" });
    Object.assign(this.dice, { state: 0n, inc: 0n });
  }

  srandom({ initstate, initseq, rule }) {
    const rules = {
      modulo: (pcg, n) => R.Pcg32.prototype.below.call(pcg, n),
      scaled: (pcg, n) => Number((BigInt(pcg.word()) * BigInt(n)) >> 32n),
      haskell: (pcg, n) => Number(Consumer.prototype.between.call(pcg, 0n, BigInt(n) - 1n)),
    };
    const Ruled = class extends R.Pcg32 {
      below(n) { return rules[rule](this, n); }
    };
    this.dice = new (noting(Ruled, this.draws))(initstate, initseq);
    return this.dice.state;
  }

  maze({ width, height, order }) {
    const map = (lines) => [...lines, `state ${this.dice.state.toString(16).padStart(16, "0")}`];
    if (width === 0 || height === 0) return map([`refused: no map is ${width} by ${height}`]);
    const { start, rock, visited } = R.bossMaze(this.dice, width, height, order);
    const wall = (x, y) => rock[y]?.[x] === true;
    const around = (x, y) => [wall(x, y - 1), wall(x - 1, y), wall(x, y + 1), wall(x + 1, y)];
    const glyph = (x, y) => this.tables.joined[wall(x, y) ? around(x, y).reduce((bits, bit) => 2 * bits + bit, 0) : 0];
    return map([
      `start ${start.x},${start.y}`,
      `visited${visited.map(({ x, y }) => ` ${x},${y}`).join("")}`,
      ...rock.map((tiles) => tiles.map((tile) => (tile ? "#" : ".")).join("")),
      ...rock.map((tiles, y) => tiles.map((_, x) => glyph(x, y)).join("")),
    ]);
  }
}

export const SUBJECTS = {
  rrandom: Rrandom, get_rand: GetRand, "new-game": NewGame, pcg32: Pcg32, "boss-maze": BossMaze,
};
