/** Two rounds over a state file; and that a server which loses, repeats or remembers is found out. */
import { describe, expect, it, vi } from 'vitest'
import type { Answer, Ask, Call } from '../open-connections.ts'
import { allFaults, type Fault } from './faults.ts'
import { runReplicas } from './run-replicas.ts'

// A round lasts until enough was written and read.
vi.setConfig({ testTimeout: 60_000 })

const calm: Fault = { name: 'nothing', states: ['file'], inflict: async () => {} }
const small = { replicas: 1, state: 'file', rounds: 1, seed: 7, pauseSeconds: 1 } as const

it('finds nothing lost after a kill and a pause', async () => {
  const faults = allFaults.filter(({ states }) => states.includes('file'))
  const { passed, total, findings } = await runReplicas({ ...small, faults })
  expect({ passed, total, findings }).toEqual({ passed: 2, total: 2, findings: [] })
})

describe('what is found out', () => {
  const isAdd = ({ method, path }: Call) => method === 'POST' && path.endsWith('/records')
  /** Some of these are done another way, by default every tenth. What is remembered has to be asked for again: every second. */
  const every =
    (matches: (call: Call) => boolean, instead: (call: Call, ask: Ask) => Promise<Answer>, nth = 10) =>
    (ask: Ask): Ask => {
      let seen = 0
      return (call) => (matches(call) && (seen += 1) % nth === 0 ? instead(call, ask) : ask(call))
    }
  const before = new Map<string, Answer>()
  it.each([
    {
      given: 'a write that is done twice',
      through: every(isAdd, async (call, ask) => {
        await ask(call)
        return ask(call)
      }),
      finding: /is there 2 times/,
    },
    {
      given: 'a change that is forgotten',
      through: every(
        ({ method }) => method === 'PUT',
        async () => ({ status: 200, headers: {}, text: '{}' }),
      ),
      finding: /was acknowledged, and (200 with )?\d+ (read|found)/,
    },
    {
      given: 'a removal that is forgotten',
      through: every(
        ({ method }) => method === 'DELETE',
        async () => ({ status: 204, headers: {}, text: '' }),
      ),
      finding: /nothing was acknowledged, and (200 with )?\d+ (read|found)/,
    },
    {
      given: 'a 503 for what was done',
      through: every(isAdd, async (call, ask) => ({ ...(await ask(call)), status: 503 })),
      finding: /is there 2 times/,
    },
    {
      given: 'a read from the past',
      through: every(
        ({ method }) => method === 'GET',
        async (call, ask) => {
          const answer = before.get(call.path) ?? (await ask(call))
          before.set(call.path, answer)
          return answer
        },
        2,
      ),
      finding: /was acknowledged, and 200 with \d+ read/,
    },
  ])('$given', async ({ through, finding }) => {
    const { passed, findings } = await runReplicas({ ...small, faults: [calm], through })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toMatch(finding)
  })
})
