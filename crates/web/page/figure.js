// Pictures beside answers, as SVG: bars of what was observed and what chance allows, and heat maps of where items land. Each has
// a name for screen readers, its numbers as a table, and both to download.

"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of a picture. A title is what a mouse shows. */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const withTitle = (element, title) => {
  element.append(draw("title", {}, title));
  return element;
};

/** A number as people write it, with at most so many digits that count. */
function short(number, digits = 4) {
  if (number !== 0 && Math.abs(number) < 1e-4) return number.toExponential(digits - 1);
  return number.toLocaleString("en", { maximumSignificantDigits: digits });
}

/** Offers a text as a file. */
function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** The text of a picture, with its colours in place of their names. */
function svgText(picture) {
  const copy = picture.cloneNode(true);
  const originals = picture.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, at) => {
    const style = getComputedStyle(originals[at]);
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "font-family", "font-size", "text-anchor"]) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute("class");
    element.removeAttribute("style");
  });
  copy.setAttribute("xmlns", SVG);
  return new XMLSerializer().serializeToString(copy);
}

/** A picture with its caption, its numbers in rows, the first of which is the head, and buttons to download both. */
function makeFigure(name, picture, caption, rows) {
  const table = make("table", {});
  for (const row of rows) {
    const scope = row === rows[0] ? "col" : "row";
    const cells = row.map((cell, at) => (scope === "col" || at === 0 ? make("th", { scope }, String(cell)) : make("td", {}, String(cell))));
    table.append(make("tr", {}, ...cells));
  }
  const csv = `${rows.map((row) => row.join(",")).join("\n")}\n`;
  const saveNumbers = () => download(`${name}.csv`, csv, "text/csv");
  const savePicture = () => download(`${name}.svg`, svgText(picture), "image/svg+xml");
  return make("figure", {}, picture, make("figcaption", {}, caption), make("details", {}, make("summary", {}, "Its numbers"),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${name}: numbers` }, table),
    make("p", { class: "below" }, make("button", { type: "button", onclick: saveNumbers }, "Download the numbers"),
      make("button", { type: "button", onclick: savePicture }, "Download the picture"))));
}

/** The size of a picture of bars, which is as wide as the answer, and the room for a name. */
const CHART = { most: 640, height: 220, left: 4, right: 4, top: 16, bottom: 24, name: 24 };

/** Bars { name, value, title, low, high, mark, off }, drawn from `base` on: a band from low to high, a line at the mark. */
function drawBars(label, bars, base = 0) {
  const { height, left, right, top, bottom } = CHART;
  const width = Math.min(CHART.most, Math.max(260, find("answer").clientWidth - 60));
  const values = bars.flatMap(({ value, low, high, mark }) => [value, low ?? value, high ?? value, mark ?? value]);
  const [least, most] = [Math.min(base, ...values), Math.max(base, ...values)];
  const y = (value) => top + (height - top - bottom) * (1 - (value - least) / (most - least || 1));
  const step = (width - left - right) / bars.length;
  const every = Math.ceil(CHART.name / step);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "chart" });
  bars.forEach(({ name, value, title, low, high, mark, off }, at) => {
    const x = left + at * step;
    const group = withTitle(draw("g", { class: off ?? "" }), title);
    const box = (part, share, one, other) => draw("rect", {
      class: part, x: x + step * (1 - share) / 2, width: step * share,
      y: Math.min(y(one), y(other)), height: Math.max(1, Math.abs(y(one) - y(other))),
    });
    if (low !== undefined) group.append(box("band", 0.92, low, high));
    group.append(box("bar", 0.6, base, value));
    if (mark !== undefined) group.append(box("mark", 0.92, mark, mark));
    if (at % every === 0) group.append(draw("text", { x: x + step / 2, y: height - 8 }, name));
    picture.append(group);
  });
  picture.append(draw("line", { class: "axis", x1: left, x2: width - right, y1: y(base), y2: y(base) }));
  return picture;
}

/** Whether a value is below or above a range: the name of its colour. */
function whichSide(value, least, most) {
  if (value < least) return "less";
  return value > most ? "more" : undefined;
}

/** What came, beside what was expected and what chance allows. */
function makeCounts(values, what) {
  const bars = [];
  const outside = [];
  for (const { name, count, expected, least, most } of values) {
    const off = whichSide(count, least, most);
    if (off !== undefined) outside.push(name);
    const title = `${name}: ${count} times, ${short(expected)} expected; chance allows ${least} to ${most}`;
    bars.push({ name, value: count, title, low: least, high: most, mark: expected, off });
  }
  const more = outside.length > 12 ? ", ..." : "";
  const which = outside.length === 0 ? "None is outside." : `Outside: ${outside.slice(0, 12).join(", ")}${more}.`;
  const caption = `How often ${what} came (bars), was expected (lines), and may come by chance (bands): each band holds 999 of 1000 fair `
    + `samples, by the exact binomial law of that count alone. ${which}`;
  const rows = [["value", "count", "expected", "least", "most"]];
  for (const { name, count, expected, least, most } of values) rows.push([name, count, expected, least, most]);
  return makeFigure("counts", drawBars(`How often ${what} came. ${which}`, bars), caption, rows);
}

/** How likely an event comes how often, with what it did. */
function makeHits({ hits, first, chances }) {
  const bars = [];
  const rows = [["count", "chance"]];
  chances.forEach((chance, at) => {
    const count = first + at;
    const off = count === hits ? "more" : undefined;
    bars.push({ name: String(count), value: chance, title: `${count} times: chance ${short(chance)}`, off });
    rows.push([count, chance]);
  });
  const caption = `The chance of each count, by the exact binomial law. It came ${hits.toLocaleString("en")} times: the orange one.`;
  return makeFigure("hits", drawBars(caption, bars), caption, rows);
}

/** So many numbers of a law are drawn. */
const MAX_BARS = 128;

/** A double cannot tell apart chances that differ by less. */
const NEAR = 1e-9;

/** The law of a rule: how far each chance is from the fair one. */
function makeLaw(numbers) {
  if (numbers.length > MAX_BARS || numbers.length < 2) return undefined;
  const far = Math.max(...numbers.map(({ chance, fair }) => (fair > 0 ? Math.abs(chance / fair - 1) : 1)));
  // Differences that cannot be seen from zero on are drawn by themselves.
  const isFine = far > NEAR && far < 0.2;
  const bars = numbers.map(({ number, chance, fair }) => ({
    name: String(number),
    value: isFine ? chance / fair - 1 : chance,
    mark: isFine ? undefined : fair,
    off: whichSide(chance, fair * (1 - NEAR), fair * (1 + NEAR)),
    title: `${number}: chance ${short(chance, 8)}, fair ${short(fair, 8)}`,
  }));
  const caption = isFine
    ? `By how much the chance of each number is above or below the fair one: at most ${short(100 * far)} %. The line is fair.`
    : `The chance of each number (bars), and the fair chance (lines)${far > NEAR ? "" : ", which differ by less than can be drawn"}.`;
  const rows = [["number", "chance", "fair"], ...numbers.map(({ number, chance, fair }) => [number, chance, fair])];
  return makeFigure("law", drawBars(caption, bars), caption, rows);
}

/** The numbers of a law, with their chances and the fair ones; of a rule of one word the numbers come in ranges. */
function numbersOfLaw(law) {
  const numbers = [];
  if (law.numbers !== undefined) {
    for (const { number, chance, with_fair_parts: fair } of law.numbers) numbers.push({ number, chance: chance.value, fair: fair.value });
    return numbers;
  }
  for (const { numbers: ranges, chance } of law.weights) {
    for (const [from, to] of ranges ?? []) {
      for (let number = from; number <= to && numbers.length <= MAX_BARS; number++) {
        numbers.push({ number, chance: chance.value, fair: 1 / Number(law.outcomes) });
      }
    }
  }
  return numbers.sort((one, other) => one.number - other.number);
}

/** The width of a heat map's cell. */
const CELL = 28;

/** Where items land: for each item, how often it landed in each place, against how often a fair shuffle puts it there. */
function drawHeat(label, matrix, fair, isChance = false) {
  const n = matrix.length;
  const size = (n + 1) * CELL;
  const picture = draw("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, class: "heat" });
  for (let at = 0; at < n; at++) {
    picture.append(draw("text", { x: (at + 1.5) * CELL, y: CELL * 0.7 }, String(at)));
    picture.append(draw("text", { x: CELL * 0.5, y: (at + 1.65) * CELL }, String(at)));
  }
  matrix.forEach((row, item) => row.forEach((value, place) => {
    const cell = draw("rect", { x: (place + 1) * CELL, y: (item + 1) * CELL, width: CELL - 1, height: CELL - 1, rx: 2 });
    heatCell(cell, value / fair);
    const often = isChance ? `with chance ${short(value)}` : `${value.toLocaleString("en")} times`;
    picture.append(withTitle(cell, `Item ${item} lands in place ${place} ${often}: ${short(100 * value / fair)} % of a fair share`));
  }));
  return picture;
}

/** A cell has its full colour if it is one part in so many off. */
const FULL = 3;

/** Colours a cell by its share of a fair one. */
function heatCell(cell, share) {
  const far = Math.min(1, Math.abs(share - 1) * FULL);
  cell.setAttribute("class", share < 1 ? "less" : "more");
  cell.style.fillOpacity = Number.isFinite(far) ? far.toFixed(3) : 0;
}

/** A heat map with its numbers. */
function makeHeat(name, caption, matrix, fair, isChance) {
  let [least, most] = [[Infinity], [-Infinity]];
  matrix.forEach((row, item) => row.forEach((value, place) => {
    if (value < least[0]) least = [value, item, place];
    if (value > most[0]) most = [value, item, place];
  }));
  const share = ([value]) => `${short(100 * value / fair)} %`;
  const label = `${caption} Least often item ${least[1]} lands in place ${least[2]}, with ${share(least)} of a fair share; most often item `
    + `${most[1]} in place ${most[2]}, with ${share(most)}.`;
  const rows = [["item", ...matrix.map((_, place) => `place ${place}`)], ...matrix.map((row, item) => [item, ...row])];
  return makeFigure(name, drawHeat(label, matrix, fair, isChance), label, rows);
}
