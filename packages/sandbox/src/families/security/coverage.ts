/** Coverage of scans: the scanned resources by tier. All tiers are scanned in the same way. */
import { onlyOne } from '../../engine/engine.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { findByUrn, normalizeUrn } from '../../shared/project-urns.ts'

const tiers = ['basic', 'advanced'] as const

type Settings = Operations['security_settings_get']['reply']
type Plan = Settings['tier_coverage']
declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    securityPlan: Plan
  }
}

/** Scanned kinds, by the second part of their URNs. */
const kinds = { droplet: 'Droplet', dbaas: 'DatabaseCluster', loadbalancer: 'LoadBalancer', kubernetes: 'KubernetesCluster' } as const
type Type = keyof typeof kinds

interface ScannedOf<T extends Type> {
  readonly urn: string
  readonly type: T
  readonly value: Kinds[(typeof kinds)[T]]
}

export type Scanned = { [T in Type]: ScannedOf<T> }[Type]

/** Leaves out deleted resources, so that a client can send back what it got. */
export function parsePlan(ctx: AccountContext): Plan {
  const plan = ctx.engine.find('securityPlan', onlyOne) ?? {}
  const listExisting = (urns: readonly string[]) => urns.filter((urn) => findByUrn(ctx, urn) !== undefined)
  return Object.fromEntries(Object.entries(plan).map(([tier, { resources, tags }]) => [tier, { resources: listExisting(resources), tags }]))
}

type PlanRequest = Operations['security_settings_updatePlan']['body']['tier_coverage']

/** @throws Failure 404, 422 */
export function changePlan(ctx: AccountContext, request: PlanRequest): Plan {
  const plan = { ...parsePlan(ctx), ...parseRequest(ctx, request) }
  ctx.store.put({ kind: 'securityPlan', id: onlyOne, text: JSON.stringify(plan) })
  return plan
}

function parseRequest(ctx: AccountContext, request: PlanRequest): Plan {
  const entries = Object.entries(request).map(([tier, { resources, tags }]): [string, Plan[string]] => {
    if (!tiers.some((name) => name === tier)) throw unprocessable(`tier_coverage: there is no tier "${tier}", only ${tiers.join(' and ')}.`)
    return [tier, { resources: listUrns(ctx, resources, `tier_coverage.${tier}.resources`), tags: [...new Set(tags)] }]
  })
  return Object.fromEntries(entries)
}

/** @throws Failure 404 naming the first missing resource */
export function listUrns(ctx: AccountContext, values: readonly string[] | null | undefined, field: string): string[] {
  const urns = [...new Set(values)].map(normalizeUrn)
  const missingUrn = urns.find((urn) => !findByUrn(ctx, urn))
  if (missingUrn !== undefined) throw new Failure(404, `${field}: resource "${missingUrn}" not found.`)
  return urns
}

function listResources(ctx: AccountContext): Scanned[] {
  return [...listType(ctx, 'droplet'), ...listType(ctx, 'dbaas'), ...listType(ctx, 'loadbalancer'), ...listType(ctx, 'kubernetes')]
}

function listType<T extends Type>({ engine }: AccountContext, type: T): ScannedOf<T>[] {
  return engine.list(kinds[type]).map((value) => ({ urn: `do:${type}:${value.id}`, type, value }))
}

/** Every resource is scanned until a plan is set. */
const isUntouched = ({ store }: AccountContext) => store.get({ kind: 'securityPlan', id: onlyOne }) === undefined

/** True if a scan has a resource to check. */
export function coversAnything(ctx: AccountContext): boolean {
  return isUntouched(ctx) || Object.values(parsePlan(ctx)).some(({ resources, tags }) => resources.length > 0 || tags.length > 0)
}

export function listScanned(ctx: AccountContext): readonly Scanned[] {
  const all = listResources(ctx)
  if (isUntouched(ctx)) return all
  const coveredResources = Object.values(parsePlan(ctx))
  const urns = new Set(coveredResources.flatMap(({ resources }) => resources))
  const tags = new Set(coveredResources.flatMap((tier) => tier.tags.map((tag) => tag.toLowerCase())))
  return all.filter(({ urn, value }) => urns.has(urn) || value.tags?.some((tag) => tags.has(tag.toLowerCase())) === true)
}
