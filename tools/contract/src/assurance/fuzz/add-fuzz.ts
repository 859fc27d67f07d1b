import { numberOption, formatExamples, booleanOption, defineVerification, listOption } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addFuzz = defineVerification({
  name: 'fuzz',
  description:
    'ask the sandbox about every operation, with good, broken and hostile requests drawn from the specification, and judge every answer',
  options: {
    cases: numberOption('how many requests are drawn, about', 20_000),
    seed: numberOption('what the requests follow from', 7),
    replicas: replicasOption,
    operation: listOption('<id...>', 'only these'),
    listUnanswered: booleanOption('print every operation that never answered a good request with success, and why'),
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
