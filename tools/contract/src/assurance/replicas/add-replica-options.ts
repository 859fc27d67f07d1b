/** The options of every proof that can be run against several replicas. */
import { type Command, Option } from 'commander'
import { readCount } from '../read-count.ts'
import type { StateKind } from './start-replicas.ts'

export interface ReplicaFlags {
  readonly replicas: number
  readonly state: StateKind
  readonly program?: string
}

export function addReplicaOptions(command: Command): Command {
  return command
    .option('--replicas <number>', 'how many sandboxes there are behind the balancer', readCount, 1)
    .addOption(
      new Option('--state <kind>', 'where they have their state: in a Postgres that is started for it, or each in its own memory')
        .choices(['memory', 'postgres'])
        .default('memory'),
    )
    .option('--program <file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')
}
