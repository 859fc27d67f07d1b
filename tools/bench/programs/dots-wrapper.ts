// A community client. It lacks a droplet's firewalls and backup policy, which two similar calls replace.
import { createApiClient } from 'dots-wrapper'

const cloud = createApiClient({ endpoint: 'http://127.0.0.1:4020/v2', token: 'token' })

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = (await cloud.droplet.listDroplets({ tag_name: 'storefront' })).data
  const created = await cloud.droplet.createDroplet({ name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' })
  const path = { droplet_id: created.data.droplet.id }
  const { droplet } = (await cloud.droplet.getDroplet(path)).data
  const { snapshots } = (await cloud.droplet.listDropletSnapshots({ ...path, per_page: 5 })).data
  const { backups } = (await cloud.droplet.listDropletBackups(path)).data
  const neighbors = (await cloud.droplet.listDropletNeighbors(path)).data
  const { firewalls } = (await cloud.firewall.listFirewalls({})).data
  const repeated = (await cloud.droplet.getDroplet(path)).data
  const { neighbor_ids } = (await cloud.droplet.listDropletNeighborhoods({})).data
  await cloud.droplet.deleteDroplet(path)
  return [
    ...droplets.map(({ name }) => name),
    meta.total,
    droplet.region.slug,
    droplet.status,
    ...snapshots.map(({ size_gigabytes }) => size_gigabytes),
    ...backups.map(({ id }) => id),
    neighbors.droplets.length,
    ...firewalls.map(({ name }) => name),
    repeated.droplet.id,
    ...neighbor_ids.flat(),
  ]
}
