import { aboutIs } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { Action: { related: (to) => [aboutIs(to)] } }
