/** Plans of the changes that drift makes, by kind. */
import type { AccountContext } from '../../engine/account-context.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { operationRows } from '../../generated/operations.ts'
import { resourceRows } from '../../generated/resources.ts'
import { type Key, parentKey } from '../../store/store.ts'
import type { OperationRow } from '../../tables/operation-row.ts'
import { type DriftChange, driftChanges } from './changes.ts'

/** Fields to set, or a request to the API. */
export type DriftPlan =
  | { readonly fields: Value; readonly request?: undefined }
  | { readonly request: { readonly method: string; readonly url: string; readonly body?: unknown } }

export interface DriftTarget {
  readonly key: Required<Key>
  readonly value: Value
  readonly ctx: AccountContext
  /** Random number from 0 to 1. */
  readonly random: () => number
}

/** Operation that deletes one object, by kind. Only these kinds drift. */
const deletions = new Map<string, OperationRow>()
for (const operation of operationRows) {
  const kind = operation.effect?.kind === 'deletes' ? operation.effect.resource : ''
  if (!deletions.has(kind) && isOwnPath(operation) && !operation.effect?.by) deletions.set(kind, operation)
}

/** Kinds that an update operation can rename, and droplets, which an action renames. */
const renamed = new Set([
  'Droplet',
  ...operationRows
    .filter((operation) => isOwnPath(operation) && ['updates', 'replaces'].includes(operation.effect?.kind ?? ''))
    .map((operation) => operation.effect?.resource),
])

export const driftKinds: readonly string[] = [...deletions.keys()]

/** True if the path of the operation ends with the id of its object. */
function isOwnPath({ pathResources, effect, path }: OperationRow): boolean {
  const last = pathResources?.at(-1)
  return last !== undefined && last[1] === effect?.resource && path.endsWith(`{${last[0]}}`)
}

export function listDriftChanges(kind: string): readonly DriftChange[] {
  const { fields = {}, id } = resourceRows[kind] ?? {}
  const can: Readonly<Record<DriftChange, boolean>> = {
    rename: renamed.has(kind) && 'name' in fields && id?.field !== 'name',
    retag: 'tags' in fields && kind !== 'RegistryManifest',
    resize: Object.hasOwn(resizes, kind),
    add_rule: Object.hasOwn(rules, kind),
    delete: deletions.has(kind),
  }
  return driftChanges.filter((change) => can[change])
}

/** @returns undefined if the change does not apply to the object */
export function planDrift(change: DriftChange, target: DriftTarget): DriftPlan | undefined {
  const { key, value } = target
  switch (change) {
    case 'rename':
      return { fields: { name: `${String(value['name']).replace(/-drift-\d+$/, '')}-drift-${number(target)}` } }
    case 'retag': {
      // The last tag is replaced.
      const tags = Array.isArray(value['tags']) ? value['tags'].slice(0, -1) : []
      return { fields: { tags: [...tags, `drift-${number(target)}`] } }
    }
    case 'resize':
      return resizes[key.kind]?.(target)
    case 'add_rule':
      return rules[key.kind]?.(target)
    case 'delete':
      return { request: { method: 'DELETE', url: pathOf(key) } }
  }
}

type Planner = (target: DriftTarget) => DriftPlan | undefined

const resizes: Readonly<Record<string, Planner>> = {
  Droplet: ({ value, ctx }) => {
    const { size, region } = value as { readonly size: { readonly slug: string; readonly price_monthly: number }; readonly region: Value }
    const [type] = size.slug.split('-')
    const larger = ctx.engine
      .list('Size', {})
      .filter(
        ({ slug, regions, price_monthly: price }) =>
          slug.split('-')[0] === type && price > size.price_monthly && regions.includes(String(region['slug'])),
      )
      .toSorted((a, b) => a.price_monthly - b.price_monthly)[0]
    return larger && { fields: { size: larger.slug, disk: larger.disk, disk_info: larger.disk_info } }
  },
  Volume: (target) => grow(target, 'size_gigabytes', 16_384, 10),
  NfsShare: (target) => grow(target, 'size_gib', 16_000, 50),
  LoadBalancer: (target) => (target.value['type'] === 'GLOBAL' ? undefined : grow(target, 'size_unit', 100, 1)),
  DatabaseCluster: (target) => grow(target, 'num_nodes', 3, 1),
  KubernetesCluster: ({ key, value: { node_pools: pools } }) => {
    const pool: unknown = Array.isArray(pools) ? pools[0] : undefined
    if (!isRecord(pool)) return undefined
    const { id, name, count } = pool
    return { request: { method: 'PUT', url: `${pathOf(key)}/node_pools/${String(id)}`, body: { name, count: Number(count) + 1 } } }
  },
}

function grow({ value }: DriftTarget, field: string, max: number, step: number): DriftPlan | undefined {
  const size = Number(value[field])
  return size + step > max ? undefined : { fields: { [field]: size + step } }
}

const rules: Readonly<Record<string, Planner>> = {
  Firewall: (target) => {
    const rule = { protocol: 'tcp', ports: String(8000 + number(target)), sources: { addresses: ['0.0.0.0/0'] } }
    return post(target, 'rules', { inbound_rules: [rule] })
  },
  LoadBalancer: (target) => {
    const port = 8000 + number(target)
    const rule = { entry_protocol: 'tcp', entry_port: port, target_protocol: 'tcp', target_port: port }
    return post(target, 'forwarding_rules', { forwarding_rules: [rule] })
  },
  DatabaseCluster: (target) => {
    const existing = (target.value['rules'] ?? []) as readonly Value[]
    const added = { type: 'ip_addr', value: address(target) }
    return { request: { method: 'PUT', url: `${pathOf(target.key)}/firewall`, body: { rules: [...existing, added] } } }
  },
  // A record, which a domain has instead of rules.
  Domain: (target) => post(target, 'records', { type: 'A', name: `drift-${number(target)}`, data: address(target) }),
}

function post({ key }: DriftTarget, path: string, body: Value): DriftPlan {
  return { request: { method: 'POST', url: `${pathOf(key)}/${path}`, body } }
}

/** Random number for names and ports. */
function number({ random }: DriftTarget): number {
  return Math.floor(random() * 10_000)
}

/** Random address of the range that is reserved for documentation. */
function address({ random }: DriftTarget): string {
  return `203.0.113.${1 + Math.floor(random() * 254)}`
}

/** Path of an object in the API. */
function pathOf(key: Key): string {
  const operation = deletions.get(key.kind)
  const ids: string[] = []
  for (let at: Key | undefined = key; at; at = parentKey(at.parent)) ids.unshift(at.id)
  return (operation?.path ?? '').replaceAll(/\{\w+\}/g, () => encodeURIComponent(ids.shift() ?? ''))
}
