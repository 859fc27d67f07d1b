import { expect } from 'vitest'
import { operationRows } from '../src/generated/operations.ts'
import type { OperationRow } from '../src/tables/operation-row.ts'
import { findValidator } from '../src/validation/validators.ts'
import { it } from './it.ts'
import { createTestSandbox, type TestSandbox } from './create-test-sandbox.ts'

/** Neither a number, a UUID, an address nor a URN. */
const malformed = '~not~an~id~'

const isMalformed = (row: OperationRow) => {
  const validator = row.parameters && findValidator('parameters', row)
  if (!validator || !row.path.includes('{')) return false
  const path = Object.fromEntries([...row.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, malformed]))
  validator({ path, query: {}, header: {} })
  return validator.errors?.some(({ instancePath, params }) => instancePath.startsWith('/path/') && params['format'] !== 'date') === true
}

/** Calls the operations with an id in their paths, and returns those that do not answer 404. */
async function listFound(rows: readonly OperationRow[], name: string, sandbox: TestSandbox): Promise<string[]> {
  expect(rows.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const { id, method, path, access } of rows) {
    const token = access === 'inference' ? sandbox.credentials().inference_key : sandbox.tokens.full
    const { status } = await sandbox.ask(method, path.replaceAll(/\{[^}]+\}/g, name), undefined, { token })
    if (status !== 404) found.push(`${id}: ${status}`)
  }
  return found
}

it('returns 404 for an invalid id, whatever else is invalid', async ({ unlimited: sandbox }) => {
  expect(await listFound(operationRows.filter(isMalformed), malformed, sandbox)).toEqual([])
})

const pathNames = ({ path }: OperationRow) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

/** Operations that need nothing besides their path. */
const needsOnlyPath = (row: OperationRow) => {
  const validator = row.parameters && findValidator('parameters', row)
  if (!validator || pathNames(row).length === 0 || row.body?.required) return false
  validator({ path: {}, query: {}, header: {} })
  return validator.errors?.every(({ instancePath }) => instancePath.startsWith('/path')) ?? true
}

it.for(['5a4981aa-9653-4bd1-bef5-d6bff52042e4', '987654321', 'nobody'])(
  'returns 404 for an id that no object has: %s',
  async (id, { unlimited: sandbox }) => {
    expect(await listFound(operationRows.filter(needsOnlyPath), id, sandbox)).toEqual([])
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
