import { describe, expect } from 'vitest'
import { expectRefusal, createDatabase } from '../../../test/fixtures.ts'
import { it as plain } from '../../../test/it.ts'
import { createTestSandbox } from '../../../test/create-test-sandbox.ts'

async function createRegistry() {
  const sandbox = createTestSandbox()
  const path = await createDatabase(sandbox, 'kafka')
  await sandbox.patch(`${path}/config`, { config: { schema_registry: true } })
  return { sandbox, registry: `${path}/schema-registry` as const, path }
}

const record = (...fields: object[]) => JSON.stringify({ type: 'record', name: 'Order', fields })
const id = { name: 'id', type: 'string' } as const
const noteOrNone = { name: 'note', type: ['null', 'string'], default: null } as const
const order = { subject_name: 'orders-placed-value', schema_type: 'AVRO', schema: record(id) } as const

const it = plain.extend('made', createRegistry)

describe('the schema registry', () => {
  it('stores every version of a subject', async ({ made: { sandbox, registry } }) => {
    const first = await sandbox.post(registry, order)
    expect(first.status).toBe(201)
    expect(first.body).toEqual({ ...order, schema_id: 1, version: '1' })
    expect((await sandbox.post(registry, order)).body).toEqual(first.body)
    const second = (await sandbox.post(registry, { ...order, schema: record(id, noteOrNone) })).body
    expect(second).toMatchObject({ schema_id: 2, version: '2' })
    const other = (await sandbox.post(registry, { ...order, subject_name: 'archive-value' })).body
    expect(other).toMatchObject({ schema_id: 1, version: '1' })
    expect((await sandbox.get(registry)).body).toEqual({ subjects: [other, second], meta: { total: 2 } })
    const subject = `${registry}/orders-placed-value` as const
    expect((await sandbox.get(subject)).body).toEqual(second)
    expect((await sandbox.get(`${subject}/versions/1`)).body).toEqual(first.body)
    expect((await sandbox.get(`${subject}/versions/latest`)).body).toEqual(second)
    expect((await sandbox.get(`${subject}/versions/3`)).status).toBe(404)
    expect((await sandbox.delete(subject)).status).toBe(204)
    expect((await sandbox.get(`${subject}/versions/1`)).status).toBe(404)
  })

  it('accepts and returns schema types in lower case', async ({ made: { sandbox, registry } }) => {
    const small = { ...order, schema_type: 'avro' } as const
    expect((await sandbox.post(registry, small)).body).toEqual({ ...small, schema_id: 1, version: '1' })
    expect((await sandbox.get(`${registry}/orders-placed-value`)).body.schema_type).toBe('avro')
    expect((await sandbox.post(registry, { ...order, schema: record(id, noteOrNone) })).body).toMatchObject({ version: '2' })
    expect((await sandbox.post(registry, { ...small, schema: '{' })).body.message).toContain('is not a valid AVRO schema')
  })

  it('has a default compatibility level, and one for each subject', async ({ made: { sandbox, registry } }) => {
    await sandbox.post(registry, order)
    const subject = `${registry}/config/orders-placed-value` as const
    expect((await sandbox.get(`${registry}/config`)).body).toEqual({ compatibility_level: 'BACKWARD' })
    expect((await sandbox.get(subject)).body).toEqual({ subject_name: 'orders-placed-value', compatibility_level: 'BACKWARD' })
    expect((await sandbox.put(`${registry}/config`, { compatibility_level: 'FULL' })).body).toEqual({ compatibility_level: 'FULL' })
    expect((await sandbox.get(subject)).body.compatibility_level).toBe('FULL')
    const none = { subject_name: 'orders-placed-value', compatibility_level: 'NONE' }
    expect((await sandbox.put(subject, { compatibility_level: 'NONE' })).body).toEqual(none)
    await sandbox.put(`${registry}/config`, { compatibility_level: 'FORWARD' })
    expect((await sandbox.get(subject)).body).toEqual(none)
    await sandbox.delete(`${registry}/orders-placed-value`)
    await sandbox.post(registry, order)
    expect((await sandbox.get(subject)).body.compatibility_level).toBe('FORWARD')
  })

  it('is disabled by default', async ({ sandbox }) => {
    const kafka = await createDatabase(sandbox, 'kafka')
    for (const path of ['', '/config', '/orders', '/orders/versions/1', '/config/orders'] as const) {
      await expectRefusal(sandbox.get(`${kafka}/schema-registry${path}`), 412, 'schema_registry')
    }
    expect((await sandbox.post(`${kafka}/schema-registry`, order)).status).toBe(412)
  })

  const invalid = [
    { schema_type: 'AVRO', schema: 'not json' },
    { schema_type: 'JSON', schema: '{"type":' },
  ] as const
  it.for(invalid)('returns 422 for $schema as $schema_type', async (input, { made: { sandbox, registry } }) => {
    const { status, body } = await sandbox.post(registry, { subject_name: 'reviews-value', ...input })
    expect(status).toBe(422)
    expect(body.message).toMatch(/^schema: is not a valid/)
    expect((await sandbox.get(registry)).body.meta.total).toBe(0)
  })

  it('registers any valid schema as the next version of a subject, whatever the compatibility level', async ({
    made: { sandbox, registry },
  }) => {
    const subject = { subject_name: 'reviews-value', schema_type: 'PROTOBUF' } as const
    await sandbox.post(registry, { ...subject, schema: 'message Review { int32 stars = 1; }' })
    const next = await sandbox.post(registry, { ...subject, schema: 'message Review { string stars = 1; }' })
    expect(next).toMatchObject({ status: 201, body: { version: '2' } })
  })

  it('rejects a second schema type for a subject', async ({ made: { sandbox, registry } }) => {
    await sandbox.post(registry, order)
    await expectRefusal(sandbox.post(registry, { ...order, schema_type: 'JSON', schema: '{"type":"object"}' }), 422, 'schema_type')
  })
})
