// The path face. Its replies are told apart by `ok`.
import { createPathClient } from '@spindrift/client/paths'

const api = createPathClient({ baseUrl: 'http://127.0.0.1:4020', token: 'token' })

function demand<Data>(reply: { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly status: number }): Data {
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  return reply.data
}

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = demand(await api.GET('/v2/droplets', { query: { tag_name: 'storefront' } }))
  const created = demand(
    await api.POST('/v2/droplets', { body: { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' } }),
  )
  const path = { droplet_id: created.droplet.id }
  const { droplet } = demand(await api.GET('/v2/droplets/{droplet_id}', { path }))
  const { snapshots } = demand(await api.GET('/v2/droplets/{droplet_id}/snapshots', { path, query: { per_page: 5 } }))
  const { backups } = demand(await api.GET('/v2/droplets/{droplet_id}/backups', { path }))
  const neighbors = demand(await api.GET('/v2/droplets/{droplet_id}/neighbors', { path }))
  const { firewalls } = demand(await api.GET('/v2/droplets/{droplet_id}/firewalls', { path }))
  const { policy } = demand(await api.GET('/v2/droplets/{droplet_id}/backups/policy', { path }))
  const { neighbor_ids } = demand(await api.GET('/v2/reports/droplet_neighbors_ids'))
  demand(await api.DELETE('/v2/droplets/{droplet_id}', { path }))
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
