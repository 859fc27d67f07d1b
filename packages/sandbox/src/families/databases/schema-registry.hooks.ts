import { open } from './schema-registry.ts'
import { type HooksByKind, byName } from '../../engine/hooks.ts'

export const schemaRegistryHooks: HooksByKind = { DatabaseSchema: { listQuery: byName, beforeAccess: (call, ctx) => void open(call, ctx) } }
