import { numberOption, formatExamples, programOption, defineVerification } from '../verification.ts'
import { runCrash } from './run-crash.ts'

export const addCrash = defineVerification({
  name: 'crash',
  description: 'Kill the sandbox while it writes, damage its state file and fill its disk: no write is lost.',
  options: {
    rounds: numberOption('number of kills', 200),
    writes: numberOption('minimum number of acknowledged writes', 100_000),
    seed: numberOption('seed of the writes and of the moments of the kills; timing still varies', 7),
    program: programOption,
  },
  help: formatExamples('crash --rounds 10 --writes 5000'),
  run: runCrash,
})
