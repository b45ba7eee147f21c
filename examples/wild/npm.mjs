// Answers for any package of npm in fixtures/wild.toml, in the protocol of `roguelab check` (docs/protocol.md): a line in, a
// line out. It is copied into the folder of the packages, so that they are found from there. Its arguments are the name of the
// package in that folder, and the port as JSON: lines of setup, and an expression for each op, whose arguments are BigInt.
import { createRequire } from 'node:module'

const [, , name, port] = process.argv
const { setup, ops } = JSON.parse(port)

const skipped = Symbol('skipped')
const mask = (1n << 64n) - 1n

// What the lines of a port may use.
const helpers = {
  // The package, or a file of it: as a module, and as CommonJS.
  load: (file = '') => import(name + file),
  loaded: (file = '') => createRequire(import.meta.url)(name + file),
  // A file of the package that others are not meant to load.
  inner: file => import(new URL(`node_modules/${name}/${file}`, import.meta.url)),
  // For arguments that the package does not take: the op is left out, and so is what follows up to the next seed.
  skip: () => { throw skipped },
  // Words of splitmix64, by which the catalogue fills states.
  splitmix64: (seed, count) => Array.from({ length: count }, () => {
    seed = (seed + 0x9e3779b97f4a7c15n) & mask
    let z = ((seed ^ (seed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask
    return z ^ (z >> 31n)
  }),
  // Words filled one after another by x * factor + 1, or as those of MT19937.
  filled: (seed, count, by) => Array.from({ length: count }, (_, at) => {
    const word = Number(BigInt.asUintN(32, seed))
    const next = by === 'twister' ? Math.imul(word ^ (word >>> 30), 1812433253) + at + 1 : Math.imul(word, by) + 1
    seed = BigInt(next >>> 0)
    return word
  }),
  low: value => Number(BigInt.asUintN(32, value)),
  high: value => Number(BigInt.asUintN(32, value >> 32n)),
  whole: (low, high) => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

const AsyncFunction = (async () => {}).constructor
const functions = Object.entries(ops).map(([head, body]) => {
  const [op, ...parameters] = head.split(' ')
  return `${op}: (${parameters}) => (${body})`
})
const table = await new AsyncFunction(...Object.keys(helpers), `${setup}\nreturn { ${functions} }`)(...Object.values(helpers))

// A number, or a list of them; what is neither is hidden.
const shown = result => {
  if (Array.isArray(result)) return `[${result.join(' ')}]`
  return typeof result === 'number' || typeof result === 'bigint' ? String(result) : '-'
}

const answer = line => {
  const [op, ...rest] = line.split(' ')
  // Every case seeds first.
  if (op === 'reset') return 'nothing'
  const numbers = rest.map(BigInt)
  try {
    if (Object.hasOwn(table, op)) return shown(table[op](...numbers))
    // `nexts 8` is `next`, eight times.
    const one = op.slice(0, -1)
    if (op.endsWith('s') && Object.hasOwn(table, one)) return shown(Array.from({ length: Number(numbers[0]) }, () => table[one]()))
  } catch (error) {
    if (error !== skipped) return `! ${String(error).replaceAll('\n', ' ')}`
  }
  return '?'
}

let begun = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', chunk => {
  const lines = (begun + chunk).split('\n')
  begun = lines.pop()
  if (lines.length > 0) process.stdout.write(lines.map(line => answer(line.trim()) + '\n').join(''))
})
