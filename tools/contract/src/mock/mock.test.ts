/**
 * Every operation of every API through the client, against the real mock. What is tested is read from the
 * specification when the tests start, so a new document joins by itself.
 */
import { startMock } from '@spindrift/mock'
import { afterAll, describe, test } from 'vitest'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { buildRequest } from '../build-request.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { readEvents } from '../read-events.ts'
import { createSchemaValidator } from '../schema-validator.ts'
import { checkBuilt } from './check-built.ts'
import { exerciseBrokenBody, exerciseBrokenJson, exerciseHead, exerciseNoToken, needsToken, takesJson } from './exercise-refusals.ts'
import { exerciseReplies } from './exercise-replies.ts'
import { createResourceFace } from './faces.ts'

const { entries } = loadSpecification()
checkBuilt(entries)
const mock = await startMock({ port: 0 })
afterAll(() => mock.close())

const streamOf = ({ operation }: OperationEntry) =>
  operation.replies.flatMap(({ content }) => content).find(({ mediaType }) => mediaType === 'text/event-stream')

const { url: baseUrl } = mock
const resourceFace = createResourceFace({ baseUrl })
const brokenJsonFace = createResourceFace({ baseUrl, fetch: (url, init) => fetch(url, { ...init, body: '{ "name": ' }) })
const headFace = createResourceFace({ baseUrl, fetch: (url, init) => fetch(url, { ...init, method: 'HEAD' }) })

test('the specification has operations', ({ expect }) => {
  expect(entries.length).toBeGreaterThan(250)
})

// Tests that run at once have an `expect` of their own, so that each one's assertions count for itself.
describe.concurrent('every documented reply, by its name', () => {
  test.for(entries)('$operation.id', async (entry, { expect }) => {
    const { findings, statuses } = await exerciseReplies(entry, resourceFace)
    expect(findings).toEqual([])
    const documented = entry.operation.replies.map(({ status }) => status).filter((status) => status !== 'default')
    expect([...statuses]).toEqual(expect.arrayContaining(documented))
  })
})

describe('a stream is read event by event, however it is cut', () => {
  const streaming = entries.filter((entry) => streamOf(entry))

  test('some operations stream', ({ expect }) => expect(streaming.length).toBeGreaterThan(0))

  test.for(streaming)('$operation.id', async (entry, { expect }) => {
    const { body } = await resourceFace(entry, buildRequest(entry.operation), { accept: 'text/event-stream' })
    const { events, faults } = readEvents(String(body))
    expect(faults).toEqual([])
    expect(events.length).toBeGreaterThan(2)
    expect(events.at(-1)).toBe('[DONE]')
    for (const size of [1, 7, 64]) expect(readEvents(String(body), size).events).toEqual(events)
    const schema = streamOf(entry)?.schema.contentSchema as SchemaObject
    for (const chunk of events.slice(0, -1)) expect(createSchemaValidator(entry.api).validate(schema, JSON.parse(chunk))).toEqual([])
  })
})

const hasBody = ({ operation }: OperationEntry) => operation.body?.required === true

describe.concurrent.each([
  {
    title: 'HEAD answers without a body',
    of: ({ operation }: OperationEntry) => operation.method === 'get',
    ask: exerciseHead,
    face: headFace,
  },
  { title: '401 without a token', of: needsToken, ask: exerciseNoToken, face: resourceFace },
  { title: 'a body that breaks its schema is refused', of: hasBody, ask: exerciseBrokenBody, face: resourceFace },
  { title: 'a body that is not JSON is refused with 400', of: takesJson, ask: exerciseBrokenJson, face: brokenJsonFace },
])('$title', ({ of, ask, face }) => {
  test.for(entries.filter(of))('$operation.id', async (entry, { expect }) => expect(await ask(entry, face)).toEqual([]))
})

describe('a wrong answer is caught', () => {
  const entry = entries.find(({ operation }) => operation.id === 'volumes_get') as OperationEntry

  test.for([
    {
      title: 'another type',
      change: { text: (body: string) => body.replace('"size_gigabytes":100', '"size_gigabytes":"100"') },
      want: 'must be integer',
    },
    {
      title: 'a missing field',
      change: { text: (body: string) => body.replace('"region":', '"area":') },
      want: "required property 'region'",
    },
    {
      title: 'another example',
      change: { text: (body: string) => body.replace('covers-data', 'other') },
      want: 'the body is not the example',
    },
    { title: 'a media type', change: { headers: { 'content-type': 'text/html' } }, want: 'media type text/html is not documented' },
    { title: 'a missing header', change: { headers: { 'ratelimit-reset': undefined } }, want: 'header ratelimit-reset is missing' },
    {
      title: 'a header that is not a number',
      change: { headers: { 'ratelimit-limit': 'many' } },
      want: 'header /ratelimit-limit must be integer',
    },
    { title: 'another status', change: { status: 418 }, want: 'expected status 200, found 418' },
  ])('$title', async ({ change, want }, { expect }) => {
    const face = createResourceFace({ baseUrl, fetch: async (url, init) => tamper(await fetch(url, init), change) })
    const { findings } = await exerciseReplies(entry, face)
    expect(findings.join('\n')).toContain(want)
  })
})

interface Tampering {
  readonly text?: (body: string) => string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly status?: number
}

async function tamper(
  response: Response,
  { text = (body) => body, headers: changed = {}, status = response.status }: Tampering,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  }
  return new Response(text(await response.text()), { status, headers })
}
