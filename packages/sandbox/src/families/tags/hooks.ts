import { tag } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { Tag: tag }
