// The seed explorer by clicks, compared with the program.

import { deepStrictEqual as same, ok } from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const said = (page, id) => page.locator(`#${id}`).textContent();
const until = (page, id, pattern) => page.locator(`#${id}`).filter({ hasText: pattern }).waitFor();
const checked = (page) => until(page, "check-said", /^They (agree|differ)/);

/** The 49 names on the page, in the program's order, and those that `roguelab atlas dump` has for a game. */
const shown = (page) =>
  page.evaluate(() => Array.from({ length: 49 }, (_, slot) => document.getElementById(`name-${slot}`).textContent));

function dumped(tools, residue) {
  tools.dump ??= tools.roguelab("atlas", "dump").split("\n");
  const [seed, potions, wands, rings, scrolls] = tools.dump[residue].split("\t");
  same(seed, String(residue));
  return [...[potions, wands, rings].flatMap((names) => names.split(",")), ...scrolls.split("|")];
}

/** Without what a wand is called. */
const bare = (names) => names.map((name) => name.replace(/ (wand|staff)$/, ""));

async function dates(page, tools) {
  await page.fill("#time", "2024-05-01T20:15:07");
  const seed = Date.UTC(2024, 4, 1, 20, 15, 7) / 1000;
  same(await page.inputValue("#seed"), String(seed));
  same(bare(await shown(page)), dumped(tools, seed % 32768));
  // The clock of this browser is that of Oslo, two hours ahead in May.
  await page.selectOption("#zone", "local");
  same(await page.inputValue("#time"), "2024-05-01T22:15:07");
  await page.fill("#time", "2024-05-01T20:15:07");
  same(await page.inputValue("#seed"), String(seed - 7200));
  same(bare(await shown(page)), dumped(tools, (seed - 7200) % 32768));
}

async function seeds(page, tools) {
  for (const seed of [0, -1, 2147483647, -2147483648, 1700000000]) {
    await page.fill("#seed", String(seed));
    const names = await shown(page);
    same(bare(names), dumped(tools, ((seed % 32768) + 32768) % 32768));
    const program = tools.roguelab("atlas", "show", String(seed));
    for (const name of bare(names)) ok(program.includes(`  ${name}\n`), `${name} is not in what atlas show prints`);
  }
  for (const text of ["", "x", "1.5", "2147483648"]) {
    await page.fill("#seed", text);
    ok((await said(page, "game-said")).includes("A seed is a C int"));
    same(await page.getAttribute("#seed", "aria-invalid"), "true");
  }
  await page.evaluate(() => { location.hash = "#seed=12345"; });
  await until(page, "game-said", /^Seed 12345 is game 12,345 /);
  same(bare(await shown(page)), dumped(tools, 12345));
}

/** Observations with the keyboard alone, down to one game; the program finds the same one. */
async function observations(page, tools) {
  await checked(page);
  const names = dumped(tools, 4242);
  await page.selectOption("#kind", { label: "potion of healing" });
  await page.selectOption("#look", { label: names[2] });
  await page.locator("#seen-form button").focus();
  await page.keyboard.press("Enter");
  const first = tools.roguelab("atlas", "find", "--potion", `healing=${names[2]}`, "--from", "0", "-n", "0");
  const count = /^([\d,]+) games of 32,768 fit/.exec(first)[1];
  same(await said(page, "fit-said"), `${count} games of 32,768 fit.`);
  ok((await said(page, "fitting")).includes("What to look at next"));
  await page.selectOption("#kind", { label: "scroll of identify" });
  await page.fill("#title", "no title");
  await page.keyboard.press("Enter");
  ok((await said(page, "fit-said")).includes("two to five"));
  await page.fill("#title", names[40]);
  await page.keyboard.press("Enter");
  const both = ["atlas", "find", "--potion", `healing=${names[2]}`, "--scroll", `identify=${names[40]}`, "--from", "0", "-n", "10"];
  const fits = /^([\d,]+) games? of 32,768 fits?: ([\d, ]+)/.exec(tools.roguelab(...both));
  ok((await said(page, "fit-said")).startsWith(`${fits[1]} game`));
  const games = await page.locator("#fitting table").last().locator("tbody tr td:first-child").allTextContents();
  same(games.map((game) => Number(game.replace(",", ""))).sort((a, b) => a - b), fits[2].split(", ").map(Number));
  // A seed leads to its names.
  await page.locator("#fitting a").first().click();
  await until(page, "game-said", new RegExp(`is game ${games[0]} of`));
  await page.locator("#facts button").first().click();
  same(await page.locator("#facts li").count(), 1);
  await page.locator("#facts button").click();
  same(await said(page, "fit-said"), "32,768 games of 32,768 fit.");
}

/** The names of the only game that fits, in the program's order. */
const namesLeft = (page) => page.locator("#fitting .names td:last-child").allTextContents();

/** The page starts with the game of this second. */
async function startsNow(page) {
  const late = Math.floor(Date.now() / 1000) - Number(await page.inputValue("#seed"));
  ok(late >= 0 && late < 600, `${late} seconds late`);
}

/** Two titles leave one game, and all its names are shown. */
async function twoTitles(page, tools) {
  await checked(page);
  const names = dumped(tools, 4242);
  const game = /^1 game of 32,768 fits: ([\d,]+)/.exec(
    tools.roguelab("atlas", "find", "--scroll", `identify=${names[40]}`, "--scroll", `sleep=${names[42]}`, "--from", "0", "-n", "1"));
  for (const [kind, slot] of [["identify", 40], ["sleep", 42]]) {
    await page.selectOption("#kind", { label: `scroll of ${kind}` });
    await page.fill("#title", names[slot]);
    await page.keyboard.press("Enter");
  }
  ok(game !== null && game[1] === "4242", "the program finds one game");
  ok((await said(page, "fit-said")).startsWith("1 game of 32,768 fits"));
  same(await namesLeft(page), names);
}

/** The page agrees; a copy with one bit less in get_rand does not, and says so. */
async function checksItself(page, tools) {
  await checked(page);
  ok((await said(page, "check-said")).startsWith("They agree"));
  const [, digest] = /id="digest-rust">([0-9a-f]{64})</.exec(tools.read("explorer.html"));
  same(await said(page, "digest-page"), digest);
  const copy = join(tools.scratch, "altered");
  mkdirSync(copy);
  cpSync(tools.folder, copy, { recursive: true });
  const games = readFileSync(join(copy, "games.js"), "utf8");
  ok(games.includes("& 0x3fff"));
  writeFileSync(join(copy, "games.js"), games.replace("& 0x3fff", "& 0x1fff"));
  const other = await tools.open(pathToFileURL(join(copy, "explorer.html")).href);
  await checked(other.page);
  ok((await said(other.page, "check-said")).startsWith("They differ"));
  ok((await said(other.page, "digest-page")) !== digest);
  same(await other.page.getAttribute("#check", "data-agrees"), "false");
  await other.close();
}

/** What needs scripts is there with them, and named. */
async function withScripts(page) {
  for (const id of ["time", "seed", "zone"]) {
    ok(await page.locator(`#${id}`).isVisible(), `#${id} is not shown`);
  }
  await checked(page);
  for (const id of ["kind", "has", "look"]) ok(await page.locator(`#${id}`).isVisible(), `#${id} is not shown`);
  ok(!(await page.locator("noscript p").isVisible().catch(() => false)));
}

export const EXPLORER = [
  ["a date gives the program's names, in UTC and in local time", dates],
  ["a seed gives the program's names, and what is no seed is refused", seeds],
  ["what is seen leads to the program's games", observations],
  ["the page starts with the game of this second", startsNow],
  ["two titles lead to all names of their game", twoTitles],
  ["the page checks itself, and an altered copy is found", checksItself],
  ["the forms are shown", withScripts],
];
