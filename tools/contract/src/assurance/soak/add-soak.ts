import { count, examples, ownProgram, proof } from '../proof.ts'
import { mostRise, mostSlower } from './judge-soak.ts'
import { kindsOfWork } from './kinds-of-work.ts'
import { runSoak } from './run-soak.ts'

export const addSoak = proof({
  name: 'soak',
  about: 'put the built sandbox under mixed load for a while: memory stays, no descriptor is left, nothing gets slower, nothing fails',
  options: {
    minutes: count('how long', 10),
    seed: count('what is drawn; the order in which callers meet is never exactly the same again', 7),
    program: ownProgram,
  },
  help: `
Eight callers do: ${kindsOfWork.map(({ name }) => name).join(', ')}. Up to forty times they pause; then a snapshot is put back, a day
passes, everything unused is collected, and what is left is measured. In the first half the state grows, and all caches with it. In the
second it is the same snapshot again and again: the line fitted to what JavaScript holds may rise by ${mostRise.heap / 1e6} MB in that time,
the one fitted to what the process has beside JavaScript's heap by ${mostRise.native / 1e6} MB. In the last third a second process, which
had rested until then, is asked in turns with the first, whose 99th percentile may be ${mostSlower.times} times as high.
${examples('soak --minutes 60')}`,
  run: runSoak,
})
