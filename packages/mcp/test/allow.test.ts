import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, cluster, open, readText } from './open.ts'

afterEach(closeAll)

describe('the list of tools', () => {
  const cases = [
    { input: {}, expected: 18 },
    { input: { allowWrites: true }, expected: 21 },
    { input: { allowDestructive: true }, expected: 38 },
    { input: { dryRun: true }, expected: 38 },
    { input: { tools: ['db-cluster-get', 'db-cluster-list'] }, expected: 2 },
    { input: { toolset: 'control' as const }, expected: 3 },
    { input: { toolset: 'all' as const }, expected: 21 },
  ]
  it.each(cases)('$expected tools with $input', async ({ input, expected }) => {
    const { names } = await open({ settings: input })
    expect(await names()).toHaveLength(expected)
  })

  it('annotates each tool: 18 read, 3 add, 17 change or delete', async () => {
    const { client } = await open({ settings: { allowDestructive: true } })
    const { tools } = await client.listTools()
    const kinds = tools.map(({ annotations }) => (annotations?.readOnlyHint ? 'reads' : annotations?.destructiveHint ? 'changes' : 'adds'))
    const count = (kind: string) => kinds.filter((each) => each === kind).length
    expect([count('reads'), count('adds'), count('changes')]).toEqual([18, 3, 17])
  })

  it('is smaller than 40 kB for all tools', async () => {
    const { client } = await open({ settings: { allowDestructive: true } })
    expect(Buffer.byteLength(JSON.stringify(await client.listTools()))).toBeLessThan(40_000)
  })

  it.each([
    { input: ['db-cluster-gett'], expected: 'There is no tool "db-cluster-gett". Did you mean db-cluster-get?' },
    { input: ['db-cluster-delete'], expected: 'db-cluster-delete changes or deletes something. Add --allow-all.' },
  ])('does not start with --tools $input', async ({ input, expected }) => {
    await expect(open({ settings: { tools: input } })).rejects.toThrow(expected)
  })
})

describe('a tool that is not listed', () => {
  it('is rejected with the missing flag, and nothing is sent', async () => {
    const { call, sent } = await open({ settings: { allowWrites: true } })
    const result = await call('db-cluster-delete', { id: cluster })
    expect(result.isError).toBe(true)
    expect(readText(result)).toContain('restart it with --allow-all.')
    expect(sent).toEqual([])
  })

  it('is a protocol error with a suggestion if it does not exist', async () => {
    const { call } = await open()
    await expect(call('db-cluster-lst')).rejects.toThrow('There is no tool "db-cluster-lst". Did you mean db-cluster-list?')
  })
})

describe('a dry run', () => {
  it('shows the request without secrets, and sends nothing', async () => {
    const { call, sent } = await open({ settings: { dryRun: true } })
    const source = { host: 'db.tidewater.example', port: 5432, dbname: 'orders', username: 'copy', password: 'canary-password-1' }
    const result = await call('db-cluster-start-online-migration', { id: cluster, source, ignore_dbs: 'a, b' })
    expect(result.structuredContent).toEqual({
      dry_run: true,
      request: {
        method: 'PUT',
        url: `https://platform.example/v2/databases/${cluster}/online-migration`,
        headers: { authorization: 'Bearer (hidden)' },
        body: { source: { ...source, password: '(hidden)' }, ignore_dbs: ['a', 'b'] },
      },
    })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(sent).toEqual([])
  })

  it('reads, and rejects invalid arguments', async () => {
    const { call, sent } = await open({ settings: { dryRun: true } })
    expect((await call('db-cluster-list')).isError).toBeUndefined()
    expect(sent).toHaveLength(1)
    expect((await call('db-cluster-resize', { id: cluster })).isError).toBe(true)
  })
})
