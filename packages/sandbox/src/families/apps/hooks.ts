import { appKey } from './app-state.ts'
import { removeDnsRecords } from './domains.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  App: {
    beforeDelete: (_, { id }, ctx) => removeDnsRecords(ctx, appKey(id)),
  },
}
