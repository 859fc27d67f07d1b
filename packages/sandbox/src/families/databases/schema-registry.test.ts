import { describe, expect } from 'vitest'
import { expectRefusal } from '../../../test/expect-refusal.ts'
import { it as plain } from '../../../test/it.ts'
import { makeDatabase } from '../../../test/make-database.ts'
import { makeSandbox } from '../../../test/make-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

async function makeRegistry() {
  const sandbox = makeSandbox()
  const path = await makeDatabase(sandbox, 'kafka')
  await sandbox.patch(`${path}/config`, { config: { schema_registry: true } })
  return { sandbox, registry: `${path}/schema-registry` as const, path }
}

const record = (...fields: object[]) => JSON.stringify({ type: 'record', name: 'Order', fields })
const id = { name: 'id', type: 'string' } as const
const note = { name: 'note', type: 'string' } as const
const noteOrNone = { name: 'note', type: ['null', 'string'], default: null } as const
const order = { subject_name: 'orders-placed-value', schema_type: 'AVRO', schema: record(id) } as const

const it = plain.extend('made', makeRegistry)

describe('the schema registry', () => {
  it('keeps every version of a subject', async ({ made: { sandbox, registry } }) => {
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
    expect((await sandbox.get(`${subject}/versions/first`)).status).toBe(404)
    expect((await sandbox.delete(subject)).status).toBe(204)
    expect((await sandbox.get(subject)).status).toBe(404)
    expect((await sandbox.get(`${subject}/versions/1`)).status).toBe(404)
    expect((await sandbox.delete(subject)).status).toBe(404)
  })

  it('takes the name of a language in small letters and shows it so', async ({ made: { sandbox, registry } }) => {
    const small = { ...order, schema_type: 'avro' } as const
    expect((await sandbox.post(registry, small)).body).toEqual({ ...small, schema_id: 1, version: '1' })
    expect((await sandbox.get(`${registry}/orders-placed-value`)).body.schema_type).toBe('avro')
    expect((await sandbox.post(registry, { ...order, schema: record(id, noteOrNone) })).body).toMatchObject({ version: '2' })
    expect((await sandbox.post(registry, { ...small, schema: '{' })).body.message).toContain('is not a valid AVRO schema')
  })

  it('has a level, and each subject may have one of its own', async ({ made: { sandbox, registry } }) => {
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
    expect((await sandbox.put(subject, forbidden({ compatibility_level: 'SOME' }))).status).toBe(422)
    expect((await sandbox.get(`${registry}/config/no-such`)).status).toBe(404)
    await sandbox.delete(`${registry}/orders-placed-value`)
    await sandbox.post(registry, order)
    expect((await sandbox.get(subject)).body.compatibility_level).toBe('FORWARD')
  })

  it('is off at first, and only there on Kafka', async ({ sandbox }) => {
    const kafka = await makeDatabase(sandbox, 'kafka')
    for (const path of ['', '/config', '/orders', '/orders/versions/1', '/config/orders'] as const) {
      await expectRefusal(sandbox.get(`${kafka}/schema-registry${path}`), 412, 'schema_registry')
    }
    expect((await sandbox.post(`${kafka}/schema-registry`, order)).status).toBe(412)
    const pg = await makeDatabase(sandbox, 'pg')
    expect((await sandbox.get(`${pg}/schema-registry`)).status).toBe(422)
  })

  const invalid = [
    { schema_type: 'AVRO', schema: 'not json' },
    { schema_type: 'AVRO', schema: '{"type":"record","name":"Order"}' },
    { schema_type: 'AVRO', schema: '{"type":"Nowhere"}' },
    { schema_type: 'AVRO', schema: record(id, id) },
    { schema_type: 'JSON', schema: '{"type":"text"}' },
    { schema_type: 'JSON', schema: '{"properties":[]}' },
    { schema_type: 'JSON', schema: '{"anyOf":[null]}' },
    { schema_type: 'PROTOBUF', schema: 'message Review { string isbn = 1' },
    { schema_type: 'PROTOBUF', schema: 'syntax = "proto3"; message Review { string isbn = 1; int32 stars = 1; }' },
    { schema_type: 'PROTOBUF', schema: 'syntax = "proto3";' },
  ] as const
  it.for(invalid)('refuses $schema as $schema_type', async (given, { made: { sandbox, registry } }) => {
    const { status, body } = await sandbox.post(registry, { subject_name: 'reviews-value', ...given })
    expect(status).toBe(422)
    expect(body.message).toMatch(/^schema: is not a valid/)
    expect((await sandbox.get(registry)).body.meta.total).toBe(0)
  })

  it('keeps to the language of a subject', async ({ made: { sandbox, registry } }) => {
    await sandbox.post(registry, order)
    await expectRefusal(sandbox.post(registry, { ...order, schema_type: 'JSON', schema: '{"type":"object"}' }), 422, 'schema_type')
  })

  const object = (properties: object, more: object = {}) =>
    JSON.stringify({ type: 'object', properties, additionalProperties: false, ...more })
  const isbn = { isbn: { type: 'string' } }
  const proto = (fields: string) =>
    `syntax = "proto3"; // of a book\nmessage Review { ${fields} enum Mood { GOOD = 0; } map<string, int32> votes = 9; oneof by { string name = 7; } }`
  const steps = [
    { level: 'BACKWARD', type: 'AVRO', from: record(id), to: record(id, note), allowed: false },
    { level: 'BACKWARD', type: 'AVRO', from: record(id), to: record(id, noteOrNone), allowed: true },
    { level: 'BACKWARD', type: 'AVRO', from: record(id, note), to: record(id), allowed: true },
    { level: 'FORWARD', type: 'AVRO', from: record(id), to: record(id, note), allowed: true },
    { level: 'FORWARD', type: 'AVRO', from: record(id, note), to: record(id), allowed: false },
    { level: 'FULL', type: 'AVRO', from: record(id), to: record(id, noteOrNone), allowed: true },
    { level: 'FULL', type: 'AVRO', from: record(id), to: record(id, note), allowed: false },
    { level: 'NONE', type: 'AVRO', from: record(id), to: '"int"', allowed: true },
    { level: 'BACKWARD', type: 'AVRO', from: '"int"', to: '"long"', allowed: true },
    { level: 'FORWARD', type: 'AVRO', from: '"int"', to: '"long"', allowed: false },
    { level: 'BACKWARD', type: 'AVRO', from: '{"type":"array","items":"int"}', to: '{"type":"array","items":"string"}', allowed: false },
    {
      level: 'BACKWARD',
      type: 'AVRO',
      from: '{"type":"enum","name":"Size","symbols":["S","L"]}',
      to: '{"type":"enum","name":"Size","symbols":["S"]}',
      allowed: false,
    },
    {
      level: 'BACKWARD',
      type: 'AVRO',
      from: record({ name: 'next', type: ['null', 'Order'] }),
      to: record({ name: 'next', type: ['null', 'Order'] }, noteOrNone),
      allowed: true,
    },
    { level: 'BACKWARD', type: 'JSON', from: object(isbn), to: object({ ...isbn, copies: { type: 'integer' } }), allowed: true },
    { level: 'BACKWARD', type: 'JSON', from: object(isbn), to: object(isbn, { required: ['isbn'] }), allowed: false },
    { level: 'FORWARD', type: 'JSON', from: object(isbn), to: object(isbn, { required: ['isbn'] }), allowed: true },
    { level: 'BACKWARD', type: 'JSON', from: object({ n: { type: 'integer' } }), to: object({ n: { type: 'number' } }), allowed: true },
    { level: 'BACKWARD', type: 'JSON', from: object({ n: { type: 'number' } }), to: object({ n: { type: 'integer' } }), allowed: false },
    { level: 'BACKWARD', type: 'JSON', from: '{"maxLength":5}', to: '{"maxLength":4}', allowed: false },
    { level: 'BACKWARD', type: 'JSON', from: '{"enum":["a"]}', to: '{"enum":["a","b"]}', allowed: true },
    { level: 'BACKWARD', type: 'PROTOBUF', from: proto('string isbn = 1;'), to: proto('string isbn = 1; int32 stars = 2;'), allowed: true },
    { level: 'BACKWARD', type: 'PROTOBUF', from: proto('int32 stars = 2;'), to: proto('int64 stars = 2;'), allowed: true },
    { level: 'BACKWARD', type: 'PROTOBUF', from: proto('int32 stars = 2;'), to: proto('string stars = 2;'), allowed: false },
    { level: 'BACKWARD', type: 'PROTOBUF', from: proto('int32 stars = 2;'), to: 'message Other {}', allowed: false },
  ] as const
  it.for(steps)(
    'under $level lets $to follow $from: $allowed',
    async ({ level, type, from, to, allowed }, { made: { sandbox, registry } }) => {
      await sandbox.put(`${registry}/config`, { compatibility_level: level })
      const subject = { subject_name: 'reviews-value', schema_type: type } as const
      expect((await sandbox.post(registry, { ...subject, schema: from })).status).toBe(201)
      const { status, body } = await sandbox.post(registry, { ...subject, schema: to })
      expect(status).toBe(allowed ? 201 : 409)
      expect(String(body.message)).toContain(allowed ? 'undefined' : level)
      expect((await sandbox.get(`${registry}/reviews-value`)).body.version).toBe(allowed ? '2' : '1')
    },
  )

  it('looks at all versions only when the level is transitive', async ({ made: { sandbox, registry } }) => {
    const versions = [record(id), record(id, { ...note, default: '' }), record(id, note)] as const
    for (const [level, want] of [
      ['BACKWARD', 201],
      ['FORWARD_TRANSITIVE', 201],
      ['BACKWARD_TRANSITIVE', 409],
    ] as const) {
      const subject_name = `orders-${level}`
      const [first, second, third] = versions
      await sandbox.post(registry, { ...order, subject_name, schema: first })
      await sandbox.post(registry, { ...order, subject_name, schema: second })
      await sandbox.put(`${registry}/config/${subject_name}`, { compatibility_level: level })
      expect((await sandbox.post(registry, { ...order, subject_name, schema: third })).status).toBe(want)
    }
  })
})
