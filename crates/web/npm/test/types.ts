// Checked by `tsc --strict`; not run.

import * as roguelab from "roguelab";
import { assertDraws, assertSame, assertShuffle, makeRng, who, words, type Found, type Rng } from "roguelab";

const answer: Found = who(new Uint32Array([1, 2, 3]), { below: 6n, range: [0, 1], seconds: 1 });
const next: number[] = answer.named ? answer.next(3).map((number) => number + 1) : [];
const large: bigint[] = answer.previous<bigint>();
const names: string[] = roguelab.generators();
const word: number = words("pcg32", 42).next().value;
roguelab.assertWeighted((rng) => rng() < 0.5, [0.5, 0.5]);
const seed: number | bigint | null = answer.seed;
const text: string = assertShuffle((items, rng) => void items.sort(() => rng() - 0.5), 6, { seed: 5n });
assertShuffle((items: number[], random: () => number) => items.map((item) => item * random()), 6);
assertDraws((rng: Rng) => rng.int(6), 6, { patchMathRandom: true });
assertSame((rng) => rng.random(), (rng) => [rng.int(2)]);
for (const word of words("pcg32", 42)) console.log(word, next, large, names, seed, text, makeRng(1).uint32());
roguelab.test([[0, 1], [1, 0]], { permutations: true, alpha: 0.01 }).json.tests;
roguelab.counts([[1, 2], [3, 4]], { weights: [1, 2] });
roguelab.counts([1, 2, 1], { dice: "2d2" });
// @ts-expect-error: there is no such option.
who([1], { sides: 6 });
// @ts-expect-error: a shuffle is a function.
assertShuffle(6, 6);
