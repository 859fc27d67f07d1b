import { numberOption, formatExamples, defineVerification } from '../verification.ts'
import { chooseState, replicaOptions } from '../replicas/replica-options.ts'

export const addLinearizability = defineVerification({
  name: 'linearizability',
  description: 'Check that histories of concurrent clients over several replicas are linearizable.',
  options: {
    histories: numberOption('number of histories', 120),
    seed: numberOption('seed of the requests; their interleaving still varies', 7),
    ...replicaOptions,
  },
  help: formatExamples('linearizability --histories 1000 --replicas 3'),
  run: async ({ histories, seed, ...place }) => {
    const { runLinearizability } = await import('./run-linearizability.ts')
    const { startReplicas } = await import('../replicas/start-replicas.ts')
    await using replicas = await startReplicas({ ...chooseState(place, 'memory'), flags: ['--seed', String(seed)] })
    return await runLinearizability({ replicas, histories, seed })
  },
})
