/** Plans of container registries, the cheapest first, and their regions. */
import type { Kinds } from '../generated/types.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** A limit of 0 repositories means unlimited. */
export type RegistryTier = Kinds['RegistrySubscription']['tier']

export const registryTiers: readonly RegistryTier[] = [
  tier('Starter', 1, 500 * mebibyte, 0, 0),
  tier('Basic', 5, 5 * gibibyte, 500, 2),
  tier('Professional', 0, 100 * gibibyte, 2000, 2),
]

/** Maximum number of registries of an account, and the plan required for more than one. */
export const maxRegistries = 10
export const tierOfSeveral = 'professional'

export const registryRegions = ['nyc3', 'sfo3', 'sfo2', 'ams3', 'sgp1', 'fra1', 'blr1', 'syd1']

/** Regions of the older API path. */
export const singleRegistryRegions = ['nyc3', 'sfo3', 'ams3', 'sgp1', 'fra1']

/** Names taken by other accounts. */
export const takenRegistryNames = ['digitalocean', 'docker', 'library']

export const registryHost = 'registry.digitalocean.com' as const

function tier(name: string, repositories: number, bytes: number, cents: number, overage: number): RegistryTier {
  return {
    name,
    slug: name.toLowerCase(),
    included_repositories: repositories,
    included_storage_bytes: bytes,
    allow_storage_overage: overage > 0,
    included_bandwidth_bytes: bytes,
    monthly_price_in_cents: cents,
    storage_overage_price_in_cents: overage,
  }
}
