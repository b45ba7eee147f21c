"use strict";
// The seed explorer: what of the page reacts. What it works out is in games.js and seen.js.

(() => {
  const R = Roguelab;
  const T = RoguelabSeen;
  const byId = (id) => document.getElementById(id);
  const grouped = (n) => n.toLocaleString("en-US");
  const SHOWN = 10;

  /** An element with attributes and children, which are elements or texts. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** A table with a caption; cells are texts or elements. Columns whose heads end in "#" hold numbers. */
  function table(caption, heads, rows) {
    const numeric = heads.map((head) => head.endsWith("#"));
    const cell = (name, i, content, more = {}) => element(name, { ...more, ...(numeric[i] ? { class: "n" } : {}) }, content);
    const head = heads.map((text, i) => cell("th", i, text.replace("#", ""), { scope: "col" }));
    const body = rows.map((row) => element("tr", {}, ...row.map((content, i) => cell("td", i, content))));
    return element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...body),
    );
  }

  /** A table that scrolls on its own where it is wider than the screen, by keyboard too. */
  const scroller = (inner) =>
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": inner.caption.textContent }, inner);

  // Times. The game takes its seed from the clock: seconds since 1970, UTC.

  const isLocal = () => byId("zone").value === "local";
  const two = (n) => String(n).padStart(2, "0");

  /** The parts of a time in the chosen zone, as the field for a date and time has them. */
  function civil(seconds) {
    // A time in UTC that reads as the local one.
    const offset = isLocal() ? new Date(1000 * seconds).getTimezoneOffset() : 0;
    const date = new Date(1000 * (seconds - 60 * offset));
    const day = `${String(date.getUTCFullYear()).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
    return [day, `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`];
  }

  // The names of one game.

  let seed = Number(byId("seed").value);

  /** Shows the game of a seed, and writes what was not typed: the time for a seed, the seed for a time. */
  function showGame(next, typed) {
    seed = next | 0;
    if (typed !== "seed") byId("seed").value = seed;
    if (typed !== "time") byId("time").value = civil(seed).join("T");
    for (const id of ["seed", "time"]) byId(id).removeAttribute("aria-invalid");
    const game = R.gameOfSeed(seed);
    const residue = T.residue(seed);
    byId("shown-seed").textContent = seed;
    byId("game-said").textContent = `Seed ${seed} is game ${grouped(residue)} of ${grouped(R.GAMES)}, counted from 0.`;
    R.SLOTS.forEach(({ table }, slot) => {
      const wand = table === "wand" ? (R.isWood(game[slot]) ? " staff" : " wand") : "";
      byId(`name-${slot}`).textContent = R.nameOf(slot, game[slot]) + wand;
    });
  }

  function refuse(id, why) {
    byId(id).setAttribute("aria-invalid", "true");
    byId("game-said").textContent = why;
  }

  function seedTyped() {
    const text = byId("seed").value.trim();
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= -(2 ** 31) && value < 2 ** 31) showGame(value, "seed");
    else refuse("seed", "A seed is a C int: a whole number from -2147483648 to 2147483647.");
  }

  function timeTyped() {
    const text = byId("time").value;
    const milliseconds = Date.parse(isLocal() ? text : `${text}Z`);
    if (Number.isFinite(milliseconds)) showGame(Math.floor(milliseconds / 1000), "time");
    else refuse("time", "Give a date and a time.");
  }

  /** A link to the page can name a seed: explorer.html#seed=1700000000. */
  function seedOfLink() {
    const named = /^#seed=(-?\d{1,10})$/.exec(location.hash);
    if (named === null) return;
    byId("seed").value = named[1];
    seedTyped();
  }

  // All games, dealt in pieces so that the page stays awake, and the check of the page by itself.

  const atlas = new R.Atlas();
  let dealing = 0;

  function deal() {
    const begun = performance.now();
    const isDone = atlas.deal(512);
    dealing += performance.now() - begun;
    byId("dealt").value = atlas.done;
    if (!isDone) {
      setTimeout(deal);
      return;
    }
    byId("dealt").hidden = true;
    delete document.body.dataset.busy;
    const agrees = atlas.digest === byId("digest-rust").textContent;
    byId("digest-page").textContent = atlas.digest;
    byId("check").dataset.agrees = agrees;
    const seconds = (dealing / 1000).toFixed(1);
    byId("check-said").textContent = agrees
      ? `They agree: your browser has drawn all ${grouped(R.GAMES)} games, in ${seconds} s, and all names are the Rust program's.`
      : "They differ: this page's games are not those of the Rust program. Do not rely on what it says of games.";
    byId("seen-form").hidden = false;
    showFitting();
  }

  // From what is seen to the games that fit.

  let facts = [];

  function slotChosen() {
    const slot = Number(byId("kind").value);
    const { table } = R.SLOTS[slot];
    const { names } = R.TABLES.find(({ name }) => name === table);
    byId("title-field").hidden = names !== undefined;
    byId("look-field").hidden = names === undefined;
    const label = { potion: "colour", wand: "material", ring: "gem" }[table];
    if (names === undefined) return;
    byId("look-label").textContent = label;
    const options = names.map((name, i) => {
      const wand = table === "wand" ? (R.isWood(i) ? " (staff)" : " (wand)") : "";
      return element("option", { value: i }, name + wand);
    });
    byId("look").replaceChildren(...options);
  }

  const factText = ({ slot, number, has }) => {
    const { table, kind } = R.SLOTS[slot];
    return `${table} of ${kind} ${has ? "is" : "is not"} ${R.nameOf(slot, number)}`;
  };

  function addFact(event) {
    event.preventDefault();
    const slot = Number(byId("kind").value);
    const isTitle = R.SLOTS[slot].table === "scroll";
    const number = isTitle ? R.titleNumber(byId("title").value) : Number(byId("look").value);
    byId("title").toggleAttribute("aria-invalid", false);
    if (number === undefined) {
      byId("title").setAttribute("aria-invalid", "true");
      byId("fit-said").textContent = `A title has two to five of these syllables: ${R.SYLLABLES.slice(1).join(" ")}.`;
      byId("title").focus();
      return;
    }
    facts.push({ slot, number, has: byId("has").value === "is" });
    showFitting();
  }

  function showFacts() {
    const items = facts.map((fact, i) => {
      const remove = element("button", { type: "button", "aria-label": `Remove: ${factText(fact)}` }, "Remove");
      remove.addEventListener("click", () => {
        facts = facts.filter((_, other) => other !== i);
        showFitting();
        byId("kind").focus();
      });
      return element("li", {}, factText(fact), " ", remove);
    });
    byId("facts").replaceChildren(...items);
  }

  function showFitting() {
    showFacts();
    const games = T.fitting(atlas, facts);
    const fit = games.length === 1 ? "1 game of 32,768 fits. These are its names." : `${grouped(games.length)} games of 32,768 fit.`;
    byId("fit-said").textContent = fit;
    if (games.length === 0) {
      byId("fit-said").textContent += " Two of these do not go together in any game: remove one.";
      byId("fitting").replaceChildren();
      return;
    }
    const times = T.starts(games, Math.floor(Date.now() / 1000)).slice(0, SHOWN);
    const starts = times.map(({ game, time }) => {
      const link = element("a", { href: `#seed=${time | 0}` }, String(time | 0));
      return [grouped(game), civil(time).join(" "), link];
    });
    const which = games.length > SHOWN ? `the first ${SHOWN} of ${grouped(games.length)} games` : "once for each game";
    const heads = ["game#", isLocal() ? "starts (local time)" : "starts (UTC)", "seed"];
    const shown = [table(`When such a game starts next, ${which}. A seed shows its names.`, heads, starts)];
    if (games.length > 1) shown.unshift(lookTable(games));
    byId("fitting").replaceChildren(...shown.map(scroller));
    if (games.length === 1) byId("fitting").prepend(namesOf(games[0]));
  }

  /** Everything that has a name in the game that is left. */
  function namesOf(game) {
    const names = R.gameOfSeed(game);
    const tables = R.TABLES.map(({ name }) => {
      const rows = R.SLOTS.flatMap(({ table, kind }, slot) => (table === name ? [[kind, R.nameOf(slot, names[slot])]] : []));
      return table(`${name}s of game ${grouped(game)}`, ["kind", "looks like"], rows);
    });
    return element("div", { class: "names" }, ...tables);
  }

  /** The best of each table to look at, best first: nobody can choose what to find. */
  function lookTable(games) {
    const next = T.lookNext(atlas, games, facts);
    const best = R.TABLES.map(({ name }) => next.find(({ slot }) => R.SLOTS[slot].table === name)).filter(Boolean);
    const rows = best
      .sort((one, other) => one.expected - other.expected)
      .map(({ slot, names, expected }) => {
        const { table, kind } = R.SLOTS[slot];
        return [`${table} of ${kind}`, grouped(names), expected.toFixed(2)];
      });
    return table(
      "What to look at next: of each sort the one whose name leaves the fewest games, expected if all games that fit are equally likely.",
      ["look at", "names it may have#", "games left, expected#"],
      rows,
    );
  }

  for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
  byId("seed").addEventListener("input", seedTyped);
  byId("time").addEventListener("input", timeTyped);
  byId("zone").addEventListener("change", () => {
    showGame(seed);
    if (atlas.digest !== undefined) showFitting();
  });
  byId("now").addEventListener("click", () => showGame(Math.floor(Date.now() / 1000)));
  byId("kind").addEventListener("change", slotChosen);
  byId("seen-form").addEventListener("submit", addFact);
  addEventListener("hashchange", seedOfLink);
  slotChosen();
  showGame(Math.floor(Date.now() / 1000));
  seedOfLink();
  // Until the games are dealt: tests wait for it.
  document.body.dataset.busy = "";
  setTimeout(deal);
})();
