import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { unprocessable } from '../../engine/failure.ts'
import { parentKey } from '../../store/store.ts'
import { normalizeName } from '../../shared/record-format.ts'
import { updateZoneFile } from '../../shared/zone.ts'

const record: ResourceHooks<'DomainRecord'> = {
  /** Clients filter by the fully qualified name. */
  listQuery: ({ path }, _ctx, { filters }) => ({
    order: 'oldest',
    where: filters.flatMap((filter) => {
      if (filter.field !== 'name') return [filter]
      const name = String(filter.equals)
      return name === '' ? [] : [{ ...filter, equals: normalizeName(name, String(path['domain_name']).toLowerCase()), ignoreCase: true }]
    }),
  }),
  beforeDelete: ({ type }) => {
    if (type === 'SOA') throw unprocessable('The SOA record cannot be deleted.')
  },
  afterDelete: (_, { parent }, ctx) => {
    const domain = parentKey(parent)
    if (domain && ctx.engine.find('Domain', domain.id)) updateZoneFile(ctx, domain.id)
  },
}

export const hooks: HooksByKind = { DomainRecord: record }
