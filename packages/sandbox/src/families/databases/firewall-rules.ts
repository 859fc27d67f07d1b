/** Who may connect to a cluster. The rules are objects under it, and the cluster shows them all. */
import { isIPv4 } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { refreshCluster } from './cluster-state.ts'

const kind = 'DatabaseFirewallRule'

/** Puts these in place of all there are. A rule that says the same as an old one is the old one. @throws Failure 422 */
export function replaceRules(world: World, cluster: Key, request: unknown): void {
  const { engine } = world
  const parent = under(cluster)
  const before = engine.all({ kind, parent })
  const seen = new Set<string>()
  const next = (Array.isArray(request) ? request : []).filter(isRecord).flatMap((rule, index) => {
    checkSource(world, rule, `rules.${index}`)
    const source = sourceOf(rule)
    if (seen.has(source)) return []
    seen.add(source)
    return [{ rule, kept: before.find(({ uuid }) => uuid === rule['uuid']) ?? before.find((old) => sourceOf(old) === source) }]
  })
  for (const { uuid } of before) engine.remove({ kind, parent, id: String(uuid) })
  const taken = new Set<unknown>()
  for (const { rule, kept } of next) {
    const { type, value, description } = rule
    const own = kept && !taken.has(kept['uuid']) ? { uuid: kept['uuid'], created_at: kept['created_at'] } : undefined
    const fields = {
      type,
      value,
      cluster_uuid: cluster.id,
      created_at: own?.created_at,
      ...(typeof description === 'string' && description !== '' && { description }),
    }
    const made = engine.create(kind, fields, { parent, ...(own && { id: String(own.uuid) }) })
    taken.add(made['uuid'])
  }
}

const sourceOf = ({ type, value }: Value) => `${String(type)} ${String(value).toLowerCase()}`

const found: Readonly<Record<string, { readonly kind: string; readonly name: string }>> = {
  droplet: { kind: 'Droplet', name: 'droplet' },
  k8s: { kind: 'KubernetesCluster', name: 'Kubernetes cluster' },
  tag: { kind: 'Tag', name: 'tag' },
  app: { kind: 'App', name: 'app' },
}

/** @throws Failure 422 when the value does not suit the type, or names what is not there */
function checkSource({ engine }: World, rule: Value, field: string): void {
  const type = String(rule['type'])
  const value = String(rule['value'])
  if (type === 'ip_addr') {
    const [address = '', length, ...more] = value.split('/')
    const isRange = length === undefined || (/^\d{1,2}$/.test(length) && Number(length) <= 32)
    if (!isIPv4(address) || !isRange || more.length > 0)
      throw unprocessable(`${field}.value: "${value}" is no IPv4 address and no range in CIDR form.`)
    return
  }
  const target = found[type]
  if (!target) return
  const id = type === 'tag' ? value.toLowerCase() : value
  if (!engine.find({ kind: target.kind, id })) throw unprocessable(`${field}.value: there is no ${target.name} "${value}".`)
}

/** What a rule let in is gone, and so is the rule. Called where droplets, tags, apps and Kubernetes clusters are deleted. */
export function dropDatabaseRules(world: World, type: 'droplet' | 'k8s' | 'tag' | 'app', value: unknown): void {
  const { engine } = world
  const gone = sourceOf({ type, value })
  for (const { id, rules } of engine.all({ kind: 'DatabaseCluster' })) {
    const key: Key = { kind: 'DatabaseCluster', id: String(id) }
    const own = (rules as readonly Value[]).filter((rule) => sourceOf(rule) === gone)
    for (const { uuid } of own) engine.remove({ kind, parent: under(key), id: String(uuid) })
    if (own.length > 0) refreshCluster(world, key)
  }
}
