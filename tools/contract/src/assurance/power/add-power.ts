import { choice, count, examples, ownProgram, proof } from '../proof.ts'
import { runPower } from './run-power.ts'

export const addPower = proof({
  name: 'power',
  about:
    'lose all that was not synced while the sandbox writes: nothing acknowledged is lost with --durability full, and nothing in silence with normal',
  options: {
    rounds: count('how often the power goes, with each durability', 200),
    seed: count('what is written, when the power goes and what the disk keeps of what was not synced', 7),
    durability: choice('<full|normal>', 'only with this one', ['full', 'normal']),
    program: ownProgram,
  },
  help: `\nIt takes Linux and gcc. Without them nothing is proved, and it says so and fails.\n${examples('power --rounds 20')}`,
  run: runPower,
})
