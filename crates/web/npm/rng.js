// The generator that assertions hand out: xoshiro128**, seeded by splitmix64, as `words("xoshiro128**", seed)` has it.

const MASK = (1n << 64n) - 1n;

function rotate(x, k) {
  return (x << k) | (x >>> (32 - k));
}

/** Makes a generator of a seed below 2^64: a function like Math.random that has more draws. */
export function makeRng(seed) {
  const state = new Int32Array(4);
  let counter = BigInt(seed);
  for (let i = 0; i < 4; i += 2) {
    counter = (counter + 0x9e3779b97f4a7c15n) & MASK;
    let z = ((counter ^ (counter >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    z ^= z >> 31n;
    state[i] = Number(z & 0xffffffffn);
    state[i + 1] = Number(z >> 32n);
  }
  let [a, b, c, d] = state;

  function uint32() {
    const word = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return word;
  }

  function random() {
    return ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53;
  }

  function int(n) {
    checkBound(n);
    const range = n <= 2 ** 32 ? 2 ** 32 : 2 ** 53;
    const limit = range - (range % n);
    for (;;) {
      const word = n <= 2 ** 32 ? uint32() : random() * 2 ** 53;
      if (word < limit) return word % n;
    }
  }

  const rng = () => random();
  return Object.assign(rng, { random, int, uint32 });
}

/** Refuses what is no bound of a draw. */
export function checkBound(n) {
  if (!(Number.isSafeInteger(n) && n >= 1)) throw new RangeError(`rng.int(${n}): the bound must be an integer from 1 to 2^53 - 1`);
}
