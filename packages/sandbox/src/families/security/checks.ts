/** What breaks each rule, read off the resources as they are when the scan looks. */
import type { SecurityRuleName } from '../../catalog/security-rules.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Scanned } from './coverage.ts'

type Droplet = Kinds['Droplet']

/** Droplets, as others name them: one by one and by their tags. */
interface Named {
  readonly ids: Set<string>
  readonly tags: Set<string>
}

/** What is around the resources: read once for a whole scan, as there may be much of it. */
export interface Surroundings {
  readonly world: World
  /** Behind any firewall. */
  readonly guarding: Named
  /** Behind one that lets everybody in by SSH. */
  readonly opening: Named
  /** Let into any database. */
  readonly trusting: Named
}

export function readSurroundings(world: World): Surroundings {
  const name = (): Named => ({ ids: new Set(), tags: new Set() })
  const around = { world, guarding: name(), opening: name(), trusting: name() }
  for (const { droplet_ids: ids, tags, inbound_rules: rules } of world.engine.all('Firewall')) {
    for (const named of rules.some(opensSsh) ? [around.guarding, around.opening] : [around.guarding]) {
      for (const id of ids) named.ids.add(String(id))
      for (const tag of tags) named.tags.add(tag.toLowerCase())
    }
  }
  for (const { type, value } of world.engine.all('DatabaseCluster').flatMap(({ rules }) => rules)) {
    if (type === 'droplet') around.trusting.ids.add(value)
    if (type === 'tag') around.trusting.tags.add(value.toLowerCase())
  }
  return around
}

const isAmong = ({ id, tags }: Droplet, named: Named) => named.ids.has(String(id)) || tags.some((tag) => named.tags.has(tag.toLowerCase()))

const everywhere = new Set(['0.0.0.0/0', '::/0'])
const month = 30 * 24 * 3600 * 1000

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

const hasOpenSsh = (droplet: Droplet, { opening }: Surroundings) => hasPublicAddress(droplet) && isAmong(droplet, opening)
const hasNoFirewall = (droplet: Droplet, { guarding }: Surroundings) => hasPublicAddress(droplet) && !isAmong(droplet, guarding)

function hasNoCopies({ features, snapshot_ids: ids }: Droplet, { world: { engine, clock } }: Surroundings): boolean {
  if (features.includes('backups')) return false
  return !ids.some((id) => Date.parse(engine.find('Image', id)?.created_at ?? '') > clock.now() - month)
}

type Checks<Value> = { readonly [Rule in SecurityRuleName]?: (value: Value, around: Surroundings) => boolean }

const ofDroplets: Checks<Droplet> = {
  openSsh: hasOpenSsh,
  noFirewall: hasNoFirewall,
  noBackups: hasNoCopies,
  pathToDatabase: (droplet, around) => (hasNoFirewall(droplet, around) || hasOpenSsh(droplet, around)) && isAmong(droplet, around.trusting),
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
export function breaks(rule: SecurityRuleName, { type, value }: Scanned, around: Surroundings): boolean {
  switch (type) {
    case 'droplet':
      return ofDroplets[rule]?.(value, around) === true
    case 'dbaas':
      return ofDatabases[rule]?.(value, around) === true
    case 'loadbalancer':
      return ofBalancers[rule]?.(value, around) === true
    case 'kubernetes':
      return ofKubernetes[rule]?.(value, around) === true
  }
}
