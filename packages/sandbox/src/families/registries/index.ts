import type { RegistriesHandlers, RegistryHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'
import { garbageCollectionsHandlers, garbageCollectionsHooks } from './garbage-collections.handlers.ts'
import { repositoriesHooks } from './repositories.hooks.ts'
import { repositoriesHandlers } from './repositories.handlers.ts'

export { type SeededBlob, seedRepository } from './contents.ts'

export const registries: Family<RegistriesHandlers & RegistryHandlers> = {
  handlers: { ...handlers, ...garbageCollectionsHandlers, ...repositoriesHandlers },
  hooks: joinHookTables(hooks, repositoriesHooks, garbageCollectionsHooks),
}
