import { expect } from 'vitest'
import { operationRows } from '../src/generated/operations.ts'
import { findValidator } from '../src/validation/validators.ts'
import { it } from './it.ts'
import { createTestSandbox } from './create-test-sandbox.ts'

/** Neither a number, a UUID, an address nor a URN. */
const malformed = '~not~an~id~'

const isMalformed = (row: (typeof operationRows)[number]) => {
  const validator = row.parameters && findValidator('parameters', row)
  if (!validator || !row.path.includes('{')) return false
  const path = Object.fromEntries([...row.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, malformed]))
  validator({ path, query: {}, header: {} })
  return validator.errors?.some(({ instancePath, params }) => instancePath.startsWith('/path/') && params['format'] !== 'date') === true
}

it('returns 404 for an invalid id, whatever else is invalid', async ({ unlimited: sandbox }) => {
  const { inference_key } = sandbox.credentials()
  const rows = operationRows.filter(isMalformed)
  const statuses: string[] = []
  for (const { id, method, path, access } of rows) {
    const token = access === 'inference' ? inference_key : sandbox.tokens.full
    const { status } = await sandbox.ask(method, path.replaceAll(/\{[^}]+\}/g, malformed), undefined, { token })
    if (status !== 404) statuses.push(`${id}: ${status}`)
  }
  expect(statuses).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
})

const pathNames = ({ path }: (typeof operationRows)[number]) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

/** Operations that need nothing besides their path. */
const needsOnlyPath = (row: (typeof operationRows)[number]) => {
  const validator = row.parameters && findValidator('parameters', row)
  if (!validator || pathNames(row).length === 0 || row.body?.required) return false
  validator({ path: {}, query: {}, header: {} })
  return validator.errors?.every(({ instancePath }) => instancePath.startsWith('/path')) ?? true
}

it.for(['5a4981aa-9653-4bd1-bef5-d6bff52042e4', '987654321', 'nobody'])(
  'returns 404 for an id that no object has: %s',
  async (id, { unlimited: sandbox }) => {
    const { inference_key } = sandbox.credentials()
    const rows = operationRows.filter(needsOnlyPath)
    const statuses: string[] = []
    for (const { id: operation, method, path, access } of rows) {
      const token = access === 'inference' ? inference_key : sandbox.tokens.full
      const { status } = await sandbox.ask(method, path.replaceAll(/\{[^}]+\}/g, id), undefined, { token })
      if (status !== 404) statuses.push(`${operation}: ${status}`)
    }
    expect(statuses).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
  },
)

it('names the missing resource where clients parse the message', async ({ sandbox }) => {
  const path = '/v2/droplets/autoscale'
  for (const id of ['3d7b1a52-6f08-4c9e-b2d4-71e05a8c9f36', 'nobody'])
    expect((await sandbox.get(`${path}/${id}`)).body.message).toBe(`autoscale group with id ${id} not found`)
})

it.each(['/v2/monitoring/alerts/', '/v2/uptime/checks/5a4981aa-9653-4bd1-bef5-d6bff52042e4/alerts/'])(
  'treats %s as an alert without an id',
  async (path) => {
    expect((await createTestSandbox().ask('GET', path)).status).toBe(404)
  },
)
