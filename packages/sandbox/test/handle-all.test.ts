import { expect } from 'vitest'
import { it } from './it.ts'
import { coversVolume } from './create-test-sandbox.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

it('handles a batch of requests like single requests', async ({ sandbox: { handleAll, tokens, get } }) => {
  const headers = { host: '127.0.0.1:4020', authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' }
  const create = (name: string) => ({ method: 'POST', url: '/v2/volumes', headers, body: encode({ ...coversVolume, name }) })
  const list = { method: 'GET', url: '/v2/volumes', headers }
  const responses = handleAll([create('one'), create('one'), create('two'), list])
  expect(responses.map(({ status }) => status)).toEqual([201, 409, 201, 200])
  expect(JSON.parse(String(responses[3]?.body))).toMatchObject({ meta: { total: 2 } })
  expect((await get('/v2/volumes')).body.meta.total).toBe(2)
})

it('saves a snapshot within a batch', ({ sandbox: { handleAll, tokens } }) => {
  const headers = { host: '127.0.0.1:4020', authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' }
  const responses = handleAll([
    { method: 'POST', url: '/v2/volumes', headers, body: encode(coversVolume) },
    { method: 'POST', url: '/_sandbox/snapshots', headers, body: encode({ name: 'between' }) },
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 200])
})
