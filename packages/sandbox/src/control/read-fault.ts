import { Failure } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import type { Value } from '../engine/values.ts'
import type { Fault } from './faults.ts'

const isWhole = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

type Check = readonly [accepts: (value: unknown) => boolean, wanted: string]

const checks: Readonly<Record<keyof Fault, Check>> = {
  operation: [
    (value) => value === '*' || operationRows.some(({ id }) => id === value),
    'must be an operationId of the specification, or *',
  ],
  status: [(value) => isWhole(value, 400, 599), 'must be from 400 to 599'],
  retry_after: [(value) => isWhole(value, 0, 86_400), 'must be a whole number of seconds up to 86400'],
  latency_ms: [(value) => isWhole(value, 0, 600_000), 'must be a whole number of milliseconds up to 600000'],
  cut: [(value) => value === 'before' || value === 'after' || value === 'middle', 'must be before, after or middle'],
  action: [(value) => value === 'errored', 'must be errored'],
  times: [(value) => isWhole(value, 1, 1_000_000), 'must be a whole number from 1'],
  rate: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'must be from 0 to 1'],
}

/** @throws Failure 422 naming what is wrong */
export function readFault(body: Value): Fault {
  const fields = { operation: '*', ...body }
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof Fault] : undefined
    if (!check) throw new Failure(422, `${name}: is not known here. A fault has ${Object.keys(checks).join(', ')}.`)
    if (!check[0](value)) throw new Failure(422, `${name}: ${check[1]}.`)
  }
  if (!['status', 'latency_ms', 'cut', 'action'].some((name) => name in fields))
    throw new Failure(422, 'A fault needs at least one of status, latency_ms, cut and action.')
  return fields as Fault
}
