import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { checkTier, startedAction } from '../nfs/index.ts'
import { later } from '../../shared/later.ts'
import { setVpcs, shareKey, withoutVpc } from '../../shared/nfs-shares.ts'
import { readVpc } from '../../shared/read-vpc.ts'

interface Request {
  readonly type: string
  readonly region?: string
  readonly params: Readonly<Record<string, unknown>>
}

const create: Behavior = (call, world) => {
  const { engine } = world
  // The body was validated against exactly this.
  const request = readBody(call) as unknown as Request
  const key = shareKey(call.path['nfs_id'])
  const share = engine.find(key)
  if (!share) throw notFound('share not found')
  if (request.region && request.region !== share['region']) throw notFound()
  if (share['locked'] === true) throw conflict('Another action on the share is still running.')
  const isUsable = share['status'] === 'ACTIVE' || (share['status'] === 'INACTIVE' && request.type === 'attach')
  if (!isUsable)
    throw conflict(`The share is ${String(share['status'])}${share['status'] === 'INACTIVE' ? ' and can only be attached' : ''}.`)
  check(world, share, request)
  const snapshot = request.type === 'snapshot' ? takeSnapshot(world, share, request.params['name']) : undefined
  // A tier is another price from now on; everything else shows when the action has ended.
  if (request.type === 'switch_performance_tier') engine.change(key, { performance_tier: request.params['performance_tier'] })
  engine.change(key, { locked: true })
  later(world, call.operation.action?.seconds ?? 10, 'nfsActions.finish', { id: key.id, request })
  return { body: JSON.stringify({ action: startedAction(world, request.type, share, snapshot) }) }
}

/** @throws Failure 422 */
function check(world: World, share: Value, { type, params }: Request): void {
  const attached = share['vpc_ids'] as readonly unknown[]
  const entering = (field: string) => {
    readVpc(world, `params.${field}`, params[field], String(share['region']))
    if (attached.includes(params[field])) throw unprocessable(`params.${field}: the share is attached to this VPC already.`)
    if (type === 'attach' && attached.length > 0) throw unprocessable(`params.${field}: the share is attached to another VPC. Reassign it.`)
  }
  const leaving = (field: string) => {
    if (!attached.includes(params[field])) throw unprocessable(`params.${field}: the share is not attached to this VPC.`)
  }
  switch (type) {
    case 'resize':
      if (Number(params['size_gib']) <= Number(share['size_gib']))
        throw unprocessable(`params.size_gib: must be more than the present ${String(share['size_gib'])}.`)
      return
    case 'attach':
      return entering('vpc_id')
    case 'detach':
      return leaving('vpc_id')
    case 'reassign':
      leaving('old_vpc_id')
      return entering('new_vpc_id')
    case 'switch_performance_tier':
      if (checkTier(params['performance_tier'], 'params.performance_tier') === share['performance_tier'])
        throw unprocessable(`params.performance_tier: the share is ${String(share['performance_tier'])} already.`)
  }
}

/** It shows the share as it is now, and is complete when its own time is over. */
function takeSnapshot({ engine }: World, share: Value, name: unknown): Value {
  return engine.create('NfsSnapshot', { name, size_gib: share['size_gib'], region: share['region'], share_id: share['id'] })
}

function finish({ id, request }: { readonly id: string; readonly request: Request }, world: World): void {
  const share = world.engine.find(shareKey(id))
  if (!share) return
  world.engine.change(shareKey(id), { locked: false })
  const { type, params } = request
  const vpcs = share['vpc_ids'] as readonly string[]
  // A VPC may have been deleted while the action ran.
  const entering = [params['vpc_id'], params['new_vpc_id']].map(String).filter((vpc) => world.engine.find({ kind: 'Vpc', id: vpc }))
  if (type === 'resize') world.engine.change(shareKey(id), { size_gib: params['size_gib'] })
  if (type === 'attach') setVpcs(world, id, [...vpcs, ...entering])
  if (type === 'detach') setVpcs(world, id, withoutVpc(share, String(params['vpc_id'])))
  if (type === 'reassign') setVpcs(world, id, [...withoutVpc(share, String(params['old_vpc_id'])), ...entering])
}

export const nfsActions: FamilyBehavior = { operations: { nfsActions_create: create }, due: { 'nfsActions.finish': finish } }
