/** Which resource is in which project. Only what was moved is noted; everything else is in the default project. */
import { createKindReader } from '../store/kind-reader.ts'
import { unprocessable } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import { resourceRows } from '../generated/resources.ts'
import type { HooksByKind } from '../engine/hooks.ts'
import { lagOf } from '../engine/lag.ts'
import { type Kind, keyOf, type OwnKinds } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key } from '../store/store.ts'
import { listIds } from '../store/list-ids.ts'

declare module '../engine/kinds.ts' {
  interface Hidden {
    /** Until when something that was moved out of it counts as leaving, in milliseconds. */
    Project: { emptyFrom?: number }
  }
}

interface UrnKind {
  readonly kind: Kind
  /** `do:droplet:`; what follows is the key's id. */
  readonly prefix: string
  /** Where one is read, up to its id. */
  readonly path: string
  /** By which operation. */
  readonly reads: string
}

// The kinds of the table are those of the specification.
const urnKinds: readonly UrnKind[] = Object.entries(resourceRows).flatMap(([kind, { urn }]) => {
  const [, prefix] = /^(do:\w+:)\{\w+\}$/.exec(urn ?? '') ?? []
  const reads = operationRows.find(({ effect, bind }) => effect?.kind === 'gets' && effect.resource === kind && bind?.length === 1)
  return prefix !== undefined && reads
    ? [{ kind: kind as Kind, prefix, path: reads.path.slice(0, reads.path.indexOf('{')), reads: reads.id }]
    : []
})

export interface UrnResource {
  /** As it is kept. */
  readonly urn: string
  /** Where the resource can be read. */
  readonly path: string
  /** It cannot be read at present: the operation that would is made to fail. */
  readonly isDown: boolean
  readonly createdAt: string | undefined
}

/** Undefined when there is no such resource. */
export function findByUrn({ engine, platform }: AccountContext, given: string): UrnResource | undefined {
  const urn = normalizeUrn(given)
  const named = parseUrn(urn)
  const value = named && engine.find(named.kind, named.key)
  if (!value) return undefined
  const createdAt = 'created_at' in value ? value.created_at : 'reserved_at' in value ? value.reserved_at : undefined
  const isDown = platform.isDown(named.reads)
  return { urn, path: `${named.path}${named.key.id}`, isDown, createdAt: typeof createdAt === 'string' ? createdAt : undefined }
}

/** What a URN names, whether or not there is such a thing. */
function parseUrn(urn: string): (UrnKind & { readonly key: Key<Kind> }) | undefined {
  const found = urnKinds.find(({ prefix }) => urn.startsWith(prefix))
  return found && { ...found, key: keyOf(found.kind, urn.slice(found.prefix.length)) }
}

/** Reserved IPs keep their older name in projects. */
export function normalizeUrn(urn: string): string {
  return urn.replace(/^do:reservedip:/, 'do:floatingip:')
}

/** Where a resource is, when it was put somewhere. */
export function findPlacement({ engine }: AccountContext, urn: string): OwnKinds['placement'] | undefined {
  return engine.find('placement', urn)
}

export function setPlacement({ store, clock }: AccountContext, urn: string, { id: project }: Key<'Project'>, at = clock.stamp()): void {
  store.put({ kind: 'placement', id: urn, text: JSON.stringify({ urn, project, at } satisfies OwnKinds['placement']) })
}

/** Something was moved out of the project: with lag, it counts as empty only a while later. */
export function recordMoveOut({ engine, clock, settings }: AccountContext, project: Key<'Project'>): void {
  const seconds = lagOf(settings, 'movedResources')
  if (seconds > 0 && engine.find('Project', project)) engine.hide('Project', project, { emptyFrom: clock.now() + seconds * 1000 })
}

export function hasRecentMoveOut({ engine, clock }: AccountContext, project: Key<'Project'>): boolean {
  return (engine.hidden('Project', project).emptyFrom ?? 0) > clock.now()
}

/** The URNs of everything in the project, the newest first. */
export function listUrns(ctx: AccountContext, project: Key<'Project'>): readonly string[] {
  return listUrnPage(ctx, project, 0, Infinity).urns
}

/** Some of them, and how many there are. What is listed is not read, and of what is not shown not even the names: there may be much of it. */
export function listUrnPage(
  ctx: AccountContext,
  project: Key<'Project'>,
  skipped: number,
  size: number,
): { readonly urns: readonly string[]; readonly total: number } {
  const { engine, store } = ctx
  if (!engine.get('Project', project).is_default) {
    const placed = listIds(store, { kind: 'placement', where: [{ field: 'project', equals: project.id }], order: 'newest' })
    const there = placed.filter((urn) => isStored(ctx, urn))
    return { urns: there.slice(skipped, skipped + size), total: there.length }
  }
  const elsewhere = groupOutside(ctx, project)
  const urns: string[] = []
  let total = 0
  for (const { kind, prefix } of urnKinds) {
    const others = elsewhere.get(prefix) ?? new Set()
    const count = store.count({ kind }) - others.size
    const first = Math.max(0, skipped - total)
    const wanted = Math.min(count - first, size - urns.length)
    // Whoever is elsewhere may be anywhere among them.
    if (wanted > 0) {
      const own = listIds(store, { kind, order: 'newest' }).filter((id) => !others.has(id))
      urns.push(...own.slice(first, first + wanted).map((id) => `${prefix}${id}`))
    }
    total += count
  }
  return { urns, total }
}

function isStored({ store }: AccountContext, urn: string): boolean {
  const named = parseUrn(urn)
  return named !== undefined && store.get(named.key)?.text !== undefined
}

/** By the beginning of the URN, what is not in the default project: it was put somewhere else, or belongs to nothing that anyone began. */
function groupOutside({ store }: AccountContext, { id }: Key<'Project'>): ReadonlyMap<string, ReadonlySet<string>> {
  const elsewhere = new Map(groupPlacements(listPlacements(store), id))
  // The VPCs that every account has.
  const vpcs = listIds(store, { kind: 'Vpc', where: [{ field: 'default', equals: true }] })
  return elsewhere.set('do:vpc:', new Set([...(elsewhere.get('do:vpc:') ?? []), ...vpcs]))
}

/** What was put somewhere. What goes takes this with it. */
const listPlacements = createKindReader<OwnKinds['placement'], OwnKinds['placement']>(['placement'], (placed) => [placed])

/** In which project everything is that was put somewhere, by its URN. */
export function mapPlacements({ store }: AccountContext): ReadonlyMap<string, string> {
  return new Map(listPlacements(store).map(({ urn, project }) => [urn, project]))
}

/** The ids of those outside of a project, by the beginnings of their URNs. */
function groupPlacements(placed: readonly OwnKinds['placement'][], project: string): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { urn, project: other } of placed) {
    if (other === project) continue
    const end = urn.indexOf(':', 3) + 1
    const prefix = urn.slice(0, end)
    ids.set(prefix, (ids.get(prefix) ?? new Set()).add(urn.slice(end)))
  }
  return ids
}

export function getDefaultProject({ engine }: AccountContext): Key<'Project'> {
  const [project] = engine.all('Project', { where: [{ field: 'is_default', equals: true }] })
  return keyOf('Project', project?.id ?? '')
}

/** For objects that show the project they are in. */
export function getProjectId(ctx: AccountContext, urn: string): string {
  return findPlacement(ctx, urn)?.project ?? getDefaultProject(ctx).id
}

/** Puts a new resource into the project that its request names; without one it stays in the default project. @throws Failure 422 */
export function assignToProject(ctx: AccountContext, urn: string, projectId: unknown): void {
  if (projectId) setPlacement(ctx, urn, keyOf('Project', requireProjectId(ctx, projectId)))
}

/** The project that a request names, or the default one. @throws Failure 422 */
export function requireProjectId(ctx: AccountContext, projectId: unknown): string {
  if (typeof projectId !== 'string' || projectId === '') return getDefaultProject(ctx).id
  if (!ctx.engine.find('Project', projectId)) throw unprocessable(`project_id: there is no project "${projectId}".`)
  return projectId
}

/** What is in the default project only because it was put nowhere else stays there when another becomes the default. */
export function pinToProject(ctx: AccountContext, { id, created_at: at }: Kinds['Project']): void {
  const project = keyOf('Project', id)
  for (const urn of listUrns(ctx, project)) {
    if (!findPlacement(ctx, urn)) setPlacement(ctx, urn, project, findByUrn(ctx, urn)?.createdAt ?? at)
  }
}

/** What follows when something that has a URN is gone, whoever removed it. */
export function createDeleteHooks(follow: (urn: string, ctx: AccountContext) => void): HooksByKind {
  return Object.fromEntries(
    urnKinds.map(({ kind, prefix }) => [
      kind,
      { afterDelete: (_: unknown, { id }: Key, ctx: AccountContext) => follow(normalizeUrn(`${prefix}${id}`), ctx) },
    ]),
  )
}

/** Nothing is left behind for one of the same name. */
export const placementHooks: HooksByKind = createDeleteHooks((urn, { store }) => void store.delete({ kind: 'placement', id: urn }))
