import { requireSchemaRegistry } from './schema-registry.handlers.ts'
import { type HooksByKind, byName } from '../../engine/hooks.ts'

export const schemaRegistryHooks: HooksByKind = {
  DatabaseSchema: { listQuery: byName, beforeAccess: (call, ctx) => void requireSchemaRegistry(call, ctx) },
}
