/** Assignment of resources to projects. Only assigned resources have a placement; all others are in the default project. */
import { createKindReader } from '../store/kind-reader.ts'
import { unprocessable } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import { resourceRows } from '../generated/resources.ts'
import type { HooksByKind } from '../engine/hooks.ts'
import { getLagSeconds } from '../engine/lag.ts'
import { type Kind, keyOf, type InternalKinds } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key } from '../store/store.ts'
import { listIds } from '../store/list-ids.ts'

declare module '../engine/kinds.ts' {
  interface Hidden {
    /** Time in milliseconds until which a resource that was moved out still counts as part of the project. */
    Project: { emptyFrom?: number }
  }
}

declare module '../engine/kinds.ts' {
  interface InternalKinds {
    /** Bucket of the service for object storage. */
    space: { readonly created_at: string }
  }
}

interface UrnKind {
  readonly kind: Kind | 'space'
  /** URN up to the id, for example `do:droplet:`. */
  readonly prefix: string
  /** Path of the resource up to the id. */
  readonly path: string
  /** Operation that gets the resource. */
  readonly reads: string
}

const resourceKinds: readonly (UrnKind & { readonly kind: Kind })[] = Object.entries(resourceRows).flatMap(([kind, { urn }]) => {
  const [, prefix] = /^(do:\w+:)\{\w+\}$/.exec(urn ?? '') ?? []
  const reads = operationRows.find(
    ({ effect, pathResources }) => effect?.kind === 'gets' && effect.resource === kind && pathResources?.length === 1,
  )
  return prefix !== undefined && reads
    ? [{ kind: kind as Kind, prefix, path: reads.path.slice(0, reads.path.indexOf('{')), reads: reads.id }]
    : []
})

const urnKinds: readonly UrnKind[] = [...resourceKinds, { kind: 'space', prefix: 'do:space:', path: '/v2/spaces/', reads: '' }]

export interface UrnResource {
  /** Normalized URN. */
  readonly urn: string
  /** Path of the resource. */
  readonly path: string
  /** True while an injected fault makes the operation that gets the resource fail. */
  readonly isDown: boolean
  readonly createdAt: string | undefined
}

/** Finds a resource by its URN; undefined if it does not exist. */
export function findByUrn({ engine, platform }: AccountContext, text: string): UrnResource | undefined {
  const urn = normalizeUrn(text)
  const parsed = parseUrn(urn)
  const value = parsed && engine.find(parsed.kind, parsed.key)
  if (!value) return undefined
  const createdAt = 'created_at' in value ? value.created_at : 'reserved_at' in value ? value.reserved_at : undefined
  const isDown = platform.isFailing(parsed.reads)
  return { urn, path: `${parsed.path}${parsed.key.id}`, isDown, createdAt: typeof createdAt === 'string' ? createdAt : undefined }
}

/** Parses a URN into the key of a resource, which need not exist. */
function parseUrn(urn: string): (UrnKind & { readonly key: Key<UrnKind['kind']> }) | undefined {
  const found = urnKinds.find(({ prefix }) => urn.startsWith(prefix))
  return found && { ...found, key: keyOf(found.kind, urn.slice(found.prefix.length)) }
}

/** Replaces the prefix of reserved IPs by their older name, which projects use. */
export function normalizeUrn(urn: string): string {
  return urn.replace(/^do:reservedip:/, 'do:floatingip:')
}

/** Finds the placement of a resource; undefined if it was never assigned. */
export function findPlacement({ engine }: AccountContext, urn: string): InternalKinds['placement'] | undefined {
  return engine.find('placement', urn)
}

export function setPlacement({ store, clock }: AccountContext, urn: string, { id: project }: Key<'Project'>, at = clock.timestamp()): void {
  store.put({ kind: 'placement', id: urn, text: JSON.stringify({ urn, project, at } satisfies InternalKinds['placement']) })
}

/** Stores or deletes a resource of a service, with its placement. */
export function setServiceResource({ store, clock }: AccountContext, urn: string, isThere: boolean): void {
  const key = parseUrn(urn)?.key
  if (!key) throw new Error(`There is no kind of resource for ${urn}.`)
  store.transaction(() => {
    if (isThere) store.put({ ...key, text: JSON.stringify({ created_at: clock.timestamp() }) })
    else for (const each of [key, { kind: 'placement', id: urn }]) store.delete(each)
  })
}

/** Records that a resource was moved out of the project, which with lag counts as non-empty for a while. */
export function recordMoveOut({ engine, clock, settings }: AccountContext, project: Key<'Project'>): void {
  const seconds = getLagSeconds(settings, 'movedResources')
  if (seconds > 0 && engine.find('Project', project)) engine.setHidden('Project', project, { emptyFrom: clock.now() + seconds * 1000 })
}

export function hasRecentMoveOut({ engine, clock }: AccountContext, project: Key<'Project'>): boolean {
  return (engine.getHidden('Project', project).emptyFrom ?? 0) > clock.now()
}

/** Lists the URNs of all resources in the project, the newest first. */
export function listUrns(ctx: AccountContext, project: Key<'Project'>): readonly string[] {
  return listUrnPage(ctx, project, 0, Infinity).urns
}

/** Lists one page of the URNs of a project, and their total number. Reads only ids, and only those that the page needs. */
export function listUrnPage(
  ctx: AccountContext,
  project: Key<'Project'>,
  skippedCount: number,
  size: number,
): { readonly urns: readonly string[]; readonly total: number } {
  const { engine, store } = ctx
  if (!engine.get('Project', project).is_default) {
    const assigned = listIds(store, { kind: 'placement', where: [{ field: 'project', equals: project.id }], order: 'newest' })
    const existing = assigned.filter((urn) => isStored(ctx, urn))
    return { urns: existing.slice(skippedCount, skippedCount + size), total: existing.length }
  }
  const outside = groupOutside(ctx, project)
  const urns: string[] = []
  let total = 0
  for (const { kind, prefix } of urnKinds) {
    const others = outside.get(prefix) ?? new Set()
    const count = store.count({ kind }) - others.size
    const first = Math.max(0, skippedCount - total)
    const limit = Math.min(count - first, size - urns.length)
    // Resources of other projects can be anywhere in the list.
    if (limit > 0) {
      const own = listIds(store, { kind, order: 'newest' }).filter((id) => !others.has(id))
      urns.push(...own.slice(first, first + limit).map((id) => `${prefix}${id}`))
    }
    total += count
  }
  return { urns, total }
}

function isStored({ store }: AccountContext, urn: string): boolean {
  const parsed = parseUrn(urn)
  return parsed !== undefined && store.get(parsed.key)?.text !== undefined
}

/** Groups the ids of resources outside of the default project by URN prefix: those in other projects, and default VPCs. */
function groupOutside({ store }: AccountContext, { id }: Key<'Project'>): ReadonlyMap<string, ReadonlySet<string>> {
  const outside = new Map(groupPlacements(listPlacements(store), id))
  // Default VPCs are in no project.
  const vpcs = listIds(store, { kind: 'Vpc', where: [{ field: 'default', equals: true }] })
  return outside.set('do:vpc:', new Set([...(outside.get('do:vpc:') ?? []), ...vpcs]))
}

/** Lists all placements. A placement is deleted with its resource. */
const listPlacements = createKindReader<InternalKinds['placement'], InternalKinds['placement']>(['placement'], (placement) => [placement])

/** Maps URNs to project ids, for resources with a placement. */
export function mapPlacements({ store }: AccountContext): ReadonlyMap<string, string> {
  return new Map(listPlacements(store).map(({ urn, project }) => [urn, project]))
}

/** Groups the ids of resources in other projects by URN prefix. */
function groupPlacements(placements: readonly InternalKinds['placement'][], project: string): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { urn, project: other } of placements) {
    if (other === project) continue
    const end = urn.indexOf(':', 3) + 1
    const prefix = urn.slice(0, end)
    ids.set(prefix, (ids.get(prefix) ?? new Set()).add(urn.slice(end)))
  }
  return ids
}

export function getDefaultProject({ engine }: AccountContext): Key<'Project'> {
  const [project] = engine.list('Project', { where: [{ field: 'is_default', equals: true }] })
  return keyOf('Project', project?.id ?? '')
}

/** Returns the id of the project that a resource is in. */
export function getProjectId(ctx: AccountContext, urn: string): string {
  return findPlacement(ctx, urn)?.project ?? getDefaultProject(ctx).id
}

/** Assigns a new resource to the project in its request; without one it stays in the default project. @throws Failure 422 */
export function assignToProject(ctx: AccountContext, urn: string, projectId: unknown): void {
  if (projectId) setPlacement(ctx, urn, keyOf('Project', requireProjectId(ctx, projectId)))
}

/** Returns the id of the project in a request, or of the default project. @throws Failure 422 */
export function requireProjectId(ctx: AccountContext, projectId: unknown): string {
  if (typeof projectId !== 'string' || projectId === '') return getDefaultProject(ctx).id
  if (!ctx.engine.find('Project', projectId)) throw unprocessable(`project_id: there is no project "${projectId}".`)
  return projectId
}

/** Adds placements for the resources of the default project, so that they stay in it when another project becomes the default. */
export function pinToProject(ctx: AccountContext, { id, created_at: at }: Kinds['Project']): void {
  const project = keyOf('Project', id)
  for (const urn of listUrns(ctx, project)) {
    if (!findPlacement(ctx, urn)) setPlacement(ctx, urn, project, findByUrn(ctx, urn)?.createdAt ?? at)
  }
}

/** Creates hooks that run after any resource with a URN was deleted. */
export function createDeleteHooks(onDelete: (urn: string, ctx: AccountContext) => void): HooksByKind {
  return Object.fromEntries(
    resourceKinds.map(({ kind, prefix }) => [
      kind,
      { afterDelete: (_: unknown, { id }: Key, ctx: AccountContext) => onDelete(normalizeUrn(`${prefix}${id}`), ctx) },
    ]),
  )
}

/** Hooks that delete the placement of a deleted resource. */
export const placementHooks: HooksByKind = createDeleteHooks((urn, { store }) => void store.delete({ kind: 'placement', id: urn }))
