// The protocol of `roguelab check` (docs/protocol.md): a line in, a line out. Arguments come as BigInt.
'use strict'

// A package from the folder that is given as the argument.
exports.load = name => require(require.resolve(name, { paths: [process.argv[2]] }))

// What an op returns: undefined is `nothing`, null hides the result, a number, a BigInt or an array of them is shown.
const shown = result => {
  if (result === undefined) return 'nothing'
  if (result === null) return '-'
  return Array.isArray(result) ? `[${result.join(' ')}]` : String(result)
}

exports.serve = (ops, reset) => {
  const answer = line => {
    const [name, ...rest] = line.split(' ')
    if (name === 'reset') return shown(reset())
    if (!Object.hasOwn(ops, name)) return '?'
    try {
      return shown(ops[name](...rest.map(BigInt)))
    } catch (error) {
      return `! ${String(error).replaceAll('\n', ' ')}`
    }
  }
  let begun = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', chunk => {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop()
    if (lines.length > 0) process.stdout.write(lines.map(line => answer(line.trim()) + '\n').join(''))
  })
}

// As many results of `next` as `count` says.
exports.times = (count, next) => Array.from({ length: Number(count) }, next)

// A number of 64 bits, as its low and its high 32.
exports.low = value => Number(BigInt.asUintN(32, value))
exports.high = value => Number(BigInt.asUintN(32, value >> 32n))
exports.whole = (low, high) => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
