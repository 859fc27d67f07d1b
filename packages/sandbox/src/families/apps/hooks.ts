import { appKey } from './app-state.ts'
import { dropRecords } from './domains.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  App: {
    beforeDelete: (_, { id }, ctx) => dropRecords(ctx, appKey(id)),
  },
}
