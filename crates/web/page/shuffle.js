// A shuffle that somebody wrote, run in a worker of its own: the page shows where the items land while it runs.

"use strict";

/** A shuffle that says nothing for so many milliseconds is stopped. */
const SILENCE = 5000;

/** A fraction of 53 bits from the browser's cryptographic source; its text, which has one line, comes before that of the shuffle. */
const fractionOfBrowser = () => Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n) / 2 ** 53;

/** What the worker does, beside the text of the shuffle, which comes before it in one script. */
function runShuffle() {
  /** For so many milliseconds at most. */
  const longest = 20000;
  const check = (result, n) => {
    if (!Array.isArray(result)) throw new Error("it returned no list");
    const seen = new Set(result);
    if (result.length !== n || seen.size !== n || !result.every((item) => Number.isInteger(item) && item >= 0 && item < n)) {
      throw new Error(`of the items 0 to ${n - 1} it made ${JSON.stringify(result).slice(0, 80)}: each must come once`);
    }
  };
  onmessage = async ({ data: { n, lists } }) => {
    try {
      if (typeof shuffle !== "function") throw new Error("there is no function that is called shuffle");
      const places = Array.from({ length: n }, () => new Array(n).fill(0));
      const text = [];
      const began = performance.now();
      // A few at first, so that the picture grows.
      for (let batch = 10; text.length < lists && performance.now() - began < longest; batch = Math.ceil(batch * 1.3)) {
        for (let i = 0; i < batch && text.length < lists; i++) {
          const items = Array.from({ length: n }, (_, at) => at);
          const result = shuffle(items) ?? items;
          check(result, n);
          result.forEach((item, place) => places[item][place]++);
          text.push(result.join(" "));
        }
        postMessage({ places, lists: text.length });
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      postMessage({ places, lists: text.length, text: `${text.join("\n")}\n` });
    } catch (error) {
      postMessage({ error: `Your shuffle fails: ${error.message}.` });
    }
  };
}

/** Runs shuffles, one at a time. */
class Shuffler {
  #worker = undefined;
  #settle = undefined;
  #watch = undefined;

  stop() {
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle?.(undefined);
    this.#settle = undefined;
  }

  /** Shuffles `n` items again and again; gets { places, text }, { error }, or undefined if it was stopped. */
  run(code, n, lists, onPlaces) {
    this.stop();
    // What the browser says of an error names the lines of the text in the box.
    const text = `self.rng = ${fractionOfBrowser};${code}\n;(${runShuffle})();`;
    const script = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(script);
    this.#worker = worker;
    return new Promise((resolve) => {
      this.#settle = resolve;
      const end = (result) => {
        this.#settle = undefined;
        this.stop();
        URL.revokeObjectURL(script);
        resolve(result);
      };
      const watch = () => {
        clearTimeout(this.#watch);
        const error = `Your shuffle was stopped: it did not return within ${SILENCE / 1000} seconds.`;
        this.#watch = setTimeout(() => end({ error }), SILENCE);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end({ error: `Your shuffle cannot run: ${event.message}, line ${event.lineno}.` });
      };
      worker.onmessage = ({ data }) => {
        watch();
        if (data.error !== undefined || data.text !== undefined) end(data);
        else onPlaces(data.places, data.lists);
      };
      watch();
      worker.postMessage({ n, lists });
    });
  }
}

const shuffler = new Shuffler();

/** A whole number of a field, in a range. */
function wholeField(name, least, most) {
  const number = Number(state.values[name]);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${name}: give a whole number from ${least} to ${most.toLocaleString("en")}, not ${state.values[name] || "nothing"}`);
}

/** Shuffles with what is in the box, shows where the items land, and asks the program about the lists. */
async function askOwn() {
  const n = wholeField("n", 2, 12);
  const lists = wholeField("lists", 100, 1_000_000);
  find("answer").hidden = false;
  find("result").hidden = true;
  busy(true);
  say("Shuffling");
  let live;
  const show = (places, done) => {
    const fair = done / n;
    live ??= find("live").appendChild(drawHeat("Where the items land so far", places, fair));
    const cells = live.querySelectorAll("rect");
    places.flat().forEach((count, at) => heatCell(cells[at], count / fair));
    say(`${done.toLocaleString("en")} lists`);
  };
  find("live").replaceChildren();
  const made = await shuffler.run(state.inputs[0].text, n, lists, show);
  if (made === undefined) return;
  find("live").replaceChildren();
  if (made.error !== undefined) {
    refuse(made.error);
    return;
  }
  const question = { ask: "test", permutations: true, file: "lists.txt" };
  if (state.values.alpha !== "") question.alpha = state.values.alpha;
  const reply = await askProgram(question, new TextEncoder().encode(made.text));
  if (reply === undefined) return;
  // The program stops at the first failure; the picture has all lists.
  if (!reply.error) reply.tally = { places: made.places };
  showReply("test", reply);
  if (reply.error) return;
  const items = reply.answer.input.items.toLocaleString("en");
  const whole = make("button", { type: "button", onclick: () => download("lists.txt", made.text) }, "Download the lists");
  find("summary").append(make("p", {}, `The verdict is of the first ${items} lists. `, whole), await compareShuffles(n));
}

/** The exact matrices of known shuffles, for comparison. */
async function compareShuffles(n) {
  const beside = make("div", { class: "beside" });
  const head = make("h3", {}, "Known shuffles, by their exact law");
  for (const [shuffle, name] of [["naive", "The naive shuffle, which swaps each place with any place"], ["sattolo", "Sattolo's shuffle"]]) {
    const reply = await lister.ask({ ask: "shuffle", shuffle, n }, new Uint8Array(), () => {});
    if (reply?.answer?.places) beside.append(makeExact(shuffle, name, reply.answer.places));
  }
  return make("div", {}, head, beside);
}
