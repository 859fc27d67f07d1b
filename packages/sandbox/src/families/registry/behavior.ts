/** `/v2/registry` is `/v2/registries` for accounts that have exactly one, and is answered there. */
import type { FamilyBehavior } from '../family.ts'

export const registry: FamilyBehavior = {}
