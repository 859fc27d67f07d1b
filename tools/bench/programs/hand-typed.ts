// The lower limit: bare fetch, with interfaces of only the fields that this program reads.
interface Droplet {
  id: number
  name: string
  status: 'new' | 'active' | 'off' | 'archive'
  region: { slug: string }
}
interface DropletList {
  droplets: Droplet[]
  meta: { total: number }
}
interface Snapshot {
  id: string
  size_gigabytes: number
}

const environment = { baseUrl: 'http://127.0.0.1:4020', token: 'token' }

async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(environment.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${environment.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return (response.status === 204 ? undefined : await response.json()) as Body
}

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = await send<DropletList>('GET', `/v2/droplets?${new URLSearchParams({ tag_name: 'storefront' })}`)
  const created = await send<{ droplet: Droplet } | { droplets: Droplet[] }>('POST', '/v2/droplets', {
    name: 'web-1',
    size: 's-1vcpu-1gb',
    image: 'ubuntu-24-04-x64',
    region: 'nyc3',
  })
  const droplet_id = 'droplet' in created ? created.droplet.id : 1
  const { droplet } = await send<{ droplet: Droplet }>('GET', `/v2/droplets/${droplet_id}`)
  const { snapshots } = await send<{ snapshots: Snapshot[] }>('GET', `/v2/droplets/${droplet_id}/snapshots?per_page=5`)
  const { backups } = await send<{ backups: Snapshot[] }>('GET', `/v2/droplets/${droplet_id}/backups`)
  const neighbors = await send<DropletList>('GET', `/v2/droplets/${droplet_id}/neighbors`)
  const { firewalls } = await send<{ firewalls: { name: string }[] }>('GET', `/v2/droplets/${droplet_id}/firewalls`)
  const { policy } = await send<{ policy: { droplet_id: number } }>('GET', `/v2/droplets/${droplet_id}/backups/policy`)
  const { neighbor_ids } = await send<{ neighbor_ids: number[][] }>('GET', '/v2/reports/droplet_neighbors_ids')
  await send<void>('DELETE', `/v2/droplets/${droplet_id}`)
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
