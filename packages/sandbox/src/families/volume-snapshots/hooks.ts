import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { notFound } from '../../engine/failure.ts'

const snapshot: ResourceHooks<'Snapshot'> = {
  /** Excludes droplet snapshots, which have paths of their own. */
  beforeAccess: ({ operation, path: { snapshot_id: id = '' } }, { engine }) => {
    if (operation.family === 'volume-snapshots' && engine.find('Snapshot', id)?.resource_type === 'droplet') throw notFound()
  },
}

export const hooks: HooksByKind = { Snapshot: snapshot }
