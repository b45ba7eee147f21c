// Writes the npm package into a folder: `node build.mjs FOLDER`. The files of the pack are copied from the repository.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../../..");
const [out, ...more] = process.argv.slice(2);
if (out === undefined || more.length > 0) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}

const staged = mkdtempSync(join(tmpdir(), "roguelab-vectors-"));
try {
  // Private in the repository, where `npm publish` would leave the pack out.
  const { private: _, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ["README.md", "cli.cjs", "index.cjs", "index.d.ts", "index.mjs"]) cpSync(join(here, name), join(staged, name));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, name), join(staged, name));
  const vectors = join(root, "fixtures/vectors");
  mkdirSync(join(staged, "pack"));
  for (const name of readdirSync(vectors)) cpSync(join(vectors, name), join(staged, "pack", name));
  mkdirSync(out, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["pack", "--silent", "--pack-destination", resolve(out)], {
    cwd: staged,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
} finally {
  rmSync(staged, { recursive: true });
}
