import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { startShareAction } from '../nfs/index.ts'
import { setShareVpcs } from '../../shared/nfs-shares.ts'
import type { Handlers, Jobs } from '../family.ts'

type Request = Operations['nfs_actions_create']['body']

type Share = Kinds['NfsShare']

interface Finish {
  readonly id: string
  readonly request: Request
}

const create: Handler<'nfs_actions_create'> = ({ path: { nfs_id: id }, body, operation }, ctx) => {
  const { engine } = ctx
  const share = engine.get('NfsShare', id)
  if (body.region && body.region !== share.region) throw notFound()
  if (share.locked) throw conflict('Another action on the share is still running.')
  const isUsable = share.status === 'ACTIVE' || (share.status === 'INACTIVE' && body.type === 'attach')
  if (!isUsable) throw conflict(`The share is ${share.status}${share.status === 'INACTIVE' ? ' and can only be attached' : ''}.`)
  checkAction(share, body)
  // The response shows the present share, and the action completes after its own duration.
  const snapshot =
    body.type === 'snapshot'
      ? engine.create('NfsSnapshot', { name: body.params.name, size_gib: share.size_gib, region: share.region, share_id: id })
      : undefined
  // A new tier changes the price immediately; every other change applies when the action completes.
  if (body.type === 'switch_performance_tier') engine.setFields('NfsShare', id, { performance_tier: body.params.performance_tier })
  const action = startShareAction(ctx, {
    type: body.type,
    share,
    snapshot,
    seconds: operation.action?.seconds ?? 10,
    locks: [keyOf('NfsShare', id)],
    onComplete: 'nfsActions.finish',
    payload: { id, request: body } satisfies Finish,
  })
  return { action }
}

/** @throws Failure 422 */
function checkAction(share: Share, { type, params }: Request): void {
  const { vpc_ids: attached } = share
  const entering = (field: string, vpc: string) => {
    if (attached.includes(vpc)) throw unprocessable(`params.${field}: the share is attached to this VPC already.`)
    if (type === 'attach' && attached.length > 0) throw unprocessable(`params.${field}: the share is attached to another VPC. Reassign it.`)
  }
  const leaving = (field: string, vpc: string) => {
    if (!attached.includes(vpc)) throw unprocessable(`params.${field}: the share is not attached to this VPC.`)
  }
  switch (type) {
    case 'resize':
      if (params.size_gib <= share.size_gib) throw unprocessable(`params.size_gib: must be more than the present ${share.size_gib}.`)
      return
    case 'attach':
      return entering('vpc_id', params.vpc_id)
    case 'detach':
      return leaving('vpc_id', params.vpc_id)
    case 'reassign':
      leaving('old_vpc_id', params.old_vpc_id)
      return entering('new_vpc_id', params.new_vpc_id)
    case 'switch_performance_tier':
      if (params.performance_tier === share.performance_tier)
        throw unprocessable(`params.performance_tier: the share is ${share.performance_tier} already.`)
  }
}

function finishAction({ id, request: { type, params } }: Finish, ctx: AccountContext): void {
  const { engine } = ctx
  if (!engine.find('NfsShare', id)) return
  const share = engine.get('NfsShare', id)
  const removeVpc = (vpc: string) => share.vpc_ids.filter((other) => other !== vpc)
  // The VPC may have been deleted while the action ran.
  const ifThere = (vpc: string) => (engine.find('Vpc', vpc) ? [vpc] : [])
  if (type === 'resize') engine.setFields('NfsShare', id, { size_gib: params.size_gib })
  if (type === 'attach') setShareVpcs(ctx, share, [...share.vpc_ids, ...ifThere(params.vpc_id)])
  if (type === 'detach') setShareVpcs(ctx, share, removeVpc(params.vpc_id))
  if (type === 'reassign') setShareVpcs(ctx, share, [...removeVpc(params.old_vpc_id), ...ifThere(params.new_vpc_id)])
}

export const handlers = { nfs_actions_create: create } satisfies Handlers

export const jobs: Jobs = { 'nfsActions.finish': finishAction }
