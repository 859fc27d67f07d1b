import { filterByResource } from './resource-actions.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Action: { listQuery: (_call, _ctx, { relatedTo }) => (relatedTo ? { related: [filterByResource(relatedTo)] } : {}) },
}
