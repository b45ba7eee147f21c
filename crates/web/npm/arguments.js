// The arguments of functions: each error names the argument, and shows its value.

/** A value in a message. */
export function shown(value) {
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  const text = typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? `[${value}]` : String(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** Refuses what is no integer in a range. */
export function checkWhole(name, value, least, most) {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const Refused = typeof value === "number" ? RangeError : TypeError;
  throw new Refused(`${name} is ${shown(value)}: it must be an integer from ${least} to ${most}`);
}

/** Refuses what is no finite number. */
export function checkNumber(name, value) {
  if (!Number.isFinite(value)) throw new TypeError(`${name} is ${shown(value)}: it must be a number`);
}

/** Refuses what is no number between 0 and 1. */
export function checkChance(name, value) {
  checkNumber(name, value);
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}: it must lie between 0 and 1`);
}

/** Refuses what cannot be called. */
export function checkFunction(name, value) {
  if (typeof value !== "function") throw new TypeError(`${name} is ${shown(value)}: it must be a function`);
}

/** Refuses options that a function does not have. */
export function checkOptions(options, names) {
  if (typeof options !== "object" || options === null) throw new TypeError(`options is ${shown(options)}: it must be an object`);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`there is no option ${name}: the options are ${names.join(", ")}`);
  }
}

export function isIterable(value) {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** Refuses what has no items in an order that counts. */
export function checkList(name, values) {
  if (values instanceof Map) throw new TypeError(`${name} is a Map: it must be an array, with an item for each value in their order`);
  if (!isIterable(values)) throw new TypeError(`${name} is ${shown(values)}: it must be an array`);
}
