// The page: shows the question that is chosen, asks it as it is typed, and shows the reply. What is asked stands in
// questions.js; solver.js asks it. From a disk a browser loads no modules, so all are scripts of one scope.

"use strict";

/** How long to wait for the next key, in milliseconds. */
const PAUSE = 350;
const MAX_FILE = 16 << 20;
/** Longer inputs are not put into the address. */
const MAX_ADDRESS = 6000;

const solver = new Solver();
const find = (id) => document.getElementById(id);

/** The question that is shown, and its variant; the values of its fields by name; the file in place of typed text. */
const state = { question: QUESTIONS[0], variant: undefined, values: {}, text: "", file: undefined };
let timer;

/** Makes an element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** What is asked now: the question, or the variant of it that is chosen. */
const current = () => state.variant ?? state.question;
const fieldsOf = (asked) => [...(asked.fields ?? []), ...(asked.options ?? [])];

/** Chooses a question and fills it in. */
function choose(id, values = {}, text = "") {
  const question = QUESTIONS.find((question) => question.id === id) ?? QUESTIONS[0];
  const variants = question.variants ?? [];
  state.question = question;
  state.variant = variants.find(({ of }) => of === values.of) ?? variants[0];
  state.values = {};
  for (const { name, value = "" } of fieldsOf(current())) state.values[name] = values[name] ?? value;
  state.text = text;
  state.file = undefined;
  showPanel();
  changed(0);
}

function showTabs() {
  const select = (id) => {
    choose(id);
    find(`tab-${id}`).focus();
  };
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  QUESTIONS.forEach(({ id, title }, at) => {
    const tab = make("button", {
      type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "panel",
      onclick: () => select(id),
      onkeydown: (event) => {
        const step = steps[event.key];
        if (step !== undefined) select(QUESTIONS[(at + step + QUESTIONS.length) % QUESTIONS.length].id);
      },
    }, title);
    find("tabs").append(tab);
  });
}

/** Makes the control of a field, in its label. */
function makeField(field) {
  const { name, label, choices, check, long, placeholder, list } = field;
  const set = (value) => {
    state.values[name] = value;
    changed();
  };
  const value = state.values[name];
  if (check) {
    const box = make("input", { type: "checkbox", onchange: () => set(box.checked ? "yes" : "") });
    box.checked = value !== "";
    return make("label", { class: "check" }, box, ` ${label}`);
  }
  if (choices !== undefined) {
    const options = choices.map(([value, text]) => make("option", { value }, text));
    const control = make("select", { onchange: () => set(control.value) }, ...options);
    control.value = value || choices[0][0];
    state.values[name] = control.value;
    return make("label", {}, label, control);
  }
  const shown = { placeholder, list, autocomplete: "off", spellcheck: "false", oninput: () => set(control.value) };
  const control = make(long ? "textarea" : "input", shown);
  control.value = value;
  return make("label", { class: long && "wide" }, label, control);
}

function makeGrid(fields) {
  return make("div", { class: "fields" }, ...fields.map(makeField));
}

/** The box, and what to open a file with. */
function makeBox(asked) {
  const box = make("textarea", {
    id: "box", placeholder: asked.placeholder, spellcheck: "false", autocapitalize: "off",
    oninput: () => {
      state.text = box.value;
      state.file = undefined;
      showFile();
      changed();
    },
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) changed(0);
    },
    ondragover: (event) => {
      event.preventDefault();
      box.classList.add("over");
    },
    ondragleave: () => box.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      box.classList.remove("over");
      openFile(event.dataTransfer.files[0]);
    },
  });
  box.value = state.text;
  const label = make("label", { for: "box" }, asked.box);
  if (asked.text !== undefined || asked.ask === "counts" || asked.ask === "rate") return [label, box];
  const file = make("input", { type: "file", id: "file", "aria-label": "Open a file", onchange: () => openFile(file.files[0]) });
  const name = make("span", { id: "file-name", role: "status" });
  return [label, box, make("div", { class: "below" }, file, name)];
}

async function openFile(file) {
  if (file === undefined) return;
  if (file.size > MAX_FILE) {
    refuse(`${file.name} has ${file.size} bytes; this page takes files of up to ${MAX_FILE}.`);
    return;
  }
  state.file = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  state.text = "";
  find("box").value = "";
  showFile();
  changed(0);
}

function showFile() {
  const name = find("file-name");
  if (name !== null) name.textContent = state.file ? `${state.file.name}: ${state.file.bytes.length} bytes` : "";
}

/** Shows the question that is chosen. */
function showPanel() {
  const { question, variant } = state;
  for (const tab of find("tabs").children) {
    const isChosen = tab.id === `tab-${question.id}`;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  const panel = find("panel");
  panel.setAttribute("aria-labelledby", `tab-${question.id}`);
  panel.replaceChildren();
  document.querySelector("h1").textContent = question.title;
  if (question.id === "games") {
    showGames(panel);
    return;
  }
  const asked = current();
  if (variant !== undefined) {
    const options = question.variants.map(({ of, title }) => make("option", { value: of }, title));
    const control = make("select", { id: "of", onchange: () => choose(question.id, { of: control.value }) }, ...options);
    control.value = variant.of;
    panel.append(make("label", {}, "I have", control));
  }
  if (asked.text !== false) panel.append(...makeBox(asked));
  if (asked.fields !== undefined) panel.append(makeGrid(asked.fields));
  if (asked.options !== undefined) panel.append(make("details", {}, make("summary", {}, "Options"), makeGrid(asked.options)));
  if (question.id === "check") suggestGenerators().catch(() => say("The list of generators cannot be loaded."));
  find("box")?.focus({ preventScroll: true });
}

function showExamples() {
  for (const [title, what, address] of EXAMPLES) {
    const [[id, text], ...values] = Object.entries(address);
    const show = () => choose(id, Object.fromEntries(values), text);
    find("examples").append(make("li", {}, make("button", { type: "button", onclick: show }, title, make("small", {}, what))));
  }
}

/** The question for the program, and its input; undefined if there is nothing to ask. */
function makeQuestion() {
  if (state.question.id === "games") return makeGamesQuestion();
  const asked = current();
  const question = { ask: asked.ask, ...asked.fixed };
  for (const { name, check } of fieldsOf(asked)) {
    const value = state.values[name];
    if (value !== "") question[name] = check ? true : value;
  }
  const { second } = question;
  delete question.second;
  const text = state.text.trim();
  let input = new TextEncoder().encode(state.file || asked.text !== undefined ? "" : state.text);
  if (asked.text === undefined && text === "" && state.file === undefined) return undefined;
  if (asked.text === "rule" && text === "") return undefined;
  if (asked.text) question[asked.text] = text;
  if (asked.ask === "rate") question.rate = text;
  if (asked.ask === "counts") question.counts = text.split("\n").map((run) => run.trim().replaceAll(/[\s,;]+/g, ","));
  // Weights say how many values there are.
  if (question.weights !== undefined) delete question.below;
  if (state.file !== undefined) {
    question.file = state.file.name;
    input = state.file.bytes;
  }
  if (second !== undefined && asked.ask === "who") {
    const other = new TextEncoder().encode(second);
    question.ask = "who-differs";
    question.first = input.length;
    const both = new Uint8Array(input.length + other.length);
    both.set(input);
    both.set(other, input.length);
    input = both;
  }
  return { question, input };
}

/** Asks after a pause, in which more may be typed. */
function changed(pause = PAUSE) {
  clearTimeout(timer);
  solver.stop();
  writeAddress();
  timer = setTimeout(ask, pause);
}

async function ask() {
  const made = makeQuestion();
  const answer = find("answer");
  answer.hidden = made === undefined;
  if (made === undefined) return;
  const began = performance.now();
  say("Searching");
  find("stop").hidden = false;
  answer.setAttribute("aria-busy", "true");
  let reply;
  try {
    reply = await solver.ask(made.question, made.input, (what) => say(`${what} (${seconds(began)})`));
  } catch (error) {
    reply = { error: `The program cannot be loaded: ${error.message}`, text: "", command: "" };
  }
  // Another question has taken its place.
  if (reply === undefined) return;
  answer.removeAttribute("aria-busy");
  find("stop").hidden = true;
  if (reply.error) refuse(reply.error);
  else showReply(made.question.ask, reply, `Answered in ${seconds(began)}.`);
}

const seconds = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

function say(text) {
  find("saying").textContent = text;
}

function refuse(why) {
  find("answer").hidden = false;
  find("stop").hidden = true;
  find("result").hidden = true;
  say(why.charAt(0).toUpperCase() + why.slice(1));
}

const TONES = { found: "good", agrees: "good", PASS: "good", FAIL: "bad", differs: "bad" };

/** Questions whose answers have tables, which are not wrapped. */
const WITH_TABLES = ["test", "bias", "shuffle", "reach", "game", "save", "find"];

function showReply(asked, reply, said) {
  find("result").hidden = false;
  find("answer").dataset.tone = TONES[reply.verdict] ?? "";
  find("text").textContent = reply.text.trimEnd();
  find("text").classList.toggle("table", WITH_TABLES.includes(asked));
  find("command").textContent = reply.command;
  find("json").textContent = JSON.stringify(reply.answer, null, 2);
  find("longer-line").hidden = !(reply.verdict === "not found" && Number(state.values.seconds || 10) < 60);
  if (asked === "find") showStarts(reply.answer);
  say(said);
}

/** Puts the question into the address: `#who=41 18467&next=3`. */
function writeAddress() {
  const values = new URLSearchParams({ [state.question.id]: state.text });
  if (state.variant !== undefined) values.set("of", state.variant.of);
  for (const { name, value = "", choices } of fieldsOf(current())) {
    if (state.values[name] !== (value || choices?.[0][0] || "")) values.set(name, state.values[name]);
  }
  const text = values.toString();
  const address = text === `${QUESTIONS[0].id}=` || text.length > MAX_ADDRESS ? " " : `#${text}`;
  history.replaceState(null, "", address === " " ? location.pathname + location.search : address);
}

/** Chooses what the address says. */
function readAddress() {
  const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const id = Object.keys(values)[0];
  choose(id, values, values[id]);
}

function listen() {
  find("stop").addEventListener("click", () => {
    solver.stop();
    find("stop").hidden = true;
    find("answer").removeAttribute("aria-busy");
    find("result").hidden = true;
    say("Stopped.");
  });
  find("longer").addEventListener("click", () => {
    state.values.seconds = "60";
    showPanel();
    changed(0);
  });
  find("copy").addEventListener("click", async () => {
    const { textContent } = find("command");
    try {
      await navigator.clipboard.writeText(textContent);
      say("The command is copied.");
    } catch {
      getSelection().selectAllChildren(find("command"));
      say("The command is selected: copy it with your keyboard.");
    }
  });
  addEventListener("hashchange", readAddress);
}

/** Lists the generators for the suggestions, with a program of its own, so that it is not in the way of a question. */
async function suggestGenerators() {
  if (find("generators") !== null) return;
  const list = make("datalist", { id: "generators" });
  document.body.append(list);
  const lister = new Solver();
  const { answer } = await lister.ask({ ask: "generators" }, new Uint8Array(), () => {});
  lister.stop();
  for (const { name, about } of answer.generators) list.append(make("option", { value: name }, about));
}

showTabs();
showExamples();
listen();
readAddress();
