/** Which resources the plan covers, and how closely. What leaves a paid tier stays in it until the month is over. */
import { Failure, unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { findByUrn, normalizeUrn } from '../../shared/project-urns.ts'
import { writeStamp } from '../../shared/write-stamp.ts'

export const tiers = ['basic', 'advanced'] as const
export type Tier = (typeof tiers)[number]

export interface TierCoverage {
  readonly resources: readonly string[]
  readonly tags: readonly string[]
}

export type Plan = Readonly<Record<string, TierCoverage>>

/** The kinds that scans look at, by the second part of their URNs. */
const kinds = [
  { type: 'droplet', kind: 'Droplet', id: 'id' },
  { type: 'dbaas', kind: 'DatabaseCluster', id: 'id' },
  { type: 'loadbalancer', kind: 'LoadBalancer', id: 'id' },
  { type: 'kubernetes', kind: 'KubernetesCluster', id: 'id' },
] as const

export interface Scanned {
  readonly urn: string
  readonly type: string
  readonly name: string
  readonly value: Value
}

const planKey = { kind: 'securityPlan', id: '-' }
const downgradesKey = { kind: 'securityDowngrades', id: '-' }

interface Downgrade {
  readonly resources: readonly string[]
  readonly effective_at: string
}

/** Without resources that have since been deleted: what is read can be sent back. */
export function readPlan(world: World): Plan {
  const plan = JSON.parse(world.store.text(planKey) ?? '{}') as Plan
  const there = (urns: readonly string[]) => urns.filter((urn) => findByUrn(world, urn) !== undefined)
  return Object.fromEntries(Object.entries(plan).map(([tier, { resources, tags }]) => [tier, { resources: there(resources), tags }]))
}

/** What is still about to leave a tier. */
export function readDowngrades({ store, clock }: World): Readonly<Record<string, Downgrade>> {
  const kept = JSON.parse(store.text(downgradesKey) ?? '{}') as Readonly<Record<string, Downgrade>>
  return Object.fromEntries(Object.entries(kept).filter(([, { effective_at: at }]) => Date.parse(at) > clock.now()))
}

/** @throws Failure 404, 422 */
export function changePlan(world: World, request: unknown): Plan {
  const { store } = world
  const before = readPlan(world)
  const plan = { ...before, ...readRequest(world, request) }
  const left = listCovered(world, before, 'advanced').filter((urn) => !listCovered(world, plan, 'advanced').includes(urn))
  const { advanced: waiting, ...others } = readDowngrades(world)
  const again = new Set(listCovered(world, plan, 'advanced'))
  const resources = [...new Set([...(waiting?.resources ?? []), ...left])].filter((urn) => !again.has(urn))
  const downgrades = { ...others, ...(resources.length > 0 && { advanced: { resources, effective_at: nextMonth(world) } }) }
  store.put({ ...planKey, text: JSON.stringify(plan) })
  store.put({ ...downgradesKey, text: JSON.stringify(downgrades) })
  return plan
}

function readRequest(world: World, request: unknown): Plan {
  const entries = Object.entries(isRecord(request) ? request : {}).map(([tier, given]) => {
    if (!tiers.some((name) => name === tier)) throw unprocessable(`tier_coverage: there is no tier "${tier}", only ${tiers.join(' and ')}.`)
    const { resources, tags } = isRecord(given) ? given : {}
    return [tier, { resources: readUrns(world, resources, `tier_coverage.${tier}.resources`), tags: unique(tags) }] as const
  })
  return Object.fromEntries(entries)
}

/** @throws Failure 404 naming the first that is not there */
export function readUrns(world: World, given: unknown, field: string): string[] {
  const urns = unique(given).map(normalizeUrn)
  const wrong = urns.find((urn) => !findByUrn(world, urn))
  if (wrong !== undefined) throw new Failure(404, `${field}: there is no resource "${wrong}".`)
  return urns
}

const unique = (given: unknown): string[] => [...new Set(((given ?? []) as readonly unknown[]).map(String))]

function nextMonth({ clock }: World): string {
  const now = new Date(clock.now())
  return writeStamp(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

function listResources({ engine }: World): Scanned[] {
  return kinds.flatMap(({ type, kind, id }) =>
    engine.all({ kind }).map((value) => ({ urn: `do:${type}:${String(value[id])}`, type, name: String(value['name']), value })),
  )
}

function listCovered(world: World, plan: Plan, tier: Tier): string[] {
  const { resources, tags } = plan[tier] ?? { resources: [], tags: [] }
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
  const isTagged = ({ value }: Scanned) => ((value['tags'] ?? []) as readonly string[]).some((tag) => wanted.has(tag.toLowerCase()))
  return listResources(world).flatMap((each) => (resources.includes(each.urn) || isTagged(each) ? [each.urn] : []))
}

/** Until somebody says what the plan covers, every resource is looked at in the first tier. */
const isUntouched = ({ store }: World) => store.text(planKey) === undefined

/** Whether there is anything to look at at all. */
export function coversAnything(world: World): boolean {
  if (isUntouched(world)) return true
  const entries = Object.values(readPlan(world))
  return entries.some(({ resources, tags }) => resources.length > 0 || tags.length > 0) || Object.keys(readDowngrades(world)).length > 0
}

/** Every resource that is looked at, with the closest look it gets. */
export function listScanned(world: World): readonly { readonly resource: Scanned; readonly tier: Tier }[] {
  if (isUntouched(world)) return listResources(world).map((resource) => ({ resource, tier: 'basic' }))
  const plan = readPlan(world)
  const basic = new Set(listCovered(world, plan, 'basic'))
  const advanced = new Set([...listCovered(world, plan, 'advanced'), ...(readDowngrades(world)['advanced']?.resources ?? [])])
  const tierOf = (urn: string): Tier | undefined => (advanced.has(urn) ? 'advanced' : basic.has(urn) ? 'basic' : undefined)
  return listResources(world).flatMap((resource) => {
    const tier = tierOf(resource.urn)
    return tier === undefined ? [] : [{ resource, tier }]
  })
}
