/**
 * Maximum numbers of objects per account, which the platform's support team sets. The account object has three of them, which the
 * families enforce. The others have no default and apply once they are set, except for registries, whose family enforces a default.
 */
import { maxRegistries } from '../catalog/registries.ts'
import { unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { OperationRow } from '../tables/operation-row.ts'

declare module '../engine/kinds.ts' {
  interface Hidden {
    Account: {
      /** True once the volume limit was set; the default limit is not enforced. */
      readonly enforcesVolumeLimit?: boolean
      /** Limits that apply only if set. */
      readonly limits?: Partial<Record<CountedLimit, number>>
    }
  }
}

/** Fields of the account object by limit. */
const accountFields = {
  droplets: ['droplet_limit'],
  reserved_ips: ['reserved_ip_limit', 'floating_ip_limit'],
  volumes: ['volume_limit'],
} as const

const countedLimits = {
  databases: { kind: 'DatabaseCluster', label: 'database clusters' },
  kubernetes_clusters: { kind: 'KubernetesCluster', label: 'Kubernetes clusters' },
  load_balancers: { kind: 'LoadBalancer', label: 'load balancers' },
  registries: { kind: 'Registry', label: 'registries' },
  volume_snapshots: { kind: 'Snapshot', label: 'snapshots of volumes' },
} as const

type AccountLimit = keyof typeof accountFields
type CountedLimit = keyof typeof countedLimits
export type LimitName = AccountLimit | CountedLimit
/** Limit by name; null for unlimited. */
export type AccountLimits = Readonly<Record<LimitName, number | null>>

const isAccountLimit = (name: LimitName): name is AccountLimit => name in accountFields

export const limitNames = [...Object.keys(accountFields), ...Object.keys(countedLimits)].toSorted() as LimitName[]

export const defaultLimits: AccountLimits = {
  droplets: 25,
  reserved_ips: 3,
  volumes: 25,
  databases: null,
  kubernetes_clusters: null,
  load_balancers: null,
  registries: maxRegistries,
  volume_snapshots: null,
}

export function getAccountLimits({ engine, owner }: AccountContext): AccountLimits {
  const account = engine.get('Account', owner.uuid)
  const { limits = {} } = engine.getHidden('Account', owner.uuid)
  const read = (name: LimitName) => (isAccountLimit(name) ? account[accountFields[name][0]] : (limits[name] ?? defaultLimits[name]))
  return Object.fromEntries(limitNames.map((name) => [name, read(name)])) as AccountLimits
}

export function setAccountLimit({ engine, owner }: AccountContext, name: LimitName, limit: number): void {
  if (!isAccountLimit(name)) {
    const { limits } = engine.getHidden('Account', owner.uuid)
    engine.setHidden('Account', owner.uuid, { limits: { ...limits, [name]: limit } })
    return
  }
  engine.setFields('Account', owner.uuid, Object.fromEntries(accountFields[name].map((field) => [field, limit])))
  if (name === 'volumes') engine.setHidden('Account', owner.uuid, { enforcesVolumeLimit: true })
}

/** Checks the limits that no family enforces. @throws Failure 422 */
export function checkAccountLimits({ effect }: OperationRow, ctx: AccountContext): void {
  if (effect?.kind !== 'creates') return
  for (const name of Object.keys(countedLimits) as CountedLimit[]) {
    const { kind, label } = countedLimits[name]
    if (kind !== effect.resource) continue
    const { engine, owner } = ctx
    const limit = engine.getHidden('Account', owner.uuid).limits?.[name]
    if (limit !== undefined && engine.count(kind) >= limit) throw unprocessable(`The account has reached its limit of ${limit} ${label}.`)
  }
}
