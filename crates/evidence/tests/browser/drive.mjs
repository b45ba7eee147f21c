#!/usr/bin/env node
// Looks at every page of a report in a headless Chromium: nothing on the console, no request but for files, no serious
// violation that axe finds, nothing wider than the screen, pictures and tables without JavaScript; and what checks.mjs has
// for each page. Then it looks at pages with known faults, which it must find.
//
//     node drive.mjs REPORT PROGRAM [--shots FOLDER] [PAGE ...]
//
// PROGRAM is `roguelab`, whose answers some pages are compared with. It runs where `npm ci` has installed package.json,
// in Node 18 or later, with CHROMIUM or one of the usual programs of the path. Exit code 1: a check failed.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { CHECKS } from "./checks.mjs";
import { axe, launch, openPage } from "./chromium.mjs";

/** For a hang alone: a busy machine is slow. */
const LIMIT = 120_000;

/** How many pages are looked at at a time: one leaves a core idle for much of the time. */
const LANES = 2;

/** Each page is seen so, with axe: each width and each scheme once. */
const VIEWS = [
  { name: "390 dark", width: 390, scheme: "dark" },
  { name: "1280 light", width: 1280, scheme: "light" },
];

const results = { passed: 0, failed: 0 };

/** Notes a result, and prints a line if it is a failure. */
function note(what, faults) {
  if (faults.length === 0) results.passed++;
  else results.failed++;
  for (const fault of faults) console.log(`FAIL  ${what}: ${fault}`);
}

/** Opens a page, and waits for a script that is at work, which marks the body. */
async function open(browser, url, view) {
  const opened = await openPage(browser, url, view);
  await opened.page.locator("body:not([data-busy])").waitFor({ state: "attached" });
  return opened;
}

/** Opens what is folded. */
const unfold = (page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));

async function axeFaults(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, help, nodes }) => `axe, ${id}: ${help}: ${nodes.length} times, as ${nodes[0].html.slice(0, 160)}`);
}

/** What is wider than the screen: the page as a whole, and the elements that make it so. */
async function overflowFaults(page) {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return undefined;
    const elements = [...document.body.querySelectorAll("*")];
    const over = elements.filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    return `${scrollWidth} pixels wide on ${clientWidth}, as ${over.at(-1)?.outerHTML.slice(0, 160)}`;
  });
  return wide === undefined ? [] : [wide];
}

/** Without JavaScript pictures and tables are there, if there are some with it, and nothing is shown that does nothing. */
async function staticFaults(page, hasContent) {
  return page.evaluate((hasContent) => {
    const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
    const isOpen = (element) => element.closest("details:not([open])") === null;
    const found = (selector) => [...document.querySelectorAll(`main ${selector}`)].filter(isOpen);
    const faults = [];
    const content = [...found("table"), ...found("svg"), ...document.querySelectorAll("main details.rows > summary")];
    if (content.length === 0 && hasContent) faults.push("no table and no picture");
    for (const element of content.filter((element) => !isShown(element))) {
      faults.push(`not shown: ${element.outerHTML.slice(0, 160)}`);
    }
    const controls = found("button, main input, main select, main textarea").filter(isShown);
    for (const control of controls) faults.push(`needs JavaScript, and is shown: ${control.outerHTML.slice(0, 160)}`);
    return faults;
  }, hasContent);
}

/** Everything that holds for every page; what is wrong, by view. */
async function general(browser, url, shots) {
  const found = [];
  let hasContent = false;
  for (const view of VIEWS) {
    const { page, faults, close } = await open(browser, url, view);
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true });
      const name = url.split("/").pop().replace(".html", `-${view.name.replace(" ", "-")}.png`);
      await page.screenshot({ path: join(shots, name), fullPage: true });
    }
    await unfold(page);
    const all = [...(await overflowFaults(page)), ...(await axeFaults(page)), ...faults];
    hasContent ||= (await page.locator("main table, main svg").count()) > 0;
    await close();
    found.push({ view: view.name, faults: all });
  }
  const { page, faults, close } = await open(browser, url, { width: 390, scheme: "light", script: false });
  const all = [...(await overflowFaults(page)), ...(await staticFaults(page, hasContent)), ...faults];
  found.push({ view: "no JavaScript", faults: all });
  await close();
  return found;
}

/** The checks of one page. A check throws, or returns nothing; axe looks at what it leaves, unless that is nothing new. */
async function own(browser, folder, file, tools) {
  for (const [name, check, isStatic] of CHECKS[file] ?? []) {
    const { page, faults, close } = await open(browser, pathToFileURL(join(folder, file)).href, { width: 1280, scheme: "light" });
    try {
      await check(page, tools);
      if (!isStatic) faults.push(...(await axeFaults(page)));
    } catch (error) {
      faults.push(error.message);
    }
    await close();
    note(`${file}, ${name}`, faults);
  }
}

/** Pages with faults, and what must be said of them. */
const PLANTED = [
  {
    said: [
      "the console says x", "a script failed: y", "it asks for http://127.0.0.1:9/z.png", "axe, label", "axe, color-contrast",
      "pixels wide on 390", "no table and no picture", "needs JavaScript, and is shown",
    ],
    main: `<script>console.error('x'); document.querySelector('main').append(document.createElement('table'))</script>
      <script>throw new Error('y')</script><img alt='z' src='http://127.0.0.1:9/z.png' hidden>
      <input><p style='color: #888; background: #999'>pale</p><div style='width: 500px'>wide</div>`,
  },
  { said: ["not shown: <table"], main: "<table hidden><tr><td>1</table><svg><title>s</title></svg>" },
];

async function planted(browser, folder) {
  for (const { said, main } of PLANTED) {
    const path = join(folder, "planted.html");
    const head = "<!doctype html><html lang=en><meta charset=utf-8><title>t</title>";
    writeFileSync(path, `${head}<body><main><h1>h</h1>${main}</main>`);
    const found = (await general(browser, pathToFileURL(path).href)).flatMap(({ faults }) => faults);
    for (const fault of said) {
      const isFound = found.some((text) => text.includes(fault));
      note(`a page whose fault is: ${fault}`, isFound ? [] : [`not found; said: ${found.join("; ")}`]);
    }
  }
}

async function main() {
  const words = process.argv.slice(2);
  const at = words.indexOf("--shots");
  const shots = at < 0 ? undefined : resolve(words.splice(at, 2)[1]);
  const [folder, program] = words.slice(0, 2).map((path) => resolve(path));
  const wanted = words.slice(2);
  const files = readdirSync(folder).filter((name) => name.endsWith(".html"));
  const unknown = [...wanted, ...Object.keys(CHECKS)].filter((name) => !files.includes(name));
  if (unknown.length > 0) throw new Error(`the report has no page ${unknown.join(", ")}`);
  const scratch = mkdtempSync(join(tmpdir(), "roguelab-browser-"));
  const roguelab = (...args) => execFileSync(program, args, { encoding: "utf8", timeout: LIMIT, maxBuffer: 2 ** 26 });
  const tools = { folder, scratch, roguelab, read: (name) => readFileSync(join(folder, name), "utf8") };
  const browser = await launch();
  try {
    const queue = files.filter((name) => wanted.length === 0 || wanted.includes(name));
    const lane = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        const url = pathToFileURL(join(folder, file)).href;
        for (const { view, faults } of await general(browser, url, shots)) note(`${file}, ${view}`, faults);
        await own(browser, folder, file, { ...tools, open: (url) => open(browser, url, { width: 1280, scheme: "light" }) });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (wanted.length === 0) await planted(browser, scratch);
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${files.length} pages: ${results.passed} checks passed, ${results.failed} failed`);
  process.exitCode = results.failed === 0 && results.passed > 0 ? 0 : 1;
}

await main();
