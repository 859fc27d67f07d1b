/** Two rounds over a state file, and servers that lose, repeat or return old data. */
import { describe, expect, it } from 'vitest'
import { replaceEveryNth } from '../replace-every-nth.ts'
import type { HttpResponse, HttpRequest } from '../http-client.ts'
import type { Fault } from './faults.ts'
import { runReplicas } from './run-replicas.ts'

const calm: Fault = { name: 'nothing', inject: async () => {} }
const small = { replicas: 0, rounds: 1, seed: 7, pauseSeconds: 1 } as const

it('reports nothing after a kill and a pause', async () => {
  const { passed, total, findings } = await runReplicas(small)
  expect({ passed, total, findings }).toEqual({ passed: 2, total: 2, findings: [] })
})

describe('faults', () => {
  const isAdd = ({ method, path }: HttpRequest) => method === 'POST' && path.endsWith('/records')
  const before = new Map<string, HttpResponse>()
  it.each([
    {
      name: 'a repeated write',
      wrap: replaceEveryNth(10, isAdd, async (call, send) => {
        await send(call)
        return send(call)
      }),
      finding: /exists 2 times/,
    },
    {
      name: 'a lost update',
      wrap: replaceEveryNth(
        10,
        ({ method }) => method === 'PUT',
        async () => ({ status: 200, headers: {}, text: '{}' }),
      ),
      finding: /acknowledged \d+, (read 200 with|found) \d+/,
    },
    {
      name: 'a lost deletion',
      wrap: replaceEveryNth(
        10,
        ({ method }) => method === 'DELETE',
        async () => ({ status: 204, headers: {}, text: '' }),
      ),
      finding: /acknowledged nothing, (read 200 with|found) \d+/,
    },
    {
      name: 'a 503 for an applied write',
      wrap: replaceEveryNth(10, isAdd, async (call, send) => ({ ...(await send(call)), status: 503 })),
      finding: /exists 2 times/,
    },
    {
      name: 'a stale read',
      // Only a second read can be stale.
      wrap: replaceEveryNth(
        2,
        ({ method }) => method === 'GET',
        async (call, send) => {
          const response = before.get(call.path) ?? (await send(call))
          before.set(call.path, response)
          return response
        },
      ),
      finding: /acknowledged (\d+|nothing), read 200 with \d+/,
    },
  ])('reports $name', async ({ wrap, finding }) => {
    const { passed, findings } = await runReplicas({ ...small, faults: [calm], wrap })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toMatch(finding)
  })
})
