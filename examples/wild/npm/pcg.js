// pcg 3.0.0. A generator is a value: each function returns the next one. Distances are numbers, so one of 64 bits is two
// steps: its high half, then its low one.
'use strict'
const { load, serve, times, low } = require('./protocol.js')
const { createPcg32, fromBigInt, getOutput, nextState, prevState, randomInt, stepState, toBigInt } = load('pcg')

const fresh = () => createPcg32({}, 0, 0)
let random = fresh()
const state = () => toBigInt(random.state)
const word = () => {
  const output = getOutput(random)
  random = nextState(random)
  return output
}

serve({
  srandom: (initstate, initseq) => {
    random = createPcg32({}, initstate, initseq)
    return state()
  },
  raw: (to, inc) => {
    random = { ...fresh(), state: fromBigInt(to), streamId: fromBigInt(inc | 1n) }
    return state()
  },
  random: word,
  randoms: count => times(count, word),
  boundedrand: bound => {
    const [value, next] = randomInt(0, Number(bound), random)
    random = next
    return value
  },
  advance: delta => {
    random = stepState(low(delta), stepState(Number(delta - BigInt.asUintN(32, delta)), random))
    return state()
  },
  step_back: () => {
    random = prevState(random)
    return state()
  }
}, () => { random = fresh() })
