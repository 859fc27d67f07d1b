/** Rules of a firewall: parsed from requests, checked, normalized and compared. */
import { isIP } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { isSameName } from '../../engine/values.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type Firewall = Kinds['Firewall']
export type Rules = DeepReadonly<Pick<Firewall, 'inbound_rules' | 'outbound_rules'>>
type Inbound = Rules['inbound_rules'][number]
type Outbound = Rules['outbound_rules'][number]
/** Sources or destinations of a rule. */
type End = Inbound['sources']
export type Target = keyof End

type RulesRequest = Pick<Operations['firewalls_create']['body'], 'inbound_rules' | 'outbound_rules'>
type InboundRequest = NonNullable<RulesRequest['inbound_rules']>[number]
type OutboundRequest = NonNullable<RulesRequest['outbound_rules']>[number]

/** Parses both lists, without duplicates; an omitted list is empty. @throws Failure 422 */
export function parseRules({ inbound_rules: inbound, outbound_rules: outbound }: RulesRequest): Rules {
  const sources = (rule: InboundRequest, index: number): Inbound => ({
    ...parseTraffic(rule, `inbound_rules.${index}.ports`),
    sources: parseEnd(rule.sources),
    action: rule.action ?? 'allow',
  })
  const destinations = (rule: OutboundRequest, index: number): Outbound => ({
    ...parseTraffic(rule, `outbound_rules.${index}.ports`),
    destinations: parseEnd(rule.destinations),
    action: rule.action ?? 'allow',
  })
  return { inbound_rules: mergeRules([], (inbound ?? []).map(sources)), outbound_rules: mergeRules([], (outbound ?? []).map(destinations)) }
}

export const addRules = (rules: Rules, more: Rules): Rules => ({
  inbound_rules: mergeRules(rules.inbound_rules, more.inbound_rules),
  outbound_rules: mergeRules(rules.outbound_rules, more.outbound_rules),
})

export const removeRules = (rules: Rules, less: Rules): Rules => ({
  inbound_rules: excludeRules(rules.inbound_rules, less.inbound_rules),
  outbound_rules: excludeRules(rules.outbound_rules, less.outbound_rules),
})

function mergeRules<Rule extends Inbound | Outbound>(rules: readonly Rule[], more: readonly Rule[]): Rule[] {
  const known = new Map<string, Rule>()
  for (const rule of [...rules, ...more]) if (!known.has(identify(rule))) known.set(identify(rule), rule)
  return [...known.values()]
}

function excludeRules<Rule extends Inbound | Outbound>(rules: readonly Rule[], less: readonly Rule[]): Rule[] {
  const removed = new Set(less.map(identify))
  return rules.filter((rule) => !removed.has(identify(rule)))
}

/** Removes a deleted target from the rules, and rules without another target. */
export function removeTargetFromRules(rules: Rules, list: Target, member: string | number): Rules {
  const drop = (end: End): End | undefined => {
    const entries: readonly (string | number)[] = end[list] ?? []
    const left = entries.filter((entry) => !isSameName(String(entry), String(member)))
    if (left.length === entries.length) return end
    const { [list]: _gone, ...others } = end
    if (left.length > 0) return { ...others, [list]: left }
    return Object.keys(others).length > 0 ? others : undefined
  }
  return {
    inbound_rules: rules.inbound_rules.flatMap((rule) => {
      const sources = drop(rule.sources)
      return sources ? [{ ...rule, sources }] : []
    }),
    outbound_rules: rules.outbound_rules.flatMap((rule) => {
      const destinations = drop(rule.destinations)
      return destinations ? [{ ...rule, destinations }] : []
    }),
  }
}

const protocols = { tcp: 'tcp', TCP: 'tcp', udp: 'udp', UDP: 'udp', icmp: 'icmp', ICMP: 'icmp' } as const

type Traffic = Pick<InboundRequest, 'protocol' | 'ports'>

function parseTraffic({ protocol, ports }: Traffic, path: string): Pick<Inbound, 'protocol' | 'ports'> {
  return { protocol: protocols[protocol], ports: parsePorts(protocols[protocol] === 'icmp', protocol, String(ports ?? ''), path) }
}

/** Every port is `0`, and so is what ICMP has when nothing was sent. */
function parsePorts(isIcmp: boolean, protocol: string, ports: string, path: string): string {
  if (ports === 'all' || ports === '0') return '0'
  if (ports === '' && !isIcmp) throw unprocessable(`${path}: must be given for ${protocol}.`)
  if (isIcmp) return ports || '0'
  const [first = 0, last = first] = ports.split('-').map(Number)
  if (first < 1 || last > 65_535 || first > last) throw unprocessable('invalid port range')
  return first === last ? String(first) : `${first}-${last}`
}

/** Parses the lists of sources or destinations. A rule without any is stored, though it allows nothing. @throws Failure 422 */
function parseEnd({ addresses, droplet_ids, load_balancer_uids, kubernetes_ids, tags }: InboundRequest['sources']): End {
  const invalidAddress = addresses?.find((address) => !isAddress(address))
  if (invalidAddress !== undefined) throw unprocessable(`invalid address: ${invalidAddress}`)
  return {
    addresses: normalizeList(addresses),
    droplet_ids: normalizeList(droplet_ids),
    load_balancer_uids: normalizeList(load_balancer_uids),
    kubernetes_ids: normalizeList(kubernetes_ids),
    tags: normalizeList(tags),
  }
}

/** Removes duplicates. An empty list is omitted. */
function normalizeList<Entry>(entries: readonly Entry[] | null | undefined): Entry[] | undefined {
  return entries?.length ? [...new Set(entries)] : undefined
}

function isAddress(text: string): boolean {
  const [address = '', length] = text.split('/')
  const version = isIP(address)
  if (version === 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

/** Compares rules regardless of the order within lists. */
function identify(rule: Inbound | Outbound): string {
  const { protocol, ports, action } = rule
  const end = 'sources' in rule ? rule.sources : rule.destinations
  const sortedEntries = Object.entries(end).flatMap(([list, entries]) => (entries ? [[list, entries.map(String).toSorted()] as const] : []))
  return JSON.stringify([protocol, ports, action, sortedEntries.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
