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
  description: 'let 64 callers at once ask over real connections for what only so many can have, and look at the state afterwards',
  options: {
    rounds: numberOption('how often each race is run', 1000),
    seed: numberOption("what the sandbox's ids follow from", 7),
    only: textOption('<race>', `one race alone: ${allRaces.map(({ name }) => name).join(', ')}`),
    ...replicaOptions,
  },
  help: formatExamples('races --rounds 50 --only "volume attach"'),
  run: async ({ only, ...options }) => {
    const races = allRaces.filter(({ name }) => only === undefined || name === only)
    if (races.length === 0) throw new Error(`There is no race "${only}". See --help.`)
    return runRaces({ races, ...options })
  },
})
