/** Who may connect to a cluster. The rules are objects under it, and the cluster shows them all. */
import { isIPv4 } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Key, under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { refreshCluster } from './cluster-state.ts'

type Rule = Kinds['DatabaseFirewallRule']
type AskedRule = NonNullable<Operations['databases_firewallRules_update']['body']['rules']>[number]

/** Puts these in place of all there are. A rule that says the same as an old one is the old one. @throws Failure 422 */
export function replaceRules(world: World, cluster: Key<'DatabaseCluster'>, request: readonly AskedRule[] | null | undefined): void {
  const { engine } = world
  const parent = under(cluster)
  const before = engine.all('DatabaseFirewallRule', { parent })
  const seen = new Set<string>()
  const next = (request ?? []).flatMap((rule, index) => {
    checkSource(world, rule, `rules.${index}`)
    const source = sourceOf(rule)
    if (seen.has(source)) return []
    seen.add(source)
    return [{ rule, kept: before.find(({ uuid }) => uuid === rule.uuid) ?? before.find((old) => sourceOf(old) === source) }]
  })
  for (const { uuid: id } of before) engine.remove('DatabaseFirewallRule', { parent, id })
  const taken = new Set<string>()
  for (const { rule, kept } of next) {
    const { type, value, description } = rule
    const own = kept && !taken.has(kept.uuid) ? kept : undefined
    const fields = { type, value, cluster_uuid: cluster.id, created_at: own?.created_at, ...(description && { description }) }
    taken.add(engine.add('DatabaseFirewallRule', fields, { parent, ...(own && { id: own.uuid }) }).uuid)
  }
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

/** @throws Failure 422 when the value does not suit the type, or names what is not there */
function checkSource({ engine }: World, { type, value }: AskedRule, field: string): void {
  if (type === 'ip_addr') {
    const [address = '', length, ...more] = value.split('/')
    const isRange = length === undefined || (/^\d{1,2}$/.test(length) && Number(length) <= 32)
    if (!isIPv4(address) || !isRange || more.length > 0)
      throw unprocessable(`${field}.value: "${value}" is no IPv4 address and no range in CIDR form.`)
    return
  }
  const { kind, name } = targets[type]
  if (!engine.find(kind, type === 'tag' ? value.toLowerCase() : value))
    throw unprocessable(`${field}.value: there is no ${name} "${value}".`)
}

/** What a rule let in is gone, and so is the rule. */
function dropRules(world: World, type: keyof typeof targets, value: unknown): void {
  const { engine } = world
  const gone = sourceOf({ type, value: String(value) })
  for (const { id: cluster, rules } of engine.all('DatabaseCluster')) {
    const key = keyOf('DatabaseCluster', cluster)
    const own = rules.filter((rule) => sourceOf(rule) === gone)
    for (const { uuid: id } of own) engine.remove('DatabaseFirewallRule', { parent: under(key), id })
    if (own.length > 0) refreshCluster(world, key)
  }
}

export const databaseFirewallRules: FamilyBehavior = {
  kinds: {
    DatabaseFirewallRule: { order: 'oldest' },
    Droplet: { removed: ({ id }, _key, world) => dropRules(world, 'droplet', id) },
    KubernetesCluster: { removed: ({ id }, _key, world) => dropRules(world, 'k8s', id) },
    Tag: { removed: ({ name }, _key, world) => dropRules(world, 'tag', name) },
    App: { removed: ({ id }, _key, world) => dropRules(world, 'app', id) },
  },
}
