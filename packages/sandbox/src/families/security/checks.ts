/** What breaks each rule, read off the resources as they are when the scan looks. */
import type { SecurityRuleName } from '../../catalogue/security-rules.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { listCovered } from '../firewalls/index.ts'

const everywhere = new Set<unknown>(['0.0.0.0/0', '::/0'])
const month = 30 * 24 * 3600 * 1000

const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : [])
const records = (value: unknown) => list(value).filter(isRecord)

function firewallsOf(world: World, droplet: Value): Value[] {
  return world.engine.all({ kind: 'Firewall' }).filter((firewall) => {
    const { droplet_ids: ids, tags } = firewall
    return listCovered(world, { droplet_ids: list(ids).map(Number), tags: list(tags).map(String) }).includes(Number(droplet['id']))
  })
}

function hasPublicAddress({ networks }: Value): boolean {
  const { v4, v6 } = isRecord(networks) ? networks : {}
  return [...records(v4), ...records(v6)].some(({ type }) => type === 'public')
}

/** `22`, `20-25`, or `0` for all. */
function includesPort(ports: unknown, port: number): boolean {
  if (ports === '0') return true
  const [first = Number.NaN, last = first] = String(ports).split('-').map(Number)
  return port >= first && port <= last
}

function opensSsh({ protocol, ports, sources }: Value): boolean {
  const addresses = isRecord(sources) ? list(sources['addresses']) : []
  return protocol === 'tcp' && includesPort(ports, 22) && addresses.some((address) => everywhere.has(address))
}

const hasOpenSsh = (droplet: Value, world: World) =>
  hasPublicAddress(droplet) && firewallsOf(world, droplet).some(({ inbound_rules: rules }) => records(rules).some(opensSsh))

const hasNoFirewall = (droplet: Value, world: World) => hasPublicAddress(droplet) && firewallsOf(world, droplet).length === 0

function hasNoCopies(droplet: Value, { engine, clock }: World): boolean {
  if (list(droplet['features']).includes('backups')) return false
  const images = list(droplet['snapshot_ids']).map((id) => engine.find({ kind: 'Image', id: String(id) }))
  return !images.some((image) => image !== undefined && Date.parse(String(image['created_at'])) > clock.now() - month)
}

function isTrusted(droplet: Value, { engine }: World): boolean {
  const tags = new Set(list(droplet['tags']).map((tag) => String(tag).toLowerCase()))
  const names = ({ type, value }: Value) =>
    (type === 'droplet' && String(value) === String(droplet['id'])) || (type === 'tag' && tags.has(String(value).toLowerCase()))
  return engine.all({ kind: 'DatabaseCluster' }).some(({ rules }) => records(rules).some(names))
}

/** Whether a resource of the rule's type breaks it. */
export const checks: Readonly<Record<SecurityRuleName, (value: Value, world: World) => boolean>> = {
  openSsh: hasOpenSsh,
  openDatabase: ({ rules }) => {
    const sources = records(rules)
    return sources.length === 0 || sources.some(({ type, value }) => type === 'ip_addr' && everywhere.has(value))
  },
  noFirewall: hasNoFirewall,
  plainBalancer: ({ forwarding_rules: rules, redirect_http_to_https: redirects }) =>
    redirects !== true && records(rules).some(({ entry_protocol: protocol }) => protocol === 'http'),
  noBackups: hasNoCopies,
  openControlPlane: ({ control_plane_firewall: firewall }) => !isRecord(firewall) || firewall['enabled'] !== true,
  singleNode: ({ num_nodes: nodes }) => nodes === 1,
  noUpgrades: ({ auto_upgrade: upgrades }) => upgrades !== true,
  pathToDatabase: (droplet, world) => (hasNoFirewall(droplet, world) || hasOpenSsh(droplet, world)) && isTrusted(droplet, world),
}
