// The path API with the `paths` of all families.
import { createPathClient } from '@spindrift/client/paths'

const api = createPathClient({ baseUrl: 'http://127.0.0.1:4020', token: 'token' })

function demand<Data>(reply: { readonly data?: Data; readonly response: Response }): NonNullable<Data> {
  if (!reply.data) throw new Error(`status ${reply.response.status}`)
  return reply.data
}

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = demand(await api.GET('/v2/droplets', { params: { query: { tag_name: 'storefront' } } }))
  const created = demand(
    await api.POST('/v2/droplets', { body: { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' } }),
  )
  const path = { droplet_id: 'droplet' in created ? created.droplet.id : 1 }
  const { droplet } = demand(await api.GET('/v2/droplets/{droplet_id}', { params: { path } }))
  const { snapshots } = demand(await api.GET('/v2/droplets/{droplet_id}/snapshots', { params: { path, query: { per_page: 5 } } }))
  const { backups } = demand(await api.GET('/v2/droplets/{droplet_id}/backups', { params: { path } }))
  const neighbors = demand(await api.GET('/v2/droplets/{droplet_id}/neighbors', { params: { path } }))
  const { firewalls } = demand(await api.GET('/v2/droplets/{droplet_id}/firewalls', { params: { path } }))
  const { policy } = demand(await api.GET('/v2/droplets/{droplet_id}/backups/policy', { params: { path } }))
  const { neighbor_ids } = demand(await api.GET('/v2/reports/droplet_neighbors_ids'))
  await api.DELETE('/v2/droplets/{droplet_id}', { params: { path } })
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
