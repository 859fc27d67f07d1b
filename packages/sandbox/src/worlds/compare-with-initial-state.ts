import type { Dependencies } from '../dependencies.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import type { Comparison } from '../store/compare-snapshots.ts'
import { createMemorySnapshot } from '../store/snapshot.ts'
import type { State } from '../store/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import { findInitialTime, getStoredWorld } from './create-world.ts'
import { checkWorld } from './check-world.ts'
import type { WorldName } from './find-image.ts'
import type { WorldDefinition } from './world-definition.ts'

const maxDifferences = 1000

/**
 * Compares the state with its initial state, which a second sandbox with the same seed recreates.
 *
 * @param otherWorld another world to compare with
 * @throws WorldError
 */
export function compareWithInitialState(
  otherWorld: unknown,
  { store, inspection }: State,
  start: (world: WorldName | WorldDefinition) => Dependencies,
): Comparison {
  if (otherWorld !== undefined) checkWorld(otherWorld)
  const { store: first } = start(withInitialClock(otherWorld ?? getStoredWorld(store), store)).platform
  const copy = createMemorySnapshot()
  try {
    first.snapshot(copy.file)
    return inspection.compare(copy, undefined, { kinds: resources, maxDifferences })
  } finally {
    copy.close()
    first.close()
  }
}

/** Adds the initial time to a world, so that the same requests give the same times. */
function withInitialClock(world: WorldName | WorldDefinition, store: Store): WorldName | WorldDefinition {
  const now = findInitialTime(store)
  if (
    now === undefined ||
    (typeof world === 'string' ? world !== 'empty' : typeof world.clock === 'string' || world.clock?.now !== undefined)
  )
    return world
  return { ...(typeof world === 'object' && world), clock: { now } }
}

const resources = Object.values(worldKinds).flatMap(listResources)

function listResources({ resource, children = {} }: WorldKind): string[] {
  return [resource, ...Object.values(children).flatMap(listResources)]
}
