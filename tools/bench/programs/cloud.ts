// The resource API, all families.
import { createCloud } from '@spindrift/client'

const cloud = createCloud({ baseUrl: 'http://127.0.0.1:4020', token: 'token' })

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = await cloud.droplets.list({ tag_name: 'storefront' })
  const created = await cloud.droplets.create({ name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' })
  const own = created.droplet.id
  const { droplet } = await cloud.droplets.get(own)
  const { snapshots } = await cloud.droplets.snapshots.list(own, { per_page: 5 })
  const { backups } = await cloud.droplets.backups.list(own)
  const neighbors = await cloud.droplets.neighbors.list(own)
  const { firewalls } = await cloud.droplets.firewalls.list(own)
  const { policy } = await cloud.droplets.backupPolicies.get(own)
  const { neighbor_ids } = await cloud.droplets.neighbors.listIds()
  await cloud.droplets.delete(own)
  return [
    ...droplets.map(({ name }) => name),
    meta.total,
    droplet.region.slug,
    droplet.status,
    ...snapshots.map(({ size_gigabytes }) => size_gigabytes),
    ...backups.map(({ id }) => id),
    neighbors.droplets.length,
    ...firewalls.map(({ name }) => name),
    policy.droplet_id,
    ...neighbor_ids.flat(),
  ]
}
