// The questions of the page: their fields, which have the names of the program's options, how they are asked, and examples.
//
// A field is { name, label } with `choices`, [value, label] pairs, for a list, `check` for a box to tick, `long` for several
// lines, `value` for what it begins with, and `list` for suggestions. `fields` are shown, `options` folded. `second` is the label
// of a box for a second list, with which the question is `pair`. What has `run` begins with `start`, and waits for a button.

"use strict";

const FORMATS = [
  ["", "as it looks"], ["text", "whole numbers in text"], ["float", "fractions in text"], ["u8", "bytes"],
  ["u16", "2-byte words"], ["u31", "4-byte words below 2^31"], ["u32", "4-byte words"], ["u64", "8-byte words"],
  ["f32", "4-byte fractions"], ["f64", "8-byte fractions"],
];
const ORDERS = [["", "lowest first"], ["big", "highest first"]];
const FILE_OPTIONS = [
  { name: "kind", label: "How numbers are written", choices: FORMATS },
  { name: "endian", label: "Bytes of a binary word", choices: ORDERS },
  { name: "column", label: "Only this column of a table, from 1", placeholder: "2" },
];
const ALPHA = { name: "alpha", label: "Chance of a false alarm", placeholder: "1e-6" };
const PARTS = [
  { name: "skip", label: "Skip so many first" },
  { name: "limit", label: "Test so many at most" },
  { name: "only", label: "Only this test" },
  ALPHA,
];
const SECOND_STREAM = { second: "A second stream: does it come from the same distribution?", pair: "test-against" };

const NAIVE = `function shuffle(items) {
  for (let i = 0; i < items.length; i++) {
    const j = Math.floor(Math.random() * items.length);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}`;

/** What can be asked about fairness: each is a question of its own. */
const FAIR = [
  {
    of: "rolls",
    title: "rolls, loot, draws or other values in a range",
    ask: "test",
    box: "Rolls, one after another",
    placeholder: "4 6 1 1 3 2 ...",
    needs: ["below", "weights", "symbols"],
    lacking: "Say how many different values there can be, such as 6 for a die.",
    fields: [
      { name: "below", label: "How many different values" },
      { name: "base", label: "The lowest value", value: "1" },
    ],
    options: [
      { name: "weights", label: "Weights, in place of how many; or a name and its weight on each line", placeholder: "95,4,1", long: true },
      { name: "symbols", label: "Names of the values, in their order, in place of how many", long: true },
      FILE_OPTIONS[0],
      FILE_OPTIONS[2],
      ...PARTS,
    ],
    ...SECOND_STREAM,
  },
  {
    of: "counts",
    title: "counts: how often each value came",
    ask: "counts",
    box: "How often each value came; a line for each run, or a table with a first line such as item,count,weight",
    placeholder: "103,411,9486 or common=3500,rare=1260",
    options: [
      { name: "weights", label: "Weights, if the values are not equally likely", placeholder: "1,4,95" },
      { name: "dice", label: "Dice, if the values are sums of them", placeholder: "2d6" },
      { name: "drawn", label: "How many different values a draw has, as in a lottery", placeholder: "6" },
      // Its own name stands for the question in the address.
      { name: "items", option: "of", label: "How many items, for percentages" },
      ALPHA,
    ],
  },
  {
    of: "rate",
    title: "an event: how often it came",
    ask: "rate",
    box: "How often it came, and of how many tries",
    placeholder: "0/84",
    fields: [{ name: "chance", label: "The chance it should have", placeholder: "0.03" }],
    options: [ALPHA],
  },
  {
    of: "own",
    title: "a shuffle of my own, in JavaScript",
    ask: "test",
    fixed: { permutations: true },
    run: "Shuffle",
    rows: 8,
    box: "Your shuffle: it returns the items, or changes them in place",
    start: NAIVE,
    hint: "It runs in a worker of its own, which reaches no host but that of this page. Beside Math.random() there is rng(), a "
      + "fraction from the browser's cryptographic source.",
    fields: [
      { name: "n", label: "How many items, from 2 to 12", value: "6" },
      { name: "lists", label: "How many times", value: "100000" },
    ],
    options: [ALPHA],
  },
  {
    of: "decks",
    title: "shuffled decks or lists, one on each line",
    ask: "test",
    fixed: { permutations: true },
    box: "A shuffled list on each line",
    placeholder: "3 1 2\n2 1 3\n...",
    options: [{ name: "symbols", label: "Names of the entries, in the order of a fresh deck", long: true }, ...PARTS],
    ...SECOND_STREAM,
  },
  {
    of: "words",
    title: "words or fractions of a generator, typed or in a file",
    ask: "test",
    box: "Words or fractions, or drop a file",
    options: [
      ...FILE_OPTIONS,
      { name: "bits", label: "Bits of a word that are random" },
      { name: "normal", label: "Normal, with this mean and deviation", placeholder: "0,1" },
      { name: "exponential", label: "Exponential, with this rate", placeholder: "1" },
      ...PARTS,
    ],
    ...SECOND_STREAM,
  },
  {
    of: "rule",
    title: "a rule that makes numbers of random words, or a shuffle's loop",
    ask: "bias",
    text: "rule",
    box: "A rule, as your program has it",
    placeholder: "Math.floor(Math.random() * 6) + 1",
    hint: "Or rand() % 6, random.randint(1, 6), 4d6kh3, 30%; or of w, a word, u, a fraction, and d6, a die. A shuffle of n cards is its "
      + "loop, as your program has it, or for i in n-1..1: swap i, draw(i + 1)",
    fields: [{ name: "bits", label: "Bits of a word", placeholder: "as usual" }, { name: "n", label: "n, if the rule has one" }],
    options: [
      { name: "rand-max", label: "The greatest word, RAND_MAX", placeholder: "32767" },
      { name: "pity", label: "Tries until it is true, at most" },
      { name: "all", label: "List every weight", check: true },
    ],
  },
  {
    of: "shuffle",
    title: "a known shuffle",
    ask: "shuffle",
    text: false,
    fields: [
      {
        name: "shuffle",
        label: "Shuffle",
        choices: [
          ["naive", "naive: swaps with any place"], ["never-itself", "swaps with any other place"], ["sattolo", "Sattolo's"],
          ["riffle", "riffle"], ["transpositions", "random swaps"], ["overhand", "overhand"],
          ["sort:insertion", "sort by coin: insertion"], ["sort:merge", "sort by coin: merge"],
          ["sort:timsort", "sort by coin: Timsort"],
        ],
      },
      { name: "n", label: "Cards", value: "6" },
      { name: "times", label: "How many times" },
    ],
  },
  {
    of: "reach",
    title: "a generator's state, and a deck",
    ask: "reach",
    text: false,
    fields: [{ name: "state-bits", label: "Bits of the state", value: "32" }, { name: "n", label: "Cards", value: "52" }],
  },
];

const QUESTIONS = [
  {
    id: "who",
    title: "What made these numbers?",
    ask: "who",
    box: "Numbers, in the order in which they came",
    placeholder: "41, 18467, 6334, 26500, 19169, ...",
    second: "Numbers that should have been the same",
    pair: "who-differs",
    options: [
      { name: "below", label: "They are below", placeholder: "6" },
      { name: "base", label: "The lowest is", placeholder: "0" },
      { name: "dice", label: "They are sums of dice", placeholder: "3d6" },
      { name: "range", label: "They are fractions in a range", placeholder: "-5,5" },
      { name: "normal", label: "They are normal, with this mean and deviation", placeholder: "0,1" },
      { name: "rule", label: "They were made by this rule", placeholder: "Math.round(Math.random() * 5 + 1)" },
      { name: "alphabet", label: "Characters, or names with commas, in their order" },
      { name: "bits", label: "Bits of a word" },
      { name: "seed", label: "The seed if you know it, seeds of which it may be one, or a text", placeholder: "0..1000000" },
      { name: "times", label: "Times of which the seed may be one", placeholder: "2022-01-01..2022-12-31" },
      { name: "next", label: "Predict so many numbers", value: "3" },
      { name: "previous", label: "Show so many before them", placeholder: "0" },
      { name: "within", label: "Outputs before the first, at most", placeholder: "1000" },
      { name: "only", label: "Only generators whose names begin with" },
      { name: "seconds", label: "Search for so many seconds", placeholder: "10" },
      { name: "all", label: "Go on after the first answer", check: true },
      { ...FILE_OPTIONS[0], choices: [...FORMATS, ["trace", "a trace of draws"]] },
      ...FILE_OPTIONS.slice(1),
    ],
  },
  {
    id: "check",
    title: "Is my port right?",
    ask: "check",
    box: "The first words that your port gives",
    placeholder: "2707161783 2068313097 ...",
    fields: [
      { name: "generator", label: "It should be", placeholder: "pcg32", list: "generators" },
      { name: "seed", label: "with the seed", placeholder: "42" },
      { name: "state", label: "or from the state", placeholder: "1,2,3,4" },
    ],
    options: [{ name: "rule", label: "They are numbers that this rule makes of the words", placeholder: "rand() % 6 + 1" }],
  },
  { id: "fair", title: "Is it fair?", variants: FAIR },
  {
    id: "games",
    title: "Which game of Rogue is this?",
    fields: [{ name: "by", value: "seed" }, { name: "seed" }, { name: "seen" }],
  },
];

/** The bytes of an input; of one column if that is wanted, without a head that is no number. */
function bytesOfInput({ text, file }, column) {
  if (column === undefined) return file?.bytes ?? new TextEncoder().encode(text);
  const lines = (file === undefined ? text : new TextDecoder().decode(file.bytes)).split(/\r?\n/);
  const cells = lines.map((line) => (line.split(/[,;\t]/)[column - 1] ?? "").trim());
  return new TextEncoder().encode(cells.filter((cell, at) => cell !== "" && (at > 0 || /\d/.test(cell))).join("\n"));
}

const isEmpty = ({ text, file }) => file === undefined && text.trim() === "";

/** The counts of each run: a table, if a line has a name without an equals sign, or else a list on each line. */
function listRuns(text) {
  const lines = text.split("\n");
  if (lines.length > 1 && lines.some((line) => /[a-z]/i.test(line) && !line.includes("="))) return [text];
  return lines.map((run) => (run.includes("=") ? run.trim() : run.trim().replaceAll(/[\s,;]+/g, ",")));
}

/** The question for the program, and its input; undefined if there is nothing to ask. */
function makeQuestion() {
  if (state.question.id === "games") return makeGamesQuestion();
  const asked = current();
  const question = { ask: asked.ask, ...asked.fixed };
  for (const { name, option = name, check } of fieldsOf(asked)) {
    const value = state.values[name];
    if (value !== "") question[option] = check ? true : value;
  }
  const [first, second] = state.inputs;
  const text = first.text.trim();
  if (asked.text !== false && isEmpty(first)) return undefined;
  if (asked.text === "rule") question.rule = text;
  if (asked.ask === "rate") question.rate = text;
  if (asked.ask === "counts") question.counts = listRuns(text);
  // Weights and names say how many values there are, and names that they are not numbers.
  if (question.weights !== undefined || question.symbols !== undefined) delete question.below;
  if (question.symbols !== undefined || /[^\d\s.,]/.test(question.weights ?? "")) delete question.base;
  const { column } = question;
  delete question.column;
  if (first.file !== undefined && column === undefined) question.file = first.file.name;
  if (asked.text !== undefined) return { question, input: new Uint8Array() };
  const input = bytesOfInput(first, column);
  if (second === undefined || isEmpty(second)) return { question, input };
  if (second.file !== undefined && column === undefined) question.other = second.file.name;
  const other = bytesOfInput(second, column);
  const both = new Uint8Array(input.length + other.length);
  both.set(input);
  both.set(other, input.length);
  return { question: { ...question, ask: asked.pair, first: input.length }, input: both };
}

/** Examples, each with the tabs beside which it is shown, and its address without the number sign. */
const EXAMPLES = [
  ["who", "41, 18467, 6334, 26500, 19169, 15724", "Which generator starts like this, and what comes next?",
    { who: "41, 18467, 6334, 26500, 19169, 15724" }],
  ["who", "A d20 that somebody doubts", "It was rolled 119 times. Is it loaded?",
    { fair: "15,3,2,1,10,3,3,5,7,9,8,5,10,7,5,1,9,1,5,10", of: "counts" }],
  ["who check", "A port with one wrong shift", "The right words are known. What is wrong with these?",
    { check: "13961677918114568504 9572467398903101077 3186157155612613141 3855469391176765786", generator: "splitmix64", seed: "1" }],
  ["check", "PCG's demonstration", "These are its first words with the seed 42. And the next?",
    { check: "2707161783 2068313097 3122475824", generator: "pcg32", seed: "42" }],
  ["fair", "Swap each card with any card", "The shuffle that looks right. Watch where the cards land.",
    { fair: NAIVE, of: "own" }],
  ["fair", "w % 6 + 1, of a byte", "The usual way to roll a die, and its exact law.", { fair: "w % 6 + 1", of: "rule", bits: "8" }],
  ["fair", "0 drops in 84 kills", "The table says three in a hundred. Bad luck?", { fair: "0/84", of: "rate", chance: "0.03" }],
];
