// Fair functions pass, and broken ones fail with a message that says how to replay them.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as roguelab from "roguelab";

import { checkSums } from "./sums.test.js";

const slow = process.env.ROGUELAB_SLOW === "1" ? false : "slow: run with ROGUELAB_SLOW=1";

function swap(items, i, j) {
  [items[i], items[j]] = [items[j], items[i]];
}

function fisherYates(items, rng) {
  for (let i = items.length - 1; i > 0; i--) swap(items, i, rng.int(i + 1));
}

function naive(items, rng) {
  for (let i = 0; i < items.length; i++) swap(items, i, rng.int(items.length));
}

const FAIR = {
  fisherYates,
  withFractions(items, random) {
    for (let i = items.length - 1; i > 0; i--) swap(items, i, Math.floor(random() * (i + 1)));
  },
  byKeys: (items, rng) => items.map((item) => ({ item, key: rng.random() })).sort((a, b) => a.key - b.key).map(({ item }) => item),
};

const BROKEN = {
  naive,
  sattolo(items, rng) {
    for (let i = items.length - 1; i > 0; i--) swap(items, i, rng.int(i));
  },
  withoutTheLast(items, rng) {
    for (let i = items.length - 2; i > 0; i--) swap(items, i, rng.int(i + 1));
  },
  byACoin: (items, rng) => items.sort(() => rng() - 0.5),
  byFiveBits(items, rng) {
    for (let i = items.length - 1; i > 0; i--) swap(items, i, (rng.uint32() >>> 27) % (i + 1));
  },
  threeSwaps(items, rng) {
    for (let i = 0; i < 3; i++) swap(items, rng.int(items.length), rng.int(items.length));
  },
};

function messageOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof assert.AssertionError, error);
    assert.equal(error.name, "AssertionError");
    return error.message;
  }
  assert.fail("nothing was thrown");
}

for (const n of [5, 12]) {
  for (const [name, shuffle] of Object.entries(FAIR)) {
    test(`a fair shuffle of ${n} passes: ${name}`, () => {
      assert.match(roguelab.assertShuffle(shuffle, n, { against: 0.1 }), /nothing found in[^]*\n {2}10\.0/);
    });
  }
  for (const [name, shuffle] of Object.entries(BROKEN)) {
    test(`a broken shuffle of ${n} fails: ${name}`, () => {
      assert.match(messageOf(() => roguelab.assertShuffle(shuffle, n)), new RegExp(`the shuffle of ${n} items is biased`));
    });
  }
}

test("a failure says its rates and how to replay it", () => {
  const fail = (options) => messageOf(() => roguelab.assertShuffle(naive, 4, options));
  const message = fail({ falseAlarms: 1e-6, power: 0.99, against: 0.05 });
  assert.match(message, /a fair source fails with a chance of at most 1e-6/);
  assert.match(message, /a total variation of 0.05 is found with a chance of at least 0.99/);
  assert.match(message, /replay: ROGUELAB_SEED=1 node --test$/);
  process.env.ROGUELAB_SEED = "77";
  assert.match(fail(), /ROGUELAB_SEED=77/);
  assert.equal(fail(), fail());
  assert.match(fail({ seed: 2n ** 64n - 1n }), /seed {7}18446744073709551615; replay: node --test$/);
  delete process.env.ROGUELAB_SEED;
  process.env.ROGUELAB_FRESH = "1";
  assert.notEqual(fail(), fail());
  for (const [name, value] of Object.entries({ ROGUELAB_FRESH: "yes", ROGUELAB_SEED: "-1" })) {
    process.env[name] = value;
    assert.throws(() => fail(), { name: "RangeError", message: new RegExp(`${name} is \`${value}\`: it must be`) });
    delete process.env[name];
  }
});

test("Math.random is replaced while the function runs", () => {
  const before = Math.random;
  const shuffle = (items) => FAIR.withFractions(items, Math.random);
  const passed = () => roguelab.assertShuffle(shuffle, 5, { patchMathRandom: true, against: 0.1 });
  assert.equal(passed(), passed());
  assert.equal(Math.random, before);
  assert.throws(() => roguelab.assertDraws(() => { throw new SyntaxError("mine"); }, 6, { patchMathRandom: true }), SyntaxError);
  assert.equal(Math.random, before);
  const seen = [];
  roguelab.assertSame(() => Math.floor(2 * seen[seen.push(Math.random()) - 1]), (rng) => rng.int(2), {
    patchMathRandom: true,
    against: 0.1,
  });
  assert.equal(seen[0], roguelab.makeRng(1).random());
});

test("impossible samples are named", () => {
  const message = (name, ...given) => messageOf(() => roguelab[name](...given));
  assert.match(message("assertDraws", () => 6, 6), /the draw below 6: sample 1 is 6, which is not below 6/);
  assert.match(message("assertDraws", () => -1, 6), /sample 1 is -1/);
  assert.match(message("assertDraws", () => -(2n ** 70n), 6), /sample 1 is -1180591620717411303424/);
  assert.match(message("assertShuffle", () => [0, 0, 0], 3), /sample 1 is \[0, 0, 0\], which is not a permutation of 0 to 2/);
  assert.match(message("assertWeighted", () => 1, [5, 0, 5]), /sample 1 is 1, whose weight is 0/);
  assert.match(message("assertSame", () => [0, 1], () => 1), /but the first was a permutation/);
});

test("errors of the function come out unchanged, and those of the arguments are named", () => {
  const mine = new EvalError("mine");
  const fail = () => { throw mine; };
  for (const call of [
    () => roguelab.assertDraws(fail, 6),
    () => roguelab.assertShuffle(fail, 6),
    () => roguelab.assertSame(() => 1, fail),
    () => roguelab.assertDistribution(fail, (x) => x),
  ]) {
    assert.throws(call, (error) => error === mine);
  }
  assert.throws(() => roguelab.assertDraws(() => { throw undefined; }, 6), (error) => error === undefined);
  let calls = 0;
  assert.throws(() => roguelab.assertDraws(() => { if (++calls === 1000) throw mine; return calls % 6; }, 6), (error) => error === mine);
  assert.equal(calls, 1000);
  for (const [call, type, message] of [
    [() => roguelab.assertDraws(() => 0.5, 6), TypeError, /must return an integer, and not 0.5/],
    [() => roguelab.assertDraws(async () => 1, 6), TypeError, /returns a promise/],
    [() => roguelab.assertShuffle(() => 5, 6), TypeError, /must return an array/],
    [() => roguelab.assertShuffle((items) => items.map((item) => item - 1), 6), TypeError, /item 0 of a permutation .* is -1/],
    [() => roguelab.assertShuffle(6, fisherYates), TypeError, /f is 6: it must be a function/],
    [() => roguelab.assertShuffle(fisherYates, "6"), TypeError, /n is "6": it must be an integer from 2 to 2048/],
    [() => roguelab.assertShuffle(fisherYates, 6n), TypeError, /n is 6n: it must be an integer/],
    [() => roguelab.assertShuffle(fisherYates, 6, 0.05), TypeError, /options is 0.05: it must be an object/],
    [() => roguelab.assertDraws(() => 0, 6, { against: 0 }), RangeError, /against is 0: it must lie between 0 and 1/],
    [() => roguelab.assertSame(() => "a", () => 0), TypeError, /must return a number, or an array of 0 to n - 1, and not "a"/],
    [() => roguelab.assertDistribution([0.5], (x) => x, { against: 0.1 }), TypeError, /against is for a function/],
    [() => roguelab.assertDistribution([0.1, 0.5], (x) => 1 - x), RangeError, /is 0.9 for 0.1, and 0.5 for 0.5: it must not decrease/],
    [() => roguelab.assertWeighted(() => 0, [0, 0]), RangeError, /weights is 0,0: at least two weights must be above 0/],
    [() => roguelab.assertDraws(() => 0, 6, { power: 2 }), RangeError, /power is 2: it must lie between 0 and 1/],
    [() => roguelab.assertDraws(() => 0, 6, { powr: 0.9 }), TypeError, /no option powr/],
    [() => roguelab.assertDraws(() => 0, 1), RangeError, /n is 1: it must be an integer from 2 to /],
    [() => roguelab.assertShuffle(fisherYates, 5000), RangeError, /n is 5000: it must be an integer from 2 to 2048/],
    [() => roguelab.assertWeighted(() => 0, [1, -1]), RangeError, /weights is 1,-1: /],
    [() => roguelab.assertDistribution([0.5, 1.5], (x) => x), RangeError, /it must be from 0 to 1/],
    [() => roguelab.makeRng(1).int(0), RangeError, /the bound must be/],
  ]) {
    assert.throws(call, (error) => error instanceof type && message.test(error.message));
  }
});

test("a function that ignores its generator is named", () => {
  const own = roguelab.makeRng(3);
  const note = /f took nothing from rng: the seed decides nothing, and another run may give another result$/;
  assert.match(roguelab.assertShuffle((items) => fisherYates(items, own), 4, { against: 0.1 }), note);
  const message = messageOf(() => roguelab.assertShuffle((items) => naive(items, own), 4));
  assert.match(message, /seed {7}1; replay: none, as f took nothing from rng/);
  assert.match(message, note);
  assert.doesNotMatch(message, /ROGUELAB_SEED/);
  assert.doesNotMatch(roguelab.assertDraws((rng) => rng() < 0.5, 2, { against: 0.1 }), /took nothing/);
});

test("numbers that fit too well fail if there are many", () => {
  for (const few of [[0.5], [0.25, 0.75], [0.3]]) {
    assert.match(roguelab.assertDistribution(few, (x) => x), /nothing is found[^]*they are too few to exclude any distribution$/);
  }
  const grid = Array.from({ length: 1000 }, (_, i) => (i + 0.5) / 1000);
  assert.match(messageOf(() => roguelab.assertDistribution(grid, (x) => x)), /1000 numbers .*: they fit it too well to be random/);
});

test("what a distribution lacks is named by its numbers", () => {
  const against = 0.05;
  const skewed = () => roguelab.assertDistribution((rng) => rng() ** 1.1, (x) => x, { against });
  assert.match(messageOf(skewed), /worst {6}numbers from \S+ to 0\.003/);
  const die = () => roguelab.assertDistribution((rng) => 1 + rng.int(6), (x) => x / 6, { against });
  assert.match(messageOf(die), /has many equal numbers, so it is not continuous/);
  assert.match(messageOf(() => roguelab.assertDistribution((rng) => rng(), (x) => 1 - x, { against })), /it must not decrease/);
});

test("weights may be fractions", () => {
  const draw = (rng) => [0, 0, 1, 2][rng.int(4)];
  const against = 0.05;
  assert.equal(roguelab.assertWeighted(draw, [0.5, 0.25, 0.25], { against }), roguelab.assertWeighted(draw, [50, 25, 25], { against }));
});

test("a function may ask questions itself", () => {
  roguelab.assertDraws((rng) => Number(roguelab.counts([5, 5]).ok) & rng.int(2), 2, { against: 0.3 });
});

test("each assertion passes and fails", () => {
  const loot = (weights) => (rng) => {
    let left = rng.int(weights.reduce((a, b) => a + b));
    return weights.findIndex((weight) => (left -= weight) < 0);
  };
  const against = 0.05;
  roguelab.assertWeighted(loot([1, 2, 7]), [1, 2, 7], { against });
  assert.match(messageOf(() => roguelab.assertWeighted(loot([1, 3, 6]), [1, 2, 7], { against })), /of 3 weighted values is biased/);
  roguelab.assertDraws((rng) => rng() < 0.5, 2, { against });
  roguelab.assertDraws((rng) => BigInt(rng.int(6)), 6, { against });
  roguelab.assertSame((rng) => rng(), (rng) => 1 - rng(), { against });
  // Of these seeds some begin with an integer.
  for (let seed = 1; seed <= 6; seed++) roguelab.assertSame((rng) => rng.int(3) / 2, (rng) => Math.floor(3 * rng()) / 2, { against, seed });
  roguelab.assertSame(FAIR.byKeys.bind(null, [0, 1, 2, 3]), (rng) => FAIR.byKeys([3, 2, 1, 0], rng), { against });
  assert.match(messageOf(() => roguelab.assertSame((rng) => rng(), (rng) => rng() ** 2, { against })), /the two sources of numbers differ/);
  roguelab.assertDistribution((rng) => -2 * Math.log(1 - rng()), (x) => 1 - Math.exp(-x / 2), { against });
  const wrong = () => roguelab.assertDistribution((rng) => -2.3 * Math.log(1 - rng()), (x) => 1 - Math.exp(-x / 2), { against });
  assert.match(messageOf(wrong), /the draw by its distribution function is biased/);
  const samples = Array.from({ length: 5000 }, roguelab.makeRng(1));
  assert.match(roguelab.assertDistribution(samples, (x) => x), /5000 numbers/);
  assert.match(messageOf(() => roguelab.assertDistribution(samples, (x) => x * x)), /they do not fit it/);
  roguelab.assertCounts([8, 13, 6, 11, 14, 8]);
  messageOf(() => roguelab.assertCounts([200, 800], [1, 9]));
  roguelab.assertRate(68, 1000, 0.07);
  assert.match(messageOf(() => roguelab.assertRate(200, 1000, 0.1)), /The evidence is strong\.$/);
  assert.throws(() => roguelab.assertCounts([1, 0, 1], [1, 2]), RangeError);
});

test("draws below large bounds are even", () => {
  for (const n of [3 * 2 ** 30, 3 * 2 ** 51]) {
    roguelab.assertDraws((rng) => Math.floor((rng.int(n) / n) * 3), 3, { against: 0.05 });
  }
});

/** In how many of these seeds a check fails. */
function failures(check, seeds) {
  let failed = 0;
  for (let seed = 0; seed < seeds; seed++) {
    try {
      check(seed);
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      failed++;
    }
  }
  return failed;
}

for (const [name, shuffle] of Object.entries(BROKEN)) {
  test(`a broken shuffle fails with 2,000 seeds: ${name}`, { skip: slow }, () => {
    assert.equal(failures((seed) => roguelab.assertShuffle(shuffle, 5, { against: 0.05, seed }), 2000), 2000);
  });
}

for (const [name, shuffle] of Object.entries(FAIR)) {
  test(`a fair shuffle passes with 2,000 seeds: ${name}`, { skip: slow }, () => {
    assert.equal(failures((seed) => roguelab.assertShuffle(shuffle, 5, { against: 0.1, seed }), 2000), 0);
  });
}

test("the promised rates hold", { skip: slow }, () => {
  // Five standard deviations around 5 % of 2000 are 49; around 90 %, 67.
  const coin = (chance) => (seed) => {
    roguelab.assertDraws((rng) => rng() < chance, 2, { falseAlarms: 0.05, power: 0.9, against: 0.1, seed });
  };
  assert.ok(failures(coin(0.5), 2000) <= 149);
  assert.ok(failures(coin(0.6), 2000) >= 1733);
});

test("the example holds with 1,000 seeds", { skip: slow }, () => {
  const check = (seed) => {
    process.env.ROGUELAB_SEED = String(seed);
    checkSums();
  };
  assert.equal(failures(check, 1000), 0);
  delete process.env.ROGUELAB_SEED;
});
