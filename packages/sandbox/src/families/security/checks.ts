/** What breaks each rule, read off the resources as they are when the scan looks. */
import type { SecurityRuleName } from '../../catalog/security-rules.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { listCovered } from '../firewalls/index.ts'
import type { Scanned } from './coverage.ts'

type Droplet = Kinds['Droplet']

const everywhere = new Set(['0.0.0.0/0', '::/0'])
const month = 30 * 24 * 3600 * 1000

function firewallsOf(world: World, droplet: Droplet): Kinds['Firewall'][] {
  return world.engine.all('Firewall').filter((firewall) => listCovered(world, firewall).includes(droplet.id))
}

function hasPublicAddress({ networks: { v4, v6 } }: Droplet): boolean {
  return [...v4, ...v6].some(({ type }) => type === 'public')
}

/** `22`, `20-25`, or `0` for all. */
function includesPort(ports: string, port: number): boolean {
  if (ports === '0') return true
  const [first = Number.NaN, last = first] = ports.split('-').map(Number)
  return port >= first && port <= last
}

function opensSsh({ protocol, ports, sources }: Kinds['Firewall']['inbound_rules'][number]): boolean {
  const addresses = sources.addresses ?? []
  return protocol === 'tcp' && includesPort(ports, 22) && addresses.some((address) => everywhere.has(address))
}

const hasOpenSsh = (droplet: Droplet, world: World) =>
  hasPublicAddress(droplet) && firewallsOf(world, droplet).some(({ inbound_rules: rules }) => rules.some(opensSsh))

const hasNoFirewall = (droplet: Droplet, world: World) => hasPublicAddress(droplet) && firewallsOf(world, droplet).length === 0

function hasNoCopies({ features, snapshot_ids: ids }: Droplet, { engine, clock }: World): boolean {
  if (features.includes('backups')) return false
  return !ids.some((id) => Date.parse(engine.find('Image', id)?.created_at ?? '') > clock.now() - month)
}

function isTrusted(droplet: Droplet, { engine }: World): boolean {
  const tags = new Set(droplet.tags.map((tag) => tag.toLowerCase()))
  return engine
    .all('DatabaseCluster')
    .some(({ rules }) =>
      rules.some(
        ({ type, value }) => (type === 'droplet' && value === String(droplet.id)) || (type === 'tag' && tags.has(value.toLowerCase())),
      ),
    )
}

type Checks<Value> = { readonly [Rule in SecurityRuleName]?: (value: Value, world: World) => boolean }

const ofDroplets: Checks<Droplet> = {
  openSsh: hasOpenSsh,
  noFirewall: hasNoFirewall,
  noBackups: hasNoCopies,
  pathToDatabase: (droplet, world) => (hasNoFirewall(droplet, world) || hasOpenSsh(droplet, world)) && isTrusted(droplet, world),
}

const ofDatabases: Checks<Kinds['DatabaseCluster']> = {
  openDatabase: ({ rules }) => rules.length === 0 || rules.some(({ type, value }) => type === 'ip_addr' && everywhere.has(value)),
  singleNode: ({ num_nodes: nodes }) => nodes === 1,
}

const ofBalancers: Checks<Kinds['LoadBalancer']> = {
  plainBalancer: ({ forwarding_rules: rules, redirect_http_to_https: redirects }) =>
    !redirects && rules.some(({ entry_protocol: protocol }) => protocol === 'http'),
}

const ofKubernetes: Checks<Kinds['KubernetesCluster']> = {
  openControlPlane: ({ control_plane_firewall: firewall }) => !firewall?.enabled,
  noUpgrades: ({ auto_upgrade: upgrades }) => !upgrades,
}

/** Whether the rule is about resources of this type, and this one breaks it. */
export function breaks(rule: SecurityRuleName, { type, value }: Scanned, world: World): boolean {
  switch (type) {
    case 'droplet':
      return ofDroplets[rule]?.(value, world) === true
    case 'dbaas':
      return ofDatabases[rule]?.(value, world) === true
    case 'loadbalancer':
      return ofBalancers[rule]?.(value, world) === true
    case 'kubernetes':
      return ofKubernetes[rule]?.(value, world) === true
  }
}
