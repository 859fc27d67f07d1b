import { startSandbox } from '@spindrift/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../src/generated/catalog.ts'
import { connectPlatform } from '../src/platform/connect-platform.ts'
import { closeAll, open, readText } from './open.ts'

afterEach(closeAll)

const settings = { toolset: 'control' } as const

describe('search_operations', () => {
  it.each([
    { given: 'list droplets', want: 'droplets_list' },
    { given: 'attach a volume', want: 'volumes_actions_create' },
    { given: 'delete database cluster', want: 'databases_delete' },
    { given: 'add user to database', want: 'databases_users_create' },
    { given: 'reboot', want: 'droplets_actions_create' },
    { given: 'how do I remove a DNS record', want: 'domains_records_delete' },
    { given: 'dropletsCreate', want: 'droplets_create' },
    { given: 'kubernetes kubeconfig', want: 'kubernetes_clusters_getKubeconfig' },
  ])('finds $want by "$given"', async ({ given, want }) => {
    const { call } = await open({ settings })
    const { operations } = (await call('search_operations', { query: given })).structuredContent as {
      operations: readonly { id: string }[]
    }
    expect(
      operations
        .slice(0, 5)
        .map(({ id }) => id)
        .join(' '),
    ).toContain(want)
  })

  it('returns the total', async () => {
    const { call } = await open({ settings })
    const { structuredContent } = await call('search_operations', { query: 'list', limit: 3 })
    expect(structuredContent).toMatchObject({ operations: [{}, {}, {}], cut: true })
  })

  it('adds three tools', async () => {
    const { client } = await open({ settings })
    expect(Buffer.byteLength(JSON.stringify((await client.listTools()).tools))).toBeLessThan(4000)
  })
})

it('has the arguments of the three tools as resources', async () => {
  const { client } = await open({ settings })
  const { resources } = await client.listResources()
  for (const { uri, name } of resources) {
    const { contents } = await client.readResource({ uri })
    expect(JSON.stringify(contents), name).toContain('\\"type\\":\\"object\\"')
  }
  expect(resources).toHaveLength(3)
})

describe('describe_operation', () => {
  it('returns every operation with all referenced schemas', async () => {
    const { call } = await open({ settings })
    for (const { id } of catalog) {
      const { structuredContent, isError } = await call('describe_operation', { operation: id })
      expect(isError, id).toBeUndefined()
      const text = JSON.stringify(structuredContent)
      const defs = Object.keys(((structuredContent ?? {}) as { $defs?: object })['$defs'] ?? {})
      for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) expect(defs, `${id} ${name}`).toContain(name)
    }
  })

  it('suggests the nearest operation', async () => {
    const { call } = await open({ settings })
    expect(readText(await call('describe_operation', { operation: 'droplet_list' }))).toContain('Did you mean droplets_list?')
  })
})

describe('call_operation', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
  })
  afterAll(() => sandbox.close())
  const platform = () => connectPlatform({ baseUrl: sandbox.url, token: sandbox.credentials().tokens.full, userAgent: 'test' })

  it('reads, and rejects changes without a flag', async () => {
    const { call, client } = await open({ settings: { ...settings, platform: platform() } })
    expect((await client.listTools()).tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, true])
    expect((await call('call_operation', { operation: 'volumes_list', query: { per_page: 2 } })).structuredContent).toMatchObject({
      status: 200,
      answer: { volumes: [], meta: { total: 0 } },
    })
    for (const operation of ['volumes_create', 'volumes_delete']) {
      const text = readText(await call('call_operation', { operation, path: { volume_id: 'x' }, body: {} }))
      expect(text).toMatch(/is not allowed: it is (additive|destructive), and the server was started without --allow-/)
    }
  })

  it('creates, reports errors of the platform, and deletes after a confirmation', async () => {
    const asked: string[] = []
    const { call } = await open({
      settings: { ...settings, platform: platform(), allowDestructive: true },
      agrees: (message) => (asked.push(message), { action: 'accept', content: { confirm: true } }),
    })
    const body = { name: 'covers', region: 'nyc3', size_gigabytes: 10 }
    const made = (await call('call_operation', { operation: 'volumes_create', body })).structuredContent as {
      answer: { volume: { id: string } }
    }
    const { id } = made.answer.volume
    expect(readText(await call('call_operation', { operation: 'volumes_create', body: { ...body, size_gigabytes: 0 } }))).toContain(
      'volumes_create failed: 422',
    )
    expect((await call('call_operation', { operation: 'volumes_delete', path: { volume_id: id } })).structuredContent).toEqual({
      status: 204,
    })
    expect(asked).toEqual([`volumes_delete: DELETE /v2/volumes/${id}. Continue?`])
  })

  it.each([
    { given: { operation: 'volumes_get' }, want: '- path.volume_id: is required.' },
    { given: { operation: 'volumes_list', query: { regon: 'x' } }, want: '- query.regon: is unknown. Did you mean region?' },
    { given: { operation: 'volumes_get', path: { volume_id: '..' } }, want: '- path.volume_id: cannot be "..".' },
    { given: { operation: 'volumes_list', body: {} }, want: '- body: this operation has no body.' },
    { given: { operation: 7 }, want: '- operation: must be a string' },
    { given: { operation: 'volumes_list', path: 'x' }, want: '- path: must be an object. It is a string.' },
    { given: { operatoin: 'volumes_list' }, want: '- operatoin: is unknown. Did you mean operation?' },
  ])('rejects $given by name', async ({ given, want }) => {
    const { call, sent } = await open({ settings })
    expect(readText(await call('call_operation', given))).toContain(want)
    expect(sent).toEqual([])
  })

  it('shows the request in a dry run', async () => {
    const { call, sent } = await open({ settings: { ...settings, dryRun: true } })
    const { structuredContent } = await call('call_operation', { operation: 'volumes_delete', path: { volume_id: 'a/b' } })
    expect(structuredContent).toMatchObject({
      dry_run: true,
      request: { method: 'DELETE', url: 'https://platform.example/v2/volumes/a%2Fb' },
    })
    expect(sent).toEqual([])
  })
})
