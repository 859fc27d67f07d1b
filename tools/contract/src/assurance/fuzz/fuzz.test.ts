/** Fuzzes a sample of every family, and a sandbox with one fault for each promise. `pnpm verify fuzz` tests every operation. */
import { describe, expect, it } from 'vitest'
import { loadSpecification, sampleEntries } from '../../load-specification.ts'
import type { Fetch } from './test-sandbox.ts'
import { runFuzz } from './run-fuzz.ts'

describe('fuzz', () => {
  it('reports nothing for every tenth operation of each family', { timeout: 300_000 }, async () => {
    const operations = sampleEntries(loadSpecification().entries, 10).map(({ operation }) => operation.id)
    const { findings, passed, total, unimplemented } = await runFuzz({ cases: operations.length * 29, seed: 7, operations })
    expect({ findings, missing: unimplemented, passed }).toEqual({ findings: [], missing: [], passed: total })
    expect(operations.length).toBeGreaterThan(90)
    expect(total).toBeGreaterThanOrEqual(operations.length * 25)
  })

  const asJson = { headers: { 'content-type': 'application/json' } }
  let createdCount = 0
  const without = (name: string) => async (response: Response) => {
    const headers = new Headers(response.headers)
    headers.delete(name)
    return new Response(await response.text(), { status: response.status, headers })
  }
  const edit = (pattern: RegExp, text: string) => async (response: Response) =>
    new Response((await response.text()).replaceAll(pattern, text), { status: response.status, headers: response.headers })
  const mergeInit = (init: Init, change: Init) => ({ ...init, ...change, headers: { ...init.headers, ...change.headers } })

  /** Faults of one operation each; some change the request instead. */
  const breaks: readonly Break[] = [
    {
      operation: 'vpcs_get',
      path: /^\/v2\/vpcs\/[^/?]+$/,
      method: 'GET',
      change: edit(/"ip_range":/g, '"range":'),
      expected: /^vpcs_get .*ip_range/,
    },
    {
      operation: 'tags_list',
      path: /^\/v2\/tags(\?|$)/,
      method: 'GET',
      change: without('x-request-id'),
      expected: /^tags_list .*header x-request-id is missing/,
    },
    {
      operation: 'sizes_list',
      path: /^\/v2\/sizes/,
      method: 'GET',
      change: without('ratelimit-reset'),
      expected: /^sizes_list .*header ratelimit-reset is missing/,
    },
    {
      operation: 'regions_list',
      path: /^\/v2\/regions/,
      method: 'HEAD',
      change: edit(/^/g, 'a body'),
      expected: /^regions_list \(HEAD\) .*HEAD: expected no body/,
    },
    {
      operation: 'images_list',
      path: /^\/v2\/images\?.*page=2/,
      method: 'GET',
      change: (_answer, fetch, url, init) => fetch(url.replace(/([?&])page=2/, '$1page=1'), init),
      expected: /^images_list \(pages\)/,
    },
    {
      operation: 'uptime_checks_create',
      path: /^\/v2\/uptime\/checks$/,
      method: 'POST',
      change: (response) => (response.status === 201 ? new Response('{}', { ...asJson, status: 500 }) : response),
      expected: /^uptime_checks_create \(valid, \w+\) .*status 500/,
    },
    {
      operation: 'domains_create',
      path: /^\/v2\/domains$/,
      method: 'POST',
      change: (response, fetch, url, init) =>
        response.status === 422
          ? fetch(url, mergeInit(init, { ...asJson, body: JSON.stringify({ name: `taken-${(createdCount += 1)}.example` }) }))
          : response,
      expected: /^domains_create \(broken\) .*expected 422, got 201/,
    },
    {
      operation: 'projects_create',
      path: /^\/v2\/projects$/,
      method: 'POST',
      // Rejects the request and changes the state.
      change: async (response, fetch, url, init) => {
        if (response.status === 422)
          await fetch(`${new URL(url).origin}/v2/tags`, mergeInit(init, { ...asJson, body: `{"name":"leak-${(createdCount += 1)}"}` }))
        return response
      },
      expected: /^projects_create .*expected an unchanged state/,
    },
    {
      operation: 'volumes_delete',
      path: /^\/v2\/volumes\/[^/?]+$/,
      method: 'DELETE',
      before: (init) => ({ ...init, method: 'HEAD' }),
      change: (response) => (response.status === 200 ? new Response(null, { status: 204, headers: response.headers }) : response),
      expected: /^volumes_delete \(deleted\) .*expected 404 from/,
    },
    {
      operation: 'firewalls_get',
      path: /^\/v2\/firewalls\/[^/?]+$/,
      method: 'GET',
      before: (init, owner) => mergeInit(init, { headers: { authorization: owner } }),
      expected: /^firewalls_get \(stranger\) .*expected 404 for another account, got 200/,
    },
    {
      operation: 'account_get',
      path: /^\/v2\/account$/,
      method: 'GET',
      before: (init, owner) => mergeInit(init, { headers: { authorization: owner } }),
      expected: /^account_get \(callers\) given no token: expected 401, got 200/,
    },
    {
      operation: 'account_get',
      path: /^\/v2\/account$/,
      method: 'PUT',
      change: without('allow'),
      expected: /^account_get \(methods\) given PUT .*expected Allow/,
    },
  ]

  it('reports each injected fault', { timeout: 120_000 }, async () => {
    const operations = [...new Set(breaks.map(({ operation }) => operation))]
    const { findings, passed, total } = await runFuzz({
      cases: operations.length * 30,
      seed: 7,
      operations,
      wrap: (fetch) => breakFetch(fetch, breaks),
    })
    expect(passed).toBeLessThan(total)
    expect(breaks.filter(({ expected }) => !findings.some((finding) => expected.test(finding)))).toEqual([])
  })
})

interface Init extends RequestInit {
  readonly headers?: Record<string, string>
}

interface Break {
  readonly operation: string
  readonly path: RegExp
  readonly method: string
  readonly before?: (init: Init, owner: string) => Init
  readonly change?: (response: Response, fetch: Fetch, url: string, init: Init) => Response | Promise<Response>
  readonly expected: RegExp
}

function breakFetch(fetch: Fetch, breaks: readonly Break[]): Fetch {
  // The first token belongs to the fixtures, which must be created without faults.
  let owner = ''
  return async (input, options) => {
    const url = String(input)
    const init = options as Init
    if (owner === '' && url.includes('/v2/')) owner = init.headers?.['authorization'] ?? ''
    const { pathname, search } = new URL(url)
    const broken = breaks.find(({ path, method }) => method === init.method && path.test(`${pathname}${search}`))
    const response = await fetch(url, broken?.before?.(init, owner) ?? init)
    return (await broken?.change?.(response, fetch, url, init)) ?? response
  }
}
