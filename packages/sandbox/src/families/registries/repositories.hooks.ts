import { preconditionFailed } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { isListed, listTags, placeOf, refreshRepository, assertWritable } from './contents.ts'

const repository: ResourceHooks<'RegistryRepository'> = {
  beforeDelete: ({ registry_name: registry }, _, ctx) => assertWritable(ctx, registry),
}

const manifest: ResourceHooks<'RegistryManifest'> = {
  beforeDelete: ({ registry_name: registry, repository: name, digest }, _, ctx) => {
    assertWritable(ctx, registry)
    if (isListed(ctx, placeOf(registry, name), digest)) throw preconditionFailed('manifest is referenced by one or more other manifests')
  },
  afterDelete: ({ registry_name: registry, repository: name, digest }, { parent }, ctx) => {
    for (const { tag, manifest_digest: of } of listTags(ctx, placeOf(registry, name)))
      if (of === digest) ctx.engine.delete('RegistryTag', { parent, id: tag })
    refreshRepository(ctx, placeOf(registry, name))
  },
}

export const repositoriesHooks: HooksByKind = { RegistryRepository: repository, RegistryManifest: manifest }
