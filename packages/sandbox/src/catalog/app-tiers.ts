/** What an app has included each month, by the sizes of its components. */
export interface AppTierEntry {
  readonly name: string
  readonly slug: 'starter' | 'basic' | 'professional'
  readonly egress_bandwidth_bytes: string
  readonly build_seconds: string
}

/** The lowest first. */
export const appTiers: readonly AppTierEntry[] = [
  tier('Starter', 'starter', 1, 100),
  tier('Basic', 'basic', 40, 400),
  tier('Professional', 'professional', 100, 1000),
]

function tier(name: string, slug: AppTierEntry['slug'], gib: number, minutes: number): AppTierEntry {
  return { name, slug, egress_bandwidth_bytes: String(gib * 2 ** 30), build_seconds: String(minutes * 60) }
}
