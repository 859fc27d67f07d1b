/** Access points: folders of a share with a separate mount path. A deleted one can still be read, and its name can be reused. */
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { startShareAction } from './action.ts'
import type { Handlers } from '../family.ts'
import { listPoints, pointsOf, saveShareOfPoint, pointKey } from './access-points.ts'

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    /** Keys of the access points by id, because the path of an access point names no share. */
    nfsAccessPointShare: { readonly share: string }
  }
}

/** @throws Failure 404 */
function openPoint(
  { path: { access_point_id: id } }: Call<'nfs_accessPoints_get' | 'nfs_accessPoints_delete'>,
  { engine }: AccountContext,
) {
  const pointer = engine.find('nfsAccessPointShare', id)
  if (!pointer) throw notFound()
  const key = pointKey(pointer.share, id)
  return { key, point: engine.get('NfsAccessPoint', key) }
}

const list: Handler<'nfs_accessPoints_list'> = (call, ctx) => {
  const { status } = call.query
  const { id } = ctx.engine.get('NfsShare', call.path.share_id)
  const points = status
    ? ctx.engine.list('NfsAccessPoint', { parent: pointsOf(id), where: [{ field: 'status', equals: status }] })
    : listPoints(ctx, id)
  return answerValues(call, 'access_points', points)
}

const create: Handler<'nfs_accessPoints_create'> = ({ path: { share_id: id }, body, operation }, ctx) => {
  const share = ctx.engine.get('NfsShare', id)
  if (share.status !== 'ACTIVE') throw conflict(`The share must be ACTIVE; it is ${share.status}.`)
  if (!share.vpc_ids.includes(body.vpc_id)) throw unprocessable(`vpc_id: the share is not attached to the VPC "${body.vpc_id}".`)
  const point = ctx.engine.create('NfsAccessPoint', { is_default: false, ...body, share_id: id }, { parent: pointsOf(id) })
  saveShareOfPoint(ctx, point)
  const action = startShareAction(ctx, { type: 'create_access_point', share, seconds: operation.action?.seconds ?? 5 })
  return { access_point: point, action }
}

const remove: Handler<'nfs_accessPoints_delete'> = (call, ctx) => {
  const { engine, store } = ctx
  const { key, point: before } = openPoint(call, ctx)
  if (before.is_default) throw new Failure(400, 'The default access point of a share cannot be deleted.')
  if (before.status === 'ACCESS_POINT_DELETED') throw notFound()
  const point = engine.trigger('NfsAccessPoint', key, 'nfs_accessPoints_delete')
  // Clears the unique name, so that it can be reused.
  store.put({ ...key, text: JSON.stringify(point) })
  const share = engine.get('NfsShare', before.share_id)
  const action = startShareAction(ctx, { type: 'delete_access_point', share, seconds: call.operation.action?.seconds ?? 5 })
  return { access_point: point, action }
}

export const accessPointsHandlers = {
  nfs_accessPoints_list: list,
  nfs_accessPoints_create: create,
  nfs_accessPoints_get: (call, ctx) => ({ access_point: openPoint(call, ctx).point }),
  nfs_accessPoints_delete: remove,
} satisfies Handlers
