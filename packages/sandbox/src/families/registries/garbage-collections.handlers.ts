/** Garbage collections: free the storage of unreferenced blobs in steps, at both paths. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { type ObjectRef, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import type { TransitionRow } from '../../tables/resource-row.ts'
import { findActiveRun, findLooseBlobs, hasEnded, isListed, listManifests, measureRegistry, placeOf, removeBlob } from './contents.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'

const everything = 'untagged manifests and unreferenced blobs'

/** Next state of a collection, and the seconds until then. */
const stepAfter = ({ engine }: AccountContext, status: string): TransitionRow | undefined =>
  engine
    .rowOf('RegistryGarbageCollection')
    .lifecycle?.transitions.find(({ from, seconds }) => from.includes(status) && seconds !== undefined)

interface StepJob {
  readonly registry: string
  readonly run: string
  readonly from: string
  readonly type: string
}

const runAt = (registry: string, id: string): ObjectRef<'RegistryGarbageCollection'> => ({
  parent: childPath(keyOf('Registry', registry)),
  id,
})

const get: Handler<'registries_garbageCollections_getActive' | 'registries_legacy_garbageCollections_getActive'> = ({ path }, ctx) => {
  ctx.engine.get('Registry', path.registry_name)
  const run = findActiveRun(ctx, path.registry_name)
  if (!run) throw notFound()
  return { garbage_collection: run }
}

const start: Handler<'registries_garbageCollections_run' | 'registries_legacy_garbageCollections_run'> = ({ path, body }, ctx) => {
  const { name: registry } = ctx.engine.get('Registry', path.registry_name)
  if (findActiveRun(ctx, registry)) throw conflict('A garbage collection of this registry is already running.')
  const options = { parent: childPath(keyOf('Registry', registry)), lifecycle: false }
  const type = body?.type || everything
  const run = ctx.engine.create('RegistryGarbageCollection', { blobs_deleted: 0, freed_bytes: 0, registry_name: registry, type }, options)
  scheduleStep(ctx, { registry, run: run.uuid, from: 'requested', type })
  return { garbage_collection: run }
}

const update: Handler<'registries_garbageCollections_update' | 'registries_legacy_garbageCollections_update'> = ({ path, body }, ctx) => {
  const { registry_name: registry, garbage_collection_uuid: id } = path
  const { engine, clock } = ctx
  engine.get('Registry', registry)
  const run = engine.get('RegistryGarbageCollection', runAt(registry, id))
  if (!body.cancel || run.status === 'cancelling') return { garbage_collection: run }
  if (hasEnded(run)) throw conflict('The garbage collection has already ended.')
  const fields = { status: 'cancelling', updated_at: clock.timestamp() } as const
  scheduleStep(ctx, { registry, run: id, from: 'cancelling', type: everything })
  return { garbage_collection: engine.setFields('RegistryGarbageCollection', runAt(registry, id), fields) }
}

function scheduleStep(ctx: AccountContext, job: StepJob): void {
  const step = stepAfter(ctx, job.from)
  if (step?.seconds !== undefined) scheduleIn(ctx, step.seconds, 'registryGarbageCollections.step', job)
}

function takeStep(job: StepJob, ctx: AccountContext): void {
  const { registry, from, type } = job
  const { engine, clock } = ctx
  const at = runAt(registry, job.run)
  const step = stepAfter(ctx, from)
  if (!step || engine.find('RegistryGarbageCollection', at)?.status !== from) return
  // The lifecycle of the kind declares these states.
  const status = step.to as Kinds['RegistryGarbageCollection']['status']
  engine.setFields('RegistryGarbageCollection', at, { status, updated_at: clock.timestamp() })
  if (status === 'deleting unreferenced blobs') {
    if (type !== 'unreferenced blobs only') removeUntagged(ctx, registry)
    // Frees half now and half at the end, so that a client that polls sees progress.
    if (type !== 'untagged manifests only') freeBlobs(ctx, job, 2)
  }
  if (status === 'succeeded' && type !== 'untagged manifests only') freeBlobs(ctx, job, 1)
  scheduleStep(ctx, { ...job, from: status })
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

/** Selects one of every `share` unreferenced blobs. */
function freeBlobs(ctx: AccountContext, { registry, run }: StepJob, share: number): void {
  const { engine } = ctx
  const loose = findLooseBlobs(ctx, registry)
  const freed = loose.slice(0, Math.ceil(loose.length / share))
  for (const { digest } of freed) removeBlob(ctx, registry, digest)
  const { blobs_deleted: blobs, freed_bytes: bytes } = engine.get('RegistryGarbageCollection', runAt(registry, run))
  engine.setFields('RegistryGarbageCollection', runAt(registry, run), {
    blobs_deleted: blobs + freed.length,
    freed_bytes: freed.reduce((sum, blob) => sum + blob.compressed_size_bytes, bytes),
  })
  measureRegistry(ctx, registry)
}

export const garbageCollectionsHandlers = {
  registries_garbageCollections_getActive: get,
  registries_garbageCollections_run: start,
  registries_garbageCollections_update: update,
  // Paths for accounts with exactly one registry.
  registries_legacy_garbageCollections_getActive: get,
  registries_legacy_garbageCollections_run: start,
  registries_legacy_garbageCollections_update: update,
} satisfies Handlers

export const garbageCollectionsJobs: Jobs = { 'registryGarbageCollections.step': takeStep }
