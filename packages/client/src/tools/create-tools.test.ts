import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import { createTestCloud } from '../testing/index.ts'
import { toolsTable } from '../generated/tools.ts'
import { createTools, type ToolName } from './create-tools.ts'

describe('createTools', () => {
  it('calls a tool by its name, and as a method', async () => {
    const { options, cloud, advance } = await createTestCloud()
    const tools = createTools(options)
    const created = await tools.call('db-cluster-create', {
      name: 'orders',
      engine: 'pg',
      version: '17',
      region: 'nyc3',
      size: 'db-s-1vcpu-1gb',
      num_nodes: 1,
    })
    const { id } = (created as { database: { id: string } }).database
    await advance(600)
    expect(await tools.call('db-cluster-get', { id })).toMatchObject({ database: { name: 'orders', status: 'online' } })
    expect(await tools.callDbClusterGet({ body: { id } })).toEqual(await tools.call('db-cluster-get', { id }))
    expect(await tools.call('db-cluster-list')).toMatchObject({ databases: [{ id }] })
    expect((await cloud.databases.list()).databases).toHaveLength(1)
  })

  it('returns the whole response on request', async () => {
    const tools = createTools((await createTestCloud()).options)
    const { status, rateLimit } = await tools.call('db-cluster-list', {}).withResponse()
    expect(status).toBe(200)
    expect(rateLimit?.limit).toBe(5000)
  })

  it('names the invalid argument', async () => {
    const tools = createTools((await createTestCloud()).options)
    const error = await catchError(tools.call('db-cluster-create', { name: 'orders' } as never))
    expect(error).toMatchObject({ status: 422, operation: 'POST /tools/db-cluster-create' })
    expect(error.message).toContain('engine')
  })

  it('encodes an unknown name as one path segment', async () => {
    const urls: string[] = []
    const { options } = await createTestCloud()
    const tools = createTools({ ...options, fetch: async (url, init) => (urls.push(url), options.fetch!(url, init)) })
    expect(await catchError(tools.call('../v2/account' as ToolName, {} as never))).toMatchObject({ status: 404 })
    expect(urls).toEqual(['http://127.0.0.1:4020/tools/..%2Fv2%2Faccount'])
  })

  it('has a name for each operation of the table', () => {
    expect(Object.keys(toolsTable.operations)).toHaveLength(38)
  })
})
