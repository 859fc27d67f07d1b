/** Console output and string conversion of results. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { ConnectionError, createCloud, WaitError } from '../src/index.ts'
import { catchError } from './catch-error.ts'

const region = { name: 'New York 3', slug: 'nyc3' }
const answers: Readonly<Record<string, readonly [status: number, body: object]>> = {
  '/v2/regions': [200, { regions: [region], links: {}, meta: { total: 1 } }],
  '/v2/droplets/1': [404, { id: 'not_found', message: 'There is no such droplet.' }],
}

const options = {
  baseUrl: 'https://platform.example',
  token: 't0ken',
  fetch: async (url: string) => {
    const [status, body] = answers[new URL(url).pathname] ?? [200, {}]
    return Response.json(body, { status, headers: { 'x-request-id': 'b4a5' } })
  },
}
const cloud = createCloud(options)

test.each<{ what: string; input: () => unknown; shown: string; text: string }>([
  {
    what: 'a call that nobody awaits',
    input: () => cloud.volumes.get('v1'),
    shown: 'PendingCall [Call of GET /v2/volumes/{volume_id}] {}',
    text: '[object Call of GET /v2/volumes/{volume_id}]',
  },
  {
    what: 'a call that starts an action',
    input: () => cloud.droplets.actions.powerOff(1),
    shown: 'PendingCall [Call of POST /v2/droplets/{droplet_id}/actions] { wait: [AsyncFunction: wait] }',
    text: '[object Call of POST /v2/droplets/{droplet_id}/actions]',
  },
  {
    what: 'a reply',
    input: () => cloud.regions.list().withResponse(),
    shown:
      'ReceivedReply [200 of GET /v2/regions] { ok: true, status: 200, data: { regions: [ [Object] ], links: {}, meta: { total: 1 } } }',
    text: '[object 200 of GET /v2/regions]',
  },
  {
    what: 'a refusal',
    input: () => catchError(cloud.droplets.get(1)),
    shown: "status: 404, id: 'not_found', requestId: 'b4a5', body: { id: 'not_found', message: 'There is no such droplet.' } }",
    text: 'NotFoundError: GET /v2/droplets/1: 404 not_found: There is no such droplet. (request b4a5)',
  },
  {
    what: 'an action that failed',
    input: () => new WaitError('GET /v2/actions/{action_id}: it is "errored".', 'errored', { action: { id: 1 } }),
    shown: "state: 'errored' }",
    text: 'WaitError: GET /v2/actions/{action_id}: it is "errored".',
  },
])('$what', async ({ input, shown, text }) => {
  // Awaiting the call would return its body.
  const { value } = await wrap(input())
  // Line breaks depend on the console.
  expect(inspect(value).replaceAll(/\s+/g, ' ')).toContain(shown)
  expect(String(value)).toBe(text)
})

/** Awaits a promise, but not a call, which would resolve to its body. */
async function wrap(value: unknown): Promise<{ readonly value: unknown }> {
  return { value: value instanceof Promise ? await value : value }
}

test('an error is printed with its message first', async () => {
  expect(inspect(await catchError(cloud.droplets.get(1)))).toMatch(/^NotFoundError: GET \/v2\/droplets\/1: 404 not_found/)
  expect(new ConnectionError('x').name).toBe('ConnectionError')
})
