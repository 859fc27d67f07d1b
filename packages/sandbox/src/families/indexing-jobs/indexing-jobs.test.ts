import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { helpPages, createGenai, nobody } from '../../../test/fixtures.ts'
import type { Fields } from '../../../test/operation-at.ts'

const news = { web_crawler_data_source: { base_url: 'https://tidewater.example/news', crawling_option: 'DOMAIN' } }

/** Creates an empty knowledge base that is online. */
async function createEmpty() {
  const sandbox = await createGenai()
  const { uuid } = await sandbox.makeBase({ datasources: [] })
  await sandbox.pass(3600)
  const sources = `/v2/gen-ai/knowledge_bases/${uuid}/data_sources` as const
  const add = async (source: object) => (await sandbox.post(sources, source)).body.knowledge_base_data_source.uuid as string
  const start = (more: Fields<'/v2/gen-ai/indexing_jobs'> = {}) =>
    sandbox.post('/v2/gen-ai/indexing_jobs', { knowledge_base_uuid: uuid, ...more })
  const read = async (job: { uuid: string }) => (await sandbox.get(`/v2/gen-ai/indexing_jobs/${job.uuid}`)).body.job
  return { ...sandbox, uuid, sources, add, start, read }
}

const it = plain.extend('empty', createEmpty)

describe('an indexing job', () => {
  it('is pending, reads its data sources, and reports the result', async ({ empty: { add, start, read, pass, get, fetch, uuid } }) => {
    const first = await add(helpPages)
    await add(news)
    const { job } = (await start()).body
    expect(job).toMatchObject({
      status: 'INDEX_JOB_STATUS_PENDING',
      phase: 'BATCH_JOB_PHASE_PENDING',
      total_datasources: 2,
      data_source_jobs: [],
      tokens: 0,
    })
    expect(job).not.toHaveProperty('started_at')
    expect((await get(`/v2/gen-ai/indexing_jobs/${job.uuid}/details_signed_url`)).status).toBe(404)
    await pass(20)
    const half = await read(job)
    expect(half).toMatchObject({ status: 'INDEX_JOB_STATUS_IN_PROGRESS', phase: 'BATCH_JOB_PHASE_RUNNING', completed_datasources: 0 })
    expect(half.data_source_jobs).toMatchObject([
      { status: 'DATA_SOURCE_STATUS_IN_PROGRESS', indexed_file_count: '0' },
      { status: 'DATA_SOURCE_STATUS_IN_PROGRESS', indexed_file_count: '0' },
    ])
    await pass(50)
    const done = await read(job)
    expect(done).toMatchObject({
      status: 'INDEX_JOB_STATUS_COMPLETED',
      phase: 'BATCH_JOB_PHASE_SUCCEEDED',
      completed_datasources: 2,
      is_report_available: true,
    })
    expect(done.total_tokens).toBe(String(done.tokens))
    expect(Date.parse(done.finished_at) - Date.parse(done.started_at)).toBe(60_000)
    const list = await get(`/v2/gen-ai/indexing_jobs/${job.uuid}/data_sources`)
    expect(list.body.indexed_data_sources[0]).toMatchObject({
      data_source_uuid: first,
      status: 'DATA_SOURCE_STATUS_UPDATED',
      failed_item_count: '0',
    })
    const report = await get(`/v2/gen-ai/indexing_jobs/${job.uuid}/details_signed_url`)
    const [head, ...rows] = (await (await fetch(report.body.signed_url)).text()).trim().split('\n')
    expect(head).toBe('data_source_uuid,status,indexed_item_count,skipped_item_count,failed_item_count,error_msg')
    expect(rows).toHaveLength(2)
    expect(rows.join('\n')).toContain(`${first},DATA_SOURCE_STATUS_UPDATED,10,0,0,`)
    await pass(900)
    expect((await fetch(report.body.signed_url)).status).toBe(403)
    expect((await get('/v2/gen-ai/indexing_jobs')).body.jobs[0].uuid).toBe(job.uuid)
    expect((await get(`/v2/gen-ai/knowledge_bases/${uuid}/indexing_jobs`)).body.meta.total).toBe(1)
  })

  it('bills only new content: nothing on the second run, everything after the chunking changed', async ({
    empty: { add, start, read, pass, put, sources },
  }) => {
    const source = await add(helpPages)
    const run = async (more?: Fields<'/v2/gen-ai/indexing_jobs'>) => {
      const { job } = (await start(more)).body
      await pass(65)
      return read(job)
    }
    const { tokens } = await run()
    expect(await run()).toMatchObject({
      status: 'INDEX_JOB_STATUS_NO_CHANGES',
      tokens: 0,
      data_source_jobs: [{ status: 'DATA_SOURCE_STATUS_NOT_UPDATED' }],
    })
    await put(`${sources}/${source}`, { chunking_algorithm: 'CHUNKING_ALGORITHM_SEMANTIC' })
    expect((await run()).tokens).toBe(tokens)
    await add(news)
    const both = await run()
    expect(both.data_source_jobs.map(({ status }) => status)).toEqual(['DATA_SOURCE_STATUS_NOT_UPDATED', 'DATA_SOURCE_STATUS_UPDATED'])
    expect(await run({ data_source_uuids: [source] })).toMatchObject({ total_datasources: 1, data_source_uuids: [source] })
  })

  it('stops when it is cancelled, and the next job reads everything', async ({ empty: { add, start, read, pass, put } }) => {
    await add(helpPages)
    const { job } = (await start()).body
    await pass(35)
    const cancelled = (await put(`/v2/gen-ai/indexing_jobs/${job.uuid}/cancel`, {})).body.job
    expect(cancelled).toMatchObject({
      status: 'INDEX_JOB_STATUS_CANCELLED',
      phase: 'BATCH_JOB_PHASE_CANCELLED',
      tokens: 0,
      data_source_jobs: [{ status: 'DATA_SOURCE_STATUS_CANCELLED' }],
    })
    await pass(65)
    expect(await read(job)).toEqual(cancelled)
    expect((await put(`/v2/gen-ai/indexing_jobs/${job.uuid}/cancel`)).status).toBe(409)
    const { job: next } = (await start()).body
    await pass(65)
    const [source] = (await read(next)).data_source_jobs
    expect([source.skipped_item_count, source.indexed_item_count]).toEqual(['0', source.total_file_count])
  })

  it('is rejected while another job runs, without a database, and for a missing data source', async ({
    empty: { add, start, makeBase, post },
  }) => {
    await add(helpPages)
    expect((await start({ data_source_uuids: [nobody] })).status).toBe(404)
    await start()
    expect((await start()).status).toBe(409)
    expect((await post('/v2/gen-ai/indexing_jobs', { knowledge_base_uuid: nobody })).body.message).toContain('knowledge_base_uuid')
    const { uuid: newBase } = await makeBase({ name: 'book-reviews' })
    expect((await post('/v2/gen-ai/indexing_jobs', { knowledge_base_uuid: newBase })).status).toBe(412)
  })
})

describe('an indexing schedule', () => {
  it('starts jobs on its days, and returns the time of the next run', async ({ empty: { add, uuid, post, get, pass } }) => {
    await add(helpPages)
    // The clock shows Tuesday, 3 March 2026, 10:30.
    const created = await post('/v2/gen-ai/scheduled-indexing', { knowledge_base_uuid: uuid, days: [5, 1], time: '04:30' })
    expect(created.body.indexing_info).toMatchObject({ days: [1, 5], is_active: true, next_run_at: '2026-03-06T04:30:00Z' })
    const path = `/v2/gen-ai/scheduled-indexing/knowledge-base/${uuid}` as const
    await pass(3 * 86_400)
    expect((await get(path)).body.indexing_info).toMatchObject({ last_ran_at: '2026-03-06T04:30:00Z', next_run_at: '2026-03-09T04:30:00Z' })
    await pass(7 * 86_400)
    expect((await get('/v2/gen-ai/indexing_jobs')).body.jobs.map((job) => job.created_at)).toEqual([
      '2026-03-13T04:30:00Z',
      '2026-03-09T04:30:00Z',
      '2026-03-06T04:30:00Z',
    ])
  })

  it('is unique for a knowledge base, and stops when it is deleted', async ({ empty: { add, uuid, post, get, pass, delete: remove } }) => {
    await add(helpPages)
    const body = { knowledge_base_uuid: uuid, days: [3], time: '04:30' }
    const { indexing_info: schedule } = (await post('/v2/gen-ai/scheduled-indexing', body)).body
    expect((await post('/v2/gen-ai/scheduled-indexing', body)).status).toBe(409)
    expect((await post('/v2/gen-ai/scheduled-indexing', { ...body, knowledge_base_uuid: nobody })).status).toBe(404)
    expect((await post('/v2/gen-ai/scheduled-indexing', { ...body, time: '24:00' })).status).toBe(422)
    const deleted = (await remove(`/v2/gen-ai/scheduled-indexing/${schedule.uuid}`)).body.indexing_info
    expect(deleted).toMatchObject({ is_active: false, deleted_at: '2026-03-03T10:30:00Z' })
    expect(deleted).not.toHaveProperty('next_run_at')
    expect((await get(`/v2/gen-ai/scheduled-indexing/knowledge-base/${uuid}`)).status).toBe(404)
    await pass(7 * 86_400)
    expect((await get('/v2/gen-ai/indexing_jobs')).body.jobs).toEqual([])
  })

  it('skips a run while a job is running', async ({ empty: { add, uuid, post, get, pass, start } }) => {
    await add(helpPages)
    await post('/v2/gen-ai/scheduled-indexing', { knowledge_base_uuid: uuid, days: [2], time: '10:31' })
    await pass(30)
    await start()
    await pass(60)
    const { indexing_info: schedule } = (await get(`/v2/gen-ai/scheduled-indexing/knowledge-base/${uuid}`)).body
    expect(schedule).not.toHaveProperty('last_ran_at')
    expect(schedule.next_run_at).toBe('2026-03-10T10:31:00Z')
    expect((await get('/v2/gen-ai/indexing_jobs')).body.meta.total).toBe(1)
  })
})
