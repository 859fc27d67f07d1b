import type { HooksByKind } from '../../engine/hooks.ts'

export const logsinksHooks: HooksByKind = {
  DatabaseLogsink: {
    order: 'oldest',
    beside: { databases_logsinks_get: (sink) => sink },
  },
}
