import { parentKey } from '../../store/store.ts'
import { describeMember, describePool } from './descriptions.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DropletAutoscalePool: {
    serialize: (pool, _key, ctx) => describePool(ctx, pool),
  },
  DropletAutoscalePoolMember: {
    listQuery: oldestFirst,
    serialize: (member, { parent }, ctx) =>
      describeMember(ctx, ctx.engine.get('DropletAutoscalePool', parentKey(parent)?.id ?? ''), member),
  },
}
