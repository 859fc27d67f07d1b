import { open } from './schema-registry.handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const schemaRegistryHooks: HooksByKind = { DatabaseSchema: { order: 'name', beforeAccess: (call, ctx) => void open(call, ctx) } }
