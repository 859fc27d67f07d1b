/** The sandbox conforms to a sample of the specification, and a server that is broken in one place does not. `pnpm verify` tests all of it. */
import { describe, expect, it } from 'vitest'
import type { Lifecycle } from '../../../../generators/model/json-schema.ts'
import type { Field, Fields } from '../../../../generators/model/get-fields.ts'
import { shareFixtures } from '../assurance/fuzz/share-fixtures.ts'
import type { Fetch } from '../fixtures/test-sandbox.ts'
import { compareReads, compareSent } from './differences.ts'
import { runExamples } from './examples.ts'
import type { RewriteResponse } from './prism-checker.ts'
import { runRoundTrip } from './round-trip.ts'
import { listStates, runStateMachines } from './state-machines.ts'
import { runZeroValues } from './zero-values.ts'

const isRead = (path: RegExp, url: string, method = 'GET') => method === 'GET' && path.test(new URL(url).pathname)

/** Changes the text of successful reads. */
const rewrite =
  (path: RegExp, edit: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!isRead(path, String(input), init?.method) || !response.ok) return response
    return new Response(edit(await response.text()), response)
  }

const shared = { seed: 7, openFixture: shareFixtures() }

it.each([
  { check: 'examples', run: () => runExamples({ seed: 7 }) },
  { check: 'round-trip', run: () => runRoundTrip({ ...shared, every: 15 }) },
  { check: 'state-machines', run: () => runStateMachines({ ...shared, every: 8 }) },
  { check: 'zero-values', run: () => runZeroValues({ ...shared, every: 27 }) },
])('the sandbox passes $check', { timeout: 300_000 }, async ({ run }) => {
  const { findings, passed, total } = await run()
  expect(findings).toEqual([])
  expect(passed).toBe(total)
})

describe('examples', () => {
  const volume = /^\/v2\/volumes\/[0-9a-f-]{36}$/
  const edit =
    (change: (text: string) => string): RewriteResponse =>
    async (response, { url, method }) =>
      isRead(volume, url, method) ? new Response(change(await response.text()), response) : response

  it('fails when a property is missing, a number is text, or a header is missing', async () => {
    const change: RewriteResponse = async (response, request) => {
      const changed = await edit((text) => text.replace('"region":', '"area":').replace(/"size_gigabytes":(\d+)/, '"size_gigabytes":"$1"'))(
        response,
        request,
      )
      const headers = new Headers(changed.headers)
      headers.delete('x-request-id')
      return new Response(changed.body, { status: changed.status, headers })
    }
    const { findings } = await runExamples({ seed: 7, names: ['volumes'], proxy: true, change })
    for (const finding of [
      "required property 'region'",
      "Prism says response.body.volume: Response body property volume must have required property 'region'",
      'must be integer',
      'header x-request-id is missing',
    ])
      expect(findings.join('\n')).toContain(finding)
  })

  it('fails when a new object is not found', async () => {
    const change: RewriteResponse = (response, { url, method }) =>
      isRead(volume, url, method) ? Response.json({ message: 'Gone.' }, { status: 404 }) : response
    const { findings } = await runExamples({ seed: 7, names: ['volumes'], change })
    expect(findings.join('\n')).toContain('volumes_get given no body: expected a success, got 404 Gone.')
  })

  it('rejects unknown families', async () => {
    await expect(runExamples({ seed: 7, names: ['volume'] })).rejects.toThrow('The specification has no family volume.')
  })
})

describe('round-trip', () => {
  let reads = 0
  it.each([
    {
      name: 'a property is changed or filled in',
      edit: (text: string) => text.replace(/"name":"[^"]+"/, '"name":"another"').replace(/"tags":\[[^\]]*\]/, '"tags":["made-up"]'),
      expected: [
        /^firewalls_create .+ given name: expected .+, got another$/,
        /^firewalls_create .+ given tags: expected .+, got \["made-up"\]$/,
      ],
    },
    {
      name: 'every read differs',
      edit: (text: string) => text.replace(/"created_at":"[^"]+"/, () => `"created_at":"${(reads += 1)}"`),
      expected: [/^firewalls_create .+, sent back by firewalls_update given created_at: expected \d+, got \d+$/],
    },
  ])('fails when $name', { timeout: 120_000 }, async ({ edit, expected }) => {
    const { findings } = await runRoundTrip({ ...shared, names: ['Firewall'], wrap: rewrite(/^\/v2\/firewalls\/[^/]+$/, edit) })
    for (const finding of expected) expect(findings).toContainEqual(expect.stringMatching(finding))
  })

  it('fails when the list differs from what was sent', { timeout: 120_000 }, async () => {
    const edit = (text: string) => text.replaceAll(/"name":"[^"]+"/g, '"name":"another"')
    const { findings } = await runRoundTrip({ ...shared, names: ['Firewall'], wrap: rewrite(/^\/v2\/firewalls$/, edit) })
    expect(findings).toContainEqual(expect.stringMatching(/^firewalls_create .+, in the list given name: expected .+, got another$/))
  })
})

describe('zero-values', () => {
  it('fails when a zero value is rejected or breaks the server', { timeout: 120_000 }, async () => {
    const { findings } = await runZeroValues({
      ...shared,
      names: ['volumes'],
      wrap: (fetch) => async (input, init) => {
        const body = String(init?.body)
        if (body.includes('"description":""')) return Response.json({ message: 'Empty.' }, { status: 422 })
        return body.includes('"region":null') ? Response.json({ message: 'Broken.' }, { status: 500 }) : fetch(input, init)
      },
    })
    for (const finding of [
      /^volumes_create: description given : expected a success, got 422 .*Empty/,
      /^volumes_create: region given null: expected a success, got 500 .*Broken/,
    ])
      expect(findings).toContainEqual(expect.stringMatching(finding))
  })
})

describe('state-machines', () => {
  it('fails when the 404 of a deleted object has not the message of its resource', { timeout: 120_000 }, async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const response = await fetch(input, init)
        if (response.status !== 404) return response
        return new Response((await response.text()).replace('vpc peering not found', 'gone'), response)
      }
    const { findings } = await runStateMachines({ ...shared, names: ['VpcPeering'], wrap })
    expect(findings).toContainEqual(
      expect.stringMatching(/^vpcPeerings_create, .+ → gone .+: expected the 404 "vpc peering not found", got "gone"$/),
    )
  })

  it('fails when a state repeats, and when a state never ends', { timeout: 120_000 }, async () => {
    // One for the run with action times, and one for the run without.
    const edits = [(state: string) => (state === 'DELETING' ? 'PROVISIONING' : state), () => 'PROVISIONING']
    const { findings } = await runStateMachines({
      ...shared,
      names: ['VpcPeering'],
      wrap: (fetch) => {
        const edit = edits.shift() ?? String
        return rewrite(/^\/v2\/vpc_peerings\/[^/]+$/, (text) =>
          text.replace(/"status":"(\w+)"/, (_match, state: string) => `"status":"${edit(state)}"`),
        )(fetch)
      },
    })
    for (const finding of [
      /^vpcPeerings_create, vpcPeerings_delete → gone .+: expected ACTIVE → DELETING, saw PROVISIONING$/,
      /^vpcPeerings_create → ACTIVE .+: WaitTimeoutError/,
    ])
      expect(findings).toContainEqual(expect.stringMatching(finding))
  })

  const lifecycle: Lifecycle = {
    field: 'status',
    initial: 'new',
    transitions: [
      { from: 'new', to: 'building', on: 'create', after: 'PT1S' },
      { from: ['new', 'building'], to: 'ready', on: 'create', after: 'PT1S' },
      { from: 'ready', to: 'changing', on: 'update' },
      { from: 'changing', to: 'ready', on: 'update', after: 'PT1S' },
    ],
  }

  it.each([
    { state: 'new', cause: 'create', expected: ['building', 'ready'] },
    { state: 'ready', cause: 'update', expected: ['changing', 'ready'] },
    { state: 'ready', cause: 'create', expected: [] },
  ])('lists the states after "$state" that "$cause" leads through', ({ state, cause, expected }) => {
    expect(listStates(lifecycle, state, cause)).toEqual(expected)
  })
})

describe('differences', () => {
  const field = (more: Partial<Field> = {}): Field => ({ schema: { type: 'string' }, origin: 'echo', echo: [], ...more })
  const inner = { fields: { a: field(), b: field() } }

  it.each<{ what: string; sent: unknown; read: unknown; as: Partial<Field>; expected: string[] }>([
    { what: 'returned as sent', sent: 'a', read: 'a', as: {}, expected: [] },
    { what: 'returned with another value', sent: 'a', read: 'b', as: {}, expected: ['name'] },
    { what: 'not sent and null', sent: undefined, read: null, as: {}, expected: [] },
    { what: 'not sent and filled in', sent: undefined, read: 'b', as: {}, expected: ['name'] },
    { what: 'with its default', sent: undefined, read: 'b', as: { origin: 'default', default: 'b' }, expected: [] },
    { what: 'with another default', sent: undefined, read: 'c', as: { origin: 'default', default: 'b' }, expected: ['name'] },
    { what: 'chosen by the platform', sent: undefined, read: 'b', as: { echo: ['chosen'] }, expected: [] },
    { what: 'chosen by the platform though sent', sent: 'a', read: 'b', as: { echo: ['chosen'] }, expected: ['name'] },
    { what: 'that does not fit and is absent', sent: 'a', read: undefined, as: { echo: ['fitting'] }, expected: [] },
    { what: 'that fits and differs', sent: 'a', read: 'b', as: { echo: ['fitting'] }, expected: ['name'] },
    { what: 'sent as the slug of an object', sent: 'nyc3', read: { slug: 'nyc3', sizes: ['s'] }, as: {}, expected: [] },
    { what: 'with a property filled in', sent: { a: 1 }, read: { a: 1, b: 2 }, as: inner, expected: ['name.b'] },
    { what: 'with a property filled in within a list', sent: [{ a: 1 }], read: [{ a: 1, b: 2 }], as: inner, expected: ['name[0].b'] },
  ])('compares a property $what', ({ sent, read, as, expected }) => {
    expect(compareSent({ name: sent }, { name: read }, { name: field(as) }).map((each) => each.field)).toEqual(expected)
  })

  it('leaves out properties that any update changes', () => {
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
