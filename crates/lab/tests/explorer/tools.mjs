// Answers questions with the scripts of the page, for a test that asks the Rust program the same.
//
//     node tools.mjs ASSETS QUESTIONS
//
// QUESTIONS is a list in JSON; the answers are one, too. A question is {"rule", "bits", "n"}, {"facts", "from"}, each fact
// being [slot, name, has], or {"a", "b"}, two traces.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , assets, questions] = process.argv;
const require = createRequire(import.meta.url);
const [{ Atlas }, tools, { Law }] = ["games.js", "tools.js", "rules.js"].map((name) => require(join(resolve(assets), name)));

const atlas = Atlas.whole();

function rule({ rule, bits, n }) {
  const law = new Law(rule, bits, n ?? undefined);
  // In pieces, as the page does it.
  while (!law.step(1000));
  const { above, below } = law.totalVariation();
  const variation = below === 1n ? String(above) : `${above}/${below}`;
  return { classes: law.classes().map(({ weight, howMany, ranges }) => [String(weight), String(howMany), ranges]), variation };
}

function games({ facts, from }) {
  const given = facts.map(([slot, name, has]) => ({ slot, number: tools.numberOf(slot, name), has }));
  const games = tools.fitting(atlas, given);
  const starts = tools.starts(games, from).slice(0, 5).map(({ game, time }) => [game, time]);
  const next = tools.lookNext(atlas, games, given).map(({ slot, names, expected }) => [slot, names, expected]);
  return { games, starts, next };
}

function traces({ a, b }) {
  const { agreed, a: x, b: y, fields } = tools.divergence(a, b);
  return fields === undefined ? { agreed } : { agreed, lines: [x?.line ?? null, y?.line ?? null], fields };
}

function answer(question) {
  try {
    return "rule" in question ? rule(question) : "facts" in question ? games(question) : traces(question);
  } catch (error) {
    return { refused: error.message };
  }
}

console.log(JSON.stringify(JSON.parse(questions).map(answer)));
