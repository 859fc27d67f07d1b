/** Requests while waiting for a lock, with scripted responses. */
import { expect, test } from 'vitest'
import type { CallOptions } from '../call.ts'
import { readData } from '../read-body.ts'
import type { Transport } from '../transport.ts'
import type { AnyRequest, ApiResponse, Target } from '../request-types.ts'
import { poll } from './poll.ts'
import { sendUnlocked } from './send-unlocked.ts'

const locked = { id: 'unprocessable_entity', message: 'Droplet already has a pending event.' }
const underWay = { id: 7, type: 'reboot', status: 'in-progress' }

/** Sends scripted responses in order; time passes only while sleeping. */
function script(...answers: readonly (readonly [status: number, body: object])[]) {
  const left = [...answers]
  const requests: { readonly line: string; readonly request: AnyRequest | undefined; readonly options: CallOptions | undefined }[] = []
  let now = 0
  const clock = { now: () => now, sleep: async (milliseconds: number) => void (now += milliseconds), random: () => 0 }
  const send = async ({ method, path }: Target, request?: AnyRequest, options?: CallOptions) => {
    requests.push({ line: `${method} ${path}`, request, options })
    const [status, body] = left.shift() as readonly [number, object]
    const response = Response.json(body, { status })
    return { line: `${method} ${path}`, response, request: {}, stop: () => {} } as unknown as ApiResponse
  }
  return { send: Object.assign(send, { clock, read: readData }) as Transport, requests, lines: () => requests.map(({ line }) => line) }
}

const target = (path: string): Target => ({ api: 'control', method: 'POST', path, facts: {} })

test('finds the blocking action of the resource and waits for it', async () => {
  const path = '/v2/droplets/{droplet_id}/actions'
  const { send, lines, requests } = script(
    [422, locked],
    [200, { actions: [{ ...underWay, id: 6, status: 'completed' }, underWay] }],
    [200, { action: { ...underWay, status: 'completed' } }],
    [201, { action: underWay }],
  )
  const apiResponse = await sendUnlocked(send, target(path), { path: { droplet_id: 1 } }, { waitForLockMs: 60_000 })
  expect(apiResponse.response.status).toBe(201)
  expect(lines()).toEqual([`POST ${path}`, `GET ${path}`, 'GET /v2/actions/{action_id}', `POST ${path}`])
  expect(requests[1]?.request).toEqual({ path: { droplet_id: 1 }, query: { per_page: 200 } })
  expect(requests[2]?.request).toEqual({ path: { action_id: 7 } })
})

test('retries without a list of actions', async () => {
  const { send, lines } = script([422, locked], [422, locked], [201, { action: underWay }])
  await sendUnlocked(send, target('/v2/volumes/actions'), {}, { waitForLockMs: 60_000 })
  expect(lines()).toEqual(['POST /v2/volumes/actions', 'POST /v2/volumes/actions', 'POST /v2/volumes/actions'])
})

test('passes the signal to every request', async () => {
  const { signal } = new AbortController()
  const goal = { path: 'state', target: ['on'], states: {} }
  const { send, requests } = script([200, { state: 'new' }], [200, { state: 'on' }])
  await poll(send, target('/v2/things'), {}, goal, { signal })
  expect(requests.map(({ options }) => options)).toEqual([{ signal }, { signal }])
})
