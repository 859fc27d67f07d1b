// The resource face, all families.
import { createCloud } from '@spindrift/client'

const cloud = createCloud({ baseUrl: 'http://127.0.0.1:4020', token: 'token' })

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = await cloud.droplets.list({ query: { tag_name: 'storefront' } })
  const created = await cloud.droplets.create({ body: { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' } })
  const path = { droplet_id: created.droplet.id }
  const { droplet } = await cloud.droplets.get({ path })
  const { snapshots } = await cloud.droplets.snapshots.list({ path, query: { per_page: 5 } })
  const { backups } = await cloud.droplets.backups.list({ path })
  const neighbors = await cloud.droplets.neighbors.list({ path })
  const { firewalls } = await cloud.droplets.firewalls.list({ path })
  const { policy } = await cloud.droplets.backupPolicies.get({ path })
  const { neighbor_ids } = await cloud.droplets.neighbors.listIds()
  await cloud.droplets.delete({ path })
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
