import { parentKey } from '../../store/store.ts'
import { describeMember, describePool } from './descriptions.ts'
import { assertStaying } from './members.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DropletAutoscalePool: {
    serialize: (pool, _key, ctx) => describePool(ctx, pool),
    beforeDelete: (_pool, { id }, ctx) => assertStaying(ctx, id),
    afterDelete: (_pool, _key, { engine }, { droplets = [] }) => {
      for (const id of droplets) if (engine.find('Droplet', id)) engine.delete('Droplet', id)
    },
  },
  DropletAutoscalePoolMember: {
    listQuery: oldestFirst,
    serialize: (member, { parent }, ctx) =>
      describeMember(ctx, ctx.engine.get('DropletAutoscalePool', parentKey(parent)?.id ?? ''), member),
  },
}
