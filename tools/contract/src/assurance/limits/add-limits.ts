import { count, examples, defineVerification } from '../verification.ts'
import { replicasOption } from '../replicas/replica-options.ts'

export const addLimits = defineVerification({
  name: 'limits',
  about: 'play random histories to the sandbox and to a naive limiter: what is served, what remains, when it is reset must be equal',
  options: {
    histories: count('how many histories', 10_000),
    requests: count('how many requests are set against the budget of the minute and of the hour', 20_000),
    seed: count('what the histories follow from', 7),
    replicas: replicasOption,
  },
  help: examples('limits --histories 500 --seed 3'),
  run: async (options) => {
    const { runLimits } = await import('./run-limits.ts')
    return runLimits(options)
  },
})
