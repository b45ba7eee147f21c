import { test } from "node:test";

import { assertShuffle } from "roguelab";

import { shuffle } from "./deck.js";

test("the shuffle is fair", () => assertShuffle(shuffle, 6));
