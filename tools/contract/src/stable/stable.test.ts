import { describe, expect, it } from 'vitest'
import type { Field, Fields } from '../../../../generators/model/read-fields.ts'
import type { Fetch } from '../assurance/fuzz/open-platform.ts'
import { compareEcho, compareReads } from './compare-echo.ts'
import { runStable } from './run-stable.ts'

type Bodies = Record<string, Record<string, unknown>>

/** Changes what a firewall is read as. */
const rewrite =
  (change: (firewall: Record<string, unknown>) => void) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const isOne = (init?.method ?? 'GET') === 'GET' && /^\/v2\/firewalls\/[^/]+$/.test(new URL(String(input)).pathname)
    if (!isOne || !response.ok) return response
    const body = (await response.json()) as Bodies
    change(body['firewall'] ?? {})
    return new Response(JSON.stringify(body), response)
  }

describe('what is asked for and what is read', () => {
  it('are the same, for every kind', async () => {
    const { findings, passed, total } = await runStable({ seed: 7 })
    expect(findings).toEqual([])
    expect(passed).toBe(total)
  }, 300_000)

  const findOn = async (change: (firewall: Record<string, unknown>) => void) =>
    (await runStable({ seed: 7, kinds: ['Firewall'], wrap: rewrite(change) })).findings

  it('differ on a server that changes what was sent, or fills in what was not', async () => {
    const findings = await findOn((firewall) => {
      firewall['name'] = 'another'
      firewall['tags'] = ['made-up']
    })
    expect(findings).toContainEqual(expect.stringMatching(/^firewalls_create .+ given name: expected .+, got another$/))
    expect(findings).toContainEqual(expect.stringMatching(/^firewalls_create .+ given tags: expected .+, got \["made-up"\]$/))
  }, 120_000)

  it('differ on a server that moves something with every change', async () => {
    let reads = 0
    const findings = await findOn((firewall) => {
      firewall['created_at'] = `${(reads += 1)}`
    })
    expect(findings).toContainEqual(
      expect.stringMatching(/^firewalls_create .+, sent back by firewalls_update given created_at: expected \d+, got \d+$/),
    )
  }, 120_000)

  it('cannot be compared for a kind that is none', async () => {
    await expect(runStable({ seed: 7, kinds: ['Firewal'] })).rejects.toThrow('No operation makes and reads a Firewal.')
  })
})

describe('a field', () => {
  const field = (more: Partial<Field> = {}): Field => ({ schema: { type: 'string' }, origin: 'echo', echo: [], ...more })
  const inner = { fields: { a: field(), b: field() } }

  it.each<{ what: string; sent: unknown; read: unknown; as: Partial<Field>; want: string[] }>([
    { what: 'that comes back as sent', sent: 'a', read: 'a', as: {}, want: [] },
    { what: 'that comes back otherwise', sent: 'a', read: 'b', as: {}, want: ['name'] },
    { what: 'that was not sent and is null', sent: undefined, read: null, as: {}, want: [] },
    { what: 'that was not sent and is filled in', sent: undefined, read: 'b', as: {}, want: ['name'] },
    { what: 'that has its default', sent: undefined, read: 'b', as: { origin: 'default', default: 'b' }, want: [] },
    { what: 'that has not its default', sent: undefined, read: 'c', as: { origin: 'default', default: 'b' }, want: ['name'] },
    { what: 'that the platform chose', sent: undefined, read: 'b', as: { echo: ['chosen'] }, want: [] },
    { what: 'that the platform chose though it was sent', sent: 'a', read: 'b', as: { echo: ['chosen'] }, want: ['name'] },
    { what: 'that does not fit', sent: 'a', read: undefined, as: { echo: ['fitting'] }, want: [] },
    { what: 'that fits and is another', sent: 'a', read: 'b', as: { echo: ['fitting'] }, want: ['name'] },
    { what: 'that is an object of which the slug was sent', sent: 'nyc3', read: { slug: 'nyc3', sizes: ['s'] }, as: {}, want: [] },
    { what: 'with something filled in', sent: { a: 1 }, read: { a: 1, b: 2 }, as: inner, want: ['name.b'] },
    { what: 'with something filled in within a list', sent: [{ a: 1 }], read: [{ a: 1, b: 2 }], as: inner, want: ['name[0].b'] },
  ])('$what is told', ({ sent, read, as, want }) => {
    expect(compareEcho({ name: sent }, { name: read }, { name: field(as) }).map((each) => each.field)).toEqual(want)
  })

  it('that moves with any change is not held against one', () => {
    const fields: Fields = {
      updated_at: field({ origin: 'platform', schema: { format: 'date-time' } }),
      revision: field({ echo: ['stamped'] }),
      name: field(),
    }
    expect(compareReads({ updated_at: 'a', revision: 1, name: 'x' }, { updated_at: 'b', revision: 2, name: 'y' }, fields)).toEqual([
      { field: 'name', sent: 'x', read: 'y' },
    ])
  })
})
