import { conflict } from '../../engine/failure.ts'
import type { Operations } from '../../generated/types.ts'
import { checkPeering } from '../../shared/peerings.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  VpcPeering: {
    keeping: ({ query: { region } }, { engine }) => {
      const isThere = (id: string) => engine.find('Vpc', id)?.region === region
      return region ? ({ vpc_ids: ids }) => ids.some(isThere) : undefined
    },
    reading: (body: Operations['vpcPeerings_create' | 'vpcPeerings_update']['body'], _call, ctx) => {
      if (!('vpc_ids' in body)) return body
      const [one = '', other = ''] = body.vpc_ids
      checkPeering(ctx, [one, other], 'vpc_ids')
      return body
    },
    beforeDelete: ({ status }) => {
      if (status === 'DELETING') throw conflict('The peering is being deleted already.')
    },
  },
}
