/** Frees the storage of what nobody can reach any more, step by step, at both addresses. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import type { TransitionRow } from '../../tables/resource-row.ts'
import type { FamilyBehavior } from '../family.ts'
import {
  findLooseBlobs,
  isListed,
  listManifests,
  measureRegistry,
  refreshRepository,
  removeBlob,
  removeManifest,
  repositoryKey,
} from './contents.ts'
import { findActiveRun, hasEnded, runKey } from './garbage.ts'
import { registryKey } from './plan.ts'
import { later } from '../../shared/later.ts'

const everything = 'untagged manifests and unreferenced blobs'

/** From a step to the next, and after how many seconds. */
const stepAfter = ({ engine }: World, status: string): TransitionRow | undefined =>
  engine
    .rowOf('RegistryGarbageCollection')
    .lifecycle?.transitions.find(({ from, seconds }) => from.includes(status) && seconds !== undefined)

interface StepDue {
  readonly registry: string
  readonly run: string
  readonly from: string
  readonly type: string
}

const get: Behavior = (call, world) => {
  const run = findActiveRun(world, openRegistry(call, world))
  if (!run) throw notFound()
  return { body: JSON.stringify({ garbage_collection: run }) }
}

const start: Behavior = (call, world) => {
  const registry = openRegistry(call, world)
  if (findActiveRun(world, registry)) throw conflict('A garbage collection of this registry is already running.')
  const options = { parent: under(registryKey(registry)), lifecycle: false }
  const run = world.engine.create('RegistryGarbageCollection', { registry_name: registry }, options)
  scheduleStep(world, { registry, run: String(run['uuid']), from: 'requested', type: String(readBody(call)['type'] ?? everything) })
  return { body: JSON.stringify({ garbage_collection: run }) }
}

const update: Behavior = (call, world) => {
  const registry = openRegistry(call, world)
  const key = openKey(call, world)
  const run = world.engine.get(key)
  if (readBody(call)['cancel'] !== true || run['status'] === 'cancelling') return { body: JSON.stringify({ garbage_collection: run }) }
  if (hasEnded(run)) throw conflict('The garbage collection has already ended.')
  const cancelling = world.engine.change(key, { status: 'cancelling', updated_at: world.clock.stamp() })
  scheduleStep(world, { registry, run: key.id, from: 'cancelling', type: everything })
  return { body: JSON.stringify({ garbage_collection: cancelling }) }
}

function scheduleStep(world: World, due: StepDue): void {
  const step = stepAfter(world, due.from)
  if (step?.seconds !== undefined) later(world, step.seconds, 'registryGarbageCollections.step', due)
}

function takeStep(due: StepDue, world: World): void {
  const { registry, from, type } = due
  const key = runKey(registry, due.run)
  const run = world.engine.find(key)
  const step = stepAfter(world, from)
  if (!step || run?.['status'] !== from) return
  world.engine.change(key, { status: step.to, updated_at: world.clock.stamp() })
  if (step.to === 'deleting unreferenced blobs') {
    if (type !== 'unreferenced blobs only') removeUntagged(world, registry)
    // Half now and half at the end, so that a run that is watched is seen to get somewhere.
    if (type !== 'untagged manifests only') freeBlobs(world, due, 2)
  }
  if (step.to === 'succeeded' && type !== 'untagged manifests only') freeBlobs(world, due, 1)
  scheduleStep(world, { ...due, from: step.to })
}

function removeUntagged(world: World, registry: string): void {
  for (const { name } of world.engine.all({ kind: 'RegistryRepository', parent: under(registryKey(registry)) })) {
    const repository = repositoryKey(registry, name)
    for (const { digest, tags } of listManifests(world, repository)) {
      if ((tags as readonly unknown[]).length === 0 && !isListed(world, repository, String(digest)))
        removeManifest(world, repository, String(digest))
    }
    refreshRepository(world, registry, repository.id)
  }
}

/** One of every `share` loose blobs. */
function freeBlobs(world: World, { registry, run }: StepDue, share: number): void {
  const loose = findLooseBlobs(world, registry)
  const freed = loose.slice(0, Math.ceil(loose.length / share))
  for (const { digest } of freed) removeBlob(world, registry, digest)
  const { blobs_deleted: blobs, freed_bytes: bytes } = world.engine.get(runKey(registry, run))
  world.engine.change(runKey(registry, run), {
    blobs_deleted: Number(blobs) + freed.length,
    freed_bytes: freed.reduce((sum, blob) => sum + blob.compressed_size_bytes, Number(bytes)),
  })
  measureRegistry(world, registry)
}

/** @throws Failure 404 */
function openRegistry(call: Call, { engine }: World): string {
  const name = String(call.path['registry_name'])
  engine.text(registryKey(name))
  return name
}

/** For accounts that have exactly one. */
export const onlyRegistryGarbage: NonNullable<FamilyBehavior['operations']> = {
  registry_get_garbage_collection: get,
  registry_run_garbage_collection: start,
  registry_update_garbage_collection: update,
}

export const registryGarbageCollections: FamilyBehavior = {
  operations: {
    registries_get_garbage_collection: get,
    registries_run_garbage_collection: start,
    registries_update_garbage_collection: update,
  },
  due: { 'registryGarbageCollections.step': takeStep },
}
