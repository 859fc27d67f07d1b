/** The seed's rules that an answer on the wire shows, and for which an answer of the mock is enough. */
import { startMock } from '@spindrift/mock'
import { afterAll, describe, expect } from 'vitest'
import { buildRequest } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { rule, specification } from '../rules/rule.ts'
import { checkBuilt } from './check-built.ts'
import { createResourceFace, type Answer, type SentHeaders } from './faces.ts'

checkBuilt(specification.entries)
const mock = await startMock({ port: 0 })
afterAll(() => mock.close())

/** Calls the operation, with another method in place of its own when one is given. */
function call(entry: OperationEntry, headers: SentHeaders = {}, method?: string): Promise<Answer> {
  const change = method === undefined ? fetch : (url: string, { headers: sent }: RequestInit) => fetch(url, { method, headers: sent ?? {} })
  return createResourceFace({ baseUrl: mock.url, fetch: change })(entry, buildRequest(entry.operation), headers)
}

async function each(entries: readonly OperationEntry[], show: (entry: OperationEntry) => Promise<void>): Promise<void> {
  await Promise.all(entries.map(show))
}

const isList = ({ operation }: OperationEntry) => operation.effect?.kind === 'lists'

describe('HEAD', () => {
  rule('methods-head-no-body', (bound) =>
    each(bound, async (entry) => {
      const { status, body } = await call(entry, {}, 'HEAD')
      expect([status, body], entry.operation.id).toEqual([200, undefined])
    }),
  )
  rule('methods-head-rate-limit', (bound) =>
    each(bound, async (entry) => {
      const { headers } = await call(entry, {}, 'HEAD')
      for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`ratelimit-${name}`), entry.operation.id).toMatch(/^\d+$/)
    }),
  )
  rule('methods-head-total', (bound) =>
    each(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([call(entry, {}, 'HEAD'), call(entry)])
      expect(head.headers.get('x-total-count'), entry.operation.id).toBe(String((get.body as { meta: { total: number } }).meta.total))
    }),
  )
  rule('methods-head-content-length', (bound) =>
    each(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([call(entry, {}, 'HEAD'), call(entry)])
      expect(get.headers.get('content-length'), entry.operation.id).toMatch(/^\d+$/)
      expect(head.headers.get('content-length'), entry.operation.id).toBe(get.headers.get('content-length'))
    }),
  )
  rule('methods-head-pages', (bound) =>
    each(bound.filter(isList), async (entry) => {
      const [head, get] = await Promise.all([call(entry, {}, 'HEAD'), call(entry)])
      const pages = Object.entries((get.body as { links?: { pages?: Record<string, string> } }).links?.pages ?? {})
      const link = head.headers.get('link') ?? ''
      for (const [rel, url] of pages) expect(link, entry.operation.id).toContain(`<${url}>; rel="${rel}"`)
      expect(link === '', entry.operation.id).toBe(pages.length === 0)
    }),
  )
})

const origin = 'https://shop.tidewater.example'
const preflight = (entry: OperationEntry) =>
  call(entry, { origin, 'access-control-request-method': entry.operation.method.toUpperCase() }, 'OPTIONS')

describe('preflight', () => {
  rule('methods-options-preflight', (bound) =>
    each(bound, async (entry) => expect((await preflight(entry)).status, entry.operation.id).toBe(204)),
  )
  rule('cors-preflight-answered', (bound) =>
    each(bound, async (entry) => {
      const { headers } = await preflight(entry)
      for (const name of ['origin', 'methods', 'credentials'])
        expect(headers.get(`access-control-allow-${name}`), entry.operation.id).not.toBeNull()
    }),
  )
  rule('cors-allow-origin', (bound) =>
    each(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-origin'), entry.operation.id).toBe(origin),
    ),
  )
  rule('cors-allow-methods', (bound) =>
    each(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-methods')?.split(/, ?/), entry.operation.id).toContain(
        entry.operation.method.toUpperCase(),
      ),
    ),
  )
  rule('cors-allow-credentials', (bound) =>
    each(bound, async (entry) =>
      expect((await preflight(entry)).headers.get('access-control-allow-credentials'), entry.operation.id).toBe('true'),
    ),
  )
})

describe('refusals', () => {
  rule('requests-bearer', (bound) =>
    each(bound, async (entry) => {
      const { status, body } = await call(entry, { authorization: undefined })
      expect([status, (body as { id: string }).id], entry.operation.id).toEqual([401, 'unauthorized'])
    }),
  )
  rule('revoke-bearer-required', (bound) =>
    each(bound, async (entry) => expect((await call(entry, { authorization: undefined })).status).toBe(401)),
  )
  rule('methods-patch-some-resources', (bound) => {
    // Prism takes `/v2/projects/default` for `/v2/projects/{project_id}` when only that has the method.
    const patchable = bound
      .filter(({ operation }) => operation.method === 'patch')
      .map(({ operation }) => new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`))
    expect(patchable).not.toEqual([])
    return each(
      bound.filter(({ operation }) => !patchable.some((path) => path.test(operation.path))),
      async (entry) => expect((await call(entry, {}, 'PATCH')).status, entry.operation.id).toBe(405),
    )
  })
})
