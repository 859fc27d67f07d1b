import { expect } from 'vitest'
import { coversVolume, webServer } from '../../../test/create-test-sandbox.ts'
import { instant, type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const named = { name: 'covers-before-sale' }

const createVolume = async ({ create }: ObservedSandbox) => `/v2/volumes/${(await create('/v2/volumes', coversVolume)).id}`

testObserved({
  'snapshots-01': instant(async (sandbox) => {
    const path = await createVolume(sandbox)
    const response = await shows(sandbox.post(`${path}/snapshots`, named), { snapshot: { size_gigabytes: 0 } })
    const { id } = await sandbox.create('/v2/droplets', webServer)
    await sandbox.create(`${path}/actions`, { type: 'attach', droplet_id: id })
    const used = await sandbox.create(`${path}/snapshots`, { name: 'covers-after-sale' })
    expect(String(used.size_gigabytes)).toMatch(/^\d\.\d+$/)
    return response
  }),
  'snapshots-02': async (sandbox) =>
    shows(sandbox.post(`${await createVolume(sandbox)}/snapshots`, named), { snapshot: { min_disk_size: 100 } }),
  'snapshots-03': instant(async (sandbox) => {
    await sandbox.create(`${await createVolume(sandbox)}/snapshots`, named)
    const { id } = await sandbox.create('/v2/droplets', webServer)
    await sandbox.create(`/v2/droplets/${id}/actions`, { type: 'snapshot', name: 'web-01-before-sale' })
    const [image] = await sandbox.read('/v2/images?private=true')
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    return shows(sandbox.get('/v2/snapshots'), { snapshots: [{ id: String(image.id), resource_id: String(id) }, { id: uuid }] })
  }),
})
