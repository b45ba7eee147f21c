// The pages of the appendix by clicks and keys, on a phone and on paper.

import { deepStrictEqual as same, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";

const PHONE = { width: 390, height: 844 };

/** How many rows of the table of claims are shown, by verdict. */
const shown = (page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll("tr[data-verdict]")].filter((row) => row.checkVisibility());
    return rows.reduce((counts, { dataset }) => ({ ...counts, [dataset.verdict]: (counts[dataset.verdict] ?? 0) + 1 }), {});
  });

/** A button for each verdict shows its rows alone, as many as it says. */
async function filters(page) {
  const all = await shown(page);
  ok(Object.keys(all).length > 1);
  for (const [verdict, count] of Object.entries(all)) {
    const button = page.getByRole("button", { name: `${verdict} (${count})`, exact: true });
    await button.click();
    same(await shown(page), { [verdict]: count });
    same(await button.getAttribute("aria-pressed"), "true");
    same(await page.locator(".filter [aria-pressed=true]").count(), 1);
  }
  const total = Object.values(all).reduce((sum, count) => sum + count);
  await page.getByRole("button", { name: `all (${total})` }).click();
  same(await shown(page), all);
}

/** A link to a claim that is hidden shows it. */
async function linksShowRows(page) {
  await page.getByRole("button", { name: /^refuted/ }).click();
  const row = page.locator("tr[data-verdict=confirmed]").first();
  ok(!(await row.isVisible()));
  const id = await row.getAttribute("id");
  await page.evaluate((to) => { location.hash = to; }, `#${id}`);
  await row.waitFor({ state: "visible" });
}

/** Every heading is reached from the list, which stays in sight. */
async function contents(page) {
  const links = page.locator(".contents a");
  ok((await links.count()) > 1);
  for (const link of await links.all()) {
    await link.click();
    const heading = page.locator(await link.getAttribute("href"));
    const text = (await heading.evaluate((element) => element.firstChild.textContent)).trim();
    same(text, await link.textContent());
    ok((await heading.boundingBox()).y < 900, `${text} is not in sight`);
    ok((await link.boundingBox()).y < 900, "the list is not in sight");
  }
}

/** On a phone a row is a card, which names its cells. */
async function cards(page) {
  await page.setViewportSize(PHONE);
  const cells = await page.evaluate(() =>
    [...document.querySelectorAll("table.cards tbody td + td:not(:empty)")].map((cell) => ({
      named: getComputedStyle(cell, "::before").content.includes(cell.dataset.label),
      inside: cell.getBoundingClientRect().right <= innerWidth,
    })));
  ok(cells.length > 20 && cells.every(({ named, inside }) => named && inside));
  ok(!(await page.locator(".contents a").first().isVisible()), "the list is folded");
}

/** What is wider than the screen scrolls by keys, and what is not is no stop of the tab key. */
async function scrollers(page) {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
  await page.waitForFunction(() => [...document.querySelectorAll(".scroll")].every(
    (scroller) => (scroller.scrollWidth > scroller.clientWidth) === (scroller.tabIndex === 0)));
  const wide = page.locator(".scroll[tabindex='0']").first();
  await wide.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((element) => element.scrollLeft > 0, await wide.elementHandle());
}

/** A long table is folded; a click shows it, and paper has it. */
async function folded(page) {
  const table = page.locator("details.rows table").first();
  ok(!(await table.isVisible()));
  await page.locator("details.rows summary").first().click();
  ok(await table.isVisible());
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  same(await page.locator("details.rows:not([open])").count(), 0);
}

/** A table is saved as CSV with all its rows, those that are filtered out too. */
async function saved(page) {
  const table = page.locator("table.anchored");
  const rows = await table.locator("tr").count();
  await page.getByRole("button", { name: /^refuted/ }).click();
  const download = page.waitForEvent("download");
  await page.locator("button.csv").first().click();
  const file = await download;
  ok(file.suggestedFilename().endsWith("-1.csv"));
  const text = readFileSync(await file.path(), "utf8");
  same(text.trimEnd().split("\r\n").length, rows);
  const cell = (await table.locator("tbody td").first().textContent()).trim();
  ok(text.includes(`"${cell.replaceAll('"', '""')}",`), cell);
}

/** Paper has no navigation and no buttons, and nothing is cut off. */
async function paper(page) {
  await page.emulateMedia({ media: "print" });
  for (const gone of ["body > header", ".contents", ".filter", ".csv"]) {
    ok(!(await page.locator(gone).first().isVisible()), `${gone} is printed`);
  }
  same(await page.evaluate(() => getComputedStyle(document.querySelector(".scroll")).overflowX), "visible");
}

/** Such a check shows nothing that was not there before, so axe has seen it. */
const STATIC = true;

export const DOCUMENT = [
  ["claims are filtered by verdict", filters, STATIC],
  ["a link to a hidden claim shows it", linksShowRows, STATIC],
  ["the list of parts leads to each and stays in sight", contents, STATIC],
  ["on a phone tables are cards", cards, STATIC],
  ["long tables are folded, but not on paper", folded],
  ["a table is saved as CSV", saved, STATIC],
  ["on paper there is only the page", paper, STATIC],
];
export const WIDE = [["wide tables scroll by keys", scrollers, STATIC]];
