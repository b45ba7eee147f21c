// An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.
//
// Fill in the ops of Game with calls of your code, then run: roguelab check @ARGUMENT@ -- node adapter.js
// An op returns nothing (undefined), a number or BigInt, an array of them or of texts. Ops that return UNKNOWN are left out.
// Arguments of 64 bits are BigInt. Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws
// compared too.

const UNKNOWN = Symbol('unknown');

class Game {
  // Your state, as in a program just started: `reset` makes a new Game.
  constructor() {
  }

@STUBS@
}

const OPS = {
@ROWS@
};

// Below is the protocol: `roguelab check --protocol`.

const ESCAPES = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };
let draws = [];

function draw(lo, hi, value) {
  draws.push(`${lo} ${hi} ${value}`);
}

function quoted(text) {
  const escape = (c) => ESCAPES[c] ?? `\\u{${c.charCodeAt(0).toString(16)}}`;
  return `"${text.replace(/["\\\u0000-\u001f]/g, escape)}"`;
}

function shown(result) {
  if (result === UNKNOWN) return '?';
  if (result === undefined) return 'nothing';
  if (Array.isArray(result) || ArrayBuffer.isView(result)) {
    return `[${Array.from(result, (item) => (typeof item === 'string' ? quoted(item) : shown(item))).join(' ')}]`;
  }
  if (Number.isInteger(result)) return String(BigInt(result));
  if (typeof result === 'bigint') return String(result);
  throw new TypeError(`${String(result)} is no whole number`);
}

function perform(game, line) {
  const [name, ...given] = line.split(' ');
  if (!Object.hasOwn(OPS, name)) return '?';
  draws = [];
  const [op, ...types] = OPS[name];
  try {
    if (given.length !== types.length) throw new TypeError(`${name} has ${types.length} argument(s), not ${given.length}`);
    const answer = shown(game[op](...types.map((read, i) => read(given[i]))));
    return draws.length ? `${answer} | ${draws.join(', ')}` : answer;
  } catch (error) {
    return `! ${String(error).replace(/\s+/g, ' ')}`;
  }
}

console.log = console.error; // What your code prints is no answer.
let game = new Game();
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  const answers = lines.map((text) => {
    const line = text.trim();
    if (line !== 'reset') return perform(game, line);
    game = new Game();
    return 'nothing';
  });
  if (answers.length) process.stdout.write(`${answers.join('\n')}\n`);
});
