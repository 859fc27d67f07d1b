/** Rules for values of settings, beyond the bounds of each setting. */
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import type { ClusterContext } from './clusters.ts'

type Config = Kinds['DatabaseConfig']

/** Returns the error of a value, or undefined. */
type Rules = { readonly [Name in keyof Config]?: (value: NonNullable<Config[Name]>, nodes: number) => string | undefined }

const weekdays = /^(sun|mon|tue|wed|thu|fri|sat)(,(sun|mon|tue|wed|thu|fri|sat))*$/

const keyspaceEvents = (value: string) =>
  value === '' || /[KE]/.test(value) ? undefined : 'must have K or E, which choose the channel, beside the kinds of events'

const rules: Rules = {
  sql_mode: findWrongMode,
  mysql_incremental_backup: ({ full_backup_week_schedule: days }) =>
    days === undefined || weekdays.test(days)
      ? undefined
      : 'full_backup_week_schedule must be three-letter weekdays with commas between them',
  wal_sender_timeout: (value) => (value >= 1 && value < 5000 ? 'must be 0, or 5000 and more' : undefined),
  synchronous_replication: (value, nodes) =>
    value === 'quorum' && nodes < 2 ? 'needs a standby node, and the cluster has none' : undefined,
  default_replication_factor: (value, nodes) => (value > nodes ? `must not be more than the ${nodes} nodes of the cluster` : undefined),
  default_write_concern: (value) => (/^(majority|\d+)$/.test(value) ? undefined : 'must be majority or a number'),
  script_max_compilations_rate: (value) =>
    /^(use-context|\d+\/\d+[smhd])$/.test(value) ? undefined : 'must be use-context, or a number and a time like 75/5m',
  redis_notify_keyspace_events: keyspaceEvents,
  valkey_notify_keyspace_events: keyspaceEvents,
}

/** @throws Failure 422 naming every setting at fault */
export function checkConfig({ value }: ClusterContext, config: Config): void {
  const names = Object.keys(config).filter((name): name is keyof Config => Object.hasOwn(rules, name))
  const faults = names.flatMap((name) => {
    const fault = findFault(name, config, value.num_nodes)
    return fault === undefined ? [] : [`config.${name}: ${fault}`]
  })
  if (faults.length > 0) throw unprocessable(faults.join('; '))
}

function findFault<Name extends keyof Config>(name: Name, { [name]: value }: Config, nodes: number): string | undefined {
  return value === undefined || value === null ? undefined : rules[name]?.(value, nodes)
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
  const wrong = modes
    .split(',')
    .map((mode) => mode.trim())
    .filter((mode) => mode !== '' && !sqlModes.has(mode))
  return wrong.length === 0 ? undefined : `MySQL has no mode ${wrong.join(', ')}`
}
