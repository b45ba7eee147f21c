// The mazes of story.js, a line of JSON for each seed: node mazes.mjs games.js story.js SEEDS STREAM WIDTH HEIGHT

import { createRequire } from "node:module";

const [games, story, ...numbers] = process.argv.slice(2);
const [seeds, stream, width, height] = numbers.map(Number);
const require = createRequire(import.meta.url);
globalThis.Roguelab = require(games);
const { mazes } = require(story);
for (let seed = 0; seed < seeds; seed++) {
  const parts = ({ walls, path, ends, longest }) => [walls, path, ends, longest];
  console.log(JSON.stringify(mazes(seed, { stream, width, height }).map(parts)));
}
