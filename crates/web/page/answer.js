// Answers in a few words and a picture, made of the fields of the program's JSON. The program's own text is shown below them.
//
// A description is { tone, headline, lines, rows, figures, isFull }: the tone is good, bad or nothing; a row is { label, numbers };
// isFull opens the program's text.

"use strict";

/** A number of JSON in hexadecimal as people know it: decimal if it is below 2^32. */
function seedText(hexadecimal) {
  const seed = BigInt(hexadecimal);
  return seed < 2n ** 32n ? seed.toString() : hexadecimal;
}

/** A chance as people write it. */
function chanceText(chance) {
  if (chance >= 0.001) return String(Number(chance.toPrecision(3)));
  return chance > 0 ? chance.toExponential(1).replace(".0e", "e") : "below 1e-300";
}

/** A power of two. */
const powerText = (exponent) => `2${String(Math.ceil(exponent)).replaceAll(/./g, (digit) => RAISED["-0123456789".indexOf(digit)])}`;
const RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A generator with its seed, its state or its parameters. */
function nameOrigin({ generator, seed, state, parameters }) {
  if (seed !== null) return `${generator}, seed ${seedText(seed)}`;
  if (state !== null) return `${generator}, from its state`;
  return parameters === null ? generator : `${generator}, ${parameters}`;
}

/** Why a name is certain. */
function evidenceText({ used, predicted, wrong, wrong_from: from, bits, bits_used: fixed, log2_chance: chance }) {
  const parts = [];
  if (predicted > 0 && used > 0) parts.push(`${plural(used, "number")} fixed it and predicted ${predicted.toLocaleString("en")} more`);
  else if (predicted > 0) parts.push(`all ${plural(predicted, "number")} are as predicted`);
  else parts.push(`the numbers tell ${Math.floor(bits)} bits, of which ${Math.floor(fixed)} fixed it`);
  if (wrong.length > 0) parts.push(`not as predicted: ${wrong.length === 1 ? "number" : "numbers"} ${wrong.join(", ")}`);
  if (from !== null) parts.push(`from number ${from} on they are others`);
  return `Evidence: ${parts.join("; ")}. The chance of a coincidence, over all that was tried, is ${powerText(chance)}.`;
}

function describeWho(answer) {
  const [named, ...others] = answer.answers;
  if (named === undefined) return describeNothing(answer);
  const lines = [`${named.about}.`];
  if (named.mistake !== null) lines.push(`With a mistake: ${named.mistake}`);
  const from = named.position > 0 ? `, from output ${named.position} on, counted from 0` : "";
  if (named.convention) lines.push(`A number is made thus: ${named.convention}${from}.`);
  lines.push(evidenceText(named.evidence));
  for (const other of others) lines.push(`Also: ${nameOrigin(other)}.`);
  const rows = [
    { label: "Before them", numbers: named.previous, why: named.why_no_previous },
    { label: "What comes next", numbers: named.next, why: named.why_no_next },
  ];
  return { tone: "good", headline: nameOrigin(named), lines, rows };
}

function describeNothing({ numbers, fits, more_numbers: more, unfinished }) {
  const lines = [];
  for (const fit of fits) {
    lines.push(`Near: ${nameOrigin(fit)} fits, but may do so by chance (${powerText(fit.evidence.log2_chance)}); about `
      + `${plural(fit.more_numbers, "more number")} would tell.`);
  }
  if (more !== null && fits.length === 0) {
    lines.push(`Some seeds fit, as some would fit any ${numbers}; about ${plural(more, "more number")} would tell.`);
  }
  if (unfinished) lines.push("The time was over before everything was tried.");
  if (more !== null || fits.length > 0) return { headline: "Too few numbers to name it", lines };
  return { headline: unfinished ? "Not found in this time" : "Nothing that was tried makes these numbers", lines };
}

function describePair({ difference, a, b }) {
  const [first, ...others] = difference;
  const lines = others;
  for (const [name, list] of [["A", a], ["B", b]]) {
    const [named] = list.answers;
    lines.push(`${name}: ${named === undefined ? "no generator is named for these numbers" : nameOrigin(named)}.`);
  }
  return { tone: first === undefined ? "" : "good", headline: first ?? "How they are related is not known", lines };
}

function describeCheck({ subject, words, verdict, failed, next }) {
  const rows = [{ label: verdict === "agrees" ? "The right words go on" : "The right words from there on", numbers: next }];
  if (verdict === "agrees") {
    const headline = words === 1 ? `The word agrees with ${subject}` : `All ${words.toLocaleString("en")} words agree with ${subject}`;
    return { tone: "good", headline, lines: [], rows };
  }
  if (verdict === "fractions") {
    return { headline: `These are fractions; ${subject} gives whole words`, lines: failed.made === null ? [] : [failed.made] };
  }
  const lines = [];
  for (const { about } of failed.causes) lines.push(`The cause: ${about.replace(/\.?$/, ".")}`);
  if (failed.extra !== null) lines.push(`The right words begin after ${plural(failed.extra, "extra one")}.`);
  if (failed.from !== null) lines.push(`They begin at word ${failed.from} of the right ones, counted from 0.`);
  if (failed.made !== null) lines.push(failed.made);
  if (failed.causes.length === 0) lines.push(...failed.hints);
  lines.push(`Right: ${failed.expected}. Yours: ${failed.actual}. ${failed.agree} of ${words} are right in their places.`);
  const headline = failed.index === 0 ? "The first word is wrong" : `Right for ${plural(failed.index, "word")}, then wrong`;
  return { tone: "bad", headline, lines, rows };
}

const VERDICTS = {
  PASS: { tone: "good", headline: "Nothing unusual" },
  FAIL: { tone: "bad", headline: "Not what chance gives" },
  INVALID: { headline: "Too few to judge" },
};

/** The judgement of counts, a rate or items. */
function describeTest(answer, { tally }) {
  const { verdict, evidence, alpha, pvalue, items_to_decide: decide, excluded, fact, made, tests = [] } = answer;
  const lines = [];
  if (pvalue !== undefined) lines.push(`The two-sided p-value is ${chanceText(pvalue)}.`);
  const failing = tests.filter((test) => test.verdict === "FAIL");
  for (const { test, overall, worst } of failing.slice(0, 3)) {
    lines.push(`${test}: chance ${chanceText(overall.p)}${worst === null ? "" : `; ${worst}`}.`);
  }
  if (failing.length > 3) lines.push(`${plural(failing.length - 3, "other test")} fail too.`);
  for (const said of [fact, made]) if (said) lines.push(said);
  if (decide !== null) lines.push(`About ${plural(decide, "new item")}, judged without these, would decide it, if the proportions stay.`);
  if (verdict === "INVALID") lines.push(`${plural(answer.more_needed, "more item")} would be enough for every test.`);
  if (verdict === "PASS" && excluded !== null) lines.push(`With so many items, ${excluded} would fail about nine times in ten.`);
  lines.push(`A fair source fails with a chance of at most ${chanceText(alpha)}.`);
  const figures = [];
  if (tally?.values) figures.push(makeCounts(tally.values, "each value"));
  if (tally?.["top-bits"]) figures.push(makeCounts(tally["top-bits"], "each value of the top four bits"));
  if (tally?.hits) figures.push(makeHits(tally.hits));
  if (tally?.places) figures.push(makePlaces(tally.places));
  const said = verdict === "PASS" && evidence === "weak" ? { headline: "Undecided: weak evidence" } : VERDICTS[verdict];
  return { ...said, lines, figures };
}

/** Where the entries of lists were. */
function makePlaces(places) {
  const lists = places[0].reduce((sum, count) => sum + count, 0);
  const caption = `Which item (rows) landed in which place (columns), both from 0, in ${plural(lists, "list")}: blue too rarely, `
    + "orange too often.";
  return makeHeat("places", caption, places, lists / places.length, false);
}

function describeLaw(law) {
  const lines = [];
  const isFair = law.total_variation.value === 0;
  const ratio = law.largest_ratio;
  const isNear = !isFair && ratio?.value < 1.01;
  const tone = isFair ? "good" : isNear ? "" : "bad";
  if (ratio === undefined) {
    const headline = isFair ? "As with fair parts" : "Not as with fair parts";
    return { tone, headline, lines: [`The mean is ${short(law.mean.value, 6)}.`], figures: [makeLaw(numbersOfLaw(law))] };
  }
  let headline = "Exactly fair";
  if (ratio === null) {
    headline = "Biased: some never come";
  } else if (!isFair) {
    const more = isNear ? `${short(100 * (ratio.value - 1), 3)} % more often than` : `${short(ratio.value)} times as often as`;
    const said = ratio.value < 1 + 1e-6 ? "All but exactly fair" : isNear ? "Not exactly fair" : "Biased";
    headline = `${said}: the likeliest comes ${more} the rarest`;
  }
  const draws = law.draws_to_notice.likelihood_ratio.draws;
  if (!isFair) lines.push(`Total variation from fair: ${short(law.total_variation.value)}.`);
  if (!isFair && draws !== null) lines.push(`The best test notices it after about ${plural(Number(draws.toPrecision(3)), "draw")}.`);
  const figures = [];
  if (law.places) figures.push(makeExact("places", "This shuffle", law.places));
  else figures.push(makeLaw(numbersOfLaw(law)));
  return { tone, headline, lines, figures };
}

/** The exact matrix of a shuffle. */
function makeExact(key, name, places) {
  const chances = places.map((row) => row.map(({ value }) => value));
  return makeHeat(`exact-${key}`, `${name}, exactly.`, chances, 1 / chances.length, true);
}

function describeReach({ arrangements, states, largest_share: share, largest_n: n }) {
  const lines = [`${arrangements} arrangements, ${states} states. All arrangements of up to ${plural(n, "card")} can be reached.`];
  if (share.value === 1) return { tone: "good", headline: "All arrangements can be reached", lines };
  return { tone: "bad", headline: `At most ${chanceText(share.value)} of all arrangements can be reached`, lines };
}

/** The names stand in the full answer. */
function describeGame({ games }) {
  const numbers = games.map((game) => game.toLocaleString("en")).join(", ");
  return { headline: games.length === 0 ? "No game has these names" : `Game ${numbers} of 32,768`, lines: [], isFull: true };
}

function describeFound({ games, fitting, look_next: [best] }) {
  if (games === 0) return { tone: "bad", headline: "No game fits", lines: [], isFull: true };
  if (games === 1) return { tone: "good", headline: `Game ${fitting[0].game.toLocaleString("en")} of 32,768`, lines: [], isFull: true };
  const lines = best === undefined ? [] : [`Look at the ${best.what} of ${best.kind} next: on average it leaves ${Number(best.games_left.toPrecision(3)).toLocaleString("en")} games.`];
  return { headline: `${games.toLocaleString("en")} games fit`, lines, isFull: true };
}

const DESCRIPTIONS = {
  game: describeGame, save: describeGame, find: describeFound,
  who: describeWho, "who-differs": describePair, check: describeCheck, counts: describeTest, rate: describeTest, test: describeTest,
  "test-against": describeTest, bias: describeLaw, shuffle: describeLaw, reach: describeReach,
};

/** A button that copies a text, and says that it did. */
function copyButton(label, textOf) {
  const button = make("button", { type: "button", class: "copy", "aria-label": label }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(textOf());
      button.textContent = "Copied";
      say("Copied.");
    } catch {
      getSelection().selectAllChildren(button.parentElement);
      say("It is selected: copy it with your keyboard.");
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return button;
}

/** So many numbers may have to be scrolled. */
const MANY = 20;

/** A row of numbers with a button to copy them, or why there are none. */
function makeRow({ label, numbers, why }) {
  if (numbers.length === 0) return why ? make("p", {}, `${label}: not known: ${why}.`) : "";
  const items = numbers.map((number) => make("li", {}, number));
  const list = make("ol", { class: "numbers", "aria-label": label, tabindex: numbers.length > MANY && "0" }, ...items);
  return make("div", { class: "row" }, make("h3", {}, label), list, copyButton(`Copy: ${label}`, () => numbers.join(", ")));
}

/** Shows an answer in a few words. */
function showSummary(asked, reply) {
  const { tone = "", headline, lines, rows = [], figures = [], isFull = reply.verdict === "not found" } = DESCRIPTIONS[asked](reply.answer, reply);
  find("answer").dataset.tone = tone;
  find("full").open = isFull;
  find("summary").replaceChildren(make("h2", { id: "headline" }, headline), ...lines.map((line) => make("p", {}, line)),
    ...rows.map(makeRow), ...figures.filter((figure) => figure !== undefined));
}
