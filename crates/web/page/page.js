// The page: shows the question that is chosen, asks it as it is typed, and shows the reply. What is asked stands in
// questions.js; solver.js asks it; answer.js and figure.js show it. From a disk a browser loads no modules, so all are scripts of
// one scope.

"use strict";

/** How long to wait for the next key, in milliseconds. */
const PAUSE = 350;
const MAX_FILE = 16 << 20;
/** Longer inputs are not put into the address. */
const MAX_ADDRESS = 6000;

const solver = new Solver();
/** For what the page itself wants to know, so that it is not in the way of a question. */
const lister = new Solver();
const find = (id) => document.getElementById(id);

/** The question that is shown, and its variant; the values of its fields by name; what is in its boxes: a text, or a file. */
const state = { question: QUESTIONS[0], variant: undefined, values: {}, inputs: [{ text: "" }] };
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
  state.inputs = [{ text: text || (current().start ?? "") }];
  if (values.second !== undefined) state.inputs.push({ text: values.second });
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

/** A box for an input, and what to open a file with. */
function makeBox(asked, at) {
  const input = state.inputs[at];
  const id = at === 0 ? "box" : "second";
  const takesFiles = asked.text === undefined && asked.ask !== "counts" && asked.ask !== "rate" && !asked.run;
  const box = make("textarea", {
    id, placeholder: at === 0 && asked.placeholder, spellcheck: "false", autocapitalize: "off", rows: asked.rows ?? (takesFiles ? 4 : 2),
    wrap: asked.run && "off",
    oninput: () => {
      input.text = box.value;
      input.file = undefined;
      showName();
      changed();
    },
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) changed(0, true);
    },
    ondragover: (event) => {
      event.preventDefault();
      box.classList.add("over");
    },
    ondragleave: () => box.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      box.classList.remove("over");
      take(event.dataTransfer.files[0]);
    },
  });
  box.value = input.text;
  const name = make("span", { role: "status" });
  const showName = () => {
    name.textContent = input.file ? `${input.file.name}: ${input.file.bytes.length.toLocaleString("en")} bytes` : "or drop one on the box";
  };
  const take = async (file) => {
    if (file === undefined) return;
    if (file.size > MAX_FILE) {
      refuse(`${file.name} has ${file.size} bytes; this page takes files of up to ${MAX_FILE}.`);
      return;
    }
    input.file = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    input.text = "";
    box.value = "";
    showName();
    changed(0);
  };
  showName();
  const parts = [make("label", { for: id }, at === 0 ? asked.box : asked.second), box];
  if (!takesFiles) return parts;
  const file = make("input", { type: "file", id: at === 0 ? "file" : "second-file", class: "hidden", onchange: () => take(file.files[0]) });
  const below = make("div", { class: "below" }, make("label", { class: "button" }, "Open a file", file), name);
  if (at === 0 && asked.second && state.inputs.length === 1) {
    below.append(make("button", { type: "button", id: "add", onclick: () => {
      state.inputs.push({ text: "" });
      showPanel();
      find("second").focus();
    } }, "Compare with a second list"));
  }
  return [...parts, below];
}

/** Shows the question that is chosen. */
function showPanel() {
  const { question, variant } = state;
  for (const tab of find("tabs").children) {
    const isChosen = tab.id === `tab-${question.id}`;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    if (isChosen) find("tabs").scrollLeft = tab.offsetLeft - find("tabs").offsetLeft;
  }
  const panel = find("panel");
  panel.setAttribute("aria-labelledby", `tab-${question.id}`);
  panel.replaceChildren();
  showExamples();
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
  if (asked.text !== false) state.inputs.forEach((_, at) => panel.append(...makeBox(asked, at)));
  if (asked.hint !== undefined) panel.append(make("p", { class: "hint" }, asked.hint));
  if (asked.fields !== undefined) panel.append(makeGrid(asked.fields));
  if (asked.run !== undefined) {
    panel.append(make("button", { type: "button", id: "run", class: "main", onclick: () => changed(0, true) }, asked.run));
  }
  if (asked.options !== undefined) panel.append(make("details", {}, make("summary", {}, "Options"), makeGrid(asked.options)));
  if (question.id === "check") showPort(panel).catch(() => say("The list of generators cannot be loaded."));
  find("box")?.focus({ preventScroll: true });
}

/** Shows the examples of the question. */
function showExamples() {
  find("examples").replaceChildren();
  for (const [tab, title, what, address] of EXAMPLES) {
    if (!tab.split(" ").includes(state.question.id)) continue;
    const [[id, text], ...values] = Object.entries(address);
    const show = () => choose(id, Object.fromEntries(values), text);
    find("examples").append(make("li", {}, make("button", { type: "button", onclick: show }, title, make("small", {}, what))));
  }
}

/** Asks after a pause, in which more may be typed. What runs a text of the user waits until it is told to. */
function changed(pause = PAUSE, isTold = false) {
  clearTimeout(timer);
  solver.stop();
  shuffler.stop();
  writeAddress();
  if (current()?.run === undefined) {
    timer = setTimeout(ask, pause);
  } else if (isTold) {
    askOwn().catch((error) => refuse(error.message));
  } else {
    find("answer").hidden = true;
  }
}

async function ask() {
  const made = makeQuestion();
  find("answer").hidden = made === undefined;
  if (made === undefined) return;
  const { needs, lacking } = current();
  if (needs?.every((name) => state.values[name] === "")) {
    refuse(lacking);
    return;
  }
  const reply = await askProgram(made.question, made.input);
  // Otherwise another question has taken its place.
  if (reply !== undefined) showReply(made.question.ask, reply);
  if (!reply?.error || made.question.kind !== undefined || !made.input.some((byte) => byte < 9)) return;
  // Bytes that are no text.
  document.querySelector("#panel details").open = true;
  refuse("This is not text: choose under Options how its numbers are written.");
}

/** Asks the program, and shows its progress; undefined if another question has taken its place. */
async function askProgram(question, input) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  say("Searching");
  busy(true);
  find("methods").replaceChildren();
  try {
    const reply = await solver.ask(question, input, (what, isMethod) => {
      say(`${what} (${seconds()})`);
      if (isMethod) find("methods").append(make("li", {}, what));
    });
    if (reply !== undefined) reply.time = seconds();
    return reply;
  } catch (error) {
    return { error: `The program cannot be loaded: ${error.message}`, text: "", command: "" };
  }
}

/** Shows whether an answer is on its way. */
function busy(isBusy) {
  find("stop").hidden = !isBusy;
  find("methods").hidden = !isBusy;
  find("answer").toggleAttribute("aria-busy", isBusy);
}

function say(text) {
  find("saying").textContent = text;
}

function refuse(why) {
  busy(false);
  find("answer").hidden = false;
  find("answer").dataset.tone = "bad";
  find("result").hidden = true;
  find("live").replaceChildren();
  say(why.charAt(0).toUpperCase() + why.slice(1));
}

/** Questions whose answers have tables, which are not wrapped. */
const WITH_TABLES = ["test", "test-against", "bias", "shuffle", "reach", "game", "save", "find"];

function showReply(asked, reply) {
  if (reply.error) {
    refuse(reply.error);
    return;
  }
  busy(false);
  showSummary(asked, reply);
  find("result").hidden = false;
  find("text").textContent = reply.text.trimEnd();
  find("text").classList.toggle("table", WITH_TABLES.includes(asked));
  find("command").textContent = reply.command;
  find("json").textContent = JSON.stringify(reply.answer, null, 2);
  find("longer-line").hidden = !(reply.verdict === "not found" && Number(state.values.seconds || 10) < 60);
  if (asked === "find") showStarts(reply.answer);
  say(`Answered in ${reply.time}.`);
}

/** Puts the question into the address: `#who=41 18467&next=3`. */
function writeAddress() {
  const values = new URLSearchParams({ [state.question.id]: state.inputs[0].text });
  if (state.variant !== undefined) values.set("of", state.variant.of);
  for (const { name, value = "", choices } of fieldsOf(current())) {
    if (state.values[name] !== (value || choices?.[0][0] || "")) values.set(name, state.values[name]);
  }
  if (state.inputs[1]?.text) values.set("second", state.inputs[1].text);
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
    shuffler.stop();
    busy(false);
    find("result").hidden = true;
    say("Stopped.");
  });
  find("longer").addEventListener("click", () => {
    state.values.seconds = "60";
    showPanel();
    changed(0);
  });
  find("command").after(copyButton("Copy the command", () => find("command").textContent));
  addEventListener("hashchange", readAddress);
}

showTabs();
listen();
readAddress();
