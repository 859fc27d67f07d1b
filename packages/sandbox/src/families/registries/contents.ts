/**
 * Content of a registry. Repositories, manifests and tags are objects; blobs are stored by registry, because images share them
 * and a blob outlives its images until a garbage collection. A repository exists as long as it has a manifest.
 */
import { preconditionFailed } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { getPlan, measureUsage } from './plan.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Digests of the images that an index references. */
    RegistryManifest: { manifests: readonly string[] }
  }
  interface InternalKinds {
    registryBlob: SeededBlob
  }
}

export interface SeededBlob {
  readonly digest: string
  readonly compressed_size_bytes: number
}

export interface SeededImage {
  /** Generated when left out. */
  readonly digest?: string
  readonly tags?: readonly string[]
  /** Generated when left out. */
  readonly blobs?: readonly SeededBlob[]
  /** Digests of the images that an index references, one for each architecture. */
  readonly manifests?: readonly string[]
}

export interface SeededRepository {
  /** May contain slashes. */
  readonly name: string
  /** In push order. */
  readonly images: readonly SeededImage[]
}

const blobKind = 'registryBlob'

export const placeOf = (registry: string, name: string): Key<'RegistryRepository'> =>
  keyOf('RegistryRepository', { id: name, parent: childPath(keyOf('Registry', registry)) })

/**
 * Stores images as a push would. The sandbox runs no registry; tests that need images use this.
 * @throws Failure 404 without the registry, 412 while it is read-only or if the plan has no space left
 */
export function seedRepository(ctx: AccountContext, registry: string, { name, images }: SeededRepository): void {
  const { engine } = ctx
  const key = placeOf(registry, name)
  engine.get('Registry', registry)
  if (findActiveRun(ctx, registry)) throw preconditionFailed('The registry is read-only while a garbage collection is running.')
  const { tier } = getPlan(ctx)
  if (!engine.find('RegistryRepository', key)) {
    if (tier.included_repositories > 0 && measureUsage(ctx).repositories >= tier.included_repositories)
      throw preconditionFailed('The plan has no room for another repository.')
    engine.create(
      'RegistryRepository',
      {
        latest_manifest: {
          registry_name: '',
          repository: '',
          digest: '',
          compressed_size_bytes: 0,
          size_bytes: 0,
          updated_at: ctx.clock.timestamp(),
          tags: [],
          blobs: [],
        },
        tag_count: 0,
        manifest_count: 0,
        registry_name: registry,
        name,
      },
      { parent: childPath(keyOf('Registry', registry)) },
    )
  }
  for (const image of images) pushImage(ctx, registry, name, image)
  refreshRepository(ctx, key)
  measureRegistry(ctx, registry)
  if (!tier.allow_storage_overage && measureUsage(ctx).bytes > tier.included_storage_bytes)
    throw preconditionFailed('The storage of the plan is full.')
}

function pushImage(ctx: AccountContext, registry: string, repository: string, image: SeededImage): void {
  const { engine, ids, store, clock } = ctx
  const parent = childPath(placeOf(registry, repository))
  const blobs = image.blobs ?? [{ digest: `sha256:${ids.hex(64)}`, compressed_size_bytes: 48_232_448 }]
  const digest = image.digest ?? `sha256:${ids.hex(64)}`
  const compressed = blobs.reduce((sum, blob) => sum + blob.compressed_size_bytes, 0)
  for (const blob of blobs)
    store.put({ kind: blobKind, parent: childPath(keyOf('Registry', registry)), id: blob.digest, text: JSON.stringify(blob) })
  const sizes = { compressed_size_bytes: compressed, size_bytes: Math.round(compressed * 2.7) }
  // Pushing an image again makes it the latest one.
  store.delete({ kind: 'RegistryManifest', parent, id: digest })
  const fields = { registry_name: registry, repository, digest, ...sizes, blobs: [...blobs], tags: [] }
  engine.create('RegistryManifest', fields, { parent, id: digest, hidden: { manifests: image.manifests ?? [] } })
  for (const tag of image.tags ?? []) {
    store.delete({ kind: 'RegistryTag', parent, id: tag })
    const stamped = { manifest_digest: digest, ...sizes, updated_at: clock.timestamp() }
    engine.create('RegistryTag', { registry_name: registry, repository, tag, ...stamped }, { parent, id: tag })
  }
}

/** A registry has one garbage collection at a time. */
export function findActiveRun({ engine }: AccountContext, registry: string): Kinds['RegistryGarbageCollection'] | undefined {
  const parent = childPath(keyOf('Registry', registry))
  const latest = engine.findNewest('RegistryGarbageCollection', { parent })
  return latest && !hasEnded(latest) ? latest : undefined
}

export const hasEnded = ({ status }: Kinds['RegistryGarbageCollection']): boolean => ['failed', 'succeeded', 'cancelled'].includes(status)

export function listTags({ engine }: AccountContext, repository: Key): Kinds['RegistryTag'][] {
  return engine.list('RegistryTag', { parent: childPath(repository), order: 'newest' })
}

export function listManifests({ engine }: AccountContext, repository: Key): Kinds['RegistryManifest'][] {
  return engine.list('RegistryManifest', { parent: childPath(repository), order: 'newest' })
}

/** Updates the counts of a repository from its images, and removes it without any. */
export function refreshRepository(ctx: AccountContext, key: Key<'RegistryRepository'>): void {
  const { engine } = ctx
  if (!engine.find('RegistryRepository', key)) return
  const tags = listTags(ctx, key)
  for (const { digest, tags: before } of listManifests(ctx, key)) {
    const own = tags.filter((tag) => tag.manifest_digest === digest).map(({ tag }) => tag)
    if (JSON.stringify(own) !== JSON.stringify(before))
      engine.setFields('RegistryManifest', { parent: childPath(key), id: digest }, { tags: own })
  }
  const manifests = listManifests(ctx, key)
  const [latest] = manifests
  if (latest)
    engine.setFields('RegistryRepository', key, { latest_manifest: latest, tag_count: tags.length, manifest_count: manifests.length })
  else engine.delete('RegistryRepository', key)
}

/** True if an index of the repository references the image. */
export function isListed(ctx: AccountContext, repository: Key, digest: string): boolean {
  const parent = childPath(repository)
  return listManifests(ctx, repository).some(({ digest: id }) =>
    ctx.engine.getHidden('RegistryManifest', { parent, id }).manifests.includes(digest),
  )
}

/** Sums the stored bytes; layers that images share count once. */
export function measureRegistry({ engine, clock }: AccountContext, registry: string): void {
  const blobs = engine.list(blobKind, { parent: childPath(keyOf('Registry', registry)) })
  const bytes = blobs.reduce((sum, blob) => sum + blob.compressed_size_bytes, 0)
  engine.setFields('Registry', registry, { storage_usage_bytes: bytes, storage_usage_bytes_updated_at: clock.timestamp() })
}

/** Lists the blobs that no image references. */
export function findLooseBlobs(ctx: AccountContext, registry: string): readonly SeededBlob[] {
  const parent = childPath(keyOf('Registry', registry))
  const repositories = ctx.engine.list('RegistryRepository', { parent })
  const usedDigests = new Set(
    repositories.flatMap(({ name }) =>
      listManifests(ctx, placeOf(registry, name)).flatMap(({ blobs }) => blobs.map((blob) => blob.digest)),
    ),
  )
  return ctx.engine.list(blobKind, { parent }).filter(({ digest }) => !usedDigests.has(digest))
}

export function removeBlob({ engine }: AccountContext, registry: string, digest: string): void {
  engine.delete(blobKind, { parent: childPath(keyOf('Registry', registry)), id: digest })
}

/** @throws Failure 412 */
export function assertWritable(ctx: AccountContext, registry: string): void {
  if (findActiveRun(ctx, registry)) throw preconditionFailed('delete operations are not available while garbage collection is running')
}
