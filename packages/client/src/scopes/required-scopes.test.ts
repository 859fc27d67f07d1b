import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { operationScopes } from '../generated/operation-scopes.ts'
import { createTestCloud } from '../testing/index.ts'
import { missingScopes } from './missing-scopes.ts'
import { type OperationId, requiredScopes } from './required-scopes.ts'

const all = Object.keys(operationScopes) as OperationId[]

describe('requiredScopes', () => {
  it.each([
    { input: 'droplets_create', expected: { operation: 'droplets_create', oauth: 'read write', personal: ['droplet:create'] } },
    { input: { method: 'get', url: 'https://cloud.example/v2/droplets/7?x=/y#z' }, expected: { operation: 'droplets_get', oauth: 'read' } },
    { input: { method: 'HEAD', url: '/v2/droplets' }, expected: { operation: 'droplets_list', oauth: 'read' } },
    { input: new Request('http://127.0.0.1:4020/v2/projects/default'), expected: { operation: 'projects_getDefault' } },
    { input: { operation: 'DELETE /v2/volumes/{volume_id}' }, expected: { operation: 'volumes_delete', oauth: 'read write' } },
    {
      input: { method: 'POST', url: '/tools/db-cluster-list' },
      expected: { operation: 'tools_callDbClusterList', personal: ['database:read'] },
    },
    { input: 'chat_completions_create', expected: { oauth: undefined, personal: [] } },
    { input: 'oauth_tokens_exchange', expected: { oauth: undefined } },
  ] as const)('of $input', ({ input, expected }) => {
    expect(requiredScopes(input)).toMatchObject(expected)
  })

  it('finds every operation by its own path', () => {
    expect(all.length).toBeGreaterThan(690)
    const lost = all.filter((id) => {
      const [method = '', path = ''] = operationScopes[id].split(' ')
      return (
        requiredScopes({ operation: `${method} ${path}` }).operation !== id ||
        requiredScopes({ method, url: path.replaceAll(/\{.*?\}/g, '7') }).operation !== id
      )
    })
    expect(lost).toEqual([])
  })

  it.each([
    { input: 'droplets_dance', expected: 'There is no operation droplets_dance.' },
    { input: 'toString', expected: 'There is no operation toString.' },
    { input: { method: 'PATCH', url: '/v2/droplets/7' }, expected: 'There is no operation PATCH /v2/droplets/7.' },
    { input: { method: 'GET', url: '/v2/droplets/' }, expected: 'There is no operation GET /v2/droplets/.' },
  ])('rejects $input', ({ input, expected }) => {
    expect(() => requiredScopes(input as OperationId)).toThrow(expected)
  })

  it('returns the scopes that the platform requires, for every operation', async () => {
    const { sandbox } = await createTestCloud({ sandbox: { rateLimits: 'off' } })
    const { tokens } = sandbox.credentials()
    const wrong: string[] = []
    for (const id of all) {
      const [method = '', path = ''] = operationScopes[id].split(' ')
      const { oauth } = requiredScopes(id)
      if (oauth === undefined) continue
      const { status } = await sandbox.fetch(`http://127.0.0.1:4020${path.replaceAll(/\{.*?\}/g, '7')}`, {
        method,
        headers: { authorization: `Bearer ${tokens.read}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      if ((status === 403) !== (oauth === 'read write')) wrong.push(`${id}: ${oauth}, and a token that reads gets ${status}`)
    }
    sandbox.close()
    expect(wrong).toEqual([])
  })
})

describe('missingScopes', () => {
  it.each([
    { of: 'droplets_create', granted: ['read'], expected: ['write'] },
    { of: 'droplets_create', granted: ['read', 'write'], expected: [] },
    { of: 'droplets_create', granted: ['droplet:read'], expected: ['droplet:create'] },
    { of: 'droplets_create', granted: ['droplet:create', 'droplet:read'], expected: [] },
    { of: 'droplets_list', granted: [], expected: ['read'] },
    { of: 'chat_completions_create', granted: ['read'], expected: [] },
  ] as const)('of $of with $granted', ({ of, granted, expected }) => {
    expect(missingScopes(of, granted)).toEqual(expected)
  })

  it('matches the platform for every scope of every operation', async () => {
    const { sandbox } = await createTestCloud({ sandbox: { rateLimits: 'off' } })
    const every = [...new Set(all.flatMap((id) => requiredScopes(id).personal))]
    const ask = async (method: string, path: string, token: string, body = '{}') =>
      sandbox.fetch(`http://127.0.0.1:4020${path.replaceAll(/\{.*?\}/g, '7')}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body }),
      })
    const withToken = async (scopes: readonly string[]) => {
      const { token } = (await (await ask('POST', '/_sandbox/tokens', '', JSON.stringify({ scopes }))).json()) as { readonly token: string }
      const { scopes: granted } = (await (await ask('GET', '/v1/oauth/token/info', token)).json()) as { readonly scopes: readonly string[] }
      return { token, granted }
    }
    const tokens = [await withToken(every), ...(await Promise.all(every.map((scope) => withToken(every.filter((each) => each !== scope)))))]
    const wrong: string[] = []
    for (const id of all) {
      const [method = '', path = ''] = operationScopes[id].split(' ')
      if (requiredScopes(id).oauth === undefined) continue
      // With all scopes, and without each required one.
      for (const { token, granted } of tokens.filter((_, n) => n === 0 || requiredScopes(id).personal.includes(every[n - 1] ?? ''))) {
        const { status } = await ask(method, path, token)
        const missing = missingScopes(id, granted)
        if ((status === 403) !== missing.length > 0)
          wrong.push(`${id}: ${missing.join(' ') || 'nothing'} is missing, and the answer is ${status}`)
      }
    }
    sandbox.close()
    expect(wrong).toEqual([])
  })

  it('returns the missing scopes of a rejected call', async () => {
    const { cloud, sandbox } = await createTestCloud()
    const reader = cloud.withOptions({ token: sandbox.credentials().tokens.read })
    const error = await catchError(reader.tags.create({ body: { name: 'storefront' } }))
    const { scopes } = await reader.oauth.tokens.getInfo()
    expect(missingScopes(error as Error & { operation: string }, scopes)).toEqual(['write'])
    sandbox.close()
  })
})
