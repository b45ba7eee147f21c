// pcg-random 2.0.1.
'use strict'
const { load, serve, times, low, high, whole } = require('./protocol.js')
const PcgRandom = load('pcg-random')

let random = new PcgRandom(0n, 0n)
const state = () => whole(random.getState()[0], random.getState()[1])

serve({
  srandom: (initstate, initseq) => {
    random.setSeed(initstate, initseq)
    return state()
  },
  raw: (to, inc) => {
    random.setState([low(to), high(to), low(inc), high(inc)])
    return state()
  },
  random: () => random.next32(),
  randoms: count => times(count, () => random.next32()),
  boundedrand: bound => random.integer(Number(bound))
}, () => { random = new PcgRandom(0n, 0n) })
