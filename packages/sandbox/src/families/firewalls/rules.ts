/** Rules of a firewall: parsed from requests, validated, formatted for responses and compared. */
import { isIP } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import type { DeepReadonly } from '../../engine/kinds.ts'
import { isSameName } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { tagExists } from './coverage.ts'

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

/** Lists in the sources and destinations of a rule: validation of an entry, and its error text. */
const targets: { readonly [List in Target]-?: Check } = {
  addresses: { refusal: 'invalid address: {entry}', exists: (_world, entry) => isAddress(String(entry)) },
  droplet_ids: { refusal: 'droplet does not exist', exists: ({ engine }, id) => engine.find('Droplet', id) !== undefined },
  load_balancer_uids: {
    refusal: 'load balancer does not exist',
    exists: ({ engine }, id) => engine.find('LoadBalancer', id) !== undefined,
  },
  kubernetes_ids: {
    refusal: 'kubernetes cluster does not exist',
    exists: ({ engine }, id) => engine.find('KubernetesCluster', id) !== undefined,
  },
  tags: { refusal: 'tag {entry} does not exist', exists: (ctx, name) => tagExists(ctx, String(name)) },
}

interface Check {
  readonly refusal: string
  readonly exists: (ctx: AccountContext, entry: string | number) => boolean
}

/**
 * Returns both lists, complete and without duplicates; an omitted list is empty. A rule to remove may name deleted resources.
 * @throws Failure 422
 */
export function parseRules(
  ctx: AccountContext,
  { inbound_rules: inbound, outbound_rules: outbound }: RulesRequest,
  mustExist = true,
): Rules {
  const judge = mustExist ? ctx : undefined
  const sources = (rule: InboundRequest, index: number): Inbound => ({
    ...readTraffic(rule, `inbound_rules.${index}.ports`),
    sources: parseEnd(rule.sources, judge),
    action: rule.action ?? 'allow',
  })
  const destinations = (rule: OutboundRequest, index: number): Outbound => ({
    ...readTraffic(rule, `outbound_rules.${index}.ports`),
    destinations: parseEnd(rule.destinations, judge),
    action: rule.action ?? 'allow',
  })
  return { inbound_rules: unite([], (inbound ?? []).map(sources)), outbound_rules: unite([], (outbound ?? []).map(destinations)) }
}

export const addRules = (rules: Rules, more: Rules): Rules => ({
  inbound_rules: unite(rules.inbound_rules, more.inbound_rules),
  outbound_rules: unite(rules.outbound_rules, more.outbound_rules),
})

export const removeRules = (rules: Rules, less: Rules): Rules => ({
  inbound_rules: subtract(rules.inbound_rules, less.inbound_rules),
  outbound_rules: subtract(rules.outbound_rules, less.outbound_rules),
})

function unite<Rule extends Inbound | Outbound>(rules: readonly Rule[], more: readonly Rule[]): Rule[] {
  const known = new Map<string, Rule>()
  for (const rule of [...rules, ...more]) if (!known.has(identify(rule))) known.set(identify(rule), rule)
  return [...known.values()]
}

function subtract<Rule extends Inbound | Outbound>(rules: readonly Rule[], less: readonly Rule[]): Rule[] {
  const gone = new Set(less.map(identify))
  return rules.filter((rule) => !gone.has(identify(rule)))
}

/** Removes a deleted target from the rules, and rules without another target. */
export function removeTargetFromRules(rules: Rules, list: Target, gone: string | number): Rules {
  const drop = (end: End): End | undefined => {
    const entries: readonly (string | number)[] = end[list] ?? []
    const left = entries.filter((entry) => !isSameName(String(entry), String(gone)))
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

function readTraffic({ protocol, ports }: Traffic, place: string): Pick<Inbound, 'protocol' | 'ports'> {
  return { protocol: protocols[protocol], ports: readPorts(protocols[protocol] === 'icmp', protocol, String(ports ?? ''), place) }
}

/** All ports are `0`; ICMP without ports has the same value. */
function readPorts(isIcmp: boolean, protocol: string, ports: string, place: string): string {
  if (ports === 'all' || ports === '0') return '0'
  if (ports === '' && !isIcmp) throw unprocessable(`${place}: must be given for ${protocol}.`)
  if (isIcmp) return ports || '0'
  const [first = 0, last = first] = ports.split('-').map(Number)
  if (first < 1 || last > 65_535 || first > last) throw unprocessable('invalid port range')
  return first === last ? String(first) : `${first}-${last}`
}

/** Keeps the lists with entries. A rule without sources or destinations is kept, although it allows nothing. */
function parseEnd(given: InboundRequest['sources'], ctx: AccountContext | undefined): End {
  return {
    addresses: readTargets('addresses', given.addresses, ctx),
    droplet_ids: readTargets('droplet_ids', given.droplet_ids, ctx),
    load_balancer_uids: readTargets('load_balancer_uids', given.load_balancer_uids, ctx),
    kubernetes_ids: readTargets('kubernetes_ids', given.kubernetes_ids, ctx),
    tags: readTargets('tags', given.tags, ctx),
  }
}

function readTargets<Entry extends string | number>(
  list: Target,
  given: readonly Entry[] | null | undefined,
  ctx: AccountContext | undefined,
): Entry[] | undefined {
  const entries = [...new Set(given)]
  const { refusal, exists } = targets[list]
  const wrong = ctx && entries.find((entry) => !exists(ctx, entry))
  if (wrong !== undefined) throw unprocessable(refusal.replace('{entry}', String(wrong)))
  return entries.length > 0 ? entries : undefined
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
  const sorted = Object.entries(end).flatMap(([list, entries]) => (entries ? [[list, entries.map(String).toSorted()] as const] : []))
  return JSON.stringify([protocol, ports, action, sorted.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
