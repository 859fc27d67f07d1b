/** The option of every proof that can be run against several replicas. */
import type { Command } from 'commander'
import { readCount } from '../read-count.ts'
import type { ReplicasOptions, StateKind } from './start-replicas.ts'

export interface ReplicaFlags {
  readonly replicas: number
  readonly program?: string | undefined
}

export const replicasHelp =
  'how many sandboxes there are behind a random balancer, all with their state in one Postgres that is started for it; 0 for one alone without'

export function addReplicaOptions(command: Command): Command {
  return command
    .option('--replicas <number>', replicasHelp, readCount, 0)
    .option('--program <file>', 'the sandbox to run instead of the built one, for example packages/sandbox/src/main.ts')
}

/** @param alone where one without Postgres has its state */
export function chooseState(
  { replicas, program }: ReplicaFlags,
  alone: StateKind,
): Pick<ReplicasOptions, 'replicas' | 'state' | 'program'> {
  return replicas === 0 ? { replicas: 1, state: alone, program } : { replicas, state: 'postgres', program }
}
