// The official SDK of the platform.
import { createDigitalOceanClient, DigitalOceanApiKeyAuthenticationProvider } from '@digitalocean/dots'
import { FetchRequestAdapter } from '@microsoft/kiota-http-fetchlibrary'

const adapter = new FetchRequestAdapter(new DigitalOceanApiKeyAuthenticationProvider('token'))
adapter.baseUrl = 'http://127.0.0.1:4020'
const { v2 } = createDigitalOceanClient(adapter)

export async function main(): Promise<(string | number)[]> {
  const { droplets, meta } = await v2.droplets.get({ queryParameters: { tagName: 'storefront' } })
  const created = await v2.droplets.post({ name: 'web-1', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64', region: 'nyc3' })
  const one = v2.droplets.byDroplet_id(created.droplet.id)
  const { droplet } = await one.get()
  const { snapshots } = await one.snapshots.get({ queryParameters: { perPage: 5 } })
  const { backups } = await one.backups.get()
  const neighbors = await one.neighbors.get()
  const { firewalls } = await one.firewalls.get()
  const { policy } = await one.backups.policy.get()
  const { neighborIds } = await v2.reports.droplet_neighbors_ids.get()
  await one.delete()
  return [
    ...droplets.map(({ name }) => name),
    meta.total,
    droplet.region.slug,
    droplet.status,
    ...snapshots.map(({ sizeGigabytes }) => sizeGigabytes),
    ...backups.map(({ id }) => id),
    neighbors.droplets.length,
    ...firewalls.map(({ name }) => name),
    policy.dropletId,
    // It wraps the values of lists of lists.
    ...neighborIds.value.flatMap((group) => group.value.map(({ value }) => value)),
  ]
}
