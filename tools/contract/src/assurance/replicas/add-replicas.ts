/** `pnpm prove replicas` */
import type { Command } from 'commander'
import { printCheck } from '../print-check.ts'
import { readCount } from '../read-count.ts'
import { addReplicaOptions, chooseState, type ReplicaFlags } from './add-replica-options.ts'
import { allFaults } from './faults.ts'

interface Options extends ReplicaFlags {
  readonly rounds: number
  readonly seed: number
  readonly pauseSeconds: number
  readonly only?: string
  readonly valkey?: boolean
}

export function addReplicas(program: Command): void {
  const command = program
    .command('replicas')
    .description(
      'kill, pause and replace replicas, kill their Postgres, cut, delay and swallow its connections and fill its disk, all while clients write; then look for what was lost, done twice or read from the past; with --valkey also kill and empty what limits are counted in',
    )
    .option('--rounds <number>', 'how often each of these is done', readCount, 3)
    .option('--seed <number>', 'what is written, and when something fails; the moment is never exactly the same again', readCount, 7)
    .option('--pause-seconds <number>', 'how long a replica is paused', readCount, 30)
    .option('--only <fault>', `one alone: ${allFaults.map(({ name }) => name).join(', ')}`)
  command.option('--valkey', 'have the replicas count limits in a Valkey that is started for it')
  addReplicaOptions(command)
    .addHelpText('after', '\nExample:\n  $ pnpm prove replicas --replicas 3 --rounds 1 --pause-seconds 5\n')
    .action(async ({ only, rounds, seed, pauseSeconds, valkey = false, ...flags }: Options) => {
      if (valkey && flags.replicas === 0) throw new Error('One alone counts by itself. Give --replicas 2 with --valkey.')
      const place = chooseState(flags, 'file')
      const faults = allFaults.filter(
        ({ name, states, isOfValkey }) => (only === undefined || name === only) && states.includes(place.state) && (valkey || !isOfValkey),
      )
      if (faults.length === 0)
        throw new Error(
          `There is no fault "${only}"${place.state === 'file' ? ' for one alone; give --replicas 3' : valkey ? '' : ' without --valkey'}. See --help.`,
        )
      // The other commands need no built sandbox.
      const { runReplicas } = await import('./run-replicas.ts')
      printCheck(await runReplicas({ ...place, rounds, seed, pauseSeconds, faults, hasValkey: valkey }))
    })
}
