import { numberOption, formatExamples, defineVerification, textOption } from '../verification.ts'
import { allFaults } from './faults.ts'
import { chooseState, replicaOptions } from './replica-options.ts'

export const addReplicas = defineVerification({
  name: 'replicas',
  description:
    'kill, pause and replace replicas, kill their Postgres, cut, delay and swallow its connections and fill its disk, all while clients write; then look for what was lost, done twice or read from the past',
  options: {
    rounds: numberOption('how often each of these is done', 3),
    seed: numberOption('what is written, and when something fails; the moment is never exactly the same again', 7),
    pauseSeconds: numberOption('how long a replica is paused', 30),
    only: textOption('<fault>', `one alone: ${allFaults.map(({ name }) => name).join(', ')}`),
    ...replicaOptions,
  },
  help: formatExamples('replicas --replicas 3 --rounds 1 --pause-seconds 5'),
  run: async ({ only, rounds, seed, pauseSeconds, ...flags }) => {
    const place = chooseState(flags, 'file')
    const faults = allFaults.filter(({ name, states }) => (only === undefined || name === only) && states.includes(place.state))
    if (faults.length === 0)
      throw new Error(`There is no fault "${only}"${place.state === 'file' ? ' for one alone; give --replicas 3' : ''}. See --help.`)
    const { runReplicas } = await import('./run-replicas.ts')
    return runReplicas({ ...place, rounds, seed, pauseSeconds, faults })
  },
})
