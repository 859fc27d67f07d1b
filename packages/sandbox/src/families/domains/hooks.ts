import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Domain: {
    // Kept small; requests may spell it as they like.
    id: (asked) => asked.toLowerCase(),
  },
}
