// Answers questions with the scripts of the page, for a test that asks the Rust program the same.
//
//     node seen.mjs ASSETS QUESTIONS
//
// QUESTIONS is a list in JSON; the answers are one, too. A question is {"facts", "from"}, each fact being [slot, name, has].

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , assets, questions] = process.argv;
const require = createRequire(import.meta.url);
const [{ Atlas }, seen] = ["games.js", "seen.js"].map((name) => require(join(resolve(assets), name)));

const atlas = Atlas.whole();

function answer({ facts, from }) {
  const given = facts.map(([slot, name, has]) => ({ slot, number: seen.numberOf(slot, name), has }));
  const games = seen.fitting(atlas, given);
  const starts = seen.starts(games, from).slice(0, 5).map(({ game, time }) => [game, time]);
  const next = seen.lookNext(atlas, games, given).map(({ slot, names, expected }) => [slot, names, expected]);
  return { games, starts, next };
}

console.log(JSON.stringify(JSON.parse(questions).map(answer)));
