/** Instance sizes of app components. Prices are for a month of 31 days; bills count seconds. */
export interface AppInstanceSizeEntry {
  readonly slug: string
  readonly name: string
  readonly cpu_type: 'SHARED' | 'DEDICATED'
  readonly cpus: string
  readonly memory_bytes: string
  readonly usd_per_month: string
  readonly usd_per_second: string
  readonly tier_slug: 'basic' | 'professional'
  readonly bandwidth_allowance_gib: string
  readonly scalable: boolean
  readonly single_instance_only: boolean
  readonly deprecation_intent: boolean
}

interface InstanceSizeInput {
  readonly cpus: number
  readonly gib: number
  readonly usd: number
  readonly bandwidth: number
  readonly dedicated?: boolean
  /** Limited to one instance, in the basic tier. */
  readonly single?: boolean
  /** Name of a size of the older generation. */
  readonly legacyName?: string
}

const secondsOfMonth = 31 * 24 * 60 * 60

function size(
  slug: string,
  { cpus, gib, usd, bandwidth, dedicated = false, single = false, legacyName }: InstanceSizeInput,
): AppInstanceSizeEntry {
  const parts = `${dedicated ? 'Dedicated' : 'Shared'} ${cpus} vCPU ${gib} GiB`
  return {
    slug,
    name: legacyName ?? (single && gib >= 1 ? `${parts} fixed` : parts),
    cpu_type: dedicated ? 'DEDICATED' : 'SHARED',
    cpus: String(cpus),
    memory_bytes: String(gib * 2 ** 30),
    usd_per_month: usd.toFixed(2),
    usd_per_second: (usd / secondsOfMonth).toFixed(10),
    tier_slug: single ? 'basic' : 'professional',
    bandwidth_allowance_gib: String(bandwidth),
    scalable: dedicated,
    single_instance_only: single,
    deprecation_intent: legacyName !== undefined,
  }
}

export const appInstanceSizes: readonly AppInstanceSizeEntry[] = [
  size('apps-s-1vcpu-0.5gb', { cpus: 1, gib: 0.5, usd: 5, bandwidth: 50, single: true }),
  size('apps-s-1vcpu-1gb-fixed', { cpus: 1, gib: 1, usd: 10, bandwidth: 100, single: true }),
  size('apps-s-1vcpu-1gb', { cpus: 1, gib: 1, usd: 12, bandwidth: 100 }),
  size('apps-s-1vcpu-2gb', { cpus: 1, gib: 2, usd: 25, bandwidth: 200 }),
  size('apps-s-2vcpu-4gb', { cpus: 2, gib: 4, usd: 50, bandwidth: 250 }),
  size('apps-d-1vcpu-0.5gb', { cpus: 1, gib: 0.5, usd: 29, bandwidth: 100, dedicated: true }),
  size('apps-d-1vcpu-1gb', { cpus: 1, gib: 1, usd: 34, bandwidth: 150, dedicated: true }),
  size('apps-d-1vcpu-2gb', { cpus: 1, gib: 2, usd: 39, bandwidth: 200, dedicated: true }),
  size('apps-d-1vcpu-4gb', { cpus: 1, gib: 4, usd: 49, bandwidth: 250, dedicated: true }),
  size('apps-d-2vcpu-4gb', { cpus: 2, gib: 4, usd: 78, bandwidth: 300, dedicated: true }),
  size('apps-d-2vcpu-8gb', { cpus: 2, gib: 8, usd: 98, bandwidth: 400, dedicated: true }),
  size('apps-d-4vcpu-8gb', { cpus: 4, gib: 8, usd: 156, bandwidth: 500, dedicated: true }),
  size('apps-d-4vcpu-16gb', { cpus: 4, gib: 16, usd: 196, bandwidth: 600, dedicated: true }),
  size('apps-d-8vcpu-32gb', { cpus: 8, gib: 32, usd: 392, bandwidth: 800, dedicated: true }),
  size('basic-xxs', { cpus: 1, gib: 0.5, usd: 5, bandwidth: 40, single: true, legacyName: 'Basic XXS' }),
  size('basic-xs', { cpus: 1, gib: 1, usd: 10, bandwidth: 80, single: true, legacyName: 'Basic XS' }),
  size('basic-s', { cpus: 1, gib: 2, usd: 20, bandwidth: 160, single: true, legacyName: 'Basic S' }),
  size('basic-m', { cpus: 2, gib: 4, usd: 40, bandwidth: 240, single: true, legacyName: 'Basic M' }),
  size('professional-xs', { cpus: 1, gib: 1, usd: 12, bandwidth: 100, legacyName: 'Professional XS' }),
  size('professional-s', { cpus: 1, gib: 2, usd: 25, bandwidth: 200, legacyName: 'Professional S' }),
  size('professional-m', { cpus: 2, gib: 4, usd: 50, bandwidth: 250, legacyName: 'Professional M' }),
  size('professional-1l', { cpus: 1, gib: 4, usd: 75, bandwidth: 250, dedicated: true, legacyName: 'Professional 1L' }),
  size('professional-l', { cpus: 2, gib: 8, usd: 150, bandwidth: 400, dedicated: true, legacyName: 'Professional L' }),
  size('professional-xl', { cpus: 4, gib: 16, usd: 300, bandwidth: 600, dedicated: true, legacyName: 'Professional XL' }),
]

export const defaultAppInstanceSize = 'apps-s-1vcpu-0.5gb'

/** Monthly prices besides instances. `freeStaticApps` apps with only static sites are free. */
export const appPrices = { staticSite: 3, freeStaticApps: 3, developmentDatabase: 7, dedicatedAddresses: 25 } as const
