import { keyOf } from '../../engine/kinds.ts'
import { onlyOne } from '../../engine/engine.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Registry: {
    // The subscription ends with the last registry.
    afterDelete: (_value, _key, { engine, store }) => {
      if (engine.count('Registry') === 0) store.delete(keyOf('RegistrySubscription', onlyOne))
    },
  },
}
