import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { keyOf } from '../../engine/kinds.ts'
import { getLagSeconds } from '../../engine/lag.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import { notifyOwner } from '../../shared/droplet-owner.ts'
import { scheduleAfter } from '../../shared/schedule-job.ts'

type Droplet = Kinds['Droplet']

function keepReadable(ctx: AccountContext, droplet: Droplet): void {
  const seconds = getLagSeconds(ctx.settings, 'deletedDroplet')
  if (seconds === 0) return
  const key: Key = keyOf('deleted-droplet', droplet.id)
  ctx.store.put({ ...key, text: JSON.stringify(droplet) })
  scheduleAfter(ctx, seconds, 'engine.remove', key)
}

const droplet: ResourceHooks<'Droplet'> = {
  computed: ({ size: { slug, memory, vcpus } }) => ({ size_slug: slug, memory, vcpus }),
  listQuery: ({ query }, _ctx, { filters }) => ({
    where: [
      ...filters.map((filter) => (filter.field === 'name' ? { ...filter, ignoreCase: true } : filter)),
      { field: 'gpu', equals: query['type'] === 'gpus', hidden: true },
    ],
  }),
  afterDelete: (value, _key, ctx, { owner }) => {
    if (owner) notifyOwner(ctx, owner)
    keepReadable(ctx, value)
  },
}

export const hooks: HooksByKind = { Droplet: droplet }
