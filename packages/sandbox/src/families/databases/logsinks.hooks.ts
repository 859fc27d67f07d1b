import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const logsinksHooks: HooksByKind = {
  DatabaseLogsink: {
    listQuery: oldestFirst,
    envelope: { databases_logsinks_get: ({ value }) => value },
  },
}
