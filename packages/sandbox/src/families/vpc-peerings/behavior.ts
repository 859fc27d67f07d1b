import type { Behavior } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'
import { peer } from '../../shared/peerings.ts'

const secondsToDelete = 5

const list: Behavior = (call, { engine }) => {
  const { region } = call.query
  const isThere = (id: string) => engine.find({ kind: 'Vpc', id })?.['region'] === region
  const matches = ({ vpc_ids: ids }: Value) => region === undefined || region === '' || (ids as readonly string[]).some(isThere)
  return replyValues(call, 'vpc_peerings', engine.all({ kind: 'VpcPeering', order: 'newest' }).filter(matches))
}

const create: Behavior = (call, world) => {
  const { name, vpc_ids: vpcs } = readBody(call) as { name: string; vpc_ids: [string, string] }
  return { body: JSON.stringify({ vpc_peering: peer(world, { name, vpcs, field: 'vpc_ids' }) }) }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  if (world.engine.get(key)['status'] === 'DELETING') throw conflict('The peering is being deleted already.')
  world.engine.trigger(key, call.operation.id)
  later(world, secondsToDelete, 'engine.remove', key)
  return { body: JSON.stringify({ vpc_peering: world.engine.get(key) }) }
}

export const vpcPeerings: FamilyBehavior = {
  operations: { vpcPeerings_list: list, vpcPeerings_create: create, vpcPeerings_delete: remove },
}
