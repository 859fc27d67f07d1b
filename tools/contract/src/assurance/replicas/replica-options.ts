/** Options of verifications that can run with several replicas. */
import { numberOption, programOption } from '../verification.ts'
import type { ReplicasOptions, StateKind } from './start-replicas.ts'

export interface ReplicaFlags {
  readonly replicas: number
  readonly program?: string | undefined
}

export const replicasOption = numberOption('number of sandboxes behind a load balancer, with one Postgres; 0 for a single sandbox', 0)
export const replicaOptions = { replicas: replicasOption, program: programOption }

/** @param alone state of a single sandbox */
export function chooseState(
  { replicas, program }: ReplicaFlags,
  alone: StateKind,
): Pick<ReplicasOptions, 'replicas' | 'state' | 'program'> {
  return replicas === 0 ? { replicas: 1, state: alone, program } : { replicas, state: 'postgres', program }
}
