// Asks the program, which runs in a worker so that the page stays alive. A question that replaces another one stops it: the
// worker is ended, and a new one gets the same compiled module.

"use strict";

/** Decodes base64. */
function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Loads a classic script, which a page may do from a disk too. */
function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${url} is missing`));
    document.head.append(script);
  });
}

class Solver {
  /** The other files are beside this one, also where a page of another folder has loaded it. */
  static #script = document.currentScript.src;
  static #ready = undefined;
  #worker = undefined;
  #settle = undefined;
  #number = 0;

  static #beside(name) {
    return new URL(name, Solver.#script).href;
  }

  /** Compiles the program once. From a disk nothing can be fetched, so a script has it as text. */
  static #load() {
    Solver.#ready ??= (async () => {
      if (location.protocol !== "file:") {
        const file = await fetch(Solver.#beside("roguelab.wasm"));
        // Not as it arrives, for which a host would have to know the type of the file.
        return { module: await WebAssembly.compile(await file.arrayBuffer()), script: Solver.#beside("worker.js") };
      }
      await loadScript(Solver.#beside("embedded.js"));
      const { worker, wasm } = globalThis.EMBEDDED;
      const script = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
      return { module: await WebAssembly.compile(bytesOf(wasm)), script };
    })();
    return Solver.#ready;
  }

  /** Ends what is being answered: its promise gets undefined. */
  stop() {
    this.#number++;
    this.#settle?.(undefined);
    this.#settle = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /**
   * Asks a question about bytes; `onProgress` gets what is tried, and whether it is another method. Another question, or `stop`,
   * ends it with undefined.
   */
  async ask(question, input, onProgress) {
    if (this.#settle !== undefined) this.stop();
    const number = ++this.#number;
    const { module, script } = await Solver.#load();
    if (number !== this.#number) return undefined;
    if (this.#worker === undefined) {
      this.#worker = new Worker(script);
      this.#worker.postMessage({ module });
    }
    const worker = this.#worker;
    return new Promise((resolve) => {
      this.#settle = resolve;
      worker.onmessage = ({ data }) => {
        if (data.progress !== undefined) {
          onProgress(data.progress, data.isMethod);
          return;
        }
        this.#settle = undefined;
        // After a panic its memory is of no use.
        if (data.failed) this.stop();
        resolve(data.reply);
      };
      worker.postMessage({ question, input });
    });
  }
}
