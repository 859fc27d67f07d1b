/** Which resource is in which project. Only what was moved is noted; everything else is in the default project. */
import { operationRows } from '../../generated/operations.ts'
import { resourceRows } from '../../generated/resources.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'

interface UrnKind {
  readonly kind: string
  /** `do:droplet:` */
  readonly prefix: string
  readonly field: string
  /** Where one is read, up to its id. */
  readonly path: string
}

const urnKinds: readonly UrnKind[] = Object.entries(resourceRows).flatMap(([kind, { urn }]) => {
  const [, prefix, field] = /^(do:\w+:)\{(\w+)\}$/.exec(urn ?? '') ?? []
  const reads = operationRows.find(({ effect, bind }) => effect?.kind === 'gets' && effect.resource === kind && bind?.length === 1)
  return prefix !== undefined && field !== undefined && reads
    ? [{ kind, prefix, field, path: reads.path.slice(0, reads.path.indexOf('{')) }]
    : []
})

/** The URN as it is kept, where its resource is, and where that can be read. Undefined when there is no such resource. */
export function findByUrn({ engine }: World, given: string): { readonly urn: string; readonly path: string } | undefined {
  const urn = normalizeUrn(given)
  const found = urnKinds.find(({ prefix }) => urn.startsWith(prefix))
  if (!found) return undefined
  const id = urn.slice(found.prefix.length)
  return engine.find({ kind: found.kind, id }) ? { urn, path: `${found.path}${id}` } : undefined
}

/** Reserved IPs keep their older name in projects. */
export function normalizeUrn(urn: string): string {
  return urn.replace(/^do:reservedip:/, 'do:floatingip:')
}

/** Where a resource is, when it was put somewhere. */
export function placeOf({ engine }: World, urn: string): Value | undefined {
  return engine.find({ kind: 'placement', id: urn })
}

export function place({ store, clock }: World, urn: string, project: Key): string {
  const at = clock.stamp()
  store.put({ kind: 'placement', id: urn, text: JSON.stringify({ urn, project: project.id, at }) })
  return at
}

/** The URNs of everything in the project, the newest first. */
export function listUrns(world: World, project: Key): string[] {
  const { engine } = world
  if (engine.get(project)['is_default'] !== true) {
    const placed = engine.all({ kind: 'placement', where: [{ field: 'project', equals: project.id }], order: 'newest' })
    return placed.map(({ urn }) => String(urn)).filter((urn) => findByUrn(world, urn))
  }
  const elsewhere = new Set(engine.all({ kind: 'placement' }).flatMap(({ urn, project: id }) => (id === project.id ? [] : [String(urn)])))
  return urnKinds.flatMap(({ kind, prefix, field }) =>
    engine.all({ kind, order: 'newest' }).flatMap((value) => {
      const urn = `${prefix}${String(value[field])}`
      return elsewhere.has(urn) ? [] : [urn]
    }),
  )
}
