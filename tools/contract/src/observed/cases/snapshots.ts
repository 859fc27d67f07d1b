import type { Cases, Probe } from '../probe.ts'

const covers = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 }
const server = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
const named = { name: 'covers-before-sale' }

async function snapshotsOf({ make }: Probe): Promise<string> {
  const { volume } = await make('POST', '/v2/volumes', covers)
  return `/v2/volumes/${volume.id}/snapshots`
}

export const snapshots: Cases = {
  'snapshots-01': async (probe) => {
    const one = probe.open({ actionSeconds: 0 })
    const path = await snapshotsOf(one)
    const answer = await one.post(path, named)
    probe.holds('size_gigabytes of an empty volume', answer.body.snapshot.size_gigabytes, 0)
    const { droplet } = await one.make('POST', '/v2/droplets', server)
    await one.make('POST', path.replace(/snapshots$/, 'actions'), { type: 'attach', droplet_id: droplet.id })
    const used = await one.make('POST', path, { name: 'covers-after-sale' })
    probe.matches('size_gigabytes of a used one', used.snapshot.size_gigabytes, /^\d\.\d+$/)
    return answer
  },
  'snapshots-02': async (probe) => {
    const answer = await probe.post(await snapshotsOf(probe), named)
    probe.holds('min_disk_size', answer.body.snapshot.min_disk_size, 100)
    return answer
  },
  'snapshots-03': async (probe) => {
    const one = probe.open({ actionSeconds: 0 })
    await one.make('POST', await snapshotsOf(one), named)
    const { droplet } = await one.make('POST', '/v2/droplets', server)
    await one.make('POST', `/v2/droplets/${droplet.id}/actions`, { type: 'snapshot', name: 'web-01-before-sale' })
    const answer = await one.get('/v2/snapshots')
    const [ofDroplet, ofVolume] = answer.body.snapshots
    const { images } = await one.make('GET', '/v2/images?private=true')
    probe.holds('ids of a droplet snapshot', [ofDroplet.id, ofDroplet.resource_id], [String(images[0].id), String(droplet.id)])
    probe.matches('id of a volume snapshot', ofVolume.id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    return answer
  },
}
