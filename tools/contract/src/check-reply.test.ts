/** Tests the reply checks with a specification of three operations. */
import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../generators/model/build-model.ts'
import type { LoadedBundles } from '../../../generators/model/load-bundles.ts'
import { checkHeadReply, checkReply, type ReceivedReply } from './check-reply.ts'
import { listEntries, type OperationEntry } from './load-specification.ts'
import { parseEvents } from './parse-events.ts'

const headers = {
  'ratelimit-limit': { required: true, schema: { type: 'integer', minimum: 0 } },
  'retry-after': { required: false, schema: { type: 'integer' } },
}
const operation = (operationId: string, responses: object) => ({
  operationId,
  summary: 's',
  description: 'd',
  tags: ['Volumes'],
  responses,
})
const document = {
  openapi: '3.1.1',
  info: { title: 'Tiny', version: '1.0.0' },
  paths: {
    '/v2/volumes': {
      get: operation('volumes_list', {
        '200': { description: 'd', headers, content: { 'application/json': { schema: { $ref: '#/components/schemas/Volume' } } } },
      }),
      delete: operation('volumes_delete', {
        '204': { description: 'd', headers },
        '404': { description: 'd', content: { 'application/json': { schema: {} } } },
      }),
      post: operation('volumes_run', {
        '200': {
          description: 'd',
          headers,
          content: { 'text/event-stream': { schema: { type: 'string', contentSchema: { $ref: '#/components/schemas/Volume' } } } },
        },
      }),
    },
  },
  components: {
    schemas: { Volume: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, size: { type: 'integer' } } } },
  },
}
const source = { file: 'control/volumes.yaml', pointer: '' }
const places = ['GET /v2/volumes', 'DELETE /v2/volumes', 'POST /v2/volumes', 'schemas/Volume']
const sources = { control: Object.fromEntries(places.map((pointer) => [pointer, source])) }
// Like parsed JSON, it has no precise type.
const bundles = { documents: [{ api: 'control', document }], sources } as unknown as LoadedBundles
const entries = listEntries(buildModel(bundles))
const list = entries.find((entry) => entry.operation.method === 'get') as OperationEntry
const remove = entries.find((entry) => entry.operation.method === 'delete') as OperationEntry
const run = entries.find((entry) => entry.operation.method === 'post') as OperationEntry

interface Change {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

function received({ status = 200, headers: changed = {}, body }: Change): ReceivedReply {
  const all = { 'ratelimit-limit': '5000', 'content-type': 'application/json; charset=utf-8', ...changed }
  return { status, headers: new Headers(Object.entries(all).filter(([, value]) => value !== '')), body }
}

const stream = { 'content-type': 'text/event-stream' }

describe('checkReply', () => {
  test.each([
    { entry: list, input: { body: { name: 'covers-data', size: 1, more: true } } },
    { entry: remove, input: { status: 204, headers: { 'content-type': '' } } },
    { entry: run, input: { headers: stream, body: 'data: {"name":"a"}\n\ndata: [DONE]\n\n' } },
  ])('accepts a valid reply of $entry.operation.id', ({ entry, input }) => {
    expect(checkReply(entry, received(input))).toEqual([])
  })

  test.each([
    { entry: list, input: { body: { name: 1 } }, expected: 'body /name must be string' },
    { entry: list, input: { body: { size: 1 } }, expected: "must have required property 'name'" },
    { entry: list, input: { body: { name: 'a', size: 1.5 } }, expected: 'body /size must be integer' },
    { entry: list, input: { body: undefined }, expected: 'body of application/json is empty' },
    {
      entry: list,
      input: { body: { name: 'a' }, headers: { 'content-type': 'text/html' } },
      expected: 'media type text/html is not documented',
    },
    { entry: list, input: { body: { name: 'a' }, headers: { 'content-type': '' } }, expected: 'media type (none) is not documented' },
    { entry: list, input: { body: { name: 'a' }, headers: { 'ratelimit-limit': '' } }, expected: 'header ratelimit-limit is missing' },
    {
      entry: list,
      input: { body: { name: 'a' }, headers: { 'ratelimit-limit': 'many' } },
      expected: 'header /ratelimit-limit must be integer',
    },
    { entry: list, input: { body: { name: 'a' }, headers: { 'retry-after': 'soon' } }, expected: 'header /retry-after must be integer' },
    { entry: list, input: { status: 404, body: { name: 'a' } }, expected: 'status 404 is not documented' },
    { entry: remove, input: { status: 204, body: {} }, expected: '204: expected no body' },
    { entry: run, input: { headers: stream, body: 'data: {"name":"a"}\n\n' }, expected: 'stream does not end with [DONE]' },
    { entry: run, input: { headers: stream, body: 'data: [DONE]\n\n' }, expected: 'stream has no chunk' },
    { entry: run, input: { headers: stream, body: 'data: {"name":1}\n\ndata: [DONE]\n\n' }, expected: 'chunk 0 /name must be string' },
    { entry: run, input: { headers: stream, body: 'data: {"name":\n\ndata: [DONE]\n\n' }, expected: 'chunk 0 is not JSON' },
    {
      entry: run,
      input: { headers: stream, body: 'date: {}\n\ndata: {"name":"a"}\n\ndata: [DONE]\n\n' },
      expected: 'stream: Unknown field "date"',
    },
    { entry: run, input: { headers: stream, body: new ArrayBuffer(2) }, expected: 'body of text/event-stream is not text' },
  ])('reports for $entry.operation.id: $expected', ({ entry, input, expected }) => {
    expect(checkReply(entry, received(input)).join('\n')).toContain(expected)
  })

  test.each([
    { message: 'share not found', findings: 0 },
    { message: 'registry does not exist', findings: 0 },
    { message: 'Failed to resolve VPC', findings: 0 },
    { message: 'There is no such volume.', findings: 1 },
  ])('requires words that clients look for in a 404, or a recorded message: $message', ({ message, findings }) => {
    expect(checkReply(remove, received({ status: 404, body: { message } }))).toHaveLength(findings)
  })

  test('collects all findings', () => {
    const broken = received({ body: { size: 'large' }, headers: { 'ratelimit-limit': '' } })
    expect(checkReply(list, broken)).toHaveLength(3)
  })

  test('checks that HEAD has the headers of GET and no body', () => {
    expect(checkHeadReply(list, received({}))).toEqual([])
    expect(checkHeadReply(list, received({ body: '{}' }))).toEqual(['HEAD: expected no body'])
    expect(checkHeadReply(list, received({ headers: { 'ratelimit-limit': '' } }))).toEqual(['header ratelimit-limit is missing'])
  })
})

test('parseEvents returns the same events for chunks of any size', () => {
  const text = 'data: {"a":1}\n\n: a comment\n\ndata: two\ndata: lines\n\ndata: [DONE]\n\n'
  const events = parseEvents(text)
  expect(events).toEqual({ events: ['{"a":1}', 'two\nlines', '[DONE]'], faults: [] })
  for (let size = 1; size < text.length; size += 1) expect(parseEvents(text, size)).toEqual(events)
})
