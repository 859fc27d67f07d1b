import { numberOption, formatExamples, defineVerification } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addLimits = defineVerification({
  name: 'limits',
  description: 'play random histories to the sandbox and to a naive limiter: what is served, what remains, when it is reset must be equal',
  options: {
    histories: numberOption('how many histories', 10_000),
    requests: numberOption('how many requests are set against the budget of the minute and of the hour', 20_000),
    seed: numberOption('what the histories follow from', 7),
    replicas: replicasOption,
  },
  help: formatExamples('limits --histories 500 --seed 3'),
  run: async (options) => {
    const { runLimits } = await import('./run-limits.ts')
    return runLimits(options)
  },
})
