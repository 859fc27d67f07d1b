/** The options of every proof that can be run against several replicas. */
import { numberOption, programOption } from '../verification.ts'
import type { ReplicasOptions, StateKind } from './start-replicas.ts'

export interface ReplicaFlags {
  readonly replicas: number
  readonly program?: string | undefined
}

export const replicasOption = numberOption(
  'how many sandboxes there are behind a random balancer, all with their state in one Postgres that is started for it; 0 for one alone without',
  0,
)
export const replicaOptions = { replicas: replicasOption, program: programOption }

/** @param alone where one without Postgres has its state */
export function chooseState(
  { replicas, program }: ReplicaFlags,
  alone: StateKind,
): Pick<ReplicasOptions, 'replicas' | 'state' | 'program'> {
  return replicas === 0 ? { replicas: 1, state: alone, program } : { replicas, state: 'postgres', program }
}
