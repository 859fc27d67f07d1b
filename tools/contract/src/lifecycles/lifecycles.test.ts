import { describe, expect, it } from 'vitest'
import type { Lifecycle } from '../../../../generators/model/json-schema.ts'
import type { Fetch } from '../assurance/fuzz/open-platform.ts'
import { statesAfter } from './list-lives.ts'
import { runLifecycles } from './run-lifecycles.ts'

/** Changes the state that a peering of VPCs is read in. */
const rewrite =
  (change: (state: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const isOne = (init?.method ?? 'GET') === 'GET' && /^\/v2\/vpc_peerings\/[^/]+$/.test(new URL(String(input)).pathname)
    if (!isOne || !response.ok) return response
    const text = await response.text()
    return new Response(
      text.replace(/"status":"(\w+)"/, (_match, state: string) => `"status":"${change(state)}"`),
      response,
    )
  }

describe('the waits of the client and the states of the sandbox', () => {
  it('agree, for every kind that goes through states, with actions that take their time and with actions that take none', async () => {
    const { findings, passed, total } = await runLifecycles({ seed: 7 })
    expect(findings).toEqual([])
    expect(passed).toBe(total)
  }, 300_000)

  it.each([
    { broken: 'never ends', change: () => 'PROVISIONING', finding: /^vpcPeerings_create → ACTIVE .+: WaitTimeoutError/ },
    {
      broken: 'goes back',
      change: (state: string) => (state === 'DELETING' ? 'PROVISIONING' : state),
      finding: /^vpcPeerings_create, vpcPeerings_delete → gone .+: expected ACTIVE → DELETING, saw PROVISIONING$/,
    },
  ])(
    'do not on a server that $broken, and it is found',
    async ({ change, finding }) => {
      const { findings } = await runLifecycles({ seed: 7, kinds: ['VpcPeering'], wrap: rewrite(change) })
      expect(findings).toContainEqual(expect.stringMatching(finding))
    },
    120_000,
  )

  it('cannot be compared for a kind without states', async () => {
    await expect(runLifecycles({ seed: 7, kinds: ['SshKey'] })).rejects.toThrow(
      'No kind of object that goes through states is named SshKey.',
    )
  })
})

describe('the states after a cause', () => {
  const lifecycle: Lifecycle = {
    field: 'status',
    initial: 'new',
    transitions: [
      { from: 'new', to: 'making', on: 'create', after: 'PT1S' },
      { from: ['new', 'making'], to: 'ready', on: 'create', after: 'PT1S' },
      { from: 'ready', to: 'changing', on: 'update' },
      { from: 'changing', to: 'ready', on: 'update', after: 'PT1S' },
    ],
  }

  it.each([
    { state: 'new', cause: 'create', want: ['making', 'ready'] },
    { state: 'ready', cause: 'update', want: ['changing', 'ready'] },
    { state: 'ready', cause: 'create', want: [] },
  ])('$cause of what is $state are told', ({ state, cause, want }) => {
    expect(statesAfter(lifecycle, state, cause)).toEqual(want)
  })
})
