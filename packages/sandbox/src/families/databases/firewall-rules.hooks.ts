/** Firewall rules of a cluster or of a read replica. They are its children; the cluster also contains all of them. */
import { isIPv4 } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { findReplica, listReplicas, untagReplicas } from './replicas.ts'
import { refreshCluster } from './cluster-state.ts'
import { databaseKey, type InCluster } from './connection.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

type Rule = Kinds['DatabaseFirewallRule']

type RuleInput = NonNullable<Operations['databases_firewallRules_update']['body']['rules']>[number]

/** Key of the protected cluster or replica. */
type Guarded = Key<'DatabaseCluster' | 'DatabaseReplica'>

/** Requires the cluster or replica of the path. @throws Failure 404 */
export function openGuarded(call: InCluster, ctx: AccountContext): Guarded {
  const key = databaseKey(call)
  const replica = ctx.engine.find('DatabaseCluster', key) ? undefined : findReplica(ctx, key.id)
  if (!replica) ctx.engine.getText(key)
  return replica ?? key
}

/** Replaces all rules. A rule equal to an old one keeps its id. The key of a replica is its name, so `uuid` is its id. @throws Failure 422 */
export function replaceRules(
  ctx: AccountContext,
  key: Guarded,
  request: readonly RuleInput[] | null | undefined,
  uuid: string = key.id,
): void {
  const { engine } = ctx
  const parent = childPath(key)
  const before = engine.list('DatabaseFirewallRule', { parent })
  const seen = new Set<string>()
  const next = (request ?? []).flatMap((rule, index) => {
    checkSource(ctx, rule, `rules.${index}`)
    const source = sourceOf(rule)
    if (seen.has(source)) return []
    seen.add(source)
    return [{ rule, kept: before.find((old) => old.uuid === rule.uuid) ?? before.find((old) => sourceOf(old) === source) }]
  })
  for (const { uuid: id } of before) engine.delete('DatabaseFirewallRule', { parent, id })
  const usedIds = new Set<string>()
  for (const { rule, kept: existing } of next) {
    const { type, value, description } = rule
    const own = existing && !usedIds.has(existing.uuid) ? existing : undefined
    const fields = { type, value, cluster_uuid: uuid, created_at: own?.created_at, ...(description && { description }) }
    usedIds.add(engine.create('DatabaseFirewallRule', fields, { parent, ...(own && { id: own.uuid }) }).uuid)
  }
}

/** Copies the rules of a promoted replica to its cluster. */
export function copyRules({ engine }: AccountContext, replica: Key<'DatabaseReplica'>, cluster: Key<'DatabaseCluster'>): void {
  for (const rule of engine.list('DatabaseFirewallRule', { parent: childPath(replica) }))
    engine.create('DatabaseFirewallRule', rule, { parent: childPath(cluster), id: rule.uuid })
}

function sourceOf({ type, value }: Pick<Rule, 'type' | 'value'>): string {
  return `${type} ${value.toLowerCase()}`
}

const targets = {
  droplet: { kind: 'Droplet', name: 'droplet' },
  k8s: { kind: 'KubernetesCluster', name: 'Kubernetes cluster' },
  tag: { kind: 'Tag', name: 'tag' },
  app: { kind: 'App', name: 'app' },
} as const

/** @throws Failure 422 when the value does not match the type, or names a missing resource */
function checkSource({ engine }: AccountContext, { type, value }: RuleInput, field: string): void {
  if (type === 'ip_addr') {
    const [address = '', length, ...more] = value.split('/')
    const isRange = length === undefined || (/^\d{1,2}$/.test(length) && Number(length) <= 32)
    if (!isIPv4(address) || !isRange || more.length > 0)
      throw unprocessable(`${field}.value: "${value}" is neither an IPv4 address nor a range in CIDR notation.`)
    return
  }
  const { kind, name } = targets[type]
  if (!engine.find(kind, type === 'tag' ? value.toLowerCase() : value))
    throw unprocessable(`${field}.value: there is no ${name} "${value}".`)
}

/** Deletes the rules that name a deleted resource. */
function dropRules(ctx: AccountContext, type: keyof typeof targets, value: unknown): void {
  const { engine } = ctx
  const source = sourceOf({ type, value: String(value) })
  const drop = (parent: string): boolean => {
    const own = engine.list('DatabaseFirewallRule', { parent }).filter((rule) => sourceOf(rule) === source)
    for (const { uuid: id } of own) engine.delete('DatabaseFirewallRule', { parent, id })
    return own.length > 0
  }
  for (const { id: cluster } of engine.list('DatabaseCluster')) {
    const key = keyOf('DatabaseCluster', cluster)
    if (drop(childPath(key))) refreshCluster(ctx, key)
  }
  for (const { key } of listReplicas(ctx)) drop(childPath(key))
}

export const firewallRulesHooks: HooksByKind = {
  DatabaseFirewallRule: { listQuery: oldestFirst },
  Droplet: { afterDelete: ({ id }, _key, ctx) => dropRules(ctx, 'droplet', id) },
  KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => dropRules(ctx, 'k8s', id) },
  Tag: {
    afterDelete: ({ name }, _key, ctx) => {
      dropRules(ctx, 'tag', name)
      untagReplicas(ctx, name)
    },
  },
  App: { afterDelete: ({ id }, _key, ctx) => dropRules(ctx, 'app', id) },
}
