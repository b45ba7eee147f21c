// pcg32 1.0.3. Its main file is built for browsers and looks for `window`. It takes seeds of 64 bits as numbers of the
// package long, which it carries inside.
'use strict'
globalThis.window = globalThis
const { load, serve, times } = require('./protocol.js')
const PCG32 = load('pcg32')

let random = new PCG32(0, 0)
const Long = random.inc.constructor
const long = value => Long.fromString(String(value), true)
const state = () => BigInt(random.rstate.toUnsigned().toString())

serve({
  srandom: (initstate, initseq) => {
    random = new PCG32(long(initstate), long(initseq))
    return state()
  },
  random: () => random.random(),
  randoms: count => times(count, () => random.random()),
  boundedrand: bound => random.random(Number(bound))
}, () => { random = new PCG32(0, 0) })
