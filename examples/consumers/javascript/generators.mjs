// The two generators, written from fixtures/vectors/README.md and the texts in the files. Words of 32 bits are numbers,
// multiplied by Math.imul and made unsigned by >>> 0; what has 64 bits is a BigInt.

export const u64 = (value) => BigInt.asUintN(64, value);
export const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** BSD random(), types 0 to 4. */
export class BsdRandom {
  static RINGS = [[1, 0], [7, 3], [15, 1], [31, 3], [63, 1]];

  constructor(kind, seed, next) {
    const [length, ahead] = BsdRandom.RINGS[kind];
    this.ring = new Uint32Array(length);
    this.ring[0] = seed;
    for (let i = 1; i < length; i++) this.ring[i] = next(this.ring[i - 1]);
    this.front = ahead;
    this.rear = 0;
    this.oneWord = kind === 0;
    if (!this.oneWord) times(10 * length, () => this.word());
  }

  static weak(kind, seed) {
    return new BsdRandom(kind, seed, (word) => Math.imul(1103515245, word) + 12345);
  }

  static libc5(kind, seed) {
    return new BsdRandom(kind, seed, (word) => Math.imul(1103515145, word) + 12345);
  }

  static glibc(kind, seed) {
    return new BsdRandom(kind, seed === 0 ? 1 : seed, (word) => {
      const previous = word | 0;
      const next = 16807 * (previous % 127773) - 2836 * Math.trunc(previous / 127773);
      return next < 0 ? next + 2147483647 : next;
    });
  }

  word() {
    const { ring, front, rear } = this;
    if (this.oneWord) return (ring[0] = (Math.imul(1103515245, ring[0]) + 12345) & 0x7fffffff);
    ring[front] += ring[rear];
    this.front = (front + 1) % ring.length;
    this.rear = (rear + 1) % ring.length;
    return ring[front] >>> 1;
  }
}

/** PCG32, and what Haskell's libraries draw from it. */
export class Pcg {
  static MULTIPLIER = 6364136223846793005n;
  state = 0n;
  inc = 0n;

  advance(delta) {
    let a = Pcg.MULTIPLIER;
    let b = this.inc | 1n;
    for (; delta > 0n; delta >>= 1n) {
      if (delta & 1n) this.state = u64(a * this.state + b);
      [a, b] = [u64(a * a), u64((a + 1n) * b)];
    }
    return this.state;
  }

  seed(initstate, initseq) {
    this.raw(0n, u64(2n * initseq + 1n));
    this.advance(1n);
    this.state = u64(this.state + initstate);
    return this.advance(1n);
  }

  raw(state, inc) {
    this.inc = inc;
    return (this.state = state);
  }

  word() {
    const before = this.state;
    this.state = u64(Pcg.MULTIPLIER * before + (this.inc | 1n));
    const folded = Number(BigInt.asUintN(32, ((before >> 18n) ^ before) >> 27n));
    const turn = Number(before >> 59n);
    // A shift by 32 is one by 0 here: a turn of 0 gives the word itself.
    return ((folded >>> turn) | (folded << (32 - turn))) >>> 0;
  }

  /** From l to h, as Haskell's randomR has it. */
  between(l, h) {
    if (l > h) [l, h] = [h, l];
    const k = h - l + 1n;
    let v = 0n;
    let base = 1n;
    do {
      v = (v << 32n) | BigInt((this.word() ^ 0x80000000) >>> 0);
      base <<= 32n;
    } while (base < 1000n * k);
    return l + (v % k);
  }

  double() {
    return Number(BigInt.asUintN(53, this.between(-(1n << 63n), (1n << 63n) - 1n))) / 2 ** 53;
  }

  place(n) {
    const p = 2 * (0.5 * 0 + this.double() * (0.5 * n - 0.5 * 0));
    return Math.min(Math.max(Math.ceil(p) - 1, 0), n - 1);
  }
}
