/**
 * How many of a kind an account may hold, as the platform's support sets it. Three counts are the account's own and are kept by their
 * families; the others hold once they are set, as the platform names no count for them, or for registries a count that their family keeps.
 */
import { maxRegistries } from '../catalog/registries.ts'
import { unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { OperationRow } from '../tables/operation-row.ts'

declare module '../engine/kinds.ts' {
  interface Hidden {
    Account: {
      /** Whether the number of volumes was set, and so holds. */
      readonly enforcesVolumeLimit?: boolean
      /** Those that hold only where they were set. */
      readonly limits?: Partial<Record<Counted, number>>
    }
  }
}

/** What the account says of each. */
const fieldsOf = {
  droplets: ['droplet_limit'],
  reserved_ips: ['reserved_ip_limit', 'floating_ip_limit'],
  volumes: ['volume_limit'],
} as const

const counted = {
  databases: { kind: 'DatabaseCluster', words: 'database clusters' },
  kubernetes_clusters: { kind: 'KubernetesCluster', words: 'Kubernetes clusters' },
  load_balancers: { kind: 'LoadBalancer', words: 'load balancers' },
  registries: { kind: 'Registry', words: 'registries' },
  volume_snapshots: { kind: 'Snapshot', words: 'snapshots of volumes' },
} as const

type Own = keyof typeof fieldsOf
type Counted = keyof typeof counted
export type Limited = Own | Counted
/** Null for what is not limited. */
export type Limits = Readonly<Record<Limited, number | null>>

const isOwn = (name: Limited): name is Own => name in fieldsOf

export const limitNames = [...Object.keys(fieldsOf), ...Object.keys(counted)].toSorted() as Limited[]

/** What holds where nothing was set. */
export const defaultLimits: Limits = {
  droplets: 25,
  reserved_ips: 3,
  volumes: 25,
  databases: null,
  kubernetes_clusters: null,
  load_balancers: null,
  registries: maxRegistries,
  volume_snapshots: null,
}

export function parseLimits({ engine, owner }: AccountContext): Limits {
  const account = engine.get('Account', owner.uuid)
  const { limits = {} } = engine.hidden('Account', owner.uuid)
  const read = (name: Limited) => (isOwn(name) ? account[fieldsOf[name][0]] : (limits[name] ?? defaultLimits[name]))
  return Object.fromEntries(limitNames.map((name) => [name, read(name)])) as Limits
}

export function setLimit({ engine, owner }: AccountContext, name: Limited, limit: number): void {
  if (!isOwn(name)) {
    const { limits } = engine.hidden('Account', owner.uuid)
    engine.hide('Account', owner.uuid, { limits: { ...limits, [name]: limit } })
    return
  }
  engine.change('Account', owner.uuid, Object.fromEntries(fieldsOf[name].map((field) => [field, limit])))
  if (name === 'volumes') engine.hide('Account', owner.uuid, { enforcesVolumeLimit: true })
}

/** Whether there is room for another, where no family keeps the count itself. @throws Failure 422 */
export function checkAccountLimits({ effect }: OperationRow, ctx: AccountContext): void {
  if (effect?.kind !== 'creates') return
  for (const name of Object.keys(counted) as Counted[]) {
    const { kind, words } = counted[name]
    if (kind !== effect.resource) continue
    const { engine, owner } = ctx
    const limit = engine.hidden('Account', owner.uuid).limits?.[name]
    if (limit !== undefined && engine.count(kind) >= limit)
      throw unprocessable(`This would be more than the ${limit} ${words} that the account may hold.`)
  }
}
