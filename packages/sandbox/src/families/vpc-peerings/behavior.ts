import type { Behavior } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { Operations } from '../../generated/types.ts'
import type { FamilyBehavior } from '../family.ts'
import { checkPeering } from '../../shared/peerings.ts'

const list: Behavior<'vpcPeerings_list'> = (call, { engine }) => {
  const { region } = call.query
  const isThere = (id: string) => !region || engine.find('Vpc', id)?.region === region
  return answerValues(
    call,
    'vpc_peerings',
    engine.all('VpcPeering', { order: 'newest' }).filter(({ vpc_ids: ids }) => ids.some(isThere)),
  )
}

export const vpcPeerings: FamilyBehavior = {
  behaviors: { vpcPeerings_list: list },
  kinds: {
    VpcPeering: {
      reading: (body: Operations['vpcPeerings_create' | 'vpcPeerings_update']['body'], _call, world) => {
        if (!('vpc_ids' in body)) return body
        const [one = '', other = ''] = body.vpc_ids
        checkPeering(world, [one, other], 'vpc_ids')
        return body
      },
      removing: ({ status }) => {
        if (status === 'DELETING') throw conflict('The peering is being deleted already.')
      },
    },
  },
}
