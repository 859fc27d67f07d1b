import { numberOption, formatExamples, booleanOption, defineVerification, listOption } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addFuzz = defineVerification({
  name: 'fuzz',
  description: 'Send generated valid, invalid and hostile requests to every operation and check every response.',
  options: {
    cases: numberOption('approximate number of requests', 20_000),
    seed: numberOption('seed of the requests', 7),
    replicas: replicasOption,
    operation: listOption('<id...>', 'only these operations'),
    listUnanswered: booleanOption('print each operation that accepted no valid request, with its last error'),
  },
  help: formatExamples('fuzz --operation volumes_create --cases 500 --seed 3'),
  run: async ({ listUnanswered, operation: operations, ...options }) => {
    const { runFuzz } = await import('./run-fuzz.ts')
    const outcome = await runFuzz({ ...options, operations })
    if (listUnanswered) {
      for (const line of outcome.unanswered) console.log(line)
      for (const id of outcome.unimplemented) console.log(`${id}: 501`)
    }
    return outcome
  },
})
