/** `pnpm prove races` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { addReplicaOptions, type ReplicaFlags } from '../replicas/add-replica-options.ts'
import { limitRace } from './limit-race.ts'
import { oauthRaces } from './oauth-races.ts'
import type { Race } from './race.ts'
import { resourceRaces } from './resource-races.ts'
import { runRaces } from './run-races.ts'

export const allRaces: readonly Race[] = [...oauthRaces, ...resourceRaces, limitRace]

export function addRaces(program: Command): void {
  const command = program
    .command('races')
    .description('let 64 callers at once ask over real connections for what only so many can have, and look at the state afterwards')
    .option('--rounds <number>', 'how often each race is run', readCount, 1000)
    .option('--seed <number>', "what the sandbox's ids follow from", readCount, 7)
    .option('--only <race>', `one race alone: ${allRaces.map(({ name }) => name).join(', ')}`)
  addReplicaOptions(command)
    .addHelpText('after', '\nExample:\n  $ pnpm prove races --rounds 50 --only "volume attach"\n')
    .action(async ({ only, ...options }: ReplicaFlags & { rounds: number; seed: number; only?: string }) => {
      const races = allRaces.filter(({ name }) => only === undefined || name === only)
      if (races.length === 0) throw new Error(`There is no race "${only}". See --help.`)
      printCheck(await runRaces({ races, ...options }))
    })
}
