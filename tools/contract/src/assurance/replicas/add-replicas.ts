import { numberOption, formatExamples, defineVerification, textOption } from '../verification.ts'
import { allFaults } from './faults.ts'
import { chooseState, replicaOptions } from './replica-options.ts'

export const addReplicas = defineVerification({
  name: 'replicas',
  description: 'Inject faults into replicas and their Postgres under load: no write is lost, repeated or stale.',
  options: {
    rounds: numberOption('rounds of each fault', 3),
    seed: numberOption('seed of the writes and of the moments of the faults; timing still varies', 7),
    pauseSeconds: numberOption('duration of a pause', 30),
    only: textOption('<fault>', `only this fault: ${allFaults.map(({ name }) => name).join(', ')}`),
    ...replicaOptions,
  },
  help: formatExamples('replicas --replicas 3 --rounds 1 --pause-seconds 5'),
  run: async ({ only, rounds, seed, pauseSeconds, ...flags }) => {
    const place = chooseState(flags, 'file')
    const faults = allFaults.filter(({ name, states }) => (only === undefined || name === only) && states.includes(place.state))
    if (faults.length === 0)
      throw new Error(`There is no fault "${only}"${place.state === 'file' ? ' of a single process; add --replicas 3' : ''}. See --help.`)
    const { runReplicas } = await import('./run-replicas.ts')
    return runReplicas({ ...place, rounds, seed, pauseSeconds, faults })
  },
})
