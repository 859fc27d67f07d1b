// The resource API, one family, with the Node transport.
import { createDroplets } from '@spindrift/client/droplets'
import { createNodeFetch } from '@spindrift/client/node'

const cloud = createDroplets({ baseUrl: 'http://127.0.0.1:4020', token: 'token', fetch: createNodeFetch() })

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = await cloud.list({ tag_name: 'storefront' })
  const created = await cloud.create({ name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' })
  const own = created.droplet.id
  const { droplet } = await cloud.get(own)
  const { snapshots } = await cloud.snapshots.list(own, { per_page: 5 })
  const { backups } = await cloud.backups.list(own)
  const neighbors = await cloud.neighbors.list(own)
  const { firewalls } = await cloud.firewalls.list(own)
  const { policy } = await cloud.backupPolicies.get(own)
  const { neighbor_ids } = await cloud.neighbors.listIds()
  await cloud.delete(own)
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
