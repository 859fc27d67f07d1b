// A client generated from the same bundle by hey-api.
import {
  dropletsBackupPoliciesGet,
  dropletsBackupsList,
  dropletsCreate,
  dropletsDelete,
  dropletsFirewallsList,
  dropletsGet,
  dropletsList,
  dropletsNeighborsList,
  dropletsNeighborsListIds,
  dropletsSnapshotsList,
} from './hey-api/sdk.gen.js'
import { client } from './hey-api/client.gen.js'

client.setConfig({ baseUrl: 'http://127.0.0.1:4020', auth: 'token', throwOnError: true })
const throwOnError = true

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = (await dropletsList({ throwOnError, query: { tag_name: 'storefront' } })).data
  const body = { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' }
  const created = (await dropletsCreate({ throwOnError, body })).data
  const path = { droplet_id: 'droplet' in created ? created.droplet.id : 1 }
  const { droplet } = (await dropletsGet({ throwOnError, path })).data
  const { snapshots } = (await dropletsSnapshotsList({ throwOnError, path, query: { per_page: 5 } })).data
  const { backups } = (await dropletsBackupsList({ throwOnError, path })).data
  const neighbors = (await dropletsNeighborsList({ throwOnError, path })).data
  const { firewalls } = (await dropletsFirewallsList({ throwOnError, path })).data
  const { policy } = (await dropletsBackupPoliciesGet({ throwOnError, path })).data
  const { neighbor_ids } = (await dropletsNeighborsListIds({ throwOnError })).data
  await dropletsDelete({ throwOnError, path })
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
