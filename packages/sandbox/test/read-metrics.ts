/** Requests metrics under a clock that only the test moves. */
import { expect } from 'vitest'
import { operationRows } from '../src/generated/operations.ts'
import { it as base } from './it.ts'
import { createTestSandbox, type TestSandbox, webServer } from './create-test-sandbox.ts'
import type { Fields } from './operation-at.ts'

export interface Series {
  readonly metric: Record<string, string>
  readonly values: readonly (readonly [number, string])[]
}

export const metrics = '/v2/monitoring/metrics'

/** Names of the metrics of a kind, which end the paths of their operations. */
export const listMetricNames = (kind: string) =>
  operationRows.flatMap(({ path }) => (path.startsWith(`${metrics}/${kind}/`) ? (path.split('/').at(-1) ?? []) : []))

export const unknown = '4d7c2b90-8e1f-4a35-b6c4-0f9a3d5e7b12'
export const begin = Date.parse('2026-03-02T09:00:00Z') / 1000
export const hour = 3600
export const day = 24 * hour

/** Clock that only the test moves. */
export async function createFrozen() {
  const sandbox = createTestSandbox()
  await sandbox.post('/_sandbox/clock', { now: '2026-03-02T09:00:00Z', frozen: true })
  const read = async (path: string, query: string, start = begin, end = begin + hour): Promise<Series[]> => {
    const { status, body } = await sandbox.ask('GET', `${metrics}/${path}?${query}&start=${start}&end=${end}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ status: 'success', data: { resultType: 'matrix' } })
    return body.data.result
  }
  return { ...sandbox, read }
}

export async function createDroplet(sandbox: TestSandbox, more: Fields<'/v2/droplets'> = {}): Promise<number> {
  const { status, body } = await sandbox.post('/v2/droplets', { ...webServer, monitoring: true, ...more })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.droplet.id
}

/** Test function with that clock. */
export const it = base.extend('sandbox', createFrozen).extend('dropletId', ({ sandbox }) => createDroplet(sandbox))

export const numbers = ({ values }: Series) => values.map(([, value]) => Number(value))
export const times = ({ values }: Series) => values.map(([time]) => time)
export const last = (series: readonly Series[]) => series.map((each) => numbers(each).at(-1))
