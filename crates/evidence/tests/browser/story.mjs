// The live pieces of the story by keys and clicks, compared with its data and with the program.

import { deepStrictEqual as same, ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const said = (page, id) => page.locator(`#${id}`).textContent();
const data = async (page) => JSON.parse(await said(page, "story-data"));

/** Answers the question of a chapter, if it has one, without a guess. */
async function reveal(page, chapter) {
  const tell = page.locator(`#${chapter} .guess [data-tell]`);
  if ((await tell.count()) > 0) await tell.click();
}

/** What answers a question is hidden until a guess, which keys can make, and then the page says what is right. */
async function guesses(page) {
  const chapters = await page.locator("section.chapter:has(.guess)").all();
  ok(chapters.length >= 4);
  for (const [number, chapter] of chapters.entries()) {
    const answer = chapter.locator(".answer").first();
    ok(!(await answer.locator("p").first().isVisible()), "it is hidden before the guess");
    const right = await chapter.locator("button[data-right]").textContent();
    // First one that is right, then one that is not, then no guess.
    const button = chapter.locator(["button[data-right]", "button:not([data-right], [data-tell])", "button[data-tell]"][number % 3]).first();
    await button.focus();
    await page.keyboard.press("Enter");
    same(await chapter.locator("[role=status]").textContent(), `${["Right", "No, it is this", "It is this"][number % 3]}: ${right}.`);
    same(await button.getAttribute("aria-pressed"), "true");
    ok(await answer.locator("p").first().isVisible(), "it is shown after the guess");
    ok((await answer.textContent()).includes(right), `the text does not say ${right}`);
  }
}

/** The sentence has what the data has for so many swaps, and the points stand on the curves. */
async function atSwaps(page, { numbers, potions }, made) {
  const row = numbers.swaps[made + 1];
  same([await said(page, "swaps-made"), await said(page, "variation"), await said(page, "separation"), await said(page, "keepers")], row);
  const keepers = Number(row[3]);
  // The squares of what stays are the darker ones, and all of a row make a whole.
  const [stays, moves] = await page.locator("#swaps svg .more[fill-opacity]").evaluateAll(
    (paths) => paths.map((path) => Number(path.getAttribute("fill-opacity")) ** 2));
  ok(Math.abs(stays + (potions - 1) * moves - 1) < 1e-2 && Math.abs(potions * stays - keepers) < 1e-2, `${stays} and ${moves}`);
  const lines = page.locator("#swaps polyline");
  for (let i = 0; i < (await lines.count()); i++) {
    const points = (await lines.nth(i).getAttribute("points")).split(" ");
    const dot = page.locator("#swaps circle.dot").nth(i);
    same(`${await dot.getAttribute("cx")},${await dot.getAttribute("cy")}`, points[made]);
  }
}

async function slider(page, { read }) {
  await reveal(page, "swaps");
  const values = await data(page);
  const made = Number(await page.inputValue("#swaps-range"));
  same(made, 5);
  ok(read("index.html").includes(`id="variation">${values.numbers.swaps[made + 1][1]}<`), "the page without scripts shows it too");
  await atSwaps(page, values, made);
  await page.locator("#swaps-range").focus();
  await page.keyboard.press("ArrowRight");
  await atSwaps(page, values, made + 1);
  const last = values.numbers.swaps.length - 2;
  for (const [key, at] of [["End", last], ["Home", 0]]) {
    await page.keyboard.press(key);
    await atSwaps(page, values, at);
  }
}

/** The next seed has other mazes; after all seeds the first comes again. */
async function nextSeed(page) {
  await reveal(page, "maze");
  const { mazes } = await data(page);
  const drawn = (i, style) => page.locator("#maze svg").nth(i).locator(`.${style}`).getAttribute("d");
  const seen = new Set();
  for (const [number, pair] of [...mazes, mazes[0]].entries()) {
    same(await said(page, "maze-seed"), String((number % mazes.length) + 1));
    for (const [i, maze] of pair.entries()) {
      same([await drawn(i, "passages"), await drawn(i, "longest")], [maze.passages, maze.way]);
      same(await page.locator("#maze tr.maze").nth(i).locator("td").allTextContents(), [String(maze.dead_ends), String(maze.longest)]);
      seen.add(maze.passages);
    }
    await page.locator("#next-seed").focus();
    await page.keyboard.press("Enter");
  }
  same(seen.size, 2 * mazes.length);
}

/** Titles lead from all games to one; the marks are as many as the games that fit. */
async function titles(page) {
  const { titles } = await data(page);
  const [first, second] = await page.locator("#games button.title").all();
  const marks = async () => (await page.locator("#games svg .marks").last().getAttribute("d")).split("M").length - 1;
  const middle = async () => (await page.locator("#games svg .middle").allTextContents()).join(" ");
  ok((await said(page, "fit")).startsWith("32,768 games fit"));
  same(await middle(), "32,768 games fit");
  await first.click();
  same([await said(page, "fit"), await marks()], [`${titles[0].length} games fit`, titles[0].length]);
  await second.click();
  const both = titles[0].filter((game) => titles[1].includes(game));
  same([await said(page, "fit"), await marks()], [`1 game fits: game ${both[0].toLocaleString("en")}`, 1]);
  same(await middle(), "1 game fits");
  await first.click();
  same([await said(page, "fit"), await marks()], [`${titles[1].length} games fit`, titles[1].length]);
}

/** A flipped bit changes nothing below it; bits above those that a game keeps leave its names as they are. */
async function bits(page, tools) {
  const { carries } = await data(page);
  const classes = () => page.locator("#ring svg .word").evaluateAll(
    (rows) => rows.map((row) => [...row.children].map((square) => square.getAttribute("class")).reverse()));
  const names = (seed) => JSON.stringify(JSON.parse(tools.roguelab("atlas", "show", String(seed), "--json")).names);
  await page.locator("#flip").focus();
  for (let bit = carries.flipped; bit >= 12; bit--) {
    const rows = await classes();
    same(rows[0].map((style) => style.includes("more")).indexOf(true), bit);
    same(Number(await said(page, "flipped")), bit);
    ok(rows.every((row) => row.slice(0, bit).every((style) => !style.includes("more"))), `below bit ${bit}`);
    const isSame = (await said(page, "flip-changes")).includes("the same game");
    same(isSame, names(carries.seed) === names(carries.seed ^ (1 << bit)), `bit ${bit}`);
    await page.keyboard.press("ArrowRight");
  }
}

async function coins(page) {
  await reveal(page, "coins");
  const sequences = Number(await said(page, "coin-sequences"));
  for (const seed of [0, 1, 2, 3, 4, 4294967295]) {
    await page.fill("#coin-seed", String(seed));
    same(await said(page, "coin-sequence"), String((seed % sequences) + 1));
    const faint = await page.locator("#coins svg .tosses").evaluateAll((paths) => paths.map((path) => path.getAttribute("fill-opacity") !== "1"));
    same(faint.indexOf(false), seed % sequences);
  }
}

/** The game of this second, and its names by the program where the page has it. */
async function now(page, tools) {
  const number = Number((await said(page, "now-game")).replace(",", ""));
  const second = Math.floor(Date.now() / 1000) % 32768;
  ok((second - number + 32768) % 32768 < 600, `${number} is not the game of about second ${second}`);
  const isLoaded = await page.evaluate(() => typeof Solver === "function");
  const hasProgram = isLoaded && existsSync(join(tools.folder, "ask/embedded.js"));
  if (!hasProgram) {
    ok(!(await page.locator("#now-names").isVisible()));
    return;
  }
  await page.locator("#now-names").waitFor({ state: "visible" });
  const [game, potion, scroll] = await page.evaluate(() => [...document.querySelectorAll("#now b")].map((place) => place.textContent));
  const program = tools.roguelab("atlas", "show", game.replace(",", ""));
  ok(program.includes(` of healing            ${potion}\n`) && program.includes(` ${scroll}\n`), program);
}

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path(), "utf8");
}

/** A picture is saved with its colours, and numbers with all their rows. */
async function files(page) {
  await reveal(page, "swaps");
  const { numbers } = await data(page);
  const picture = await saved(page, page.locator("#swaps .save button", { hasText: "Distance" }));
  ok(picture.startsWith('<svg xmlns="http://www.w3.org/2000/svg"') && !picture.includes("var(--"), picture.slice(0, 300));
  const rows = (await saved(page, page.locator("#swaps .save button", { hasText: "CSV" }))).trimEnd().split("\r\n");
  same(rows, numbers.swaps.map((row) => row.map((cell) => `"${cell}"`).join(",")));
}

/** On a phone every label of a picture is at least 11 pixels high. */
async function labels(page) {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const tell of await page.locator(".guess [data-tell]").all()) await tell.click();
  const small = await page.locator("main svg text").evaluateAll((texts) => texts.map((text) => {
    const scale = text.ownerSVGElement.getScreenCTM().a;
    return [text.textContent, scale * parseFloat(getComputedStyle(text).fontSize)];
  }).filter(([, size]) => size < 11));
  same(small, []);
}

export const STORY = [
  ["answers are hidden until a guess", guesses],
  ["the slider shows the exact distances", slider],
  ["the next seed has its mazes", nextSeed],
  ["titles that are tapped lead to one game", titles],
  ["a flipped bit changes nothing below it", bits],
  ["the coins of a seed fall in one of the sequences", coins],
  ["the game of this second is the program's", now],
  ["pictures and numbers are saved", files],
  ["labels can be read on a phone", labels],
];
