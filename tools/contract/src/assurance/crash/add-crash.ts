import { numberOption, formatExamples, programOption, defineVerification } from '../verification.ts'
import { runCrash } from './run-crash.ts'

export const addCrash = defineVerification({
  name: 'crash',
  description: 'kill -9 the sandbox while it writes and look for what is lost or done by half; refused state files; a full disk',
  options: {
    rounds: numberOption('how often it is killed', 200),
    writes: numberOption('how many acknowledged writes there are to be at least', 100_000),
    seed: numberOption('what is written and when it is killed; the moment is never exactly the same again', 7),
    program: programOption,
  },
  help: formatExamples('crash --rounds 10 --writes 5000'),
  run: runCrash,
})
