import { describe, expect } from 'vitest'
import { toolRows } from '../generated/tools.ts'
import { it, orders } from '../../test/create-cluster.ts'
import { missing, toolCases } from '../../test/tool-cases.ts'
import { createOne, use } from '../../test/use-tools.ts'

describe('[parts-tools-by-name] each tool of a cluster', () => {
  it.each(toolCases)('$tool makes its call', async ({ tool, engine = 'pg', before = [], values = {}, expected, after }) => {
    const { sandbox, path, id } = await createOne(engine)
    for (const [name, more] of before) expect((await use(sandbox, name, { id, ...more })).status).toBe(200)
    const { status, body } = await use(sandbox, tool, { id, ...values })
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject(expected)
    if (after) expect((await sandbox.get(`${path}${after[0]}`)).body).toMatchObject(after[1])
  })

  it.for(toolCases)(
    '[tools-required-refused] $tool names an invalid argument and makes no call',
    async ({ tool, bad, names }, { sandbox }) => {
      const { status, body } = await use(sandbox, tool, { id: missing, ...('ID' in bad && { id: undefined }), ...bad })
      // A call would find no cluster: 404.
      expect({ status, message: body.message }).toEqual({
        status: 422,
        message: expect.stringMatching(new RegExp(`(^|; |, )${names.replaceAll('.', '\\.')}(: |, )`)),
      })
      expect(body.id).toBe('unprocessable_entity')
    },
  )
})

describe('tools without a cluster', () => {
  it('[tool-create-required] [tool-create-slugs] [tool-create-num-nodes] [tool-create-tags] db-cluster-create', async ({ sandbox }) => {
    const { status, body } = await use(sandbox, 'db-cluster-create', { ...orders, tags: 'storefront, env:prod' })
    expect(status, body.message).toBe(200)
    expect(body.database).toMatchObject({ name: 'orders-pg', status: 'creating', tags: ['storefront', 'env:prod'] })
    for (const name of ['name', 'engine', 'version', 'region', 'size', 'num_nodes']) {
      const response = await use(sandbox, 'db-cluster-create', { ...orders, [name]: undefined })
      expect(response).toMatchObject({ status: 422, body: { message: `${name}: must be given` } })
    }
    expect(await use(sandbox, 'db-cluster-create', { ...orders, num_nodes: '1' })).toMatchObject({ status: 422 })
    expect(await use(sandbox, 'db-cluster-create', { ...orders, name: 'other', tags: ['a'] })).toMatchObject({ status: 422 })
    expect(await use(sandbox, 'db-cluster-create', { ...orders, name: 'other', tags: ', ' })).toMatchObject({
      status: 422,
      body: { message: 'tags: is an empty list' },
    })
    expect((await sandbox.get('/v2/databases')).body.meta.total).toBe(1)
  })

  it('[tool-list] [tool-list-paging] [tools-int-string] [tools-optional-omitted] db-cluster-list', async ({ sandbox }) => {
    for (const name of ['a', 'b', 'c']) await sandbox.post('/v2/databases', { ...orders, name })
    for (const none of [undefined, {}])
      expect((await use(sandbox, 'db-cluster-list', none)).body).toEqual((await sandbox.get('/v2/databases')).body)
    const page = (await use(sandbox, 'db-cluster-list', { page: '2', per_page: 2 })).body
    expect(page).toMatchObject({
      databases: [{ name: 'a' }],
      meta: { total: 3 },
      links: { pages: { prev: expect.stringContaining('/v2/databases?') } },
    })
    for (const bad of ['two', '1.5', '', '-1', 2]) {
      expect(await use(sandbox, 'db-cluster-list', { page: bad })).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/^page: /) },
      })
    }
    expect(await use(sandbox, 'db-cluster-list', { per_page: '2' })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^per_page: /) },
    })
    expect(await use(sandbox, 'db-cluster-list', { page: '0' })).toMatchObject({
      status: 422,
      body: { message: 'page: is too small' },
    })
    expect(await use(sandbox, 'db-cluster-list', { page: '99999999999999999999' })).toMatchObject({
      status: 422,
      body: { message: 'page: is too large' },
    })
  })

  it('[tool-list-options] db-cluster-list-options', async ({ sandbox }) => {
    const { status, body } = await use(sandbox, 'db-cluster-list-options')
    expect(status).toBe(200)
    expect(body.options.pg.versions.length).toBeGreaterThan(0)
    expect(await use(sandbox, 'db-cluster-list-options', { engine: 'pg' })).toMatchObject({
      status: 422,
      body: { message: 'engine: unknown field' },
    })
  })
})

describe('a tool call', () => {
  it('[tools-thirty-eight] there are 38, of three kinds', () => {
    const kinds = Object.values(toolRows).map(({ kind }) => kind)
    expect(Object.keys(toolRows)).toHaveLength(38)
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length
    expect([count('read-only'), count('additive'), count('destructive')]).toEqual([18, 3, 17])
  })

  it('returns the errors of the control operation unchanged', async () => {
    const { sandbox, id } = await createOne('pg')
    expect(await use(sandbox, 'db-cluster-get', { id: missing })).toMatchObject({
      status: 404,
      body: { id: 'not_found', request_id: expect.any(String) },
    })
    expect((await use(sandbox, 'db-cluster-list-topics', { id })).status).toBe((await sandbox.get(`/v2/databases/${id}/topics`)).status)
    const twice = await use(sandbox, 'db-cluster-create', { ...orders, name: 'shop-pg' })
    expect(twice.status).toBe(422)
    expect(twice.body.message).toBe((await sandbox.post('/v2/databases', { ...orders, name: 'shop-pg' })).body.message)
  })

  it('runs the operation with the caller of the tool', async () => {
    const { sandbox, id } = await createOne('pg')
    const { tokens } = sandbox
    expect((await sandbox.post('/tools/db-cluster-get', { id }, { token: tokens.read })).status).toBe(200)
    expect(await sandbox.post('/tools/db-cluster-delete', { id }, { token: tokens.read })).toMatchObject({
      status: 403,
      body: { id: 'forbidden' },
    })
    expect(await sandbox.post('/tools/db-cluster-get', { id }, { token: '' })).toMatchObject({ status: 401 })
    expect(await sandbox.post('/tools/db-cluster-get', { id }, { token: sandbox.credentials().inference_key })).toMatchObject({
      status: 401,
    })
    expect((await sandbox.get(`/v2/databases/${id}`)).status).toBe(200)
  })

  it('counts once against the rate limits', async () => {
    const { sandbox, id } = await createOne('pg')
    const left = async () => Number((await use(sandbox, 'db-cluster-get', { id })).headers.get('ratelimit-remaining'))
    const before = await left()
    expect(await left()).toBe(before - 1)
  })

  it('is affected by faults of the operation', async () => {
    const { sandbox } = await createOne('pg')
    await sandbox.post('/_sandbox/faults', { operation: 'databases_list', status: 503, times: 1 })
    expect((await use(sandbox, 'db-cluster-list')).status).toBe(503)
    expect((await use(sandbox, 'db-cluster-list')).status).toBe(200)
  })
})
