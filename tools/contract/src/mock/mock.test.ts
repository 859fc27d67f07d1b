/**
 * Calls operations through the client with the mock: every 24th, or all of them for `pnpm verify mock`. Tests of rules are here too,
 * because Prism compiles the schemas once for each process.
 */
import { startMock } from '@spindrift/mock'
import { afterAll, describe, expect, test } from 'vitest'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { buildRequest } from '../build-request.ts'
import { loadSpecification, type OperationEntry, sample } from '../load-specification.ts'
import { parseEvents } from '../parse-events.ts'
import { rule } from '../rules/rule.ts'
import { createSchemaValidator } from '../schema-validator.ts'
import { checkBuilt } from './check-built.ts'
import { checkBrokenBody, checkBrokenJson, checkHead, checkNoToken, needsToken, hasJsonBody } from './check-refusals.ts'
import { checkReplies } from './check-replies.ts'
import { type OperationReply, createOperationCaller, type RequestHeaders } from './operation-caller.ts'

const { entries: allEntries } = loadSpecification()
checkBuilt(allEntries)
const entries = sample(allEntries, Number(process.env['SPINDRIFT_TEST_EVERY'] ?? 24))
const mock = await startMock({ port: 0 })
afterAll(() => mock.close())

const findStream = ({ operation }: OperationEntry) =>
  operation.replies.flatMap(({ content }) => content).find(({ mediaType }) => mediaType === 'text/event-stream')

const { url: baseUrl } = mock
const callOperation = createOperationCaller({ baseUrl })
const callWithBrokenJson = createOperationCaller({ baseUrl, fetch: (url, init) => fetch(url, { ...init, body: '{ "name": ' }) })
const callWithHead = createOperationCaller({ baseUrl, fetch: (url, init) => fetch(url, { ...init, method: 'HEAD' }) })

test('the specification has operations', () => {
  expect(allEntries.length).toBeGreaterThan(250)
})

// Concurrent tests have their own `expect`, so that assertions are counted for each.
describe.concurrent('every documented reply', () => {
  test.for(entries)('$operation.id', async (entry, context) => {
    const { findings, statuses } = await checkReplies(entry, callOperation)
    context.expect(findings).toEqual([])
    const documented = entry.operation.replies.map(({ status }) => status).filter((status) => status !== 'default')
    context.expect([...statuses]).toEqual(expect.arrayContaining(documented))
  })
})

describe('streams with chunks of any size', () => {
  const streaming = entries.filter((entry) => findStream(entry))

  test('some operations stream', () => expect(streaming.length).toBeGreaterThan(0))

  test.for(streaming)('$operation.id', async (entry) => {
    const { body } = await callOperation(entry, buildRequest(entry.operation), { accept: 'text/event-stream' })
    const { events, faults } = parseEvents(String(body))
    expect(faults).toEqual([])
    expect(events.length).toBeGreaterThan(2)
    expect(events.at(-1)).toBe('[DONE]')
    for (const size of [1, 7, 64]) expect(parseEvents(String(body), size).events).toEqual(events)
    const schema = findStream(entry)?.schema.contentSchema as SchemaObject
    for (const chunk of events.slice(0, -1)) expect(createSchemaValidator(entry.api).validate(schema, JSON.parse(chunk))).toEqual([])
  })
})

const hasBody = ({ operation }: OperationEntry) => operation.body?.required === true

describe.each([
  {
    title: 'HEAD has no body',
    filter: ({ operation }: OperationEntry) => operation.method === 'get',
    check: checkHead,
    call: callWithHead,
  },
  { title: 'a missing token returns 401', filter: needsToken, check: checkNoToken, call: callOperation },
  { title: 'an invalid body is rejected', filter: hasBody, check: checkBrokenBody, call: callOperation },
  { title: 'a body that is not JSON returns 400', filter: hasJsonBody, check: checkBrokenJson, call: callWithBrokenJson },
])('$title', ({ filter, check, call }) => {
  test.for(entries.filter(filter))('$operation.id', async (entry) => {
    expect(await check(entry, call)).toEqual([])
  })
})

const replies = new Map<string, Promise<OperationReply>>()

/** Calls an operation, optionally with another method, and caches the reply, because the mock has no state. */
function callOnce(entry: OperationEntry, headers: RequestHeaders = {}, method?: string): Promise<OperationReply> {
  const key = JSON.stringify([entry.operation.id, 'authorization' in headers, headers, method])
  const known = replies.get(key)
  if (known) return known
  const reply = send(entry, headers, method)
  replies.set(key, reply)
  return reply
}

function send(entry: OperationEntry, headers: RequestHeaders, method: string | undefined): Promise<OperationReply> {
  const change = method === undefined ? fetch : (url: string, { headers: sent }: RequestInit) => fetch(url, { method, headers: sent ?? {} })
  return createOperationCaller({ baseUrl: mock.url, fetch: change })(entry, buildRequest(entry.operation), headers)
}

async function forEachEntry(bound: readonly OperationEntry[], show: (entry: OperationEntry) => Promise<void>): Promise<void> {
  const chosen = bound.filter((entry) => entries.includes(entry))
  await Promise.all((chosen.length > 0 ? chosen : bound.slice(0, 1)).map(show))
}

const isList = ({ operation }: OperationEntry) => operation.effect?.kind === 'lists'

describe('HEAD', () => {
  rule('methods-head-no-body', (bound) =>
    forEachEntry(bound, async (entry) => {
      const { status, body } = await callOnce(entry, {}, 'HEAD')
      expect([status, body], entry.operation.id).toEqual([200, undefined])
    }),
  )
  rule('methods-head-rate-limit', (bound) =>
    forEachEntry(bound, async (entry) => {
      const { headers } = await callOnce(entry, {}, 'HEAD')
      for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`ratelimit-${name}`), entry.operation.id).toMatch(/^\d+$/)
    }),
  )
  rule('methods-head-total', (bound) =>
    forEachEntry(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([callOnce(entry, {}, 'HEAD'), callOnce(entry)])
      expect(head.headers.get('x-total-count'), entry.operation.id).toBe(String((get.body as { meta: { total: number } }).meta.total))
    }),
  )
  rule('methods-head-content-length', (bound) =>
    forEachEntry(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([callOnce(entry, {}, 'HEAD'), callOnce(entry)])
      expect(get.headers.get('content-length'), entry.operation.id).toMatch(/^\d+$/)
      expect(head.headers.get('content-length'), entry.operation.id).toBe(get.headers.get('content-length'))
    }),
  )
  rule('methods-head-pages', (bound) =>
    forEachEntry(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([callOnce(entry, {}, 'HEAD'), callOnce(entry)])
      const pages = Object.entries((get.body as { links?: { pages?: Record<string, string> } }).links?.pages ?? {})
      const link = head.headers.get('link') ?? ''
      for (const [rel, url] of pages) expect(link, entry.operation.id).toContain(`<${url}>; rel="${rel}"`)
      expect(link === '', entry.operation.id).toBe(pages.length === 0)
    }),
  )
})

const origin = 'https://shop.tidewater.example'
const preflight = (entry: OperationEntry) =>
  callOnce(entry, { origin, 'access-control-request-method': entry.operation.method.toUpperCase() }, 'OPTIONS')

describe('preflight', () => {
  rule('methods-options-preflight', (bound) =>
    forEachEntry(bound, async (entry) => expect((await preflight(entry)).status, entry.operation.id).toBe(204)),
  )
  rule('cors-preflight-answered', (bound) =>
    forEachEntry(bound, async (entry) => {
      const { headers } = await preflight(entry)
      for (const name of ['origin', 'methods', 'credentials'])
        expect(headers.get(`access-control-allow-${name}`), entry.operation.id).not.toBeNull()
    }),
  )
  rule('cors-allow-origin', (bound) =>
    forEachEntry(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-origin'), entry.operation.id).toBe(origin),
    ),
  )
  rule('cors-allow-methods', (bound) =>
    forEachEntry(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-methods')?.split(/, ?/), entry.operation.id).toContain(
        entry.operation.method.toUpperCase(),
      ),
    ),
  )
  rule('cors-allow-credentials', (bound) =>
    forEachEntry(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-credentials'), entry.operation.id).toBe('true'),
    ),
  )
})

describe('errors', () => {
  rule('requests-bearer', (bound) =>
    forEachEntry(bound, async (entry) => {
      const { status, body } = await callOnce(entry, { authorization: undefined })
      expect([status, (body as { id: string }).id], entry.operation.id).toEqual([401, 'unauthorized'])
    }),
  )
  rule('revoke-bearer-required', (bound) =>
    forEachEntry(bound, async (entry) => expect((await callOnce(entry, { authorization: undefined })).status).toBe(401)),
  )
  rule('methods-patch-some-resources', (bound) => {
    // Prism matches `/v2/projects/default` with `/v2/projects/{project_id}` if only that has the method.
    const patchable = bound
      .filter(({ operation }) => operation.method === 'patch')
      .map(({ operation }) => new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`))
    expect(patchable).not.toEqual([])
    return forEachEntry(
      bound.filter(({ operation }) => !patchable.some((path) => path.test(operation.path))),
      async (entry) => expect((await callOnce(entry, {}, 'PATCH')).status, entry.operation.id).toBe(405),
    )
  })
})

describe('faulty replies', () => {
  const entry = allEntries.find(({ operation }) => operation.id === 'volumes_get') as OperationEntry

  test.for([
    {
      title: 'another type',
      change: { text: (body: string) => body.replace('"size_gigabytes":100', '"size_gigabytes":"100"') },
      expected: 'must be integer',
    },
    {
      title: 'a missing field',
      change: { text: (body: string) => body.replace('"region":', '"area":') },
      expected: "required property 'region'",
    },
    {
      title: 'another example',
      change: { text: (body: string) => body.replace('covers-data', 'other') },
      expected: 'the body is not the example',
    },
    { title: 'a media type', change: { headers: { 'content-type': 'text/html' } }, expected: 'media type text/html is not documented' },
    { title: 'a missing header', change: { headers: { 'ratelimit-reset': undefined } }, expected: 'header ratelimit-reset is missing' },
    {
      title: 'a header that is not a number',
      change: { headers: { 'ratelimit-limit': 'many' } },
      expected: 'header /ratelimit-limit must be integer',
    },
    { title: 'another status', change: { status: 418 }, expected: 'expected status 200, found 418' },
  ])('reports $title', async ({ change, expected }) => {
    const call = createOperationCaller({ baseUrl, fetch: async (url, init) => tamper(await fetch(url, init), change) })
    const { findings } = await checkReplies(entry, call)
    expect(findings.join('\n')).toContain(expected)
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
