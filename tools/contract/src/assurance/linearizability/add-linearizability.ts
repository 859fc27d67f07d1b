import { numberOption, formatExamples, defineVerification } from '../verification.ts'
import { chooseState, replicaOptions } from '../replicas/replica-options.ts'

export const addLinearizability = defineVerification({
  name: 'linearizability',
  description:
    'record what concurrent clients see through a random balancer over several replicas, and look for one order of it that explains everything: registers, counters, names that are taken once, codes, refresh tokens, budgets',
  options: {
    histories: numberOption('how many histories', 120),
    seed: numberOption('what the clients do; how their requests meet is never exactly the same again', 7),
    ...replicaOptions,
  },
  help: formatExamples('linear --histories 1000 --replicas 3'),
  run: async ({ histories, seed, ...place }) => {
    const { runLinearizability } = await import('./run-linearizability.ts')
    const { startReplicas } = await import('../replicas/start-replicas.ts')
    await using replicas = await startReplicas({ ...chooseState(place, 'memory'), flags: ['--seed', String(seed)] })
    return await runLinearizability({ replicas, histories, seed })
  },
})
