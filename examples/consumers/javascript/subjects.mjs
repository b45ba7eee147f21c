// The subjects, written from fixtures/vectors/README.md and the texts in the files. Their methods are the ops, by name:
// they take the arguments by name, and return what they show.

import { BsdRandom, Pcg, times, u64 } from "./generators.mjs";

class Subject {
  draws = [];

  constructor(tables) {
    this.tables = tables;
  }

  note(n, value) {
    this.draws.push([n, value]);
    return value;
  }
}

class Rrandom extends Subject {
  generator = BsdRandom.weak(3, 1);
  srrandom({ seed }) { this.generator = BsdRandom.weak(3, seed); }
  rrandom() { return this.generator.word(); }
  rrandoms({ count }) { return times(count, () => this.generator.word()); }
}

class RrandomType0 extends Rrandom {
  generator = BsdRandom.weak(0, 1);
  srrandom({ seed }) { this.generator = BsdRandom.weak(0, seed); }
}

class BsdFamily extends Subject {
  generator = BsdRandom.glibc(3, 1);
  srandom({ kind, seed }) { this.generator = BsdRandom.glibc(kind, seed); }
  srrandom({ kind, seed }) { this.generator = BsdRandom.weak(kind, seed); }
  srandom_libc5({ kind, seed }) { this.generator = BsdRandom.libc5(kind, seed); }
  random() { return this.generator.word(); }
  randoms({ count }) { return times(count, () => this.generator.word()); }
}

class GetRand extends Rrandom {
  draw(x, y) {
    const low = Math.min(x, y);
    const n = Math.max(x, y) - low + 1;
    return low + this.note(n, (this.generator.word() & 0x3fff) % n);
  }

  get_rand({ x, y }) { return this.draw(x, y); }
  get_rands({ x, y, count }) { return times(count, () => this.draw(x, y) >>> 0); }
  rand_percent({ percentage }) { return this.draw(1, 100) <= percentage ? 1 : 0; }
  coin_toss() { return this.note(2, this.generator.word() & 1); }
}

class NewGame extends GetRand {
  colours = [...this.tables.potion_colours];

  mix_colors() {
    for (let swaps = 0; swaps <= 32; swaps++) {
      const j = this.draw(0, 13);
      const k = this.draw(0, 13);
      [this.colours[j], this.colours[k]] = [this.colours[k], this.colours[j]];
    }
    return [...this.colours];
  }

  /** Eleven different numbers up to `last`, in the order in which they came. */
  eleven(last) {
    const used = new Set();
    while (used.size < 11) used.add(this.draw(0, last));
    return [...used];
  }

  get_wand_and_ring_materials() {
    const { wand_materials: materials, gems } = this.tables;
    const wands = this.eleven(29).map((number) => `${materials[number]} ${number > 14 ? "staff" : "wand"}`);
    return [...wands, ...this.eleven(13).map((number) => gems[number])];
  }

  make_scroll_titles() {
    const syllable = () => this.tables.syllables[this.draw(1, 39)];
    return times(13, () => `'${times(this.draw(2, 5), syllable).join(" ")}'`);
  }

  new_game({ seed }) {
    this.srrandom({ seed });
    this.colours = [...this.tables.potion_colours];
    return [...this.mix_colors(), ...this.get_wand_and_ring_materials(), ...this.make_scroll_titles()];
  }

  arrows() { return this.draw(25, 35); }
}

class Pcg32 extends Subject {
  pcg = new Pcg();
  srandom({ initstate, initseq }) { return this.pcg.seed(initstate, initseq); }
  raw({ state, inc }) { return this.pcg.raw(state, inc); }
  random() { return this.pcg.word(); }
  randoms({ count }) { return times(count, () => this.pcg.word()); }
  advance({ delta }) { return this.pcg.advance(delta); }
  step_back() { return this.pcg.advance(u64(-1n)); }

  boundedrand({ bound }) {
    let word;
    do word = this.pcg.word();
    while (word < 2 ** 32 % bound);
    return word % bound;
  }
}

class Haskell extends Subject {
  pcg = new Pcg();
  raw({ state, inc }) { this.pcg.raw(state, inc); }
  next() { return this.pcg.word() | 0; }
  nexts({ count }) { return times(count, () => this.pcg.word()); }
  split_left() { return this.split(5n, 0); }
  split_right() { return this.split(3n, 2); }
  random_r({ l, h }) { return this.pcg.between(l, h); }
  random_word64() { return this.pcg.between(0n, u64(-1n)); }
  random_double() { return new BigUint64Array(Float64Array.of(this.pcg.double()).buffer)[0]; }
  uniform_may({ n }) { return this.pcg.place(n); }
  show() { return [`PCGen ${this.pcg.state} ${this.pcg.inc}`]; }

  split(by, first) {
    const words = times(4, () => BigInt(this.pcg.word()));
    const { state } = this.pcg;
    this.pcg.raw(u64((state >> by) | (state << (64n - by))), (words[first] << 32n) | words[first + 1] | 1n);
    return this.show();
  }
}

/** What permutations and maps are drawn from. */
class Dice extends Subject {
  pcg = new Pcg();
  rule = "modulo";

  srandom({ initstate, initseq, rule }) {
    this.rule = rule;
    return this.pcg.seed(initstate, initseq);
  }

  raw({ state, inc, rule }) {
    this.rule = rule;
    return this.pcg.raw(state, inc);
  }

  below(n) {
    if (this.rule === "haskell") return this.note(n, Number(this.pcg.between(0n, BigInt(n) - 1n)));
    const word = this.pcg.word();
    return this.note(n, this.rule === "scaled" ? Number((BigInt(word) * BigInt(n)) >> 32n) : word % n);
  }

  choose(n) {
    return this.rule === "haskell" ? this.note(n, this.pcg.place(n)) : this.below(n);
  }

  from(low, high) { return low + this.below(high - low + 1); }

  arranged(n, draws) {
    const r = times(n, (i) => (i < draws ? this.below(n - i) : 0));
    return r.map((drawn, i) => {
      let number = drawn;
      for (let j = i - 1; j >= 0; j--) number = (number + r[j] + 1) % (n - j);
      return number;
    });
  }

  /** The lines of a map, and the last one of every map. */
  map(lines) { return [...lines, `state ${this.pcg.state.toString(16).padStart(16, "0")}`]; }
  refused(width, height) { return this.map([`refused: no map is ${width} by ${height}`]); }
}

class Permutation extends Dice {
  permutation({ n }) { return this.arranged(n, n); }
  listless({ n }) { return this.arranged(n, n); }
  unrolled({ n }) { return this.arranged(n, n - 1); }
  random_directions() { return this.arranged(4, 3).reduce((byte, direction) => 4 * byte + direction, 0); }
  state() { return this.pcg.state; }
}

class BossMaze extends Dice {
  directions(order) {
    if (order === "packed") return this.arranged(4, 3).reverse();
    const list = [0, 1, 2, 3];
    for (let i = 3; i >= 1; i--) {
      const k = this.below(i + 1);
      [list[i], list[k]] = [list[k], list[i]];
    }
    return list.reverse();
  }

  maze({ width, height, order }) {
    if (width === 0 || height === 0) return this.refused(width, height);
    const rock = times(height, () => Array(width).fill(true));
    const wall = (column, row) => rock[row]?.[column] === true;
    const visited = [];
    const visit = (column, row, across, down) => {
      if (!wall(column, row)) return;
      rock[row - down][column - across] = false;
      rock[row][column] = false;
      visited.push(` ${column},${row}`);
      for (const direction of this.directions(order)) {
        const [x, y] = [[0, -1], [-1, 0], [0, 1], [1, 0]][direction];
        visit(column + 2 * x, row + 2 * y, x, y);
      }
    };
    const column = 2 * this.below(Math.trunc((width - 2) / 2) + 1) + 1;
    const row = 2 * this.below(Math.trunc((height - 2) / 2) + 1) + 1;
    visit(column, row, 0, 0);
    const glyph = (x, y) => {
      const around = [wall(x, y - 1), wall(x - 1, y), wall(x, y + 1), wall(x + 1, y)];
      return this.tables.joined[wall(x, y) ? around.reduce((bits, bit) => 2 * bits + bit, 0) : 0];
    };
    const plain = rock.map((tiles) => tiles.map((tile) => (tile ? "#" : ".")).join(""));
    const joined = rock.map((tiles, y) => tiles.map((_, x) => glyph(x, y)).join(""));
    return this.map([`start ${column},${row}`, `visited${visited.join("")}`, ...plain, ...joined]);
  }
}

class Amazing extends Dice {
  maze({ width, height, restart }) {
    if (width === 0 || height === 0) return this.refused(width, height);
    const visited = times(width, () => Array(height).fill(0));
    const walls = times(width, () => Array(height).fill(0));
    const start = this.below(width);
    const list = [];
    let [x, y, count, exit, how] = [start, 0, 2, false, "done"];
    visited[start][0] = 1;
    // Outside of the maze this is undefined, which equals no number.
    const at = (column, row) => visited[column]?.[row];
    const around = (column, row) => [[column, row - 1], [column + 1, row], [column, row + 1], [column - 1, row]];
    const good = ([column, row]) => at(column, row) > 0 && around(column, row).some((cell) => at(...cell) === 0);
    const enter = (column, row) => {
      visited[column][row] = count++;
      list.push([column, row]);
      [x, y] = [column, row];
    };
    const open = (side) => { walls[x][y] = walls[x][y] === 0 ? side : 3; };
    const leave = () => {
      exit = true;
      const closed = walls[x][y] === 0;
      open(1);
      if (closed) [x, y] = [0, 0];
    };
    const moves = [
      () => { enter(x, y - 1); walls[x][y] = 1; },
      () => { open(2); enter(x + 1, y); },
      () => { if (y === height - 1) leave(); else { open(1); enter(x, y + 1); } },
      () => { enter(x - 1, y); walls[x][y] = 2; },
    ];
    const unfinished = () => count <= width * height;
    while (unfinished()) {
      if (!good([x, y]) && restart === "random") {
        if (list.length < 2) {
          this.below(1);
          how = "past the list";
          break;
        }
        if (!list.slice(1).some(good)) {
          how = "endless";
          break;
        }
      }
      while (!good([x, y])) {
        if (restart === "random") {
          [x, y] = list[1 + this.below(list.length - 1)];
        } else {
          const next = (y * width + x + 1) % (width * height);
          [x, y] = [next % width, Math.trunc(next / width)];
        }
      }
      while (unfinished()) {
        const free = (cell, direction) => at(...cell) === 0 || (direction === 2 && y === height - 1 && !exit);
        const valid = around(x, y).flatMap((cell, direction) => (free(cell, direction) ? [moves[direction]] : []));
        if (valid.length === 0) break;
        valid[this.below(valid.length)]();
      }
    }
    const cells = (restart === "random" ? list : []).map((cell) => ` ${cell}`);
    return this.map([
      `${how} at ${x},${y}, entered at ${start}, next cell ${count}`,
      `list${cells.join("")}`,
      ...walls.map((column) => `walls ${column.join(" ")}`),
      ...visited.map((column) => `visited ${column.join(" ")}`),
    ]);
  }
}

class Rooms extends Dice {
  static ACROSS = [[1, 2], [2, 3], [4, 5], [5, 6], [7, 8], [8, 9]];
  static DOWN = [[1, 4], [4, 7], [2, 5], [5, 8], [3, 6], [6, 9]];

  rooms({ width, height, halls }) {
    if (width < 7 || height < 7) return this.refused(width, height);
    const tiles = times(height, () => Array(width).fill("#"));
    // Places are [x, y], rectangles their least and their greatest one.
    const dig = (a, b) => {
      const [low, high] = [Math.min, Math.max].map((of) => [of(a[0], b[0]), of(a[1], b[1])]);
      for (let y = low[1]; y <= high[1]; y++) tiles[y].fill(".", low[0], high[0] + 1);
      return [low, high];
    };
    const thirds = (length) => {
      const third = Math.trunc(length / 3);
      return [[1, third - 1], [third + 1, 2 * third - 1], [2 * third + 1, length - 2]];
    };
    const rooms = thirds(height).flatMap((rows) => thirds(width).map((columns) => {
      const [x1, x2] = [this.from(...columns), this.from(...columns)];
      const [y1, y2] = [this.from(...rows), this.from(...rows)];
      return dig([x1, y1], [x2, y2]);
    }));
    const lines = rooms.map((room) => `room ${room.flat().join(" ")}`);
    // A hall goes along one axis, 0 for x and 1 for y; what two rooms may share lies on the other one.
    const hall = (first, second, along) => {
      const [a, b] = [rooms[first - 1], rooms[second - 1]];
      const other = 1 - along;
      const place = (on, off) => (along === 0 ? [on, off] : [off, on]);
      const [low, high] = [Math.max(a[0][other], b[0][other]), Math.min(a[1][other], b[1][other])];
      let corners = [];
      if (low <= high) {
        const shared = low + this.choose(high - low + 1);
        const ends = [Math.min(a[0][along], b[0][along]), Math.max(a[1][along], b[1][along])];
        corners = ends.map((end) => place(end, shared));
      } else if (halls === "turned") {
        const [p, q] = [a, b].map(([from, to]) => [this.from(from[0], to[0]), this.from(from[1], to[1])]);
        const middle = Math.trunc((a[1][along] + b[0][along]) / 2);
        corners = [p, place(middle, p[other]), place(middle, q[other]), q];
      }
      const pieces = corners.slice(1).map((corner, i) => dig(corners[i], corner));
      lines.push(["hall", ...pieces.flat(2)].join(" "));
    };
    for (const [first, second] of Rooms.ACROSS) hall(first, second, 0);
    for (const [first, second] of Rooms.DOWN) hall(first, second, 1);
    return this.map([...lines, ...tiles.map((row) => row.join(""))]);
  }
}

class Spread extends Subject {
  sequence(a, b, na, nb) {
    if (na < nb) return this.sequence(b, a, nb, na);
    if (nb === 0) return Array(na).fill(a);
    if (na === nb) return times(2 * na, (i) => (i % 2 === 0 ? a : b));
    const groups = nb + 1;
    const small = Math.trunc(na / groups);
    const large = na - groups * small;
    const sizes = this.sequence(small, small + 1, groups - large, large);
    return sizes.flatMap((size, i) => [...(i > 0 ? [b] : []), ...Array(size).fill(a)]);
  }

  spread({ na, nb }) { return [this.sequence("a", "b", na, nb).join("")]; }
  lazy({ na, nb }) { return this.spread({ na, nb }); }
}

/** By their names in the files. */
export const SUBJECTS = {
  "rrandom": Rrandom, "rrandom-type0": RrandomType0, "bsd-random": BsdFamily, "get_rand": GetRand,
  "new-game": NewGame, "pcg32": Pcg32, "haskell": Haskell, "permutation": Permutation,
  "boss-maze": BossMaze, "amazing": Amazing, "rooms": Rooms, "spread": Spread,
};
