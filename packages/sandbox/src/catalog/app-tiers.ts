/** App tiers, with the bandwidth and build time included each month. */
import type { Kinds } from '../generated/types.ts'

type AppTier = Kinds['AppTier']

/** Tiers, the lowest first. */
export const appTiers: readonly AppTier[] = [
  tier('Starter', 'starter', 1, 100),
  tier('Basic', 'basic', 40, 400),
  tier('Professional', 'professional', 100, 1000),
]

function tier(name: string, slug: AppTier['slug'], gib: number, minutes: number): AppTier {
  return { name, slug, egress_bandwidth_bytes: String(gib * 2 ** 30), build_seconds: String(minutes * 60) }
}
