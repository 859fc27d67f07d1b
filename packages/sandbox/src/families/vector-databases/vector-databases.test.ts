import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import type { BodyAt } from '../../../test/operation-at.ts'

const at = '/v2/vector-databases'
const bookVectors = { name: 'book-vectors', region: 'nyc3', size: 'small', tags: ['storefront'] }

async function createOnline(sandbox: TestSandbox) {
  const { id } = (await sandbox.post(at, bookVectors)).body.vector_db
  await sandbox.pass(61)
  return (await sandbox.get(`${at}/${id}`)).body.vector_db
}

describe('vector databases', () => {
  it('[path-vector-databases] creates a database that becomes active with endpoints and credentials, and deletes it', async ({
    sandbox,
  }) => {
    const { status, body } = await sandbox.post(at, bookVectors)
    expect(status).toBe(201)
    const { account } = (await sandbox.get('/v2/account')).body
    const { project } = (await sandbox.get('/v2/projects/default')).body
    expect(body.vector_db).toMatchObject({
      status: 'creating',
      owner_uuid: account.team.uuid,
      project_id: project.id,
      endpoints: { http: '', grpc: '' },
      config: { default_quantization: 'none' },
    })
    const path = `${at}/${body.vector_db.id}` as const
    expect((await sandbox.get(`${path}/credentials`)).status).toBe(409)
    await sandbox.pass(61)
    expect((await sandbox.get(path)).body.vector_db).toMatchObject({
      status: 'active',
      endpoints: { http: 'https://book-vectors.vectors.spindrift.example', grpc: 'grpc-book-vectors.vectors.spindrift.example:443' },
    })
    const credentials = (await sandbox.get(`${path}/credentials`)).body
    expect(credentials).toMatchObject({ user_id: 'admin', api_token: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect((await sandbox.get(`${path}/credentials`)).body).toEqual(credentials)
    expect((await sandbox.get(at)).body).toMatchObject({ vector_dbs: [{ id: body.vector_db.id }], total: 1, meta: { total: 1 } })
    expect((await sandbox.delete(path)).status).toBe(204)
    for (const deletedPath of [path, `${path}/credentials`, `${path}/backups`] as const)
      expect((await sandbox.get(deletedPath)).status).toBe(404)
  })

  it.for([{ size: 'huge' }, { region: 'sfo1' }, { project_id: '00000000-0000-4000-8000-000000000000' }, { name: 'Book Vectors' }])(
    'are rejected with %o',
    async (wrong, { sandbox }) => {
      expect((await sandbox.post(at, { ...bookVectors, ...wrong })).status).toBe(422)
    },
  )

  it('resizes only an active database, and only to a larger size', async ({ sandbox }) => {
    const { id } = (await sandbox.post(at, bookVectors)).body.vector_db
    expect((await sandbox.post(at, bookVectors)).status).toBe(409)
    const resize = (body: BodyAt<'post', `/v2/vector-databases/${string}/resize`>) => sandbox.post(`${at}/${id}/resize`, body)
    expect((await resize({ size: 'medium' })).status).toBe(409)
    await sandbox.pass(61)
    expect((await resize({ size: 'small' })).status).toBe(422)
    expect((await resize({ size: 'huge' })).status).toBe(422)
    expect((await resize({ size: 'medium', id: 'another' })).status).toBe(422)
    expect((await resize({ size: 'medium', id })).body.vector_db).toMatchObject({ status: 'resizing', size: 'medium' })
    expect((await sandbox.put(`${at}/${id}`, { config: {} })).status).toBe(409)
    await sandbox.pass(31)
    expect((await sandbox.get(`${at}/${id}`)).body.vector_db).toMatchObject({ status: 'active', size: 'medium' })
  })

  it('updates settings and project, and restarts for another version', async ({ sandbox }) => {
    const { id, config } = await createOnline(sandbox)
    const { project } = (await sandbox.post('/v2/projects', { name: 'Lab', purpose: 'Trying things' })).body
    const update = (body: Partial<BodyAt<'put', `${typeof at}/${string}`>>) => sandbox.put(`${at}/${id}`, body)
    expect((await update({ config: { default_quantization: 'rq', enable_auto_schema: false } })).body.vector_db).toMatchObject({
      status: 'active',
      config: { ...config, default_quantization: 'rq', enable_auto_schema: false },
    })
    expect((await update({ project_id: project.id })).body.vector_db).toMatchObject({
      project_id: project.id,
      config: { default_quantization: 'rq' },
    })
    for (const wrong of [{ weaviate_version: '1.31.8' }, { weaviate_version: '9.9.9' }, { default_quantization: 'zip' }])
      expect((await update({ config: wrong })).status).toBe(422)
    expect((await update({ project_id: 'none' })).status).toBe(422)
    expect((await update({ config: { weaviate_version: '1.33.1' } })).body.vector_db.status).toBe('updating')
    await sandbox.pass(31)
    expect((await sandbox.get(`${at}/${id}`)).body.vector_db).toMatchObject({ status: 'active', config: { weaviate_version: '1.33.1' } })
  })

  it('replaces its tags, and loses a deleted tag', async ({ sandbox }) => {
    const { id } = await createOnline(sandbox)
    expect((await sandbox.put(`${at}/${id}/tags`, { tags: ['shop', 'env:prod'] })).body.vector_db.tags).toEqual(['shop', 'env:prod'])
    expect((await sandbox.get('/v2/tags/env:prod')).status).toBe(200)
    await sandbox.delete('/v2/tags/shop')
    expect((await sandbox.get(`${at}/${id}`)).body.vector_db.tags).toEqual(['env:prod'])
    expect((await sandbox.put(`${at}/${id}/tags`, { tags: null })).body.vector_db.tags).toEqual([])
  })

  it('backs up daily, and restores a backup', async ({ sandbox }) => {
    await sandbox.post('/_sandbox/clock', { now: '2026-03-11T14:00:00Z', frozen: true })
    const { id } = await createOnline(sandbox)
    const path = `${at}/${id}/backups` as const
    expect((await sandbox.get(path)).body.meta.total).toBe(0)
    await sandbox.post('/_sandbox/clock', { now: '2026-03-13T03:01:00Z' })
    const { backups } = (await sandbox.get(path)).body
    const [last, first] = ['book-vectors-20260313-0300', 'book-vectors-20260312-0300']
    expect(backups).toEqual([
      { backup_id: last, started_at: '2026-03-13T03:00:00Z', status: 'in_progress' },
      { backup_id: first, started_at: '2026-03-12T03:00:00Z', completed_at: '2026-03-12T03:01:30Z', status: 'completed' },
    ])
    expect((await sandbox.get(`${path}/${first}/restore`)).status).toBe(404)
    expect((await sandbox.post(`${path}/${last}/restore`)).status).toBe(409)
    expect((await sandbox.post(`${path}/none/restore`)).status).toBe(404)
    expect((await sandbox.post(`${path}/${first}/restore`, { backup_id: last })).status).toBe(422)
    expect(await sandbox.post(`${path}/${first}/restore`)).toMatchObject({ status: 200, body: { backup_id: first, status: 'in_progress' } })
    expect((await sandbox.get(`${at}/${id}`)).body.vector_db.status).toBe('restoring')
    expect((await sandbox.post(`${path}/${first}/restore`, {})).status).toBe(409)
    expect((await sandbox.get(`${path}/${first}/restore`)).body.status).toBe('in_progress')
    await sandbox.pass(31)
    expect((await sandbox.get(`${path}/${first}/restore`)).body).toEqual({ backup_id: first, status: 'completed' })
    expect((await sandbox.get(`${at}/${id}`)).body.vector_db).toMatchObject({ status: 'active', last_restore_id: first })
  })
})
