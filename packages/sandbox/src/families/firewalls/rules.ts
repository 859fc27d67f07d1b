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
const targets: Readonly<Record<string, Target>> = {
  addresses: { refusal: 'invalid address: {entry}', exists: (_world, entry) => isAddress(String(entry)) },
  droplet_ids: { refusal: 'droplet does not exist', exists: isStored('Droplet') },
  load_balancer_uids: { refusal: 'load balancer does not exist', exists: isStored('LoadBalancer') },
  kubernetes_ids: { refusal: 'kubernetes cluster does not exist', exists: isStored('KubernetesCluster') },
  tags: { refusal: 'tag {entry} does not exist', exists: (world, name) => tagExists(world, String(name)) },
}

interface Target {
  readonly refusal: string
  readonly exists: (world: World, entry: unknown) => boolean
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
      given.map((rule, index) => readRule(rule, end, `${list}.${index}.ports`, mustExist ? world : undefined)),
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
    protocol: String(rule['protocol']).toLowerCase(),
    ports: readPorts(rule, place),
    [end]: readEnd(rule[end] as Value, world),
    action: rule['action'] ?? 'allow',
  }
}

/** Every port is `0`, and so is what ICMP has when nothing was sent. */
function readPorts({ protocol, ports: sent }: Value, place: string): string {
  const isIcmp = String(protocol).toLowerCase() === 'icmp'
  const ports = String(sent ?? '')
  if (ports === 'all' || ports === '0') return '0'
  if (ports === '' && !isIcmp) throw unprocessable(`${place}: must be given for ${String(protocol)}.`)
  if (isIcmp) return ports || '0'
  const [first = 0, last = first] = ports.split('-').map(Number)
  if (first < 1 || last > 65_535 || first > last) throw unprocessable('invalid port range')
  return first === last ? String(first) : `${first}-${last}`
}

/** The lists that name something. An end without any is kept, though nothing passes it. */
function readEnd(given: Value, world: World | undefined): Value {
  const end: Record<string, readonly unknown[]> = {}
  for (const [list, { refusal, exists }] of Object.entries(targets)) {
    const entries = [...new Set((given[list] ?? []) as readonly unknown[])]
    const wrong = world && entries.find((entry) => !exists(world, entry))
    if (wrong !== undefined) throw unprocessable(refusal.replace('{entry}', String(wrong)))
    if (entries.length > 0) end[list] = entries
  }
  return end
}

function isAddress(text: string): boolean {
  const [address = '', length] = text.split('/')
  const version = isIP(address)
  if (version === 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

/** Equal for rules that say the same: the order within a list says nothing. */
function identify({ protocol, ports, sources, destinations, action }: Value): string {
  const end = (sources ?? destinations) as Readonly<Record<string, readonly unknown[]>>
  const sorted = Object.entries(end).map(([list, entries]) => [list, entries.map(String).toSorted()] as const)
  return JSON.stringify([protocol, ports, action, sorted.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
