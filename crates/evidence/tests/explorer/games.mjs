// Prints the SHA-256 of the canonical lines of all games as games.js computes it; then whether its SHA-256 is Node's, for
// texts around the ends of a block.
//
//     node games.mjs GAMES.js

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const { Atlas, Sha256 } = createRequire(import.meta.url)(resolve(process.argv[2]));

const atlas = new Atlas();
// In pieces, as the page does it.
while (!atlas.deal(5000));
console.log(`all games: ${atlas.digest}`);
const texts = Array.from({ length: 200 }, (_, length) => "x".repeat(length));
const agrees = (text) => new Sha256().update(text).digest() === createHash("sha256").update(text).digest("hex");
console.log(`texts whose SHA-256 is Node's: ${texts.filter(agrees).length} of ${texts.length}`);
