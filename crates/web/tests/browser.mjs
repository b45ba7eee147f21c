#!/usr/bin/env node
// Uses the page in a headless Chromium, opened from the disk.
//
//     node browser.mjs PAGE PACKAGES PROGRAM
//
// PACKAGES is the folder in which `cargo xtask browser` has installed playwright-core and axe-core. CHROMIUM can name the
// browser, and SHOTS a folder for pictures. Exit code 1: a check failed.

import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, packages, program] = process.argv.slice(2);
const require = createRequire(join(resolve(packages), "package.json"));
const { chromium } = require("playwright-core");
const axe = require("axe-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
/** For a hang alone: a busy machine is slow. */
const LIMIT = 60_000;
const EXAMPLE = "41, 18467, 6334, 26500, 19169, 15724";

function browserProgram() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const path of [process.env.CHROMIUM, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))]) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next one.
    }
  }
  throw new Error("no Chromium on the path; CHROMIUM can name one");
}

let failed = 0;
function note(what, faults) {
  for (const fault of faults) console.log(`FAIL  ${what}: ${fault}`);
  failed += faults.length;
}

const browser = await chromium.launch({ executablePath: browserProgram(), args: FLAGS, timeout: LIMIT });

/** Opens the page; `faults` fills with what the console says and what is asked of a host. */
async function open(view, address = "") {
  const context = await browser.newContext({ viewport: { width: view.width, height: 900 }, colorScheme: view.scheme, timezoneId: "Europe/Oslo" });
  const faults = [];
  await context.route(/./, (route) => {
    const to = route.request().url();
    if (/^(file|data|blob):/.test(to)) return route.continue();
    faults.push(`it asks for ${to}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`the console says ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`a script failed: ${error.message}`));
  await page.goto(pathToFileURL(join(resolve(folder), "index.html")).href + address);
  return { page, faults, close: () => context.close() };
}

const answered = (page) => page.locator("#saying", { hasText: "Answered" }).waitFor();

async function check(what, view, address, use) {
  const { page, faults, close } = await open(view, address);
  try {
    await use(page, faults);
  } catch (error) {
    faults.push(error.message);
  }
  await close();
  note(what, faults);
}

async function lookFaults(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const faults = violations.map(({ id, nodes }) => `axe, ${id}: ${nodes.length} times, as ${nodes[0].html.slice(0, 160)}`);
  if (wide > 0) faults.push(`it is ${wide} pixels wider than the screen`);
  return faults;
}

const narrow = { width: 390, scheme: "dark" };
const usual = { width: 1280, scheme: "light" };
const said = execFileSync(program, ["who", "--next", "3", "--numbers", EXAMPLE], { encoding: "utf8" });

await check("the first example has the program's text", usual, "", async (page, faults) => {
  if ((await page.evaluate(() => document.activeElement?.id)) !== "box") faults.push("the box has not the cursor");
  await page.locator(".examples button").first().click();
  await answered(page);
  const text = await page.locator("#text").textContent();
  if (text !== said.trimEnd()) faults.push(`it says ${text}`);
  const command = await page.locator("#command").textContent();
  if (command !== `roguelab who --next 3 --numbers '${EXAMPLE}'`) faults.push(`the command is ${command}`);
});

await check("an address opens with its question filled in", usual, `#who=${encodeURIComponent(EXAMPLE)}`, async (page, faults) => {
  await answered(page);
  if ((await page.locator("#box").inputValue()) !== EXAMPLE) faults.push("the box has other numbers");
});

await check("a search is stopped, and another one goes on", usual, "", async (page, faults) => {
  // The digits of pi: nothing that is known makes them.
  await page.locator("#box").fill("314159265 358979323 846264338 327950288 419716939 937510582 97494459 230781640");
  await page.locator("#saying", { hasText: "s)" }).waitFor();
  await page.locator("#stop").click();
  await page.locator("#saying", { hasText: "Stopped" }).waitFor();
  await page.locator("#box").fill(EXAMPLE);
  await answered(page);
  if ((await page.locator("#text").textContent()) !== said.trimEnd()) faults.push("the next answer is another one");
});

await check("a file is asked about", usual, "", async (page, faults) => {
  await page.locator("#file").setInputFiles({ name: "drawn.txt", mimeType: "text/plain", buffer: Buffer.from(EXAMPLE) });
  await answered(page);
  const command = await page.locator("#command").textContent();
  if (command !== "roguelab who --next 3 drawn.txt") faults.push(`the command is ${command}`);
});

await check("the tabs follow the arrow keys", usual, "", async (page, faults) => {
  await page.locator("#tab-who").focus();
  await page.keyboard.press("ArrowRight");
  const now = await page.evaluate(() => document.activeElement?.id);
  if (now !== "tab-check") faults.push(`${now} has the focus`);
  const suggested = page.locator('#generators option[value="pcg32"]');
  await suggested.waitFor({ state: "attached" });
});

for (const view of [narrow, usual, { width: 1600, scheme: "dark" }]) {
  for (const example of [0, 1, 2]) {
    await check(`example ${example + 1} at ${view.width} pixels`, view, "", async (page, faults) => {
      await page.locator(".examples button").nth(example).click();
      await answered(page);
      faults.push(...(await lookFaults(page)));
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${view.width}-${example}.png`), fullPage: true });
    });
  }
}

await check("every question and variant can be shown", narrow, "", async (page, faults) => {
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    faults.push(...(await lookFaults(page)));
  }
  await page.locator("#tab-fair").click();
  for (const of of await page.locator("#of option").evaluateAll((options) => options.map(({ value }) => value))) {
    await page.locator("#of").selectOption(of);
    faults.push(...(await lookFaults(page)));
  }
});

// Games of Rogue.

const atlas = (...words) => execFileSync(program, ["atlas", ...words], { encoding: "utf8" }).trimEnd();

/** Waits for an answer that begins so, and compares it with what the program prints. */
async function saysAsAtlas(page, faults, begin, words) {
  await page.locator("#text").filter({ hasText: begin }).waitFor();
  const [, from] = / --from (\d+)/.exec(await page.locator("#command").textContent()) ?? [];
  const expected = atlas(...words, ...(from ? ["--from", from] : []));
  const text = await page.locator("#text").textContent();
  if (text !== expected) faults.push(`it says ${text}, and not ${expected}`);
}

await check("a seed and a time lead to names", usual, "#games=&seed=1700000000", async (page, faults) => {
  await saysAsAtlas(page, faults, "Seed 1700000000:", ["show", "1700000000"]);
  const seed = Date.UTC(2024, 4, 1, 20, 15, 7) / 1000;
  await page.getByLabel("Date and time").fill("2024-05-01T20:15:07");
  await saysAsAtlas(page, faults, `Seed ${seed}:`, ["show", String(seed)]);
  if (!page.url().endsWith(`#games=&seed=${seed}`)) faults.push(`its address is ${page.url()}`);
  // The clock of this browser is two hours ahead of UTC.
  await page.getByLabel("Zone").selectOption("local");
  const time = await page.getByLabel("Date and time").inputValue();
  if (time !== "2024-05-01T22:15:07") faults.push(`the local time is ${time}`);
  await page.getByLabel("Date and time").fill("2024-05-01T20:15:07");
  await saysAsAtlas(page, faults, `Seed ${seed - 7200}:`, ["show", String(seed - 7200)]);
  await page.getByLabel("Its seed").fill("2147483648");
  await page.locator("#saying", { hasText: "is not a seed" }).waitFor();
});

await check("names that were seen lead to the games, by keyboard", usual, "#games=", async (page, faults) => {
  await page.locator("#text").filter({ hasText: "Seed" }).waitFor();
  await page.getByLabel("I have").selectOption("seen");
  const [, potion] = /potion +of healing +(\S+)/.exec(atlas("show", "4242"));
  const [, title] = /scroll +of identify +('.+')/.exec(atlas("show", "4242"));
  await page.locator("#kind").selectOption("potion healing");
  await page.getByLabel("Looks like").selectOption(potion);
  await page.getByLabel("Looks like").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const facts = ["--potion", `healing=${potion}`];
  await saysAsAtlas(page, faults, "games of 32,768 fit", ["find", ...facts]);
  await page.locator("#kind").selectOption("scroll identify");
  await page.getByLabel("Title").fill("no title");
  await page.keyboard.press("Enter");
  await page.locator("#saying", { hasText: "no syllable is called `no`" }).waitFor();
  await page.getByRole("button", { name: "Remove: scroll identify=no title" }).press("Enter");
  await page.getByLabel("Title").fill(title);
  await page.keyboard.press("Enter");
  await saysAsAtlas(page, faults, "1 game of 32,768 fits: 4242", ["find", ...facts, "--scroll", `identify=${title}`]);
  faults.push(...(await lookFaults(page)));
  await page.getByRole("button", { name: "The names of game 4242" }).press("Enter");
  await page.locator("#text").filter({ hasText: "game 4242 of 32768" }).waitFor();
  await page.getByLabel("I have").selectOption("seen");
  if ((await page.locator("#facts li").count()) !== 2) faults.push("what was seen is forgotten");
});

await check("what was seen is in the address", narrow, "#games=&seen=potion+healing%3Dpink", async (page, faults) => {
  await saysAsAtlas(page, faults, "games of 32,768 fit", ["find", "--potion", "healing=pink"]);
  await page.getByLabel("Looks like").waitFor();
  faults.push(...(await lookFaults(page)));
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "390-games.png"), fullPage: true });
});

await check("a page of another folder asks too", usual, "", async (page, faults) => {
  await page.goto("about:blank");
  const other = mkdtempSync(join(tmpdir(), "roguelab-page-"));
  const solver = pathToFileURL(join(resolve(folder), "solver.js")).href;
  writeFileSync(join(other, "other.html"), `<!doctype html><title>other</title><script src="${solver}"></script>`);
  await page.goto(pathToFileURL(join(other, "other.html")).href);
  const question = { ask: "game", seed: "1700000000" };
  const reply = await page.evaluate((question) => new Solver().ask(question, new Uint8Array(), () => {}), question);
  if (reply.answer.games[0] !== 1700000000 % 32768) faults.push(`the reply is ${JSON.stringify(reply)}`);
  rmSync(other, { recursive: true });
});

await browser.close();
console.log(`the page in Chromium: ${failed === 0 ? "all checks passed" : `${failed} faults`}`);
process.exitCode = failed === 0 ? 0 : 1;
