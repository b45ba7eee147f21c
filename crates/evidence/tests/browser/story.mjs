// The live pieces of the story by keys and clicks, compared with its data and with the program.

import { deepStrictEqual as same, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const said = (page, id) => page.locator(`#${id}`).textContent();
const data = async (page) => JSON.parse(await said(page, "story-data"));

/** What the table shows is what the data has for so many swaps, and the points stand on the curves. */
async function atSwaps(page, { swaps }, made) {
  same(await said(page, "swaps-made"), String(made));
  const { variation, separation, keepers } = swaps[made];
  same([await said(page, "variation"), await said(page, "separation"), await said(page, "keepers")], [variation, separation, keepers]);
  // The squares of what stays are the darker ones, and all of a row make a whole.
  const [stays, moves] = await page.locator("#swaps svg .more[fill-opacity]").evaluateAll(
    (paths) => paths.map((path) => Number(path.getAttribute("fill-opacity")) ** 2));
  ok(Math.abs(stays + 13 * moves - 1) < 1e-2 && Math.abs(14 * stays - Number(keepers)) < 1e-2, `${stays} and ${moves}`);
  const lines = page.locator("#swaps polyline");
  for (let i = 0; i < (await lines.count()); i++) {
    const points = (await lines.nth(i).getAttribute("points")).split(" ");
    const dot = page.locator("#swaps circle.dot").nth(i);
    same(`${await dot.getAttribute("cx")},${await dot.getAttribute("cy")}`, points[made]);
  }
}

async function slider(page, { read }) {
  const values = await data(page);
  const made = Number(await page.inputValue("#swaps-range"));
  ok(read("index.html").includes(`id="variation">${values.swaps[made].variation}<`), "the page without scripts shows it too");
  await atSwaps(page, values, made);
  await page.locator("#swaps-range").focus();
  await page.keyboard.press("ArrowRight");
  await atSwaps(page, values, made + 1);
  ok(Number(values.swaps[made + 1].variation) < Number(values.swaps[made].variation));
  for (const [key, at] of [["End", values.swaps.length - 1], ["Home", 0]]) {
    await page.keyboard.press(key);
    await atSwaps(page, values, at);
  }
}

/** The walls of the maze that the program digs, as the data of an SVG path. */
function dug(tools, { width, height, stream }, seed) {
  const path = join(tools.scratch, `maze-${seed}.svg`);
  const size = ["-W", String(width), "-H", String(height)];
  tools.roguelab("draw", "maze", ...size, "--seed", String(seed), "--stream", String(stream), "--svg", path);
  return / d="([^"]+)"/.exec(readFileSync(path, "utf8"))[1];
}

async function nextSeed(page, tools) {
  const { maze } = await data(page);
  const walls = (i) => page.locator("#maze svg").nth(i).locator("path").first().getAttribute("d");
  same(await walls(0), dug(tools, maze, maze.seed));
  let before = [await walls(0), await walls(1)];
  for (let seed = maze.seed + 1; seed < maze.seed + 4; seed++) {
    await page.locator("#next-seed").focus();
    await page.keyboard.press("Enter");
    same(await said(page, "maze-seed"), String(seed));
    const after = [await walls(0), await walls(1)];
    same(after[0], dug(tools, maze, seed));
    ok(after[0] !== before[0] && after[1] !== before[1] && after[0] !== after[1]);
    before = after;
  }
}

/** Titles lead from all games to one; the marks are as many as the games that fit. */
async function titles(page) {
  const { titles } = await data(page);
  const [first, second] = await page.locator("#games button.title").all();
  const marks = async () => (await page.locator("#games svg .marks").last().getAttribute("d")).split("M").length - 1;
  ok((await said(page, "fit")).startsWith("32,768 games fit"));
  await first.click();
  same([await said(page, "fit"), await marks()], [`${titles[0].length} games fit`, titles[0].length]);
  await second.click();
  const both = titles[0].filter((game) => titles[1].includes(game));
  same([await said(page, "fit"), await marks()], [`1 game fits: game ${both[0].toLocaleString("en")}`, 1]);
  same(await page.locator("#games svg textPath").last().textContent(), "1 game fits");
  await first.click();
  same([await said(page, "fit"), await marks()], [`${titles[1].length} games fit`, titles[1].length]);
}

async function coins(page) {
  const { coins } = await data(page);
  for (const seed of [0, 1, 2, 3, 4, 4294967295]) {
    await page.fill("#coin-seed", String(seed));
    same(await said(page, "coin-sequence"), String((seed % coins.length) + 1));
    const faint = await page.locator("#coins svg .tosses").evaluateAll((paths) => paths.map((path) => path.getAttribute("fill-opacity") !== "1"));
    same(faint.indexOf(false), seed % coins.length);
  }
}

/** The game of this second has the names that the program gives it. */
async function now(page, tools) {
  const shown = () => page.evaluate(() => [document.getElementById("now-game"), ...document.querySelectorAll("#now [data-slot]")]
    .map((place) => place.textContent));
  const [game, potion, scroll] = await shown();
  const number = Number(game.replace(",", ""));
  const second = Math.floor(Date.now() / 1000) % 32768;
  ok((second - number + 32768) % 32768 < 600, `${number} is not the game of about second ${second}`);
  const program = tools.roguelab("atlas", "show", String(number));
  ok(program.includes(` of healing            ${potion}\n`) && program.includes(` ${scroll}\n`), program);
}

export const STORY = [
  ["the slider shows the exact distances", slider],
  ["the next seed's maze is the program's", nextSeed],
  ["titles that are tapped lead to one game", titles],
  ["the coins of a seed fall in one of the sequences", coins],
  ["the game of this second is the program's", now],
];
