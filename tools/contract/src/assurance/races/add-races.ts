import { numberOption, formatExamples, defineVerification, textOption } from '../verification.ts'
import { replicaOptions } from '../replicas/replica-options.ts'
import { limitRace } from './limit-race.ts'
import { oauthRaces } from './oauth-races.ts'
import type { Race } from './race.ts'
import { resourceRaces } from './resource-races.ts'
import { runRaces } from './run-races.ts'

export const allRaces: readonly Race[] = [...oauthRaces, ...resourceRaces, limitRace]

export const addRaces = defineVerification({
  name: 'races',
  description: 'Let 64 concurrent callers compete for one resource: exactly the allowed number wins.',
  options: {
    rounds: numberOption('rounds of each race', 1000),
    seed: numberOption('seed of the sandbox', 7),
    only: textOption('<race>', `only this race: ${allRaces.map(({ name }) => name).join(', ')}`),
    ...replicaOptions,
  },
  help: formatExamples('races --rounds 50 --only "volume attach"'),
  run: async ({ only, ...options }) => {
    const races = allRaces.filter(({ name }) => only === undefined || name === only)
    if (races.length === 0) throw new Error(`There is no race "${only}". See --help.`)
    return runRaces({ races, ...options })
  },
})
