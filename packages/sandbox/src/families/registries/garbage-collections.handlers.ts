/** Garbage collections: free the storage of unreferenced blobs in steps, at both paths. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { type Changes, type ObjectRef, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { findActiveRun, findLooseBlobs, hasEnded, isListed, listManifests, measureRegistry, placeOf, removeBlob } from './contents.ts'
import type { Handlers } from '../family.ts'

type GarbageCollection = Kinds['RegistryGarbageCollection']

const everything = 'untagged manifests and unreferenced blobs'

const runAt = (registry: string, id: string): ObjectRef<'RegistryGarbageCollection'> => ({
  parent: childPath(keyOf('Registry', registry)),
  id,
})

const get: Handler<'registries_garbageCollections_getActive'> = ({ path }, ctx) => {
  ctx.engine.get('Registry', path.registry_name)
  const run = findActiveRun(ctx, path.registry_name)
  if (!run) throw notFound()
  return { garbage_collection: run }
}

const startGarbageCollection: Handler<'registries_garbageCollections_run'> = ({ path, body }, ctx) => {
  const { name: registry } = ctx.engine.get('Registry', path.registry_name)
  if (findActiveRun(ctx, registry)) throw conflict('A garbage collection of this registry is already running.')
  const fields = { blobs_deleted: 0, freed_bytes: 0, registry_name: registry, type: body?.type || everything }
  const parent = childPath(keyOf('Registry', registry))
  return { garbage_collection: ctx.engine.create('RegistryGarbageCollection', fields, { parent }) }
}

const update: Handler<'registries_garbageCollections_update'> = (call, { engine }) => {
  const { registry_name: registry, garbage_collection_uuid: id } = call.path
  engine.get('Registry', registry)
  const key = runAt(registry, id)
  const run = engine.get('RegistryGarbageCollection', key)
  if (!call.body.cancel || run.status === 'cancelling') return { garbage_collection: run }
  if (hasEnded(run)) throw conflict('The garbage collection has already ended.')
  return { garbage_collection: engine.trigger('RegistryGarbageCollection', key, 'registries_garbageCollections_update') }
}

const garbageCollection: ResourceHooks<'RegistryGarbageCollection'> = {
  onEnter: {
    'deleting unreferenced blobs': (run, _key, ctx) => {
      if (run.type !== 'unreferenced blobs only') removeUntagged(ctx, run.registry_name)
      // Frees half now and half at the end, so that a client that polls sees progress.
      return run.type === 'untagged manifests only' ? {} : freeBlobs(ctx, run, 2)
    },
    succeeded: (run, _key, ctx) => (run.type === 'untagged manifests only' ? {} : freeBlobs(ctx, run, 1)),
  },
}

function removeUntagged(ctx: AccountContext, registry: string): void {
  const { engine } = ctx
  for (const { name } of engine.list('RegistryRepository', { parent: childPath(keyOf('Registry', registry)) })) {
    const repository = placeOf(registry, name)
    for (const { digest, tags } of listManifests(ctx, repository)) {
      if (tags.length === 0 && !isListed(ctx, repository, digest))
        engine.delete('RegistryManifest', { parent: childPath(repository), id: digest })
    }
  }
}

/** Removes one of every `share` unreferenced blobs, and counts them. */
function freeBlobs(ctx: AccountContext, run: GarbageCollection, share: number): Changes<GarbageCollection> {
  const { registry_name: registry, blobs_deleted: blobs, freed_bytes: bytes } = run
  const looseBlobs = findLooseBlobs(ctx, registry)
  const freedBlobs = looseBlobs.slice(0, Math.ceil(looseBlobs.length / share))
  for (const { digest } of freedBlobs) removeBlob(ctx, registry, digest)
  measureRegistry(ctx, registry)
  return {
    blobs_deleted: blobs + freedBlobs.length,
    freed_bytes: freedBlobs.reduce((sum, blob) => sum + blob.compressed_size_bytes, bytes),
  }
}

export const garbageCollectionsHandlers = {
  registries_garbageCollections_getActive: get,
  registries_garbageCollections_run: startGarbageCollection,
  registries_garbageCollections_update: update,
} satisfies Handlers

export const garbageCollectionsHooks: HooksByKind = { RegistryGarbageCollection: garbageCollection }
