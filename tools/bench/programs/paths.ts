// The path API, all families.
import { createPathClient } from '@spindrift/client/paths'

const api = createPathClient({ baseUrl: 'http://127.0.0.1:4020', token: 'token' })

function requireData<Data>(reply: { readonly data?: Data; readonly response: Response }): NonNullable<Data> {
  if (!reply.data) throw new Error(`status ${reply.response.status}`)
  return reply.data
}

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = requireData(await api.GET('/v2/droplets', { params: { query: { tag_name: 'storefront' } } }))
  const created = requireData(
    await api.POST('/v2/droplets', { body: { name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' } }),
  )
  const path = { droplet_id: 'droplet' in created ? created.droplet.id : 1 }
  const { droplet } = requireData(await api.GET('/v2/droplets/{droplet_id}', { params: { path } }))
  const { snapshots } = requireData(await api.GET('/v2/droplets/{droplet_id}/snapshots', { params: { path, query: { per_page: 5 } } }))
  const { backups } = requireData(await api.GET('/v2/droplets/{droplet_id}/backups', { params: { path } }))
  const neighbors = requireData(await api.GET('/v2/droplets/{droplet_id}/neighbors', { params: { path } }))
  const { firewalls } = requireData(await api.GET('/v2/droplets/{droplet_id}/firewalls', { params: { path } }))
  const { policy } = requireData(await api.GET('/v2/droplets/{droplet_id}/backups/policy', { params: { path } }))
  const { neighbor_ids } = requireData(await api.GET('/v2/reports/droplet_neighbors_ids'))
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
