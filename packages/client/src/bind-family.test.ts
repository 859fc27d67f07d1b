import { operations } from '../test/list-operations.ts'
import { readData } from './read-body.ts'
import { describe, expect, test } from 'vitest'
import { bindFamily } from './bind-family.ts'
import type { Call, CallOptions } from './call.ts'
import { systemClock } from './clock.ts'
import { createCloud } from './create-cloud.ts'
import type { FamilyTable } from './family-table.ts'
import { findApi } from './find-api.ts'
import { pathFacts } from './generated/paths.ts'
import { createPathClient } from './path-client.ts'
import { createTransport } from './transport.ts'
import type { AnyRequest } from './request-types.ts'

type Operations = Readonly<Record<string, (request?: AnyRequest, options?: CallOptions) => Call<unknown>>>

const table: FamilyTable = {
  api: 'oauth',
  path: '/v1',
  operations: { list: 'GET /things', token: ['POST /token', { open: true, form: true }] },
}

test('parses method, path and facts of a row', async () => {
  const sent: unknown[] = []
  const send = async (...args: unknown[]) => {
    sent.push(args)
    throw new Error('Enough.')
  }
  const family = bindFamily<Operations>(table, Object.assign(send, { clock: systemClock, read: readData }))
  const options = { timeoutMs: 1 }
  await family['list']!().catch(() => {})
  await family['token']!({ body: { a: 1 } }, options).catch(() => {})
  expect(sent).toEqual([
    [{ api: 'oauth', method: 'GET', path: '/v1/things', facts: {}, input: '', ids: [] }, undefined, undefined],
    [
      { api: 'oauth', method: 'POST', path: '/v1/token', facts: { open: true, form: true }, input: 'body', ids: [] },
      { body: { a: 1 } },
      options,
    ],
  ])
})

test('operations work without their family object', async () => {
  const { list } = bindFamily<Operations>(
    table,
    createTransport({ baseUrl: 'https://x.example', token: 't', fetch: async () => Response.json(1) }),
  )
  expect(await list!()).toBe(1)
})

/** Returns the value `x/1` for every path parameter. */
function createPathValues(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, 'x/1']))
}

describe('every generated operation', () => {
  test('the list is not empty', () => {
    expect(operations.length).toBeGreaterThan(90)
  })

  test.each(operations)('$name sends the method and path of its row', async ({ name, target }) => {
    const sent: unknown[] = []
    const fetch = async (url: string, init: RequestInit) => {
      sent.push([init.method, url])
      return new Response(null, { status: 204 })
    }
    const options = { baseUrl: 'https://x.example', token: 't', apis: { inference: { token: 'key' }, agent: { token: 'key' } }, fetch }
    const request = target.path.includes('{') ? { path: createPathValues(target.path) } : {}
    const cloud: unknown = createCloud({ ...options, deprecations: false })
    const call = name.split('.').reduce((holder, step) => (holder as Operations)[step], cloud) as Operations[string]
    await call!(request)
    expect(sent).toEqual([[target.method, `https://x.example${target.path.replaceAll(/\{[^}]+\}/g, 'x%2F1')}`]])

    // The path API sends the same and has the same facts.
    await createPathClient<Record<string, never>>(options).request(
      target.method.toLowerCase() as never,
      target.path as never,
      { params: request } as never,
    )
    expect(sent[1]).toEqual(sent[0])
    expect(findApi(target.path)).toBe(target.api)
    const { open, form } = target.facts
    expect(pathFacts[target.path] ?? {}).toEqual({ ...(open && { open }), ...(form && { form }) })
  })
})
