import { describe, expect } from 'vitest'
import { it as plain } from '../../../test/it.ts'
import { createDroplet } from '../../../test/fixtures.ts'
import { coversVolume, type TestSandbox, webServer } from '../../../test/create-test-sandbox.ts'
import { type BodyAt, type Fields, forbidden } from '../../../test/operation-at.ts'

async function createVolume(sandbox: TestSandbox, more: Fields<'/v2/volumes'> = {}): Promise<string> {
  return (await sandbox.post('/v2/volumes', { ...coversVolume, ...more })).body.volume.id
}

type Act = BodyAt<'post', `/v2/volumes/${string}/actions`>

const act = (sandbox: TestSandbox, id: string, body: Act) => sandbox.post(`/v2/volumes/${id}/actions`, body)
const attachedTo = async (sandbox: TestSandbox, id: string) => (await sandbox.get(`/v2/volumes/${id}`)).body.volume.droplet_ids

const it = plain.extend('volume', ({ sandbox }) => createVolume(sandbox))

describe('attaching volumes', () => {
  it('[volumes-move-within-region] moves a volume between droplets of its region', async ({ instant: sandbox }) => {
    const volume = await createVolume(sandbox)
    const [first, second] = [await createDroplet(sandbox), await createDroplet(sandbox, { name: 'web-02' })]
    expect((await act(sandbox, volume, { type: 'attach', droplet_id: first, region: '' })).status).toBe(202)
    expect(await attachedTo(sandbox, volume)).toEqual([first])
    await act(sandbox, volume, { type: 'detach', droplet_id: first })
    await act(sandbox, volume, { type: 'attach', droplet_id: second })
    expect(await attachedTo(sandbox, volume)).toEqual([second])
    expect((await sandbox.get(`/v2/droplets/${first}`)).body.droplet.volume_ids).toEqual([])
    expect((await sandbox.get(`/v2/droplets/${second}`)).body.droplet.volume_ids).toEqual([volume])
  })

  it('[volumes-not-across-regions] returns 422 when the droplet is in another region', async ({ instant: sandbox }) => {
    const volume = await createVolume(sandbox)
    const id = await createDroplet(sandbox, { region: 'sfo3' })
    const refused = await act(sandbox, volume, { type: 'attach', droplet_id: id })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('region') } })
    expect((await sandbox.post('/v2/droplets', { ...webServer, region: 'sfo3', volumes: [volume] })).status).toBe(422)
    expect(await attachedTo(sandbox, volume)).toEqual([])
  })

  it('attaches volumes by name when the droplet is created', async ({ sandbox, volume }) => {
    const id = await createDroplet(sandbox, { volumes: [{ name: coversVolume.name }] })
    expect(await attachedTo(sandbox, volume)).toEqual([id])
    const missing = await sandbox.post('/v2/droplets', { ...webServer, volumes: [{ name: 'no-such' }] })
    expect(missing).toMatchObject({ status: 422, body: { message: 'Invalid volume allocations' } })
  })
})

describe('volumes', () => {
  it('creates a volume in the region of its snapshot if the request has none', async ({ sandbox }) => {
    const source = await createVolume(sandbox, { filesystem_type: 'ext4', filesystem_label: 'covers' })
    const { snapshot } = (await sandbox.post(`/v2/volumes/${source}/snapshots`, { name: 'before-sale', tags: null })).body
    const copy = { name: 'copy', size_gigabytes: 100, snapshot_id: snapshot.id, region: '' }
    const created = await sandbox.post('/v2/volumes', copy)
    expect(created).toMatchObject({
      status: 201,
      body: { volume: { region: { slug: 'nyc3' }, filesystem_type: 'ext4', filesystem_label: 'covers' } },
    })
    expect((await sandbox.post('/v2/volumes', { ...copy, name: 'there', region: 'sfo3' })).status).toBe(422)
    expect((await sandbox.post('/v2/volumes', { ...copy, name: 'none', snapshot_id: 'no-such' })).status).toBe(404)
    expect((await sandbox.get(`/v2/volumes/snapshots/${snapshot.id}`)).body).toEqual(
      (await sandbox.get(`/v2/snapshots/${snapshot.id}`)).body,
    )
  })

  const wrong = [
    { input: { region: '' }, expected: 'region' },
    { input: { filesystem_type: 'xfs', filesystem_label: 'thirteen-char' }, expected: 'filesystem_label' },
  ]
  it.for(wrong)('returns 422 for a volume with $input', async ({ input, expected }, { sandbox }) => {
    const refused = await sandbox.post('/v2/volumes', forbidden({ ...coversVolume, ...input }))
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining(expected) } })
  })

  it('finds and deletes a volume by name and region', async ({ sandbox }) => {
    const volume = await createVolume(sandbox, { filesystem_type: '', tags: ['Storefront'] })
    await createVolume(sandbox, { region: 'sfo3' })
    const found = (await sandbox.get('/v2/volumes?name=covers-data&region=nyc3')).body
    expect(found).toMatchObject({ volumes: [{ id: volume, description: '', filesystem_type: '' }], meta: { total: 1 } })
    expect((await sandbox.delete('/v2/volumes?name=covers-data')).status).toBe(422)
    expect((await sandbox.delete('/v2/volumes?name=covers-data&region=nyc3')).status).toBe(204)
    expect((await sandbox.delete('/v2/volumes?name=covers-data&region=nyc3')).status).toBe(404)
    expect((await sandbox.get('/v2/volumes')).body.meta.total).toBe(1)
  })
})
