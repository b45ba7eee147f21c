// What a browser has: the WebAssembly is loaded with `init`, and there is no environment.

export const environment = {};

export class AssertionError extends Error {
  name = "AssertionError";
  code = "ERR_ASSERTION";
  generatedMessage = false;
}

export const fillRandom = (array) => crypto.getRandomValues(array);

let compiled;

export function compile() {
  if (compiled === undefined) throw new Error("roguelab is not loaded: write `await init()` first");
  return compiled;
}

/** Loads the WebAssembly. `url` is where it is, if a bundler did not put it beside this file. */
export async function init(url = new URL("./roguelab.wasm", import.meta.url)) {
  if (compiled !== undefined) return;
  const file = await fetch(url);
  if (!file.ok) throw new Error(`${url} cannot be loaded: ${file.status} ${file.statusText}`);
  // Not as it arrives, for which a host would have to know the type of the file.
  try {
    compiled = await WebAssembly.compile(await file.arrayBuffer());
  } catch (cause) {
    const remedy = 'with the development server of Vite, its settings need `optimizeDeps: { exclude: ["roguelab"] }`';
    throw new Error(`${url} is not the WebAssembly of roguelab: ${remedy}`, { cause });
  }
}
