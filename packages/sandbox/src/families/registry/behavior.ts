/** `/v2/registry` is `/v2/registries` for accounts that have exactly one. */
import type { FamilyBehavior } from '../family.ts'
import { onlyRegistry, onlyRegistryGarbage, onlyRegistryRepositories } from '../registries/index.ts'

export const registry: FamilyBehavior = { operations: { ...onlyRegistry, ...onlyRegistryGarbage, ...onlyRegistryRepositories } }
