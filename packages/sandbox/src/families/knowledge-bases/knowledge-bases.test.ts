import { describe, expect } from 'vitest'
import { gte, helpPages, llama, nobody } from '../../../test/fixtures.ts'
import { it } from '../../../test/it.ts'
import { type Fields, forbidden } from '../../../test/operation-at.ts'

describe('a knowledge base', () => {
  it('creates a cluster, and is indexed as soon as the cluster is online', async ({ genai: { makeBase, get, pass } }) => {
    const base = await makeBase({ tags: ['storefront'] })
    const path = `/v2/gen-ai/knowledge_bases/${base.uuid}` as const
    expect(base).toMatchObject({ name: 'shop-pages', reranking_config: { enabled: false }, is_public: false, tags: ['storefront'] })
    expect(base).not.toHaveProperty('last_indexing_job')
    const { database } = (await get(`/v2/databases/${base.database_id}`)).body
    expect(database).toMatchObject({ engine: 'opensearch', region: 'tor1', status: 'creating' })
    expect((await get(path)).body.database_status).toBe('CREATING')
    await pass(3600)
    const ready = (await get(path)).body
    expect(ready).toMatchObject({
      database_status: 'ONLINE',
      knowledge_base: { last_indexing_job: { status: 'INDEX_JOB_STATUS_COMPLETED' } },
    })
    const [listed] = (await get('/v2/gen-ai/knowledge_bases')).body.knowledge_bases
    expect(listed.last_indexing_job.tokens).toBeGreaterThan(0)
  })

  it('uses an existing OpenSearch cluster', async ({ genai: { makeBase, baseOf, get, post, pass, put } }) => {
    const { database_id: database } = await makeBase({ datasources: null })
    await pass(3600)
    const other = await makeBase({ name: 'book-reviews', database_id: database })
    expect((await get(`/v2/gen-ai/knowledge_bases/${other.uuid}`)).body).toMatchObject({
      database_status: 'ONLINE',
      knowledge_base: { database_id: database },
    })
    const orders = await post('/v2/databases', { name: 'orders-pg', engine: 'pg', size: 'db-s-1vcpu-1gb', region: 'nyc3', num_nodes: 1 })
    const refused = await post('/v2/gen-ai/knowledge_bases', baseOf({ name: 'third', database_id: orders.body.database.id }))
    expect([refused.status, refused.body.message]).toEqual([422, 'database_id: the cluster is not OpenSearch.'])
    expect((await put(`/v2/gen-ai/knowledge_bases/${other.uuid}`, { database_id: nobody })).status).toBe(404)
  })

  it('is rejected when a resource that it names does not exist or does not fit', async ({ genai: { baseOf, post, makeBase, get } }) => {
    await makeBase()
    const databases = (await get('/v2/databases')).body.meta.total
    const make = async (fields: Fields<'/v2/gen-ai/knowledge_bases'>) => {
      const { status, body } = await post('/v2/gen-ai/knowledge_bases', baseOf({ name: 'another', ...fields }))
      return `${status} ${String(body.message).split(':', 1)[0]}`
    }
    expect(await make({ name: 'shop-pages' })).toBe('409 name')
    expect(await make({ project_id: nobody })).toBe('404 project_id')
    expect(await make({ embedding_model_uuid: nobody })).toBe('404 embedding_model_uuid')
    expect(await make({ embedding_model_uuid: llama })).toBe('422 embedding_model_uuid')
    expect(await make({ region: 'nyc2' })).toBe('422 region')
    expect(await make({ database_id: nobody })).toBe('404 database_id')
    expect(await make({ vpc_uuid: nobody })).toBe('404 vpc_uuid')
    expect(await make({ reranking_config: { enabled: true } })).toBe('422 reranking_config.model')
    expect(await make({ datasources: [{}] })).toBe('422 datasources.0.web_crawler_data_source')
    expect(await make({ datasources: [{ ...helpPages, spaces_data_source: { bucket_name: 'covers', region: 'nyc3' } }] })).toMatch(
      '422 datasources.0.',
    )
    expect((await get('/v2/databases')).body.meta.total).toBe(databases)
  })

  it('updates only the sent fields', async ({ genai: { makeBase, put } }) => {
    const { uuid } = await makeBase()
    await makeBase({ name: 'book-reviews' })
    const path = `/v2/gen-ai/knowledge_bases/${uuid}` as const
    const reranking = { enabled: true, model: 'bge-reranker-v2-m3' }
    const changed = await put(path, { tags: ['help'], reranking_config: reranking })
    expect(changed.body.knowledge_base).toMatchObject({
      name: 'shop-pages',
      tags: ['help'],
      reranking_config: reranking,
      embedding_model_uuid: gte,
    })
    // The Go client sends unchanged fields like this.
    const empty = await put(path, { name: '', project_id: '', database_id: '', tags: forbidden(null) })
    expect(empty.body.knowledge_base).toMatchObject({ name: changed.body.knowledge_base.name, tags: ['help'] })
    expect((await put(path, { name: 'book-reviews' })).status).toBe(409)
    expect((await put(path, { project_id: nobody })).status).toBe(404)
  })

  it('is deleted with its data sources and schedule; its cluster and jobs stay', async ({
    genai: { makeBase, pass, post, get, delete: remove },
  }) => {
    const { uuid, database_id: database } = await makeBase()
    await pass(3600)
    await post(`/v2/gen-ai/knowledge_bases/${uuid}/data_sources`, {
      web_crawler_data_source: { base_url: 'https://tidewater.example/news' },
    })
    await post('/v2/gen-ai/scheduled-indexing', { knowledge_base_uuid: uuid, days: [1], time: '04:30' })
    const running = (await post('/v2/gen-ai/indexing_jobs', { knowledge_base_uuid: uuid })).body.job
    expect((await remove(`/v2/gen-ai/knowledge_bases/${uuid}`)).body).toEqual({ uuid })
    expect((await get(`/v2/gen-ai/knowledge_bases/${uuid}`)).status).toBe(404)
    expect((await get(`/v2/gen-ai/knowledge_bases/${uuid}/data_sources`)).status).toBe(404)
    expect((await get(`/v2/gen-ai/knowledge_bases/${uuid}/indexing_jobs`)).status).toBe(404)
    expect((await get(`/v2/gen-ai/scheduled-indexing/knowledge-base/${uuid}`)).status).toBe(404)
    expect((await get(`/v2/databases/${database}`)).status).toBe(200)
    expect((await get(`/v2/gen-ai/indexing_jobs/${running.uuid}`)).body.job.status).toBe('INDEX_JOB_STATUS_CANCELLED')
  })
})

describe('data sources', () => {
  it('are listed without their secrets, oldest first', async ({ genai: { makeBase, post, get } }) => {
    const file = { original_file_name: 'returns.pdf', stored_object_key: 'uploads/3f0e/returns.pdf', size_in_bytes: '48213' }
    const { uuid } = await makeBase({
      datasources: [
        { bucket_name: 'covers', bucket_region: 'nyc3', item_path: 'reviews/' },
        { file_upload_data_source: file },
        { dropbox_data_source: { folder: '/leaflets', refresh_token: 'example-refresh-token-1' } },
        { google_drive_data_source: { folder_id: '1AbCExampleFolder', refresh_token: 'example-refresh-token-2' } },
      ],
    })
    const path = `/v2/gen-ai/knowledge_bases/${uuid}/data_sources` as const
    const aws = { bucket_name: 'tidewater-archive', region: 'us-east-1', key_id: 'EXAMPLEKEYID', secret_key: 'example-password-6' }
    await post(path, {
      aws_data_source: aws,
      chunking_algorithm: 'CHUNKING_ALGORITHM_FIXED_LENGTH',
      chunking_options: { max_chunk_size: 500 },
    })
    const { knowledge_base_data_sources: sources } = (await get(path)).body
    expect(sources).toMatchObject([
      { spaces_data_source: { bucket_name: 'covers', region: 'nyc3', item_path: 'reviews/' }, bucket_name: 'covers', region: 'nyc3' },
      { file_upload_data_source: file },
      { dropbox_data_source: { folder: '/leaflets' } },
      { google_drive_data_source: { folder_id: '1AbCExampleFolder' } },
      { aws_data_source: { bucket_name: 'tidewater-archive', item_path: '' }, chunking_options: { max_chunk_size: 500 } },
    ])
    expect(JSON.stringify(sources)).not.toMatch(/example-(password|refresh)|EXAMPLEKEYID/)
  })

  it('must have one readable kind, and chunks within the bounds of the embedding model', async ({ genai: { makeBase, post, put } }) => {
    const { uuid } = await makeBase({ datasources: [] })
    const path = `/v2/gen-ai/knowledge_bases/${uuid}/data_sources` as const
    const add = async (source: object) => (await post(path, source)).status
    expect(await add({})).toBe(422)
    expect(await add({ file_upload_data_source: { original_file_name: 'a', stored_object_key: 'uploads/a', size_in_bytes: '1' } })).toBe(
      422,
    )
    expect(await add({ spaces_data_source: { bucket_name: 'covers', region: 'mars1' } })).toBe(422)
    expect(await add({ ...helpPages, chunking_options: { max_chunk_size: 1001 } })).toBe(422)
    const { uuid: source } = (await post(path, helpPages)).body.knowledge_base_data_source
    const upside = {
      chunking_algorithm: 'CHUNKING_ALGORITHM_HIERARCHICAL',
      chunking_options: { parent_chunk_size: 300, child_chunk_size: 500 },
    } as const
    expect((await put(`${path}/${source}`, upside)).body.message).toContain('child_chunk_size')
    const changed = await put(`${path}/${source}`, {
      chunking_algorithm: 'CHUNKING_ALGORITHM_FIXED_LENGTH',
      chunking_options: { max_chunk_size: 500 },
    })
    expect(changed.body.knowledge_base_data_source).toMatchObject({ ...helpPages, chunking_options: { max_chunk_size: 500 } })
  })

  it('cannot be deleted while a job reads them', async ({ genai: { makeBase, pass, post, get, delete: remove } }) => {
    const { uuid } = await makeBase()
    await pass(3600)
    const path = `/v2/gen-ai/knowledge_bases/${uuid}/data_sources` as const
    const [source] = (await get(path)).body.knowledge_base_data_sources
    expect(source.last_datasource_indexing_job.status).toBe('DATA_SOURCE_STATUS_UPDATED')
    await post('/v2/gen-ai/indexing_jobs', { knowledge_base_uuid: uuid })
    expect((await remove(`${path}/${source.uuid}`)).status).toBe(409)
    await pass(65)
    expect((await remove(`${path}/${source.uuid}`)).body).toEqual({ data_source_uuid: source.uuid, knowledge_base_uuid: uuid })
  })
})
