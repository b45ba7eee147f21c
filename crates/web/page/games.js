// The tab about games of Rogue: a seed or a time leads to the names of its game, and names that were seen to the games that
// fit. The address has what was seen as "potion healing=pink; scroll sleep!=foo bar".

"use strict";

const nowSeconds = () => Math.floor(Date.now() / 1000);
const factsSeen = () => state.values.seen.split(";").map((fact) => fact.trim()).filter((fact) => fact !== "");

/** What can be seen: { what, kinds, names } for each sort of things. Loaded once. */
let namesLoaded;

async function loadNames() {
  const { answer } = await lister.ask({ ask: "rogue-names" }, new Uint8Array(), () => {});
  return answer.tables;
}

/** Fills the panel of the tab. */
function showGames(panel) {
  const { values } = state;
  if (values.by === "seed" && values.seed === "") {
    if (values.seen === "") values.seed = String(nowSeconds());
    else values.by = "seen";
  }
  const choices = { seed: "a seed, or the time of the start", seen: "names that I have seen", save: "a save file" };
  const options = Object.entries(choices).map(([value, text]) => make("option", { value }, text));
  const part = make("div");
  const show = () => part.replaceChildren(...{ seed: makeSeed, seen: makeSeen, save: makeSave }[values.by]());
  const by = make("select", {
    id: "by",
    onchange: () => {
      values.by = by.value;
      show();
      changed(0);
    },
  }, ...options);
  by.value = values.by;
  panel.append(make("label", {}, "I have", by), part);
  show();
}

/** The fields of a moment: each is filled in from the other. */
function makeSeed() {
  const offset = (seconds) => (zone.value === "local" ? 60 * new Date(1000 * seconds).getTimezoneOffset() : 0);
  const showTime = () => {
    const seconds = Number(seed.value) || 0;
    const shown = new Date(1000 * (seconds - offset(seconds)));
    time.value = Number.isNaN(shown.valueOf()) ? "" : shown.toISOString().slice(0, 19);
  };
  const choose = (text) => {
    seed.value = text;
    state.values.seed = text;
    changed();
  };
  const time = make("input", {
    id: "time", type: "datetime-local", step: "1",
    oninput: () => {
      const milliseconds = Date.parse(zone.value === "local" ? time.value : `${time.value}Z`);
      if (!Number.isNaN(milliseconds)) choose(String(Math.floor(milliseconds / 1000)));
    },
  });
  const zones = [make("option", { value: "utc" }, "UTC"), make("option", { value: "local" }, "this computer's")];
  const zone = make("select", { id: "zone", onchange: showTime }, ...zones);
  const seed = make("input", {
    id: "seed", inputmode: "numeric", autocomplete: "off",
    oninput: () => {
      choose(seed.value);
      showTime();
    },
  });
  const now = () => {
    choose(String(nowSeconds()));
    showTime();
  };
  seed.value = state.values.seed;
  showTime();
  const fields = [["Date and time of the start", time], ["Zone", zone], ["Its seed, a C int", seed]];
  return [
    make("div", { class: "fields" }, ...fields.map(([label, control]) => make("label", {}, label, control))),
    make("button", { type: "button", onclick: now }, "Now"),
  ];
}

/** What was seen, and a form to add to it. */
function makeSeen() {
  const place = make("div", {}, "The names are being loaded.");
  namesLoaded ??= loadNames();
  namesLoaded.then((tables) => place.replaceChildren(makeFactForm(tables)), () => say("The names cannot be loaded."));
  const facts = make("ul", { id: "facts", "aria-label": "What you have seen" });
  showFacts(facts);
  return [make("p", { class: "hint" }, "Two titles of scrolls are almost always enough."), place, facts, make("div", { id: "starts" })];
}

function makeFactForm(tables) {
  const kind = make("select", { id: "kind", onchange: () => showName() });
  for (const { what, kinds } of tables) {
    const options = kinds.map((name) => make("option", { value: `${what} ${name}` }, `${what} of ${name}`));
    kind.append(make("optgroup", { label: `${what}s` }, ...options));
  }
  const has = make("select", { id: "has" }, make("option", { value: "=" }, "is"), make("option", { value: "!=" }, "is not"));
  const place = make("div");
  const showName = () => {
    const { what, names } = tables.find(({ what }) => kind.value.startsWith(what));
    const control = what === "scroll"
      ? make("input", { id: "name", placeholder: names.slice(0, 3).join(" "), autocomplete: "off", spellcheck: "false" })
      : make("select", { id: "name" }, ...names.map((name) => make("option", {}, name)));
    place.replaceChildren(make("label", {}, what === "scroll" ? "Title" : "Looks like", control));
  };
  showName();
  const add = (event) => {
    event.preventDefault();
    const name = find("name").value.trim();
    if (name === "") return;
    setFacts([...factsSeen(), `${kind.value}${has.value}${name}`]);
  };
  const fields = [make("label", {}, "Thing", kind), make("label", {}, "is or is not", has), place];
  return make("form", { onsubmit: add }, make("div", { class: "fields" }, ...fields), make("button", {}, "Add"));
}

function setFacts(facts) {
  state.values.seen = facts.join("; ");
  showFacts(find("facts"));
  changed(0);
}

function showFacts(list) {
  const items = factsSeen().map((fact, at) => {
    const remove = () => {
      setFacts(factsSeen().filter((_, other) => other !== at));
      find("kind")?.focus();
    };
    return make("li", {}, `${fact} `, make("button", { type: "button", "aria-label": `Remove: ${fact}`, onclick: remove }, "Remove"));
  });
  list.replaceChildren(...items);
}

function makeSave() {
  const file = make("input", {
    type: "file",
    onchange: async () => {
      const [chosen] = file.files;
      if (chosen === undefined) return;
      state.inputs[0].file = { name: chosen.name, bytes: new Uint8Array(await chosen.slice(0, MAX_FILE).arrayBuffer()) };
      changed(0);
    },
  });
  return [make("label", {}, "A save file of the real game", file)];
}

/** The question for the program, and its input; undefined if there is nothing to ask. */
function makeGamesQuestion() {
  find("starts")?.replaceChildren();
  const { by, seed } = state.values;
  const { file } = state.inputs[0];
  if (by === "save") return file && { question: { ask: "save", file: file.name }, input: file.bytes };
  const input = new Uint8Array();
  if (by === "seed") return { question: { ask: "game", seed }, input };
  const seen = {};
  for (const fact of factsSeen()) {
    const [what] = fact.split(" ", 1);
    (seen[what] ??= []).push(fact.slice(what.length + 1));
  }
  return factsSeen().length === 0 ? undefined : { question: { ...seen, ask: "find", from: nowSeconds() }, input };
}

/** Buttons that show the names of the games that fit, with the time on this computer's clock. */
function showStarts({ next_starts: starts }) {
  const buttons = starts.map(({ game, unix, seed }) => {
    const show = () => {
      Object.assign(state.values, { by: "seed", seed: String(seed) });
      showPanel();
      changed(0);
      find("seed").focus();
    };
    const when = make("small", {}, `starts at ${new Date(1000 * unix).toLocaleString()} here`);
    return make("li", {}, make("button", { type: "button", onclick: show }, `The names of game ${game}`, when));
  });
  if (starts.length === 0) return;
  const list = make("ul", { class: "examples" }, ...buttons);
  const shown = make("details", { open: starts.length === 1 }, make("summary", {}, "Show the names of a game that fits"), list);
  find("starts")?.replaceChildren(shown);
}
