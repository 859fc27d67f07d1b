import { regions } from '../catalog/regions.ts'
import { Failure } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import type { Value } from '../engine/values.ts'
import { serviceNames } from '../services/service-names.ts'
import type { Fault } from './faults.ts'
import { nearestName } from './nearest-name.ts'

const isWhole = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

type Check = readonly [accepts: (value: unknown) => boolean, expectation: string | ((value: unknown) => string)]

const names = operationRows.map(({ id }) => id)

const families = [...new Set([...operationRows.map(({ family }) => family), ...serviceNames])]
const slugs: readonly string[] = regions.map(({ slug }) => slug)

/** Operations of autoscale pools, which create droplets with an action each. */
const pools = ['droplets_autoscalePools_create', 'droplets_autoscalePools_update']

/** Operations that start actions. Actions of network shares are not stored, so they cannot fail visibly. */
const starters = new Set([
  ...operationRows.filter(({ action, family }) => action && !family.startsWith('nfs')).map(({ id }) => id),
  ...pools,
])

const checks: Readonly<Record<keyof Fault, Check>> = {
  operation: [
    (value) => value === '*' || names.includes(String(value)),
    (value) => {
      const nearest = nearestName(String(value), names)
      return `must be an operationId of the specification or *${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
    },
  ],
  family: [
    (value) => families.includes(String(value)),
    (value) => {
      const nearest = nearestName(String(value), families)
      return `must be a family of the specification${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
    },
  ],
  region: [(value) => slugs.includes(String(value)), `must be one of ${slugs.join(', ')}`],
  status: [(value) => isWhole(value, 400, 599), 'must be from 400 to 599'],
  retry_after: [(value) => isWhole(value, 0, 86_400), 'must be a whole number of seconds up to 86400'],
  latency_ms: [(value) => isWhole(value, 0, 600_000), 'must be a whole number of milliseconds up to 600000'],
  cut: [(value) => value === 'before' || value === 'after' || value === 'middle', 'must be before, after or middle'],
  action: [(value) => value === 'errored', 'must be errored'],
  times: [(value) => isWhole(value, 1, 1_000_000), 'must be a whole number from 1'],
  rate: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'must be from 0 to 1'],
}

/** @throws Failure 422 with the wrong field */
export function parseFault(body: Value): Fault {
  const fields = { operation: '*', ...body }
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof Fault] : undefined
    if (!check) throw new Failure(422, `${name}: unknown field. A fault has ${Object.keys(checks).join(', ')}.`)
    const [accepts, expectation] = check
    if (!accepts(value))
      throw new Failure(422, `${name}: ${(typeof expectation === 'string' ? expectation : expectation(value)).replace(/[^?]$/, '$&.')}`)
  }
  if (!['status', 'latency_ms', 'cut', 'action'].some((name) => name in fields))
    throw new Failure(422, 'A fault needs at least one of status, latency_ms, cut and action.')
  const fault = fields as Fault
  if (fault.retry_after !== undefined && fault.status === undefined) throw new Failure(422, 'retry_after: requires status.')
  if (fault.action !== undefined && fault.operation !== '*' && !starters.has(fault.operation))
    throw new Failure(422, `action: ${fault.operation} starts no action.`)
  return fault
}
