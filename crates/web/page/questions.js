// The questions of the page: their fields, which have the names of the program's options, and their examples.
//
// A field is { name, label } with `choices`, [value, label] pairs, for a list, `check` for a box to tick, `long` for several
// lines, `value` for what it begins with, and `list` for suggestions. `fields` are shown, `options` folded.

"use strict";

const FORMATS = [
  ["", "as it looks"], ["text", "whole numbers in text"], ["float", "fractions in text"], ["u8", "bytes"],
  ["u16", "2-byte words"], ["u32", "4-byte words"], ["u64", "8-byte words"], ["f32", "4-byte fractions"],
  ["f64", "8-byte fractions"],
];
const ORDERS = [["", "lowest first"], ["big", "highest first"]];
const FILE_OPTIONS = [
  { name: "kind", label: "How numbers are written", choices: FORMATS },
  { name: "endian", label: "Bytes of a binary word", choices: ORDERS },
];
const ALPHA = { name: "alpha", label: "Chance of a false alarm", placeholder: "1e-6" };

/** What can be asked about fairness: each is a question of its own. */
const FAIR = [
  {
    of: "rolls",
    title: "rolls, draws or other whole numbers in a range",
    ask: "test",
    box: "Rolls, one after another",
    placeholder: "4 6 1 1 3 2 ...",
    fields: [
      { name: "below", label: "How many different values", placeholder: "6" },
      { name: "base", label: "The lowest value", value: "1" },
    ],
    options: [{ name: "weights", label: "Weights, if they differ, in place of how many", placeholder: "95,4,1" }, ALPHA],
  },
  {
    of: "counts",
    title: "counts: how often each value came",
    ask: "counts",
    box: "How often each value came; a line for each run",
    placeholder: "103,411,9486",
    options: [{ name: "weights", label: "Weights, if the values are not equally likely", placeholder: "1,4,95" }, ALPHA],
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
    of: "decks",
    title: "shuffled decks or lists, one on each line",
    ask: "test",
    fixed: { permutations: true },
    box: "A shuffled list on each line",
    placeholder: "3 1 2\n2 1 3\n...",
    options: [ALPHA],
  },
  {
    of: "words",
    title: "words or fractions of a generator, typed or in a file",
    ask: "test",
    box: "Words or fractions, or drop a file",
    options: [...FILE_OPTIONS, { name: "bits", label: "Bits of a word that are random" }, ALPHA],
  },
  {
    of: "rule",
    title: "a rule that makes numbers of random words",
    ask: "bias",
    text: "rule",
    box: "A rule, in which w is a word",
    placeholder: "w % 6 + 1",
    fields: [{ name: "bits", label: "Bits of a word", placeholder: "32" }, { name: "n", label: "n, if the rule has one" }],
    options: [
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
          ["naive", "naive: swaps with any place"], ["sattolo", "Sattolo's"], ["riffle", "riffle"],
          ["transpositions", "random swaps"], ["overhand", "overhand"],
        ],
      },
      { name: "n", label: "Cards", value: "6" },
      { name: "times", label: "How many times" },
    ],
  },
];

const QUESTIONS = [
  {
    id: "who",
    title: "What made these numbers?",
    ask: "who",
    box: "Numbers, in the order in which they came",
    placeholder: "41, 18467, 6334, 26500, 19169, ...",
    options: [
      { name: "below", label: "They are below", placeholder: "6" },
      { name: "base", label: "The lowest is", placeholder: "0" },
      { name: "dice", label: "They are sums of dice", placeholder: "3d6" },
      { name: "range", label: "They are fractions in a range", placeholder: "-5,5" },
      { name: "alphabet", label: "Characters, or names with commas, in their order" },
      { name: "bits", label: "Bits of a word" },
      { name: "seed", label: "The seed, if you know it" },
      { name: "next", label: "Predict so many numbers", value: "3" },
      { name: "previous", label: "Numbers before them", placeholder: "0" },
      { name: "only", label: "Only generators whose names begin with" },
      { name: "seconds", label: "Search for so many seconds", placeholder: "10" },
      { name: "all", label: "Go on after the first answer", check: true },
      ...FILE_OPTIONS,
      { name: "second", label: "Numbers that should have been the same", long: true },
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
    ],
  },
  { id: "fair", title: "Is it fair?", variants: FAIR },
  {
    id: "games",
    title: "Which game of Rogue is this?",
    fields: [{ name: "by", value: "seed" }, { name: "seed" }, { name: "seen" }],
  },
];

/** The examples, each an address of this page without its number sign. */
const EXAMPLES = [
  ["41, 18467, 6334, 26500, 19169, 15724", "Which generator starts like this, and what comes next?",
    { who: "41, 18467, 6334, 26500, 19169, 15724" }],
  ["A d20 that somebody doubts", "It was rolled 119 times. Is it loaded?",
    { fair: "15,3,2,1,10,3,3,5,7,9,8,5,10,7,5,1,9,1,5,10", of: "counts" }],
  ["A port with one wrong shift", "The right words are known. What is wrong with these?",
    { check: "13961677918114568504 9572467398903101077 3186157155612613141 3855469391176765786", generator: "splitmix64", seed: "1" }],
];
