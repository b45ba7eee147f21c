// fn-pcg 2.0.1. A generator is a value: each function returns the next one. Numbers of 64 bits are those of the package long.
'use strict'
const { load, serve, times } = require('./protocol.js')
const Long = load('long')
const { createPcg32, nextState, prevState, randomInt, stepState } = load('fn-pcg')

// After a word that is rejected, randomInt looks at the same state again, and never ends. This ends it.
const MOST = 1000
let calls = 0
const limited = random => ({
  ...random,
  getOutput: state => {
    if (++calls > MOST) throw new Error(`it took ${MOST} words for one bounded number`)
    return random.getOutput(state)
  }
})

const long = value => Long.fromString(String(value), true)
const fresh = () => createPcg32({}, long(0n), long(0n))
let random = fresh()
const state = () => BigInt(random.state.toUnsigned().toString())
const word = () => {
  const output = random.getOutput(random.state)
  random = nextState(random)
  return output
}

serve({
  srandom: (initstate, initseq) => {
    random = createPcg32({}, long(initstate), long(initseq))
    return state()
  },
  raw: (to, inc) => {
    random = { ...random, state: long(to), streamId: long(inc | 1n) }
    return state()
  },
  random: word,
  randoms: count => times(count, word),
  boundedrand: bound => {
    calls = 0
    const [value, next] = randomInt(0, Number(bound), limited(random))
    random = { ...next, getOutput: random.getOutput }
    return value
  },
  advance: delta => {
    random = stepState(long(delta), random)
    return state()
  },
  step_back: () => {
    random = prevState(random)
    return state()
  }
}, () => { random = fresh() })
