/** Data-center regions. */
import type { Kinds } from '../generated/types.ts'

type RegionEntry = Pick<Kinds['Region'], 'slug' | 'name' | 'available' | 'features'>

export const regions = [
  region('ams3', 'Amsterdam 3'),
  region('atl1', 'Atlanta 1'),
  region('blr1', 'Bangalore 1'),
  region('fra1', 'Frankfurt 1'),
  region('lon1', 'London 1'),
  region('mem1', 'Memphis 1'),
  region('mkc1', 'Kansas City 1'),
  region('nyc1', 'New York 1'),
  region('nyc2', 'New York 2'),
  region('nyc3', 'New York 3'),
  region('ric1', 'Richmond 1'),
  region('sfo2', 'San Francisco 2'),
  region('sfo3', 'San Francisco 3'),
  region('sgp1', 'Singapore 1'),
  region('syd1', 'Sydney 1'),
  region('tor1', 'Toronto 1'),
  // Closed to new resources; existing resources remain.
  region('ams2', 'Amsterdam 2', false),
  region('sfo1', 'San Francisco 1', false),
]

function region(slug: RegionEntry['slug'], name: string, available = true): RegionEntry {
  const features = ['backups', 'ipv6', 'metadata', 'install_agent', 'storage', 'image_transfer']
  // Closed regions never had volumes.
  return { slug, name, available, features: available ? features : features.filter((feature) => feature !== 'storage') }
}
