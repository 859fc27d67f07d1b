import { conflict } from '../../engine/failure.ts'
import type { Call } from '../../engine/call.ts'
import { checkPeering } from '../../shared/peerings.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  VpcPeering: {
    listQuery: ({ query: { region } }, { engine }) => {
      const isThere = (id: string) => engine.find('Vpc', id)?.region === region
      return { filter: region ? ({ vpc_ids: ids }) => ids.some(isThere) : undefined }
    },
    parseCreate: ({ body }: Call<'vpcPeerings_create'>, ctx) => {
      const [one = '', other = ''] = body.vpc_ids
      checkPeering(ctx, [one, other], 'vpc_ids')
      return { fields: body }
    },
    beforeDelete: ({ status }) => {
      if (status === 'DELETING') throw conflict('The peering is being deleted already.')
    },
  },
}
