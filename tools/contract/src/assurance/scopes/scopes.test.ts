/** Operations of each kind, and servers that allow too much or too little. */
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../../fixtures/test-sandbox.ts'
import { shareFixtures } from '../fuzz/share-fixtures.ts'
import { runScopes } from './run-scopes.ts'

const operations = [
  'tags_list',
  'uptime_checks_create',
  'sizes_list',
  'oneClicks_list',
  'chat_completions_create',
  'oauth_tokens_getInfo',
  'oauth_tokens_revoke',
  'tools_callDbClusterList',
]

const shared = { seed: 7, openFixture: shareFixtures() }

/** The first request has the token of the owner; other tokens are checked. */
const breakFetch =
  (path: string, change: (response: Response, sendAsOwner: () => Promise<Response>) => Response | Promise<Response>) =>
  (fetch: Fetch): Fetch => {
    let owner = ''
    return async (input, init) => {
      const { pathname } = new URL(String(input))
      const headers = init?.headers as Readonly<Record<string, string>>
      if (owner === '' && pathname.startsWith('/v2/')) owner = headers['authorization'] ?? ''
      const response = await fetch(input, init)
      if (pathname !== path || headers['authorization'] === owner) return response
      return change(response, () => fetch(input, { ...init, headers: { ...headers, authorization: owner } }))
    }
  }

describe('scopes', () => {
  it('are enforced where declared, also for tools, and not required elsewhere', async () => {
    const { findings, passed, total, figures } = await runScopes({ ...shared, operations })
    expect({ findings, passed, total }).toEqual({ findings: [], passed: operations.length, total: operations.length })
    expect(figures).toMatchObject({ declared: 4, undeclared: 4, refused: 5, succeeded: 8 })
  }, 120_000)

  const forbidden = () =>
    new Response('{"id":"forbidden","message":"No."}', { status: 403, headers: { 'content-type': 'application/json' } })
  const broken: readonly { readonly operation: string; readonly wrap: (fetch: Fetch) => Fetch; readonly expected: RegExp }[] = [
    // Ignores scopes.
    {
      operation: 'tags_list',
      wrap: breakFetch('/v2/tags', (_answer, sendAsOwner) => sendAsOwner()),
      expected: /^tags_list given a token of every scope but tag:read: expected 403, got 200/,
    },
    // Returns an error and changes the state.
    {
      operation: 'uptime_checks_create',
      wrap: breakFetch('/v2/uptime/checks', async (response, sendAsOwner) => {
        if (response.status === 403) await sendAsOwner()
        return response
      }),
      expected: /^uptime_checks_create given refused requests: expected an unchanged state, got (gone|new): /,
    },
    // Requires more scopes than it declares.
    {
      operation: 'sizes_list',
      wrap: breakFetch('/v2/sizes', forbidden),
      expected: /^sizes_list given a token of exactly sizes:read regions:read: expected 200, got 403/,
    },
    // Requires a scope that the operation does not declare.
    {
      operation: 'oneClicks_list',
      wrap: breakFetch('/v2/1-clicks', forbidden),
      expected: /^oneClicks_list given a token of an unrelated scope: expected 200, got 403/,
    },
  ]

  it('reports one finding for each operation that handles scopes wrongly', { timeout: 120_000 }, async () => {
    const wrap = (fetch: Fetch) => broken.reduce((inner, each) => each.wrap(inner), fetch)
    const { findings, passed } = await runScopes({ ...shared, operations: broken.map(({ operation }) => operation), wrap })
    expect([passed, findings.length]).toEqual([0, broken.length])
    for (const { expected } of broken) expect(findings).toContainEqual(expect.stringMatching(expected))
  })

  it('reject unknown operations', async () => {
    await expect(runScopes({ ...shared, operations: ['tags_lists'] })).rejects.toThrow('does not have all of these: tags_lists')
  }, 120_000)
})
