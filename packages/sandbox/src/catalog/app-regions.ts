/** Regions of apps and their data centers. */
import type { Kinds } from '../generated/types.ts'

export type AppRegionEntry = Kinds['AppRegion'] & {
  readonly slug: Kinds['App']['spec']['region']
}

type Slug = AppRegionEntry['slug']

const region = (slug: Slug, label: string, flag: string, continent: string, centers: string[]): AppRegionEntry => ({
  slug,
  label,
  flag,
  continent,
  data_centers: centers,
  default: slug === 'nyc',
  disabled: false,
})

export const appRegions: readonly AppRegionEntry[] = [
  region('nyc', 'New York', 'usa', 'North America', ['nyc1', 'nyc2', 'nyc3']),
  region('atl', 'Atlanta', 'usa', 'North America', ['atl1']),
  region('sfo', 'San Francisco', 'usa', 'North America', ['sfo2', 'sfo3']),
  region('tor', 'Toronto', 'canada', 'North America', ['tor1']),
  region('ams', 'Amsterdam', 'netherlands', 'Europe', ['ams3']),
  region('fra', 'Frankfurt', 'germany', 'Europe', ['fra1']),
  region('lon', 'London', 'uk', 'Europe', ['lon1']),
  region('blr', 'Bangalore', 'india', 'Asia', ['blr1']),
  region('sgp', 'Singapore', 'singapore', 'Asia', ['sgp1']),
  region('syd', 'Sydney', 'australia', 'Australia', ['syd1']),
]
