/** Rules for values of settings, beyond the bounds of each setting. */
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import type { ClusterContext } from './clusters.ts'

type Config = Kinds['DatabaseConfig']

/** @throws Failure 422 naming every setting at fault */
export function checkConfig({ value: { num_nodes: nodes } }: ClusterContext, config: Config): void {
  const { sql_mode: modes, wal_sender_timeout: timeout, synchronous_replication: mode, default_replication_factor: factor } = config
  const errors = {
    sql_mode: findWrongMode(modes ?? ''),
    wal_sender_timeout: timeout && timeout < 5000 && 'must be 0, or 5000 and more',
    synchronous_replication: mode === 'quorum' && nodes < 2 && 'needs a standby node, and the cluster has none',
    default_replication_factor: factor && factor > nodes && `must not be more than the ${nodes} nodes of the cluster`,
  }
  const faults = Object.entries(errors).flatMap(([name, error]) => (error ? [`config.${name}: ${error}`] : []))
  if (faults.length > 0) throw unprocessable(faults.join('; '))
}

const sqlModes = new Set([
  'ALLOW_INVALID_DATES',
  'ANSI',
  'ANSI_QUOTES',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'HIGH_NOT_PRECEDENCE',
  'IGNORE_SPACE',
  'NO_AUTO_VALUE_ON_ZERO',
  'NO_BACKSLASH_ESCAPES',
  'NO_DIR_IN_CREATE',
  'NO_ENGINE_SUBSTITUTION',
  'NO_UNSIGNED_SUBTRACTION',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ONLY_FULL_GROUP_BY',
  'PAD_CHAR_TO_FULL_LENGTH',
  'PIPES_AS_CONCAT',
  'REAL_AS_FLOAT',
  'STRICT_ALL_TABLES',
  'STRICT_TRANS_TABLES',
  'TIME_TRUNCATE_FRACTIONAL',
  'TRADITIONAL',
])

/** Returns the error of a list of SQL modes, or undefined. */
export function findWrongMode(modes: string): string | undefined {
  const invalidMode = modes
    .split(',')
    .map((mode) => mode.trim())
    .filter((mode) => mode !== '' && !sqlModes.has(mode))
  return invalidMode.length === 0 ? undefined : `MySQL has no mode ${invalidMode.join(', ')}`
}
