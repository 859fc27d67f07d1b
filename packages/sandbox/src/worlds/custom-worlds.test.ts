/** Worlds that a user wrote. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import { defaultLimits } from '../limits/account-limits.ts'
import { startFromWorld } from '../command/start-from-world.ts'
import { parseWorld, readWorldFile } from './read-world-file.ts'
import type { WorldDefinition } from './world-definition.ts'
import { createTestSandbox } from '../../test/create-test-sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-custom-worlds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [, example = ''] =
  /```yaml\n(# my-world\.yaml\n.*?)```/s.exec(readFileSync(new URL('../../../reference/guides/seed-data.md', import.meta.url), 'utf8')) ??
  []

describe('the example world of the guide', () => {
  const begin = async () => createTestSandbox({ world: (await parseWorld(example, 'my-world.yaml')).world })

  it('creates its resources by API requests, in any order', async () => {
    const { get } = await begin()
    const { droplet } = (await get('/v2/droplets/412800777')).body
    const vpc = (await get('/v2/vpcs?per_page=200')).body.vpcs.find(({ name }: { name: string }) => name === 'shop-net')
    expect(droplet).toMatchObject({ name: 'web-1', status: 'active', vpc_uuid: vpc?.id, volume_ids: [expect.any(String)] })
    const [address] = (await get('/v2/reserved_ips')).body.reserved_ips
    expect(address?.droplet?.id).toBe(412800777)
    const { domain_records: records } = (await get('/v2/domains/shop.example/records')).body
    expect(records).toContainEqual(expect.objectContaining({ type: 'A', name: 'www', data: address?.ip }))
    expect((await get('/v2/account')).body.account.droplet_limit).toBe(10)
    expect((await get('/_sandbox/clock')).body).toEqual({ now: '2026-03-02T09:00:00.000Z', frozen: true })
  })

  it('has its users, tokens, applications and faults', async () => {
    const { get, ask } = await begin()
    const token = 'example-token-of-a-dashboard'
    expect((await get('/v2/droplets', { token })).status).toBe(200)
    expect((await get('/v2/volumes', { token })).status).toBe(403)
    expect((await get('/_sandbox/users')).body.users).toContainEqual(expect.objectContaining({ email: 'ana@harbour.example' }))
    expect((await get('/_sandbox/applications')).body.applications).toContainEqual(expect.objectContaining({ client_id: 'dashboard' }))
    expect((await ask('POST', '/v2/load_balancers', {})).status).toBe(422)
    const lb = {
      name: 'lb',
      region: 'nyc3',
      forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 80 }],
    }
    expect((await ask('POST', '/v2/load_balancers', lb)).status).toBe(503)
    expect((await ask('POST', '/v2/load_balancers', lb)).status).toBe(202)
  })

  it('is restored by a reset, also from a state file', async () => {
    const state = join(folder, 'state.db')
    const first = createTestSandbox({ state, world: (await parseWorld(example, 'my-world.yaml')).world })
    first.close()
    // Only hashes of these secrets are stored.
    expect(readFileSync(state, 'latin1')).not.toMatch(/example-token-of|example-password-2|example-secret-of/)
    const second = createTestSandbox({ state })
    expect((await second.delete('/v2/droplets/412800777')).status).toBe(204)
    await second.post('/_sandbox/reset')
    expect((await second.get('/v2/droplets/412800777', { token: 'example-token-of-a-dashboard' })).status).toBe(200)
    second.close()
  })

  it('runs later actions at normal speed', async () => {
    const { post } = await begin()
    const { body } = await post('/v2/droplets/412800777/actions', { type: 'power_off' })
    expect(body.action.status).toBe('in-progress')
  })
})

describe('a world object', () => {
  it('has the types of the specification', () => {
    const world = {
      droplets: [{ name: 'web-1', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', vpc_uuid: '${vpcs.net}' }],
      vpcs: [{ name: 'net', region: 'nyc3' }],
      firewalls: [
        { name: 'web', droplet_ids: ['${droplets.web-1}'], inbound_rules: [{ protocol: 'icmp', sources: { addresses: ['0.0.0.0/0'] } }] },
      ],
    } as const satisfies WorldDefinition
    const wrong = { droplets: [{ name: 'web-1', sise: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }] } as const
    // @ts-expect-error -- there is no such field
    const refused = () => createSandbox({ world: wrong })
    expect(refused).toThrow('droplets[0].sise: unknown field. Did you mean size?')
    createSandbox({ world }).close()
  })

  it('can contain a tag that a resource already has', async () => {
    const tags = [{ name: 'Shop' }]
    const volumes = [{ name: 'data', region: 'nyc3', size_gigabytes: 10, tags: ['shop', '${tags.Shop}'] }] as const
    const snapshots = [{ name: 'old', region: 'nyc3', size_gigabytes: 10, tags: ['shop'] }] as const
    const { get } = createTestSandbox({ world: { tags, volumes: [...volumes, ...snapshots] } })
    expect((await get('/v2/tags')).body.tags.map(({ name }: { name: string }) => name.toLowerCase())).toEqual(['shop'])
    const images = [{ name: 'base', url: 'https://images.example/base.qcow2', region: 'nyc3', tags: ['shop'] }] as const
    expect((await createTestSandbox({ world: { images, tags } }).get('/v2/images?private=true')).body.images[0]?.tags).toEqual(['shop'])
  })

  it('leaves no state behind if it is invalid', () => {
    const state = join(folder, 'refused.db')
    const world: WorldDefinition = {
      vpcs: [{ name: 'net', region: 'nyc3' }],
      droplets: [{ name: 'a', size: 'none', image: 'ubuntu-24-04-x64' }],
    }
    expect(() => createSandbox({ state, world })).toThrow('droplets[0].size: there is no size "none". (a of droplets)')
    const { handle, credentials, close } = createSandbox({ state })
    const { body } = handle({
      method: 'GET',
      url: '/v2/vpcs',
      headers: { host: 'localhost', authorization: `Bearer ${credentials().tokens.full}` },
    })
    expect(body).not.toContain('"net"')
    close()
  })
})

describe('steps', () => {
  const storage: WorldDefinition = {
    clock: { now: '2026-03-02T09:00:00Z', frozen: true },
    ids: { ModelAccessKey: '64e1b9f3-0c7a-4d58-92bf-a3d0e57c18f6' },
    users: [{ email: 'ana@harbour.example' }],
    volumes: [{ name: 'data', region: 'nyc3', size_gigabytes: 10 }],
    droplets: [
      { name: 'web-1', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', ids: { Action: 2_209_617_399 }, id: 412_800_777 },
    ],
    steps: [
      {
        request: 'POST /v2/volumes/${volumes.data}/actions',
        body: { type: 'attach', droplet_id: '${droplets.web-1}', region: 'nyc3' },
        ids: { Action: 2_209_617_301 },
      },
      { advance_seconds: 3600 },
      { request: 'POST /v2/tags', body: { name: 'press' }, account: 'ana@harbour.example' },
      {
        request: 'POST /v2/gen-ai/evaluation_datasets/file_upload_presigned_urls',
        body: { files: [{ file_name: 'questions.csv', file_size: '40' }] },
        ids: { Upload: '71c4' },
      },
      { request: 'PUT ${reply.uploads.0.presigned_url}', body: 'query,expected_response\nWhen?,At nine\n' },
    ],
  }

  it('send requests and advance the clock, and objects have the stated ids', async () => {
    const { get, post } = createTestSandbox({ world: storage })
    expect((await get('/v2/actions/2209617301')).body.action).toMatchObject({
      type: 'attach_volume',
      status: 'completed',
      started_at: '2026-03-02T09:00:00Z',
    })
    expect((await get('/v2/actions/2209617399')).body.action).toMatchObject({ type: 'create', resource_id: 412_800_777 })
    expect((await get('/_sandbox/clock')).body.now).toBe('2026-03-02T10:00:00.000Z')
    expect((await get('/v2/tags')).body.tags).toEqual([])
    expect((await get('/v2/gen-ai/models/api_keys')).body.api_key_infos).toMatchObject([{ uuid: '64e1b9f3-0c7a-4d58-92bf-a3d0e57c18f6' }])
    const dataset = {
      name: 'questions',
      dataset_type: 'EVALUATION_DATASET_TYPE_NON_ADK' as const,
      file_upload_dataset: { original_file_name: 'questions.csv', stored_object_key: 'uploads/71c4/questions.csv', size_in_bytes: '40' },
    }
    expect((await post('/v2/gen-ai/evaluation_datasets', dataset)).status).toBe(200)
    const { body } = await post('/v2/droplets/412800777/actions', { type: 'power_off' })
    expect(body.action.id).toBe(2_209_617_302)
  })
})

describe('a comparison', () => {
  it('lists objects created, changed and removed since the initial state', async () => {
    const { post, delete: remove, ask } = createTestSandbox({ world: (await parseWorld(example, 'my-world.yaml')).world })
    expect((await ask('POST', '/_sandbox/world/diff')).body).toEqual({ changes: [], created: 0, updated: 0, deleted: 0 })
    await post('/v2/tags', { name: 'new' })
    const { vpcs } = (await ask('GET', '/v2/vpcs?per_page=200')).body
    const { id } = vpcs.find(({ name }: { name: string }) => name === 'shop-net')
    await ask('PATCH', `/v2/vpcs/${id}`, { description: 'The shop' })
    await remove('/v2/domains/shop.example')
    const { changes, ...counts } = (await ask('POST', '/_sandbox/world/diff')).body
    expect(counts).toEqual({ created: 1, updated: 1, deleted: 6 })
    expect(changes).toContainEqual(
      expect.objectContaining({ type: 'created', object: expect.objectContaining({ kind: 'Tag', id: 'new' }) }),
    )
    expect(changes.find(({ type }: { type: string }) => type === 'updated')).toMatchObject({
      object: { kind: 'Vpc', id },
      before: { description: '' },
      after: { description: 'The shop' },
    })
    const other = (await ask('POST', '/_sandbox/world/diff', { world: { tags: [{ name: 'new' }] } })).body
    expect(other.deleted).toBe(0)
    expect(other.changes).toContainEqual(expect.objectContaining({ type: 'created', after: expect.objectContaining({ name: 'web-1' }) }))
    expect((await ask('POST', '/_sandbox/world/diff', { world: { tagz: [] } })).body.message).toBe(
      'world: tagz: unknown field. Did you mean tags?',
    )
  })
})

const web = '{name: web, region: nyc3, size: s-1vcpu-2gb, image: ubuntu-24-04-x64'
const wrong = [
  { input: 'droplet:\n  - {}', expected: /^w\.yaml:1:1: droplet: unknown field\. Did you mean droplets\?$/ },
  { input: `droplets:\n  - ${web}, sice: 1}`, expected: /^w\.yaml:2:\d+: droplets\[0\]\.sice: unknown field\. Did you mean size\?$/ },
  { input: 'vpcs:\n  - {name: net, region: nyc33}', expected: /^w\.yaml:2:\d+: vpcs\[0\]\.region: .*nyc3/ },
  { input: 'vpcs:\n  - {region: nyc3}', expected: /^w\.yaml:2:5: vpcs\[0\]: name: must be given$/ },
  {
    input: `droplets:\n  - ${web}, vpc_uuid: "\${vpcs.net}"}`,
    expected: /^w\.yaml:2:\d+: droplets\[0\]\.vpc_uuid: there are no vpcs in this world\. Add some under vpcs\.$/,
  },
  {
    input: `vpcs:\n  - {name: net, region: nyc3}\ndroplets:\n  - ${web}, vpc_uuid: "\${vpcs.nett}"}`,
    expected: /^w\.yaml:4:\d+: droplets\[0\]\.vpc_uuid: there is no "nett" among the vpcs of this world\. Did you mean net\?$/,
  },
  {
    input: `droplets:\n  - ${web}, tags: ["\${droplets.web.nam}"]}`,
    expected: /^w\.yaml:2:5: droplets\[0\]: is part of a circular reference/,
  },
  {
    input: `droplets:\n  - ${web}}\n  - ${web}}\nfirewalls:\n  - {name: f, droplet_ids: ["\${droplets.web}"]}`,
    expected: /^w\.yaml:5:\d+: .*"web" is the name of several droplets\. Give .* "as"\.$/,
  },
  {
    input: `droplets:\n  - ${web}, id: web}`,
    expected: /^w\.yaml:2:\d+: droplets\[0\]\.id: "web" is not a valid id; it must be a whole number from 1\.$/,
  },
  {
    input: 'limits: {droplets: 0}\ndroplets:\n  - ' + web + '}',
    expected: /^w\.yaml:3:5: droplets\[0\]: .*droplet limit \(web of droplets\)$/,
  },
  { input: 'limits: {dropletts: 3}', expected: /^w\.yaml:1:10: limits\.dropletts: unknown field\. Did you mean droplets\?$/ },
  { input: 'limits: {droplets: many}', expected: /^w\.yaml:1:10: limits\.droplets: must be a whole number, 0 or more$/ },
  { input: 'clock: tomorrow', expected: /^w\.yaml:1:1: clock: now: must be a time, for example 2026-03-02T09:00:00Z$/ },
  { input: 'users: [{email: nobody}]', expected: /^w\.yaml:1:10: users\[0\]\.email: must be an address, for example / },
  {
    input: 'tokens:\n  - {scopes: [dropplet:read]}',
    expected: /^w\.yaml:2:6: tokens\[0\]\.scopes: unknown scope "dropplet:read"\. Did you mean droplet:read\?$/,
  },
  { input: 'tokens:\n  - {scopes: [droplet:read], token: short}', expected: /^w\.yaml:2:\d+: tokens\[0\]\.token: must be 16 to 255 / },
  {
    input: 'applications: [{name: a, redirect_uris: ["javascript:alert(1)"]}]',
    expected: /^w\.yaml:1:16: applications\[0\]: redirect_uri: /,
  },
  {
    input: 'faults: [{operation: droplets_creat, status: 503}]',
    expected: /^w\.yaml:1:11: faults\[0\]\.operation: .*did you mean droplets_create\?$/,
  },
  { input: 'steps:\n  - {request: POST /v2/tagz}', expected: /^w\.yaml:2:6: steps\[0\]\.request: 404: / },
  {
    input: 'steps:\n  - {request: POST}',
    expected: /^w\.yaml:2:6: steps\[0\]\.request: must be a method and a path, like "POST \/v2\/tags"\.$/,
  },
  { input: 'steps: [{}]', expected: /^w\.yaml:1:9: steps\[0\]: must have either "request", or "advance_seconds" or "now"\.$/ },
  { input: 'steps: [{advance_seconds: -1}]', expected: /^w\.yaml:1:\d+: steps\[0\]: 422: advance_seconds: must be 0 or more$/ },
  {
    input: 'steps: [{now: 2026-03-02T09:00:00Z, ids: {Acton: 1}}]',
    expected: /steps\[0\]\.ids\.Acton: is not a kind of object\. Did you mean Action\?$/,
  },
  {
    input: 'tags: [{name: a, ids: {Droplet: 1}}]',
    expected: /^w\.yaml:1:\d+: tags\[0\]\.ids\.Droplet: has more ids than objects were created here\.$/,
  },
  {
    input: 'steps: [{request: "PUT ${reply.url}"}]',
    expected: /^w\.yaml:1:9: steps\[0\]: the reply before it has no "url"\.$/,
  },
  { input: 'steps: [{request: POST /v2/tags, account: a@b.example}]', expected: /422: account: there is no user "a@b\.example"\.$/ },
  { input: 'droplets: yes please', expected: /^w\.yaml:1:1: droplets: must be a list, each item with a dash before it\.$/ },
  { input: 'droplets: {web: 1}', expected: /^w\.yaml:1:1: droplets: must be a list, each item with a dash before it\.$/ },
  { input: 'droplets: [web-1]', expected: /^w\.yaml:1:12: droplets\[0\]: must be names with values, like "name: web-1", not "web-1"\.$/ },
  { input: '- droplets', expected: /^w\.yaml:1:1: A world is kinds of resources with lists/ },
  // What no person writes.
  { input: 'vpcs: []\nvpcs: []', expected: /^w\.yaml:2:1: Map keys must be unique/ },
  { input: 'vpcs: [{name: !!js/function "x", region: nyc3}]', expected: /^w\.yaml:1:\d+: Unresolved tag/ },
  { input: '__proto__: {polluted: true}', expected: /^w\.yaml:1:1: __proto__: cannot be used as a name\.$/ },
  {
    input: `projects:\n  - {name: a, purpose: b, __proto__: {polluted: true}}`,
    expected: /^w\.yaml:2:\d+: projects\[0\]\.__proto__: cannot be used as a name\.$/,
  },
  {
    input: `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((c, n) => `${c}: &${c} [${`*${'abcdefgh'[n]},`.repeat(9)}]`)
      .join('\n')}`,
    expected: /^w\.yaml: Excessive alias count/,
  },
  { input: `droplets: ${'['.repeat(50_000)}`, expected: /^w\.yaml is nested more than 200 levels deep/ },
  { input: `droplets: [${'{a: '.repeat(100)}1${'}'.repeat(100)}]`, expected: /^w\.yaml:.*(?:unknown field|nested)/ },
  { input: `tags: [&tags [${'a,'.repeat(2000)}],${'*tags,'.repeat(99)}]`, expected: /^w\.yaml.*has more than 200000 values/ },
  { input: '#'.repeat(9 * 1024 * 1024), expected: /^w\.yaml is larger than 8 MiB/ },
]

it('reads 40,000 keys in linear time', { timeout: 60_000 }, async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `  key-${n}: 1`).join('\n')
  const measure = async (count: number) => {
    const { user } = process.threadCpuUsage()
    await expect(parseWorld(`ids:\n${keys(count)}\n  last: [`, 'w.yaml')).rejects.toThrow(/^w\.yaml:/)
    return process.threadCpuUsage().user - user
  }
  await measure(4000)
  expect((await measure(40_000)) / (await measure(4000))).toBeLessThan(30)
})

describe('an invalid world', () => {
  const start = async (text: string) => {
    const file = await parseWorld(text, 'w.yaml')
    return startFromWorld(undefined, async () => {
      try {
        createSandbox({ seed: 7, world: file.world }).close()
      } catch (error) {
        throw file.locateError(error as never)
      }
    })
  }

  it.each(wrong.map(({ input, expected }) => ({ input, expected, shown: input.slice(0, 60) })))(
    'is rejected with its line: $shown',
    async ({ input, expected }) => {
      const error = await start(input).then(
        () => new Error('It was made.'),
        (thrown: unknown) => thrown as Error,
      )
      expect(error.message).toMatch(expected)
      expect(error.message).not.toContain('\n')
      expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined()
    },
  )

  it.each([
    {
      input: 'droplets: [{sise: a}]\nvpc: []\ntags: {}',
      expected: [
        'w.yaml:1:13: droplets[0].sise: unknown field. Did you mean size?',
        'w.yaml:2:1: vpc: unknown field. Did you mean vpcs?',
        'w.yaml:3:1: tags: must be a list, each item with a dash before it.',
      ],
    },
    {
      input: 'vpcs: [{name: net, region: "${tags.a}"}]\nvolumes: [{name: v, region: nyc3, description: "${tags.b}"}]',
      expected: [
        'w.yaml:1:20: vpcs[0].region: there are no tags in this world. Add some under tags.',
        'w.yaml:2:35: volumes[0].description: there are no tags in this world. Add some under tags.',
      ],
    },
    {
      input: 'droplets: [{name: a, size: none, image: ubuntu-24-04-x64}]\nvpcs: [{name: net, region: nyc3, ip_range: none}]',
      expected: [
        'w.yaml:1:22: droplets[0].size: there is no size "none". (a of droplets)',
        'w.yaml:2:34: vpcs[0].ip_range: "none" is not an IPv4 network in CIDR notation. (net of vpcs)',
      ],
    },
  ])('is rejected with all its errors, one in each line: $input', async ({ input, expected }) => {
    await expect(start(input)).rejects.toThrow(new Error(expected.join('\n')))
  })

  it('shows the first twenty errors', async () => {
    const error = await start(Array.from({ length: 25 }, (_, n) => `vpc${n}: []`).join('\n')).catch((thrown: Error) => thrown.message)
    expect(String(error).split('\n')).toHaveLength(21)
    expect(error).toMatch(/\nand 5 more$/)
  })

  it('is rejected with the name of its file', async () => {
    const file = join(folder, 'wrong.yaml')
    writeFileSync(file, 'vpc: []')
    await expect(readWorldFile(file)).rejects.toThrow(`${file}:1:1: vpc: unknown field. Did you mean vpcs?`)
    await expect(readWorldFile(join(folder, 'none.yaml'))).rejects.toThrow('none.yaml cannot be read')
  })
})

describe('the JSON Schema', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../generated/${name}`, import.meta.url), 'utf8'))
  const { properties } = read('world.schema.json')

  it('has all kinds, limits and fault fields', () => {
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(worldKinds)))
    expect(Object.keys(properties.limits.properties).toSorted()).toEqual(Object.keys(defaultLimits).toSorted())
    const fault = read('controls.json').components.schemas.FaultCreate
    expect(Object.keys(properties.faults.items.properties).toSorted()).toEqual(Object.keys(fault.properties).toSorted())
  })
})
