import { filterByResource } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { Action: { related: (to) => [filterByResource(to)] } }
