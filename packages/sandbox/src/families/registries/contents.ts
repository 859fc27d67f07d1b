/**
 * What is in a registry. Repositories, manifests and tags are objects of their own; blobs are kept by registry, because images share them
 * and because they outlast the images until a garbage collection. A repository is there as long as it has a manifest.
 */
import { preconditionFailed } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { findActiveRun } from './garbage.ts'
import { getPlan, measure, registryKey } from './plan.ts'

export interface SeededBlob {
  readonly digest: string
  readonly compressed_size_bytes: number
}

export interface SeededImage {
  /** Made up when left out. */
  readonly digest?: string
  readonly tags?: readonly string[]
  /** Made up when left out. */
  readonly blobs?: readonly SeededBlob[]
  /** The digests of the images it stands for, one for each kind of machine. */
  readonly manifests?: readonly string[]
}

export interface SeededRepository {
  /** Slashes are allowed. */
  readonly name: string
  /** In the order they were pushed. */
  readonly images: readonly SeededImage[]
}

const blobKind = 'registryBlob'

export const repositoryKey = (registry: string, name: unknown): Key => ({
  kind: 'RegistryRepository',
  id: String(name),
  parent: under(registryKey(registry)),
})

/**
 * Does what pushing these images would do. There is no registry behind the sandbox to push to: whoever wants images in it uses this.
 * @throws Failure 404 without the registry, 412 while it is read-only or when the plan has no room
 */
export function seedRepository(world: World, registry: string, { name, images }: SeededRepository): void {
  const { engine } = world
  const key = repositoryKey(registry, name)
  engine.get(registryKey(registry))
  if (findActiveRun(world, registry)) throw preconditionFailed('The registry is read-only while a garbage collection is running.')
  const { tier } = getPlan(world)
  if (!engine.find(key)) {
    if (tier.included_repositories > 0 && measure(world).repositories >= tier.included_repositories)
      throw preconditionFailed('The plan has no room for another repository.')
    engine.create('RegistryRepository', { registry_name: registry, name }, { parent: under(registryKey(registry)) })
  }
  for (const image of images) push(world, registry, name, image)
  refreshRepository(world, registry, name)
  measureRegistry(world, registry)
  if (!tier.allow_storage_overage && measure(world).bytes > tier.included_storage_bytes)
    throw preconditionFailed('The storage of the plan is full.')
}

function push(world: World, registry: string, repository: string, image: SeededImage): void {
  const { engine, ids, store, clock } = world
  const parent = under(repositoryKey(registry, repository))
  const blobs = image.blobs ?? [{ digest: `sha256:${ids.hex(64)}`, compressed_size_bytes: 48_232_448 }]
  const digest = image.digest ?? `sha256:${ids.hex(64)}`
  const compressed = blobs.reduce((sum, blob) => sum + blob.compressed_size_bytes, 0)
  for (const blob of blobs) store.put({ kind: blobKind, parent: under(registryKey(registry)), id: blob.digest, text: JSON.stringify(blob) })
  const sizes = { compressed_size_bytes: compressed, size_bytes: Math.round(compressed * 2.7) }
  // Pushed again, an image is the latest again.
  store.delete({ kind: 'RegistryManifest', parent, id: digest })
  const fields = { registry_name: registry, repository, digest, ...sizes, blobs }
  engine.create('RegistryManifest', fields, { parent, id: digest, hidden: { manifests: image.manifests ?? [] } })
  for (const tag of image.tags ?? []) {
    store.delete({ kind: 'RegistryTag', parent, id: tag })
    const stamped = { manifest_digest: digest, ...sizes, updated_at: clock.stamp() }
    engine.create('RegistryTag', { registry_name: registry, repository, tag, ...stamped }, { parent, id: tag })
  }
}

export function listTags({ engine }: World, repository: Key): Value[] {
  return engine.all({ kind: 'RegistryTag', parent: under(repository), order: 'newest' })
}

export function listManifests({ engine }: World, repository: Key): Value[] {
  return engine.all({ kind: 'RegistryManifest', parent: under(repository), order: 'newest' })
}

/** Brings what a repository says of its images in line with them; without any it is gone. */
export function refreshRepository(world: World, registry: string, name: string): void {
  const key = repositoryKey(registry, name)
  if (!world.engine.find(key)) return
  const tags = listTags(world, key)
  for (const { digest, tags: before } of listManifests(world, key)) {
    const own = tags.filter((tag) => tag['manifest_digest'] === digest).map(({ tag }) => tag)
    if (JSON.stringify(own) !== JSON.stringify(before))
      world.engine.change({ kind: 'RegistryManifest', parent: under(key), id: String(digest) }, { tags: own })
  }
  const manifests = listManifests(world, key)
  if (manifests.length === 0) world.engine.remove(key)
  else world.engine.change(key, { latest_manifest: manifests[0], tag_count: tags.length, manifest_count: manifests.length })
}

/** Whether another image of the repository is a list that has this one in it. */
export function isListed(world: World, repository: Key, digest: string): boolean {
  const parent = under(repository)
  return listManifests(world, repository).some(({ digest: id }) =>
    (world.engine.hidden({ kind: 'RegistryManifest', parent, id: String(id) })['manifests'] as readonly string[]).includes(digest),
  )
}

/** @throws Failure 404 */
export function removeManifest(world: World, repository: Key, digest: string): void {
  const parent = under(repository)
  world.engine.remove({ kind: 'RegistryManifest', parent, id: digest })
  for (const { tag, manifest_digest: of } of listTags(world, repository))
    if (of === digest) world.engine.remove({ kind: 'RegistryTag', parent, id: String(tag) })
}

/** Adds up what is stored; layers that images share count once. */
export function measureRegistry({ engine, clock }: World, registry: string): void {
  const blobs = engine.all({ kind: blobKind, parent: under(registryKey(registry)) })
  const bytes = blobs.reduce((sum, blob) => sum + Number(blob['compressed_size_bytes']), 0)
  engine.change(registryKey(registry), { storage_usage_bytes: bytes, storage_usage_bytes_updated_at: clock.stamp() })
}

/** The blobs that no image uses any more. */
export function findLooseBlobs(world: World, registry: string): readonly SeededBlob[] {
  const parent = under(registryKey(registry))
  const repositories = world.engine.all({ kind: 'RegistryRepository', parent })
  const used = new Set(
    repositories.flatMap(({ name }) =>
      listManifests(world, repositoryKey(registry, name)).flatMap(({ blobs }) =>
        (blobs as readonly unknown[]).map((blob) => (isRecord(blob) ? blob['digest'] : undefined)),
      ),
    ),
  )
  // Only `push` writes blobs.
  return (world.engine.all({ kind: blobKind, parent }) as unknown as SeededBlob[]).filter(({ digest }) => !used.has(digest))
}

export function removeBlob({ store }: World, registry: string, digest: string): void {
  store.delete({ kind: blobKind, parent: under(registryKey(registry)), id: digest })
}
