// What helps to compare a port with more than its first words: an adapter in its language, and stored outputs.

"use strict";

/** Shows what helps to write a port: suggestions of generators, stored outputs of some, and adapters for all. */
async function showPort(panel) {
  const list = make("datalist", { id: "generators" });
  const languages = make("select", { id: "lang", "aria-label": "The language of your port" });
  const vectors = make("p", { id: "vectors" });
  const text = make("pre", { id: "adapter", tabindex: "0", role: "region", "aria-label": "Adapter" });
  const details = make("details", {}, make("summary", {}, "Compare more than the first words: an adapter, and stored outputs"));
  panel.append(list, details);
  const reply = await lister.ask({ ask: "generators" }, new Uint8Array(), () => {});
  const { generators, languages: names } = reply.answer;
  for (const { name, about } of generators) list.append(make("option", { value: name }, about));
  languages.append(...names.map((name) => make("option", {}, name)));
  let written = "";
  const save = make("button", { type: "button", onclick: () => download(written, text.textContent) }, "Download it");
  const update = async () => {
    const chosen = generators.find(({ name }) => name === state.values.generator.trim());
    vectors.replaceChildren();
    text.textContent = "";
    if (chosen === undefined) {
      vectors.textContent = "Choose a generator first.";
      return;
    }
    if (chosen.has_vectors) {
      const file = `${chosen.name}.json`;
      vectors.append("Its ops with what they show, from the original: ",
        make("a", { href: `vectors/${file}`, download: file, target: "_blank" }, file), "; ",
        make("a", { href: "vectors/README.md", download: "VECTORS.md", target: "_blank" }, "how to use it"), ".");
    } else {
      vectors.textContent = "There are no stored outputs of it; the adapter compares as many as you like.";
    }
    const adapter = await lister.ask({ ask: "adapter", generator: chosen.name, lang: languages.value }, new Uint8Array(), () => {});
    if (adapter?.answer) text.textContent = adapter.answer.adapter;
    written = `adapter-${chosen.name.replaceAll(/[^\w-]/g, "-")}.${ENDINGS[languages.value] ?? languages.value}`;
  };
  languages.addEventListener("change", update);
  panel.querySelector("input[list]").addEventListener("input", update);
  details.append(vectors, make("div", { class: "below" }, languages, save, copyButton("Copy the adapter", () => text.textContent)), text);
  await update();
}

const ENDINGS = { python: "py", javascript: "js", csharp: "cs", rust: "rs" };
