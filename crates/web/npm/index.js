// Tests of randomness that do not flake, and answers: what made these numbers, is this port right, is it fair?

export { init } from "#platform";
export { bias, check, counts, generators, rate, test, who, whoDiffers, words } from "./answers.js";
export {
  assertCounts,
  assertDistribution,
  assertDraws,
  assertRate,
  assertSame,
  assertShuffle,
  assertWeighted,
} from "./assertions.js";
export { makeRng } from "./rng.js";
export { biasOfShuffle } from "./shuffles.js";
