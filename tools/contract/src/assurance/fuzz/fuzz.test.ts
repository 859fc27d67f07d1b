/** Fuzzes a sample of the operations, and a sandbox with one fault for each promise. `pnpm verify fuzz` tests every operation. */
import { describe, expect, it } from 'vitest'
import { loadSpecification, sample } from '../../load-specification.ts'
import type { Fetch } from '../../fixtures/test-sandbox.ts'
import { runFuzz } from './run-fuzz.ts'
import { shareFixtures } from './share-fixtures.ts'

const shared = { seed: 7, openFixture: shareFixtures() }

describe('fuzz', () => {
  it('reports nothing for every forty-fifth operation', { timeout: 300_000 }, async () => {
    const operations = sample(loadSpecification().entries, 45).map(({ operation }) => operation.id)
    const { findings, passed, total } = await runFuzz({ ...shared, cases: operations.length * 29, operations })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
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

  /** Sends a POST request in place of a refused one. */
  const sendInstead = (fetch: Fetch, url: string, init: Init, body: string) => fetch(url, mergeInit(init, { ...asJson, body }))
  const asOwner = (init: Init, owner: string) => mergeInit(init, { headers: { authorization: owner } })

  /** Faults of one operation each; some change the request instead. */
  const breaks: readonly Break[] = [
    createBreak('vpcs_get', 'GET', /^\/v2\/vpcs\/[^/?]+$/, /^vpcs_get .*ip_range/, { change: edit(/"ip_range":/g, '"range":') }),
    createBreak('tags_list', 'GET', /^\/v2\/tags(\?|$)/, /^tags_list .*header x-request-id is missing/, {
      change: without('x-request-id'),
    }),
    createBreak('sizes_list', 'GET', /^\/v2\/sizes/, /^sizes_list .*header ratelimit-reset is missing/, {
      change: without('ratelimit-reset'),
    }),
    createBreak('regions_list', 'HEAD', /^\/v2\/regions/, /^regions_list \(HEAD\) .*HEAD: expected no body/, {
      change: edit(/^/g, 'a body'),
    }),
    createBreak('images_list', 'GET', /^\/v2\/images\?.*page=2/, /^images_list \(pages\)/, {
      change: (_answer, fetch, url, init) => fetch(url.replace(/([?&])page=2/, '$1page=1'), init),
    }),
    createBreak('uptime_checks_create', 'POST', /^\/v2\/uptime\/checks$/, /^uptime_checks_create \(valid, \w+\) .*status 500/, {
      change: (response) => (response.status === 201 ? new Response('{}', { ...asJson, status: 500 }) : response),
    }),
    createBreak('domains_create', 'POST', /^\/v2\/domains$/, /^domains_create \(broken\) .*expected 422, got 201/, {
      change: (response, fetch, url, init) =>
        response.status === 422 ? sendInstead(fetch, url, init, `{"name":"taken-${(createdCount += 1)}.example"}`) : response,
    }),
    // Rejects the request and changes the state.
    createBreak('projects_create', 'POST', /^\/v2\/projects$/, /^projects_create .*expected an unchanged state/, {
      change: async (response, fetch, url, init) => {
        if (response.status === 422)
          await sendInstead(fetch, `${new URL(url).origin}/v2/tags`, init, `{"name":"leak-${(createdCount += 1)}"}`)
        return response
      },
    }),
    createBreak('volumes_delete', 'DELETE', /^\/v2\/volumes\/[^/?]+$/, /^volumes_delete \(deleted\) .*expected 404 from/, {
      before: (init) => ({ ...init, method: 'HEAD' }),
      change: (response) => (response.status === 200 ? new Response(null, { status: 204, headers: response.headers }) : response),
    }),
    createBreak('firewalls_get', 'GET', /^\/v2\/firewalls\/[^/?]+$/, /^firewalls_get \(stranger\) .*expected 404 .*, got 200/, {
      before: asOwner,
    }),
    createBreak('account_get', 'GET', /^\/v2\/account$/, /^account_get \(callers\) given no token: expected 401/, { before: asOwner }),
    createBreak('account_get', 'PUT', /^\/v2\/account$/, /^account_get \(methods\) given PUT .*expected Allow/, {
      change: without('allow'),
    }),
  ]

  it('reports each injected fault', { timeout: 120_000 }, async () => {
    const operations = [...new Set(breaks.map(({ operation }) => operation))]
    const { sandbox } = await shared.openFixture(shared)
    const { findings, passed, total } = await runFuzz({
      ...shared,
      cases: operations.length * 30,
      operations,
      wrap: (fetch) => breakFetch(fetch, breaks, `Bearer ${sandbox.keys.full}`),
    })
    expect(passed).toBeLessThan(total)
    expect(breaks.filter(({ expected }) => !findings.some((finding) => expected.test(finding)))).toEqual([])
  })
})

interface Init extends RequestInit {
  readonly headers?: Record<string, string>
}

/** Changes of the requests and responses of an operation. */
interface Change {
  readonly before?: (init: Init, owner: string) => Init
  readonly change?: (response: Response, fetch: Fetch, url: string, init: Init) => Response | Promise<Response>
}

type Break = ReturnType<typeof createBreak>

const createBreak = (operation: string, method: string, path: RegExp, expected: RegExp, change: Change) => ({
  operation,
  method,
  path,
  expected,
  ...change,
})

function breakFetch(fetch: Fetch, breaks: readonly Break[], owner: string): Fetch {
  return async (input, options) => {
    const url = String(input)
    const init = options as Init
    const { pathname, search } = new URL(url)
    const broken = breaks.find(({ path, method }) => method === init.method && path.test(`${pathname}${search}`))
    const response = await fetch(url, broken?.before?.(init, owner) ?? init)
    return (await broken?.change?.(response, fetch, url, init)) ?? response
  }
}
