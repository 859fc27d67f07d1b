/** The rules of a firewall: read from requests, checked, written in the one form in which replies show them, and compared. */
import { isIP } from 'node:net'
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { tagExists } from './coverage.ts'

export const directions = [
  { list: 'inbound_rules', end: 'sources' },
  { list: 'outbound_rules', end: 'destinations' },
] as const

export type Rules = Readonly<Record<(typeof directions)[number]['list'], readonly Value[]>>

/** What the lists of a rule's end hold: what each entry must be, and what is said of one that is not. */
const targets: Readonly<Record<string, { readonly refusal: string; readonly exists: (world: World, entry: unknown) => boolean }>> = {
  addresses: { refusal: 'is neither an address nor a network:', exists: (_world, entry) => isAddress(String(entry)) },
  droplet_ids: { refusal: 'there is no droplet', exists: isStored('Droplet') },
  load_balancer_uids: { refusal: 'there is no load balancer', exists: isStored('LoadBalancer') },
  kubernetes_ids: { refusal: 'there is no Kubernetes cluster', exists: isStored('KubernetesCluster') },
  tags: { refusal: 'there is no tag', exists: (world, name) => tagExists(world, String(name)) },
}

function isStored(kind: string): (world: World, id: unknown) => boolean {
  return ({ store }, id) => store.text({ kind, id: String(id) }) !== undefined
}

/**
 * Both lists, complete and without repetitions; one that was not sent is empty. A rule to be taken away may name what is gone.
 * @throws Failure 422
 */
export function readRules(world: World, body: Value, mustExist = true): Rules {
  const [inbound, outbound] = directions.map(({ list, end }) => {
    const given = (body[list] ?? []) as readonly Value[]
    return addRules(
      [],
      given.map((rule, index) => readRule(rule, end, `${list}.${index}`, mustExist ? world : undefined)),
    )
  })
  return { inbound_rules: inbound ?? [], outbound_rules: outbound ?? [] }
}

export function addRules(rules: readonly Value[], more: readonly Value[]): Value[] {
  const known = new Map<string, Value>()
  for (const rule of [...rules, ...more]) if (!known.has(identify(rule))) known.set(identify(rule), rule)
  return [...known.values()]
}

export function takeRules(rules: readonly Value[], less: readonly Value[]): Value[] {
  const gone = new Set(less.map(identify))
  return rules.filter((rule) => !gone.has(identify(rule)))
}

/** Takes a target that is no more out of the rules, and with it those that have no other. */
export function dropTarget(rules: readonly Value[], list: string, isGone: (entry: unknown) => boolean): Value[] {
  return rules.flatMap((rule) => {
    const end = 'sources' in rule ? 'sources' : 'destinations'
    const lists = rule[end] as Readonly<Record<string, readonly unknown[]>>
    const left = lists[list]?.filter((entry) => !isGone(entry))
    if (left === undefined || left.length === lists[list]?.length) return [rule]
    const kept = Object.fromEntries(Object.entries({ ...lists, [list]: left }).filter(([, entries]) => entries.length > 0))
    return Object.keys(kept).length === 0 ? [] : [{ ...rule, [end]: kept }]
  })
}

function readRule(rule: Value, end: 'sources' | 'destinations', place: string, world: World | undefined): Value {
  return {
    protocol: rule['protocol'],
    ports: readPorts(rule, `${place}.ports`),
    [end]: readEnd(rule[end] as Value, `${place}.${end}`, world),
  }
}

/** Every port is `0`, as ICMP always has it. */
function readPorts({ protocol, ports = '' }: Value, place: string): string {
  if (protocol === 'icmp' || ports === 'all' || ports === '0') return '0'
  if (ports === '') throw unprocessable(`${place}: must be given for ${String(protocol)}.`)
  const [first = 0, last = first] = String(ports).split('-').map(Number)
  if (first < 1 || last > 65_535 || first > last) throw unprocessable(`${place}: must be a port or a range of ports from 1 to 65535.`)
  return first === last ? String(first) : `${first}-${last}`
}

function readEnd(given: Value, place: string, world: World | undefined): Value {
  const end: Record<string, readonly unknown[]> = {}
  for (const [list, { refusal, exists }] of Object.entries(targets)) {
    const entries = [...new Set((given[list] ?? []) as readonly unknown[])]
    const wrong = world && entries.find((entry) => !exists(world, entry))
    if (wrong !== undefined) throw unprocessable(`${place}.${list}: ${refusal} "${String(wrong)}".`)
    if (entries.length > 0) end[list] = entries
  }
  if (Object.keys(end).length === 0) throw unprocessable(`${place}: must name at least one target.`)
  return end
}

function isAddress(text: string): boolean {
  const [address = '', length] = text.split('/')
  const version = isIP(address)
  if (version === 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

/** Equal for rules that allow the same: the order within a list says nothing. */
function identify({ protocol, ports, sources, destinations }: Value): string {
  const end = (sources ?? destinations) as Readonly<Record<string, readonly unknown[]>>
  const sorted = Object.entries(end).map(([list, entries]) => [list, entries.map(String).toSorted()] as const)
  return JSON.stringify([protocol, ports, sorted.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
