/** Two rounds over a state file; and that a server which loses, repeats or remembers is found out. */
import { describe, expect, it, vi } from 'vitest'
import { replaceEveryNth } from '../replace-every-nth.ts'
import type { HttpResponse, HttpRequest } from '../http-client.ts'
import { allFaults, type Fault } from './faults.ts'
import { runReplicas } from './run-replicas.ts'

// A round lasts until enough was written and read.
vi.setConfig({ testTimeout: 60_000 })

const calm: Fault = { name: 'nothing', states: ['file'], inject: async () => {} }
const small = { replicas: 1, state: 'file', rounds: 1, seed: 7, pauseSeconds: 1 } as const

it('finds nothing lost after a kill and a pause', async () => {
  const faults = allFaults.filter(({ states }) => states.includes('file'))
  const { passed, total, findings } = await runReplicas({ ...small, faults })
  expect({ passed, total, findings }).toEqual({ passed: 2, total: 2, findings: [] })
})

describe('what is found out', () => {
  const isAdd = ({ method, path }: HttpRequest) => method === 'POST' && path.endsWith('/records')
  const before = new Map<string, HttpResponse>()
  it.each([
    {
      given: 'a write that is done twice',
      wrap: replaceEveryNth(10, isAdd, async (call, send) => {
        await send(call)
        return send(call)
      }),
      finding: /exists 2 times/,
    },
    {
      given: 'a change that is forgotten',
      wrap: replaceEveryNth(
        10,
        ({ method }) => method === 'PUT',
        async () => ({ status: 200, headers: {}, text: '{}' }),
      ),
      finding: /acknowledged \d+, (read 200 with|found) \d+/,
    },
    {
      given: 'a removal that is forgotten',
      wrap: replaceEveryNth(
        10,
        ({ method }) => method === 'DELETE',
        async () => ({ status: 204, headers: {}, text: '' }),
      ),
      finding: /acknowledged nothing, (read 200 with|found) \d+/,
    },
    {
      given: 'a 503 for what was done',
      wrap: replaceEveryNth(10, isAdd, async (call, send) => ({ ...(await send(call)), status: 503 })),
      finding: /exists 2 times/,
    },
    {
      given: 'a read from the past',
      // What is remembered has to be asked for again.
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
  ])('$given', async ({ wrap, finding }) => {
    const { passed, findings } = await runReplicas({ ...small, faults: [calm], wrap })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toMatch(finding)
  })
})
