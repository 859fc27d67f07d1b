import { record } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { DomainRecord: record }
