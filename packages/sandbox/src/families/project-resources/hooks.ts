import { placementHooks } from '../../shared/project-urns.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = placementHooks
