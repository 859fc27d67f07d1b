import { count, examples, flag, defineVerification, several } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addFuzz = defineVerification({
  name: 'fuzz',
  about:
    'ask the sandbox about every operation, with good, broken and hostile requests drawn from the specification, and judge every answer',
  options: {
    cases: count('how many requests are drawn, about', 20_000),
    seed: count('what the requests follow from', 7),
    replicas: replicasOption,
    operation: several('<id...>', 'only these'),
    listUnanswered: flag('print every operation that never answered a good request with success, and why'),
  },
  help: examples('fuzz --operation volumes_create --cases 500 --seed 3'),
  run: async ({ listUnanswered, operation: operations, ...options }) => {
    const { runFuzz } = await import('./run-fuzz.ts')
    const outcome = await runFuzz({ ...options, operations })
    if (listUnanswered) {
      for (const line of outcome.unanswered) console.log(line)
      for (const id of outcome.missing) console.log(`${id}: 501`)
    }
    return outcome
  },
})
