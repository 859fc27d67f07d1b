import { numberOption, formatExamples, defineVerification } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addLimits = defineVerification({
  name: 'limits',
  description: 'Compare the rate limits with a simple model over random histories of requests.',
  options: {
    histories: numberOption('number of histories', 10_000),
    requests: numberOption('number of requests that test the limits per minute and per hour', 20_000),
    seed: numberOption('seed of the histories', 7),
    replicas: replicasOption,
  },
  help: formatExamples('limits --histories 500 --seed 3'),
  run: async (options) => {
    const { runLimits } = await import('./run-limits.ts')
    return runLimits(options)
  },
})
