/** Database engines: versions, sizes, regions and storage. */
import {
  type DatabaseEngineEntry,
  type DatabaseSizeEntry,
  type DatabaseVersionEntry,
  databaseEngines,
  databaseSizes,
  smallestSize,
} from '../../catalog/database-engines.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { unknownSlug } from '../../engine/unknown-slug.ts'

const engines = new Map(databaseEngines.map((entry) => [entry.slug, entry]))
const sizes = new Map(databaseSizes.map((entry) => [entry.slug, entry]))

/** Returns the engine of a cluster or of a validated request. */
export function engineOf({ engine }: { readonly engine?: unknown }): DatabaseEngineEntry {
  const found = engines.get(String(engine))
  if (!found) throw unprocessable(`engine: there is no engine "${String(engine)}".`)
  return found
}

/** @throws Failure 422 */
export function sizeOf(size: string): DatabaseSizeEntry {
  const found = sizes.get(size)
  if (!found) throw unknownSlug({ field: 'size', slug: size, choices: [...sizes.keys()], message: 'invalid size' })
  return found
}

/** Returns the requested version, or the newest. @throws Failure 422 */
export function versionOf(engine: DatabaseEngineEntry, version: string | undefined): DatabaseVersionEntry {
  const { versions } = engine
  return version ? findVersion(engine, version) : (versions.at(-1) ?? versions[0])
}

/** @throws Failure 422 */
export function findVersion({ versions }: DatabaseEngineEntry, version: string): DatabaseVersionEntry {
  const found = versions.find((entry) => entry.version === version)
  if (!found)
    throw unknownSlug({
      field: 'version',
      slug: version,
      choices: versions.map((entry) => entry.version),
      message: 'invalid cluster engine version',
    })
  return found
}

/** Compares versions number by number: 2 < 2.19 < 3. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** @throws Failure 422 */
export function checkRegion({ regions, title }: DatabaseEngineEntry, region: string): void {
  if (!regions.includes(region)) throw unprocessable(`region: ${title} is not offered in ${region}; choose one of ${regions.join(', ')}.`)
}

/** Validates the size for the region. @throws Failure 412, 422 */
export function checkRoom(size: string, region: string): void {
  if (sizeOf(size).unavailableIn.includes(region))
    throw preconditionFailed("At this time, we're unable to create a cluster of that size in that region")
}

/** Validates the combination of node count and size. @throws Failure 422 */
export function checkLayout(engine: DatabaseEngineEntry, size: string, nodes: number): void {
  const { layouts, title } = engine
  sizeOf(size)
  const found = layouts.find((layout) => layout.num_nodes === nodes)
  if (!found) {
    const counts = layouts.map((layout) => layout.num_nodes).join(', ')
    const limit = engine.hasStandbys && nodes > 3 ? 'a cluster can have two standby nodes at most; ' : ''
    throw unprocessable(`num_nodes: ${limit}${title} takes one of ${counts}, not ${nodes}.`)
  }
  if (found.sizes.includes(size)) return
  if (size === smallestSize && nodes > 1 && engine.hasStandbys)
    throw unprocessable(`num_nodes: ${smallestSize} takes no standby nodes; choose a larger size.`)
  throw unprocessable(`size: ${size} is not offered for ${title} with num_nodes ${nodes}; choose one of ${found.sizes.join(', ')}.`)
}

/** Returns the requested storage, or the storage that the size includes. @throws Failure 422 */
export function parseStorage({ slug, storageMib, maxStorageMib }: DatabaseSizeEntry, storage: number | undefined): number {
  if (storage === undefined) return storageMib
  if (storage < storageMib || storage > maxStorageMib)
    throw unprocessable(`storage_size_mib: must be from ${storageMib} to ${maxStorageMib} for ${slug}.`)
  return storage
}

/** Returns the storage after a resize, which never shrinks. @throws Failure 422 */
export function parseGrownStorage(
  { storage_size_mib: present }: { readonly storage_size_mib: number },
  size: string,
  requested: number | undefined,
): number {
  const { slug, storageMib, maxStorageMib } = sizeOf(size)
  const storage = requested ?? Math.max(present, storageMib)
  if (storage < present) throw unprocessable(`storage_size_mib: must not be less than the present ${present}.`)
  if (storage < storageMib || storage > maxStorageMib)
    throw unprocessable(`storage_size_mib: must be from ${storageMib} to ${maxStorageMib} for ${slug}, and would be ${storage}.`)
  return storage
}

/** Connection limit of a size: 25 per GiB of memory, minus three that the platform reserves. */
export function backendConnections({ size }: { readonly size: string }): number {
  return sizeOf(size).memoryGib * 25 - 3
}
