/** Which resources the plan covers, and how closely. What leaves a paid tier stays in it until the month is over. */
import { onlyOne } from '../../engine/engine.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { findByUrn, normalizeUrn } from '../../shared/project-urns.ts'
import { writeStamp } from '../../shared/write-stamp.ts'

const tiers = ['basic', 'advanced'] as const
type Tier = (typeof tiers)[number]

type Settings = Operations['security_settings_get']['reply']
type Plan = Settings['tier_coverage']
type Downgrades = Settings['plan_downgrades']

declare module '../../engine/kinds.ts' {
  interface OwnKinds {
    securityPlan: Plan
    securityDowngrades: Downgrades
  }
}

/** The kinds that scans look at, by the second part of their URNs. */
const kinds = { droplet: 'Droplet', dbaas: 'DatabaseCluster', loadbalancer: 'LoadBalancer', kubernetes: 'KubernetesCluster' } as const
type Type = keyof typeof kinds

interface ScannedOf<T extends Type> {
  readonly urn: string
  readonly type: T
  readonly value: Kinds[(typeof kinds)[T]]
}

export type Scanned = { [T in Type]: ScannedOf<T> }[Type]

/** Without resources that have since been deleted: what is read can be sent back. */
export function readPlan(world: World): Plan {
  const plan = world.engine.find('securityPlan', onlyOne) ?? {}
  const there = (urns: readonly string[]) => urns.filter((urn) => findByUrn(world, urn) !== undefined)
  return Object.fromEntries(Object.entries(plan).map(([tier, { resources, tags }]) => [tier, { resources: there(resources), tags }]))
}

/** What is still about to leave a tier. */
export function readDowngrades({ engine, clock }: World): Downgrades {
  const kept = engine.find('securityDowngrades', onlyOne) ?? {}
  return Object.fromEntries(Object.entries(kept).filter(([, { effective_at: at }]) => Date.parse(at) > clock.now()))
}

type PlanRequest = Operations['security_settings_updatePlan']['body']['tier_coverage']

/** @throws Failure 404, 422 */
export function changePlan(world: World, request: PlanRequest): Plan {
  const { store } = world
  const before = readPlan(world)
  const plan = { ...before, ...readRequest(world, request) }
  const left = listCovered(world, before, 'advanced').filter((urn) => !listCovered(world, plan, 'advanced').includes(urn))
  const { advanced: waiting, ...others } = readDowngrades(world)
  const again = new Set(listCovered(world, plan, 'advanced'))
  const resources = [...new Set([...(waiting?.resources ?? []), ...left])].filter((urn) => !again.has(urn))
  const downgrades = { ...others, ...(resources.length > 0 && { advanced: { resources, effective_at: nextMonth(world) } }) }
  store.put({ kind: 'securityPlan', id: onlyOne, text: JSON.stringify(plan) })
  store.put({ kind: 'securityDowngrades', id: onlyOne, text: JSON.stringify(downgrades) })
  return plan
}

function readRequest(world: World, request: PlanRequest): Plan {
  const entries = Object.entries(request).map(([tier, { resources, tags }]): [string, Plan[string]] => {
    if (!tiers.some((name) => name === tier)) throw unprocessable(`tier_coverage: there is no tier "${tier}", only ${tiers.join(' and ')}.`)
    return [tier, { resources: readUrns(world, resources, `tier_coverage.${tier}.resources`), tags: [...new Set(tags)] }]
  })
  return Object.fromEntries(entries)
}

/** @throws Failure 404 naming the first that is not there */
export function readUrns(world: World, given: readonly string[] | null | undefined, field: string): string[] {
  const urns = [...new Set(given)].map(normalizeUrn)
  const wrong = urns.find((urn) => !findByUrn(world, urn))
  if (wrong !== undefined) throw new Failure(404, `${field}: there is no resource "${wrong}".`)
  return urns
}

function nextMonth({ clock }: World): string {
  const now = new Date(clock.now())
  return writeStamp(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

function listResources(world: World): Scanned[] {
  return [...listType(world, 'droplet'), ...listType(world, 'dbaas'), ...listType(world, 'loadbalancer'), ...listType(world, 'kubernetes')]
}

function listType<T extends Type>({ engine }: World, type: T): ScannedOf<T>[] {
  return engine.all(kinds[type]).map((value) => ({ urn: `do:${type}:${value.id}`, type, value }))
}

function listCovered(world: World, plan: Plan, tier: Tier): string[] {
  const { resources, tags } = plan[tier] ?? { resources: [], tags: [] }
  const named = new Set(resources)
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
  const isTagged = ({ value }: Scanned) => value.tags?.some((tag) => wanted.has(tag.toLowerCase())) === true
  return listResources(world).flatMap((each) => (named.has(each.urn) || isTagged(each) ? [each.urn] : []))
}

/** Until somebody says what the plan covers, every resource is looked at in the first tier. */
const isUntouched = ({ store }: World) => store.text({ kind: 'securityPlan', id: onlyOne }) === undefined

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
  const { advanced: leaving } = readDowngrades(world)
  const advanced = new Set([...listCovered(world, plan, 'advanced'), ...(leaving?.resources ?? [])])
  const tierOf = (urn: string): Tier | undefined => (advanced.has(urn) ? 'advanced' : basic.has(urn) ? 'basic' : undefined)
  return listResources(world).flatMap((resource) => {
    const tier = tierOf(resource.urn)
    return tier === undefined ? [] : [{ resource, tier }]
  })
}
