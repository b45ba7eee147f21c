#!/usr/bin/env node
// Uses the page in a headless Chromium, opened from the disk.
//
//     node browser.mjs PAGE PACKAGES PROGRAM
//
// PACKAGES is the folder in which `cargo xtask browser` has installed playwright-core and axe-core, beside chromium.mjs. CHROMIUM
// can name the browser, and SHOTS a folder for pictures. Exit code 1: a check failed.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, packages, program] = process.argv.slice(2);
const { axe, launch, openPage } = await import(pathToFileURL(join(resolve(packages), "chromium.mjs")));
const EXAMPLE = "41, 18467, 6334, 26500, 19169, 15724";
const index = pathToFileURL(join(resolve(folder), "index.html")).href;

let failed = 0;
const browser = await launch();
const answered = (page) => page.locator("#saying", { hasText: "Answered" }).waitFor();
const textOf = (page, selector) => page.locator(selector).textContent();
const roguelab = (...words) => execFileSync(program, words, { encoding: "utf8" });

/** Opens the page, uses it, and prints what is wrong. */
async function check(what, view, address, use, host = index) {
  const { page, faults, close } = await openPage(browser, host + address, view, ["clipboard-read", "clipboard-write"]);
  try {
    await use(page, faults);
  } catch (error) {
    faults.push(error.message);
  }
  await close();
  for (const fault of faults) console.log(`FAIL  ${what}: ${fault}`);
  failed += faults.length;
}

/** Adds a fault unless both are the same. */
function expectSame(faults, what, found, expected) {
  if (found !== expected) faults.push(`${what} is ${found}, not ${expected}`);
}

/** The text of the file that a click downloads. */
async function downloaded(page, button) {
  const waiting = page.waitForEvent("download");
  await button.click();
  return readFileSync(await (await waiting).path(), "utf8");
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
const said = roguelab("who", "--next", "3", "--numbers", EXAMPLE);

await check("the first example has the program's text", usual, "", async (page, faults) => {
  expectSame(faults, "the focus", await page.evaluate(() => document.activeElement?.id), "box");
  await page.locator("#examples button").first().click();
  await answered(page);
  expectSame(faults, "the text", await textOf(page, "#text"), said.trimEnd());
  expectSame(faults, "the headline", await textOf(page, "#headline"), "msvc-rand, seed 1");
  const command = `roguelab who --next 3 --numbers '${EXAMPLE}'`;
  expectSame(faults, "the command", await textOf(page, "#command"), command);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy the command" }).click();
  await page.locator("#saying", { hasText: "Copied" }).waitFor();
  expectSame(faults, "what is copied", await copied(), command);
  // The numbers of rand() in C on Windows go on so.
  await page.getByRole("button", { name: "Copy: What comes next" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("1"));
  expectSame(faults, "what comes next", await copied(), "11478, 29358, 26962");
});

await check("an address opens with its question filled in", usual, `#who=${encodeURIComponent(EXAMPLE)}`, async (page, faults) => {
  await answered(page);
  expectSame(faults, "the box", await page.locator("#box").inputValue(), EXAMPLE);
});

await check("two lists are compared", usual, "#who=1+2+3", async (page, faults) => {
  await page.locator("#add").click();
  await page.locator("#second").fill("1 2 3");
  await page.locator("#headline", { hasText: "do not differ" }).waitFor();
  expectSame(faults, "the command", await textOf(page, "#command"), "roguelab who --next 3 --numbers '1 2 3' --numbers '1 2 3'");
});

await check("a search is stopped, and another one goes on", usual, "", async (page, faults) => {
  // The digits of pi: nothing that is known makes them.
  await page.locator("#box").fill("314159265 358979323 846264338 327950288 419716939 937510582 97494459 230781640");
  await page.locator("#methods li").nth(2).waitFor();
  await page.locator("#stop").click();
  await page.locator("#saying", { hasText: "Stopped" }).waitFor();
  await page.locator("#box").fill(EXAMPLE);
  await answered(page);
  expectSame(faults, "the next answer", await textOf(page, "#text"), said.trimEnd());
});

await check("a file is asked about", usual, "", async (page, faults) => {
  await page.locator("#file").setInputFiles({ name: "drawn.txt", mimeType: "text/plain", buffer: Buffer.from(EXAMPLE) });
  await answered(page);
  expectSame(faults, "the command", await textOf(page, "#command"), "roguelab who --next 3 drawn.txt");
});

await check("a column of a table is taken", usual, "#who=&column=2", async (page, faults) => {
  const rows = EXAMPLE.split(", ").map((number, at) => `${at},${number}`);
  const buffer = Buffer.from(["place,number", ...rows].join("\r\n"));
  await page.locator("#file").setInputFiles({ name: "drawn.csv", mimeType: "text/csv", buffer });
  await answered(page);
  expectSame(faults, "the headline", await textOf(page, "#headline"), "msvc-rand, seed 1");
});

await check("bytes that are no text need a kind", usual, "", async (page, faults) => {
  const buffer = Buffer.from([0, 1, 2, 200]);
  await page.locator("#file").setInputFiles({ name: "drawn.bin", mimeType: "application/octet-stream", buffer });
  await page.locator("#saying", { hasText: "This is not text" }).waitFor();
  await page.getByLabel("How numbers are written").selectOption("u8");
  await page.locator("#headline").waitFor();
  expectSame(faults, "the command", await textOf(page, "#command"), "roguelab who --kind u8 --next 3 drawn.bin");
});

await check("the tabs follow the arrow keys", usual, "", async (page, faults) => {
  await page.locator("#tab-who").focus();
  await page.keyboard.press("ArrowRight");
  expectSame(faults, "the focus", await page.evaluate(() => document.activeElement?.id), "tab-check");
  await page.locator('#generators option[value="pcg32"]').waitFor({ state: "attached" });
});

await check("a picture of counts has their numbers to download", usual, "#fair=10,0,8,12&of=counts", async (page, faults) => {
  await answered(page);
  await page.locator("figure summary").click();
  const numbers = await downloaded(page, page.getByRole("button", { name: "Download the numbers" }));
  const column = numbers.trim().split("\n").map((line) => line.split(",")[1]).join();
  expectSame(faults, "the counts", column, "count,10,0,8,12");
  const picture = await downloaded(page, page.getByRole("button", { name: "Download the picture" }));
  if (!/^<svg .*fill="rgb/s.test(picture)) faults.push(`the picture is ${picture.slice(0, 200)}`);
});

await check("a rule is taken as it is pasted", usual, "#fair=Math.floor(Math.random()+*+6)+%2B+1&of=rule", async (page, faults) => {
  await answered(page);
  expectSame(faults, "the command", await textOf(page, "#command"), "roguelab bias 'Math.floor(Math.random() * 6) + 1'");
  expectSame(faults, "the number of bars", await page.locator(".chart .bar").count(), 6);
});

await check("a rate has the binomial law beside it", usual, "#fair=0/84&of=rate&chance=0.03", async (page, faults) => {
  await answered(page);
  // 0.97^84 is 0.077415.
  expectSame(faults, "none", await textOf(page, ".chart g.more title"), "0 times: chance 0.07742");
});

const FISHER_YATES = `function shuffle(items) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(rng() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}`;

/** What is said of a shuffle. */
async function shuffled(page, code, wanted) {
  await page.locator("#box").fill(code);
  await page.locator("#run").click();
  await page.locator("#saying", { hasText: wanted }).waitFor();
}

/** A fair shuffle fails in one run of a million; weak evidence, by chance, is seen in one of a hundred. */
async function expectFair(page, faults) {
  const headline = await textOf(page, "#headline");
  if (!["Nothing unusual", "Undecided: weak evidence"].includes(headline)) faults.push(`a fair shuffle: ${headline}`);
}

await check("shuffles of one's own", usual, "#fair=&of=own&lists=20000", async (page, faults) => {
  await page.locator("#run").click();
  await page.locator("#live svg").waitFor();
  await answered(page);
  // The naive shuffle of 6 items, which the box begins with: item 1 lands in place 0 in more than a fifth of all lists.
  expectSame(faults, "the naive shuffle", await textOf(page, "#headline"), "Not what chance gives");
  await page.locator(".beside figure").nth(1).waitFor();
  const naive = page.locator(".beside svg").first().locator("rect").nth(6);
  if (!(await naive.textContent()).startsWith("Item 1 lands in place 0 with chance 0.2")) faults.push(await naive.textContent());
  faults.push(...(await lookFaults(page)));
  await shuffled(page, FISHER_YATES, "Answered");
  await expectFair(page, faults);
  await shuffled(page, "function shuffle(items) { for (;;); }", "did not return within");
  await shuffled(page, "function shuffle(items) {\n  return items +;\n}", "line 2");
  await shuffled(page, "function shuffle(items) { return items.slice(1); }", "each must come once");
  await shuffled(page, "const other = 1;", "no function that is called shuffle");
});

/** The page on a host, where its program is fetched. */
const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json" };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname.slice(1);
  response.setHeader("Content-Type", TYPES[path.split(".").pop()] ?? "application/octet-stream");
  response.end(readFileSync(join(resolve(folder), path)));
});
await new Promise((started) => { server.listen(0, "127.0.0.1", started); });
const host = `http://127.0.0.1:${server.address().port}/`;
await check("a shuffle on a host", { ...usual, host }, "index.html#fair=&of=own&lists=5000", async (page, faults) => {
  await shuffled(page, FISHER_YATES, "Answered");
  await expectFair(page, faults);
}, host);
// From a disk, Chromium shows the stored outputs in place of saving them.
const port = "index.html#check=1&generator=pcg32&seed=42";
await check("a port gets the program's adapter and the stored outputs", { ...usual, host }, port, async (page, faults) => {
  await page.locator("#panel summary", { hasText: "Compare more" }).click();
  await page.locator("#lang").selectOption("rust");
  await page.locator("#adapter", { hasText: "fn " }).waitFor();
  const adapter = await downloaded(page, page.getByRole("button", { name: "Download it" }));
  expectSame(faults, "the adapter", adapter, roguelab("shim", "pcg32", "--lang", "rust"));
  const vectors = await downloaded(page, page.locator("#vectors a").first());
  expectSame(faults, "the subject of the vectors", JSON.parse(vectors).subject, "pcg32");
  await answered(page);
  // PCG32's demonstration begins with this word.
  expectSame(faults, "the right word", await page.locator(".numbers li").first().textContent(), "2707161783");
}, host);
server.close();

for (const view of [narrow, usual, { width: 1600, scheme: "dark" }]) {
  for (const example of [0, 1, 2]) {
    await check(`example ${example + 1} at ${view.width} pixels`, view, "", async (page, faults) => {
      await page.locator("#examples button").nth(example).click();
      await answered(page);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${view.width}-${example}.png`), fullPage: true });
      const pictures = await page.locator("figure svg[role=img][aria-label]").count();
      expectSame(faults, "the number of pictures", pictures, example === 1 ? 1 : 0);
      faults.push(...(await lookFaults(page)));
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

const rolls = "6 1 2 5 3 4 1 6 4 2 3 5 ".repeat(10);
await check("rolls are judged once it is known of how many values", usual, `#fair=${encodeURIComponent(rolls)}&of=rolls`, async (page, faults) => {
  await page.locator("#saying", { hasText: "how many different values" }).waitFor();
  await page.getByLabel("How many different values").fill("6");
  await answered(page);
  const command = await textOf(page, "#command");
  if (!command.endsWith("roguelab test --below 6 --base 1")) faults.push(`the command is ${command}`);
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
