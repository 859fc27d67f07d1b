/** Which resource is in which project. Only what was moved is noted; everything else is in the default project. */
import { unprocessable } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import { resourceRows } from '../generated/resources.ts'
import type { KindTable } from '../engine/hooks.ts'
import { lagOf } from '../engine/lag.ts'
import { type Kind, keyOf, type OwnKinds } from '../engine/kinds.ts'
import type { World } from '../engine/world.ts'
import type { Kinds } from '../generated/types.ts'
import type { Key } from '../store/store.ts'

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

export interface Placed {
  /** As it is kept. */
  readonly urn: string
  /** Where the resource can be read. */
  readonly path: string
  /** It cannot be read at present: the operation that would is made to fail. */
  readonly isDown: boolean
  readonly createdAt: string | undefined
}

/** Undefined when there is no such resource. */
export function findByUrn({ engine, platform }: World, given: string): Placed | undefined {
  const urn = normalizeUrn(given)
  const named = readUrn(urn)
  const value = named && engine.find(named.kind, named.key)
  if (!value) return undefined
  const createdAt = 'created_at' in value ? value.created_at : 'reserved_at' in value ? value.reserved_at : undefined
  const isDown = platform.isDown(named.reads)
  return { urn, path: `${named.path}${named.key.id}`, isDown, createdAt: typeof createdAt === 'string' ? createdAt : undefined }
}

/** What a URN names, whether or not there is such a thing. */
function readUrn(urn: string): (UrnKind & { readonly key: Key<Kind> }) | undefined {
  const found = urnKinds.find(({ prefix }) => urn.startsWith(prefix))
  return found && { ...found, key: keyOf(found.kind, urn.slice(found.prefix.length)) }
}

/** Reserved IPs keep their older name in projects. */
export function normalizeUrn(urn: string): string {
  return urn.replace(/^do:reservedip:/, 'do:floatingip:')
}

/** Where a resource is, when it was put somewhere. */
export function placeOf({ engine }: World, urn: string): OwnKinds['placement'] | undefined {
  return engine.find('placement', urn)
}

export function place({ store, clock }: World, urn: string, { id: project }: Key<'Project'>, at = clock.stamp()): void {
  store.put({ kind: 'placement', id: urn, text: JSON.stringify({ urn, project, at } satisfies OwnKinds['placement']) })
}

/** Something was moved out of the project: with lag, it counts as empty only a while later. */
export function noteLeaving({ engine, clock, settings }: World, project: Key<'Project'>): void {
  const seconds = lagOf(settings, 'movedResources')
  if (seconds > 0 && engine.find('Project', project)) engine.hide('Project', project, { emptyFrom: clock.now() + seconds * 1000 })
}

export function isBeingLeft({ engine, clock }: World, project: Key<'Project'>): boolean {
  return (engine.hidden('Project', project).emptyFrom ?? 0) > clock.now()
}

/** The URNs of everything in the project, the newest first. What is listed is not read: there may be much of it. */
export function listUrns({ engine, store }: World, project: Key<'Project'>): string[] {
  const placed = store.ids({ kind: 'placement', where: [{ field: 'project', equals: project.id }], order: 'newest' })
  if (!engine.get('Project', project).is_default) {
    return placed.filter((urn) => {
      const named = readUrn(urn)
      return named && store.text(named.key) !== undefined
    })
  }
  const own = new Set(placed)
  const elsewhere = new Set(store.ids({ kind: 'placement' }).filter((urn) => !own.has(urn)))
  // The VPCs that every account has belong to nothing that anyone began.
  for (const id of store.ids({ kind: 'Vpc', where: [{ field: 'default', equals: true }] })) elsewhere.add(`do:vpc:${id}`)
  return urnKinds.flatMap(({ kind, prefix }) =>
    store.ids({ kind, order: 'newest' }).flatMap((id) => (elsewhere.has(`${prefix}${id}`) ? [] : [`${prefix}${id}`])),
  )
}

export function defaultProject({ engine }: World): Key<'Project'> {
  const [project] = engine.all('Project', { where: [{ field: 'is_default', equals: true }] })
  return keyOf('Project', project?.id ?? '')
}

/** For objects that show the project they are in. */
export function projectIdOf(world: World, urn: string): string {
  return placeOf(world, urn)?.project ?? defaultProject(world).id
}

/** Puts a new resource into the project that its request names; without one it stays in the default project. @throws Failure 422 */
export function fileUnder(world: World, urn: string, projectId: unknown): void {
  if (projectId) place(world, urn, keyOf('Project', readProject(world, projectId)))
}

/** The project that a request names, or the default one. @throws Failure 422 */
export function readProject(world: World, projectId: unknown): string {
  if (typeof projectId !== 'string' || projectId === '') return defaultProject(world).id
  if (!world.engine.find('Project', projectId)) throw unprocessable(`project_id: there is no project "${projectId}".`)
  return projectId
}

/** What is in the default project only because it was put nowhere else stays there when another becomes the default. */
export function settle(world: World, { id, created_at: at }: Kinds['Project']): void {
  const project = keyOf('Project', id)
  for (const urn of listUrns(world, project)) {
    if (!placeOf(world, urn)) place(world, urn, project, findByUrn(world, urn)?.createdAt ?? at)
  }
}

/** What follows when something that has a URN is gone, whoever removed it. */
export function whenGone(follow: (urn: string, world: World) => void): KindTable {
  return Object.fromEntries(
    urnKinds.map(({ kind, prefix }) => [
      kind,
      { removed: (_: unknown, { id }: Key, world: World) => follow(normalizeUrn(`${prefix}${id}`), world) },
    ]),
  )
}

/** Nothing is left behind for one of the same name. */
export const leavingProjects: KindTable = whenGone((urn, { store }) => void store.delete({ kind: 'placement', id: urn }))
