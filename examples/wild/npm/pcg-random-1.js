// pcg-random 1.0.0. Its setSeed takes the increment itself, and high halves before low ones.
'use strict'
const { load, serve, times, low, high, whole } = require('./protocol.js')
const PcgRandom = load('pcg-random')

let random = new PcgRandom(0, 0)
const state = () => whole(random.getState()[1], random.getState()[0])

serve({
  srandom: (initstate, initseq) => {
    const inc = 2n * initseq + 1n
    random.setSeed(high(initstate), low(initstate), high(inc), low(inc))
    return state()
  },
  raw: (to, inc) => {
    random.setState([high(to), low(to), high(inc), low(inc)])
    return state()
  },
  random: () => random.integer(),
  randoms: count => times(count, () => random.integer()),
  boundedrand: bound => random.integer(Number(bound))
}, () => { random = new PcgRandom(0, 0) })
