// A headless Chromium, and pages in it that note what their console says and what they ask for.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium } from "playwright-core";

export { default as axe } from "axe-core";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** For a hang alone: a busy machine is slow. */
const LIMIT = 120_000;

function browserProgram() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = [process.env.CHROMIUM, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))];
  const isProgram = (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const found = paths.find((path) => path && isProgram(path));
  if (found === undefined) throw new Error("no Chromium on the path; CHROMIUM can name one");
  return found;
}

/** Starts Chromium. */
export const launch = () => chromium.launch({ executablePath: browserProgram(), args: FLAGS, timeout: LIMIT });

/** Opens a page, which may ask its host, if it has one, and no other; `faults` fills with what is wrong. */
export async function openPage(browser, url, { width, scheme, script = true, host }, permissions = []) {
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: scheme, javaScriptEnabled: script, timezoneId: "Europe/Oslo", locale: "en-GB", permissions,
  });
  const faults = [];
  await context.route(/./, (route) => {
    const to = route.request().url();
    if (/^(file|data|blob):/.test(to) || (host !== undefined && to.startsWith(host))) return route.continue();
    faults.push(`it asks for ${to}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`the console says ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`a script failed: ${error.message}`));
  await page.goto(url, { waitUntil: "load" });
  return { page, faults, close: () => context.close() };
}
