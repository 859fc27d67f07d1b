/** Requests of a refresh, with scripted responses by path. */
import { expect, test } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import type { CallOptions } from '../call.ts'
import type { OperationFacts } from '../family-table.ts'
import { readData } from '../read-body.ts'
import type { Transport } from '../transport.ts'
import type { AnyRequest, ApiResponse, Target } from '../request-types.ts'
import { refreshBody } from './refresh-body.ts'

const ended = (id: number) => ({ id, type: 'create', status: 'completed' })

/** All actions have ended and all boats are moored, unless `bodies` has other responses. */
function script(...bodies: readonly object[]) {
  const requests: { readonly line: string; readonly options: CallOptions | undefined }[] = []
  const left = [...bodies]
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 }
  const send = async ({ method, path }: Target, request?: AnyRequest, options?: CallOptions) => {
    const { action_id: action, id } = request?.path ?? {}
    requests.push({ line: `${method} ${path} ${action ?? id}`, options })
    const body = action === undefined ? (left.shift() ?? { boat: { id, state: 'moored' } }) : { action: ended(action as number) }
    return { line: `${method} ${path}`, response: Response.json(body), request: {}, stop: () => {} } as unknown as ApiResponse
  }
  return { send: Object.assign(send, { clock, read: readData }) as Transport, requests, lines: () => requests.map(({ line }) => line) }
}

const boats: OperationFacts = { read: '/v2/boats/{id}' }

test('waits for the actions of the body and returns them completed', async () => {
  const { send, lines } = script()
  const body = { action: { id: 1 }, actions: [{ id: 2 }, { id: 3 }], links: { actions: [{ id: 4 }] } }
  expect(await refreshBody(send, body, { read: '' })).toEqual({ action: ended(1), actions: [ended(2), ended(3)], links: body.links })
  expect(lines().toSorted()).toEqual([1, 2, 3, 4].map((id) => `GET /v2/actions/{action_id} ${id}`))
})

test('reads created resources again and leaves the rest unchanged', async () => {
  const { send, lines } = script()
  const body = {
    boat: { id: 7 },
    boats: [{ id: 8 }, { id: 9 }],
    links: { pages: {} },
    note: 'calm',
    count: 3,
    none: null,
    nothing: undefined,
  }
  const moored = (id: number) => ({ id, state: 'moored' })
  expect(await refreshBody(send, body, boats)).toEqual({ ...body, boat: moored(7), boats: [moored(8), moored(9)] })
  expect(lines()).toEqual([7, 8, 9].map((id) => `GET /v2/boats/{id} ${id}`))
})

test('reads nothing without created resources', async () => {
  const { send, lines } = script()
  const body = { boat: { id: 7 }, boats: [{ id: 8 }] }
  expect(await refreshBody(send, body, { read: '' })).toEqual(body)
  expect(await refreshBody(send, body, {})).toEqual(body)
  expect(lines()).toEqual([])
})

test.each([{ input: undefined }, { input: null }, { input: 'gone' }])('returns the body $input without waiting', async ({ input }) => {
  const { send, lines } = script()
  expect(Object.values((await refreshBody(send, input, { read: '' })) as object).join('')).toBe(input ?? '')
  expect(lines()).toEqual([])
})

test('passes the signal to every request', async () => {
  const { signal } = new AbortController()
  const withSignal = script()
  await refreshBody(withSignal.send, { action: { id: 1 }, boat: { id: 7 } }, boats, undefined, { signal })
  expect(withSignal.requests.map(({ options }) => options)).toEqual([{ signal }, { signal }])
  const without = script()
  await refreshBody(without.send, { action: { id: 1 }, boat: { id: 7 } }, boats, undefined, { timeoutMs: 5 })
  expect(without.requests.map(({ options }) => options)).toEqual([undefined, undefined])
})

const ends = { path: 'boat.state', target: ['moored'] }
const states = { at_sea: ['moored'], moored: [], sunk: [] }

test('polls the resource if its actions cannot be read', async () => {
  const { send, lines } = script({ boat: { id: 7, state: 'at_sea' } })
  const body = { action: { id: 'a' }, boat: { id: 7 } }
  expect(await refreshBody(send, body, { ...boats, done: ends }, states)).toEqual({ action: { id: 'a' }, boat: { id: 7, state: 'moored' } })
  expect(lines()).toEqual(['GET /v2/boats/{id} 7', 'GET /v2/boats/{id} 7'])
  const lost = script({ boat: { id: 7, state: 'sunk' } })
  const error = await catchError(refreshBody(lost.send, body, { ...boats, done: ends }, states))
  expect(error.message).toBe('GET /v2/boats/{id}: boat.state is "sunk" and will not become "moored".')
})
