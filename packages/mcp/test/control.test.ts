import { startSandbox } from '@spindrift/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeOperation } from '../src/control/describe-operation.ts'
import { catalog } from '../src/generated/catalog.ts'
import { connectPlatform } from '../src/platform/connect-platform.ts'
import { closeAll, open, readText } from './open.ts'

afterEach(closeAll)

const settings = { toolset: 'control' } as const

describe('search_operations', () => {
  it.each([
    { input: 'list droplets', expected: 'droplets_list' },
    { input: 'attach a volume', expected: 'volumes_actions_create' },
    { input: 'delete database cluster', expected: 'databases_delete' },
    { input: 'add user to database', expected: 'databases_users_create' },
    { input: 'reboot', expected: 'droplets_actions_create' },
    { input: 'how do I remove a DNS record', expected: 'domains_records_delete' },
    { input: 'dropletsCreate', expected: 'droplets_create' },
    { input: 'kubernetes kubeconfig', expected: 'kubernetes_clusters_getKubeconfig' },
  ])('finds $expected by "$input"', async ({ input, expected }) => {
    const { call } = await open({ settings })
    const { operations } = (await call('search_operations', { query: input })).structuredContent as {
      operations: readonly { id: string }[]
    }
    expect(
      operations
        .slice(0, 5)
        .map(({ id }) => id)
        .join(' '),
    ).toContain(expected)
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
    for (const row of catalog) {
      const description = await describeOperation(row)
      const defs = Object.keys(description['$defs'] ?? {})
      for (const [, name = ''] of JSON.stringify(description).matchAll(/"#\/\$defs\/([^"]+)"/g))
        expect(defs, `${row.id} ${name}`).toContain(name)
    }
    const { call } = await open({ settings })
    const { structuredContent } = await call('describe_operation', { operation: 'droplets_create' })
    expect(structuredContent).toMatchObject({ id: 'droplets_create', $defs: {} })
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
      expect(text).toMatch(
        /(creates something|changes or deletes something), and this server may not\. Nothing was sent\. Ask the user to restart it with --allow-/,
      )
    }
  })

  it('creates, reports errors of the platform, and deletes after a confirmation', async () => {
    const questions: string[] = []
    const { call } = await open({
      settings: { ...settings, platform: platform(), allowDestructive: true },
      agrees: (message) => (questions.push(message), { action: 'accept', content: { confirm: true } }),
    })
    const body = { name: 'covers', region: 'nyc3', size_gigabytes: 10 }
    const created = (await call('call_operation', { operation: 'volumes_create', body })).structuredContent as {
      answer: { volume: { id: string } }
    }
    const { id } = created.answer.volume
    expect(readText(await call('call_operation', { operation: 'volumes_create', body: { ...body, size_gigabytes: 0 } }))).toContain(
      'volumes_create failed: 422',
    )
    expect((await call('call_operation', { operation: 'volumes_delete', path: { volume_id: id } })).structuredContent).toEqual({
      status: 204,
    })
    expect(questions).toEqual([`volumes_delete: DELETE /v2/volumes/${id}. Continue?`])
  })

  it.each([
    { input: { operation: 'volumes_get' }, expected: '- path.volume_id: is required.' },
    { input: { operation: 'volumes_list', query: { regon: 'x' } }, expected: '- query.regon: is unknown. Did you mean region?' },
    { input: { operation: 'volumes_get', path: { volume_id: '..' } }, expected: '- path.volume_id: cannot be "..".' },
    { input: { operation: 'volumes_list', body: {} }, expected: '- body: this operation has no body.' },
    { input: { operation: 7 }, expected: '- operation: must be a string' },
    { input: { operation: 'volumes_list', path: 'x' }, expected: '- path: must be an object. It is a string.' },
    { input: { operatoin: 'volumes_list' }, expected: '- operatoin: is unknown. Did you mean operation?' },
  ])('rejects $input by name', async ({ input, expected }) => {
    const { call, sent } = await open({ settings })
    expect(readText(await call('call_operation', input))).toContain(expected)
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
