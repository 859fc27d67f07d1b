/** What is in a registry, listed and deleted at both addresses. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { isListed, listManifests, listTags, refreshRepository, removeManifest, repositoryKey } from './contents.ts'
import { findActiveRun } from './garbage.ts'
import { registryKey } from './plan.ts'
import { replyByToken } from './reply-by-token.ts'

const list: Behavior = (call, world) => replyByToken(call, 'repositories', repositoriesOf(call, world))

const listTagged: Behavior = (call, world) => {
  const registry = registryOf(call, world)
  const tagged = repositoriesOf(call, world).flatMap(({ name, registry_name, tag_count }) => {
    const [latest_tag] = listTags(world, repositoryKey(registry, name))
    return latest_tag ? [{ registry_name, name, latest_tag, tag_count }] : []
  })
  return replyValues(call, 'repositories', tagged)
}

/** By name, so that a place in the list stays the same whatever is pushed. */
function repositoriesOf(call: Call, world: World) {
  const parent = under(registryKey(registryOf(call, world)))
  const all = world.engine.all({ kind: 'RegistryRepository', parent }) as (Record<string, unknown> & { readonly name: string })[]
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const removeRepository: Behavior = (call, world) => {
  assertWritable(call, world)
  world.engine.remove(openRepository(call, world))
  return {}
}

const listRepositoryTags: Behavior = (call, world) => replyValues(call, 'tags', listTags(world, openRepository(call, world)))

const listRepositoryManifests: Behavior = (call, world) => replyValues(call, 'manifests', listManifests(world, openRepository(call, world)))

/** A tag that is not there, or not any more, is answered like one that just went. */
const removeTag: Behavior = (call, world) => {
  assertWritable(call, world)
  const registry = registryOf(call, world)
  const repository = repositoryKey(registry, call.path['repository_name'])
  const tag = { kind: 'RegistryTag', parent: under(repository), id: String(call.path['repository_tag']) }
  if (!world.engine.find(tag)) return {}
  world.engine.remove(tag)
  refreshRepository(world, registry, repository.id)
  return {}
}

const removeImage: Behavior = (call, world) => {
  assertWritable(call, world)
  const repository = openRepository(call, world)
  const digest = String(call.path['manifest_digest'])
  if (isListed(world, repository, digest)) throw preconditionFailed('manifest is referenced by one or more other manifests')
  removeManifest(world, repository, digest)
  refreshRepository(world, registryOf(call, world), repository.id)
  return {}
}

/** @throws Failure 404, 412 */
function assertWritable(call: Call, world: World): void {
  if (findActiveRun(world, registryOf(call, world)))
    throw preconditionFailed('delete operations are not available while garbage collection is running')
}

/** @throws Failure 404 */
function registryOf(call: Call, { engine }: World): string {
  const name = String(call.path['registry_name'])
  if (!engine.find(registryKey(name))) throw notFound('registry does not exist')
  return name
}

function openRepository(call: Call, world: World): Key {
  const key = repositoryKey(registryOf(call, world), call.path['repository_name'])
  world.engine.text(key)
  return key
}

/** For accounts that have exactly one. */
export const onlyRegistryRepositories: NonNullable<FamilyBehavior['operations']> = {
  registry_list_repositories: listTagged,
  registry_list_repositories_v2: list,
  registry_list_repository_tags: listRepositoryTags,
  registry_delete_repository_tag: removeTag,
  registry_list_repository_manifests: listRepositoryManifests,
  registry_delete_repository_manifest: removeImage,
}

export const registryRepositories: FamilyBehavior = {
  operations: {
    registries_list_repositories: list,
    registries_delete_repository: removeRepository,
    registries_list_repository_tags: listRepositoryTags,
    registries_delete_repository_tag: removeTag,
    registries_list_repository_manifests: listRepositoryManifests,
    registries_delete_repository_manifest: removeImage,
  },
}
