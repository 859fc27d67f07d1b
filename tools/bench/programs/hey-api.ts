// The peer: what hey-api makes of the same bundle.
import {
  dropletsCreate,
  dropletsDelete,
  dropletsGet,
  dropletsGetBackupPolicy,
  dropletsGetNeighborIds,
  dropletsList,
  dropletsListBackups,
  dropletsListFirewalls,
  dropletsListNeighbors,
  dropletsListSnapshots,
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
  const { snapshots } = (await dropletsListSnapshots({ throwOnError, path, query: { per_page: 5 } })).data
  const { backups } = (await dropletsListBackups({ throwOnError, path })).data
  const neighbors = (await dropletsListNeighbors({ throwOnError, path })).data
  const { firewalls } = (await dropletsListFirewalls({ throwOnError, path })).data
  const { policy } = (await dropletsGetBackupPolicy({ throwOnError, path })).data
  const { neighbor_ids } = (await dropletsGetNeighborIds({ throwOnError })).data
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
