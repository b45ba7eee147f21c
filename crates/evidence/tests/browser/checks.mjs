// What each page is asked for by clicks, apart from what drive.mjs looks for on every page. To add checks for a page, add
// its row, and a list of [name, check], with a third item, true, if the check shows nothing new to axe. A check is async
// (page, tools), page being Playwright's, freshly loaded at 1280 pixels; it throws if something is wrong. Tools:
// roguelab(...arguments) gives what the program prints, read(file) a file of the report, folder is its path, scratch a
// folder for files, open(url) another page.

import { DOCUMENT, WIDE } from "./appendix.mjs";
import { STORY } from "./story.mjs";

export const CHECKS = {
  "index.html": STORY,
  "rogue.html": [...DOCUMENT, ...WIDE],
  "statistics.html": WIDE,
};
