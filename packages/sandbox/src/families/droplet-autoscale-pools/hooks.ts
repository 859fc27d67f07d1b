import { parentKey } from '../../store/store.ts'
import { describeMember, describePool } from './describe.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DropletAutoscalePool: {
    serialize: (pool, _key, ctx) => describePool(ctx, pool),
  },
  DropletAutoscalePoolMember: {
    order: 'oldest',
    serialize: (member, { parent }, ctx) =>
      describeMember(ctx, ctx.engine.get('DropletAutoscalePool', parentKey(parent)?.id ?? ''), member),
  },
}
