import { beforeAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import { replay, type ReplayReport } from './replay.ts'
import type { Exchange } from '../exchange.ts'
import type { Json } from '../../../test/create-test-sandbox.ts'
import { recordExchanges } from '../../../test/record-exchanges.ts'

async function compare(exchanges: readonly Exchange[], actionSeconds?: number): Promise<ReplayReport> {
  const sandbox = createSandbox({ seed: 'here', ...(actionSeconds !== undefined && { actionSeconds }) })
  const result = await replay(exchanges, (path, init) => sandbox.fetch(`http://localhost${path}`, init), 'http://localhost')
  sandbox.close()
  return result
}

let recorded: readonly Exchange[]
let text: string
beforeAll(async () => {
  ;({ exchanges: recorded, text } = await recordExchanges())
})

it('masks tokens in a recording through the proxy', () => {
  expect(text).not.toContain('dop_v1_')
  expect(text).toContain('Bearer masked-secret-1')
})

it('finds no difference in another sandbox with other ids and addresses', async () => {
  const { differences, skipped, requests, compared } = await compare(recorded)
  expect(differences).toEqual([])
  expect(skipped).toEqual([])
  expect([requests, compared]).toEqual([recorded.length, recorded.length])
})

interface Plant {
  readonly method: string
  readonly path: RegExp
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly change?: (body: Json) => void
}

/** The recording with one answer changed: the last that the platform gave there. */
function plant({ method, path, status, headers, change }: Plant): readonly Exchange[] {
  const at = recorded.findLastIndex((context) => context.method === method && path.test(context.url))
  const context = recorded[at]
  if (!context) throw new Error(`Nothing was recorded at ${method} ${path}.`)
  const body = context.body === '' ? undefined : (JSON.parse(context.body) as Json)
  change?.(body)
  const planted = {
    ...context,
    status: status ?? context.status,
    headers: { ...context.headers, ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  }
  return recorded.with(at, planted)
}

/** A known id, of something else. */
const sshKeyId = (): number => (JSON.parse(recorded.find(({ url }) => url === '/v2/account/keys')?.body ?? '') as Json).ssh_key.id

const records = /\/records$/
const planted: readonly (Plant & { readonly kind: string; readonly operation: string; readonly at: string })[] = [
  { kind: 'status', operation: 'volumes_create', at: '', method: 'POST', path: /^\/v2\/volumes$/, status: 202 },
  {
    kind: 'missing',
    operation: 'volumes_create',
    at: 'volume.burst_credits',
    method: 'POST',
    path: /^\/v2\/volumes$/,
    change: ({ volume }) => (volume.burst_credits = 5),
  },
  {
    kind: 'extra',
    operation: 'volumes_create',
    at: 'volume.size_gigabytes',
    method: 'POST',
    path: /^\/v2\/volumes$/,
    change: ({ volume }) => delete volume.size_gigabytes,
  },
  {
    kind: 'type',
    operation: 'domains_records_create',
    at: 'domain_record.ttl',
    method: 'POST',
    path: records,
    change: ({ domain_record: record }) => (record.ttl = '600'),
  },
  {
    kind: 'value',
    operation: 'sizes_list',
    at: 'sizes[].price_monthly',
    method: 'GET',
    path: /^\/v2\/sizes/,
    change: ({ sizes }) => (sizes[0].price_monthly += 1),
  },
  {
    kind: 'order',
    operation: 'domains_records_list',
    at: 'domain_records',
    method: 'GET',
    path: records,
    change: (body) => (body.domain_records = body.domain_records.toReversed()),
  },
  {
    kind: 'timing',
    operation: 'actions_get',
    at: 'action.status',
    method: 'GET',
    path: /^\/v2\/actions\/\d+$/,
    change: ({ action }) => (action.status = 'in-progress'),
  },
  {
    kind: 'message',
    operation: 'droplets_create',
    at: 'message',
    method: 'POST',
    path: /^\/v2\/droplets$/,
    change: (body) => (body.message = 'Name is not a valid hostname.'),
  },
  {
    kind: 'header',
    operation: 'regions_list',
    at: 'content-type',
    method: 'GET',
    path: /^\/v2\/regions/,
    headers: { 'content-type': 'text/json' },
  },
  {
    kind: 'link',
    operation: 'actions_list',
    at: 'links.pages.next',
    method: 'GET',
    path: /^\/v2\/actions\?/,
    change: ({ links }) => (links.pages.next = links.pages.next.replace('page=2', 'page=3')),
  },
  {
    kind: 'reference',
    operation: 'volumes_list',
    at: 'volumes[].droplet_ids[]',
    method: 'GET',
    path: /^\/v2\/volumes\?/,
    change: ({ volumes }) => (volumes[0].droplet_ids = [sshKeyId()]),
  },
  {
    kind: 'timing',
    operation: 'volumes_create',
    at: 'volume.created_at',
    method: 'POST',
    path: /^\/v2\/volumes$/,
    change: ({ volume }) => (volume.created_at = '2036-05-05T11:00:00Z'),
  },
]

describe('a planted difference', () => {
  it.each(planted)('$kind at $operation $at', async ({ kind, operation, at, ...change }) => {
    const { differences } = await compare(plant(change))
    expect(differences.map((found) => [found.kind, found.operation, found.path])).toEqual([[kind, operation, at]])
  })
})

it('authorizes a request whose model access key was recorded as x-api-key', async () => {
  const [first] = recorded
  if (!first) throw new Error('Nothing was recorded.')
  const { differences } = await compare([first, { ...first, url: '/v1/models', requestHeaders: { 'x-api-key': 'masked-secret-9' } }])
  expect(differences.filter(({ kind }) => kind === 'status')).toEqual([])
})

it('lists an allowed difference separately, with its reason', async () => {
  const { differences, allowed } = await compare(
    plant({ method: 'GET', path: /^\/v2\/regions/, change: ({ regions: [region] }) => (region.features = region.features.toReversed()) }),
  )
  expect(differences).toEqual([])
  expect(allowed).toMatchObject([{ path: 'regions[].features', reason: expect.stringContaining('order of features') }])
})

it('reports a state that the sandbox reaches later as one difference', async () => {
  const { differences } = await compare(recorded, 400)
  expect(differences.map(({ kind }) => kind)).toContain('timing')
  expect(differences.filter(({ kind }) => kind === 'status')).toEqual([])
})

it('skips requests for objects created before the recording', async () => {
  const begin = recorded.findIndex(({ method, url }) => method === 'POST' && url === '/v2/volumes')
  const { skipped, differences } = await compare(recorded.slice(begin + 1))
  expect(skipped.map(({ reason }) => reason)).toContain('it refers to an object created before the recording')
  expect(differences.filter(({ kind }) => kind === 'status')).toEqual([])
})
