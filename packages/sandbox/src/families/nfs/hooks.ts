import type { Call } from '../../engine/call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { createDefaultPoint, listPoints } from './access-points.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { allocateShareHost, setShareVpcs } from '../../shared/nfs-shares.ts'
import { requireRegion } from '../../shared/require-region.ts'
import type { HooksByKind, ListInput } from '../../engine/hooks.ts'

/** Treats an empty region as absent. */
const listQuery = (_call: UntypedCall, _ctx: AccountContext, { filters }: ListInput) => ({
  where: filters.filter(({ equals }) => equals !== ''),
})

/** @throws Failure 404 if the share is in another region than the requested one */
const isIn = ({ query }: UntypedCall, own: string | undefined, message: string) => {
  if (own !== undefined && query['region'] && query['region'] !== own) throw notFound(message)
}

/** Makes the share mountable. Its VPC may have been deleted meanwhile. */
function activateShare(share: Kinds['NfsShare'], ctx: AccountContext): Changes<Kinds['NfsShare']> {
  const { id, vpc_ids: vpcs } = share
  createDefaultPoint(ctx, share)
  return {
    status: vpcs.length === 0 ? 'INACTIVE' : 'ACTIVE',
    mount_path: `/${ctx.owner.team.uuid.slice(0, 8)}/${id}`,
    host: allocateShareHost(ctx, vpcs[0]),
  }
}

function detachFromVpc(ctx: AccountContext, vpc: string): void {
  for (const share of ctx.engine.list('NfsShare', { where: [{ field: 'vpc_ids[]', equals: vpc }] }))
    setShareVpcs(
      ctx,
      share,
      share.vpc_ids.filter((id) => id !== vpc),
    )
}

export const hooks: HooksByKind = {
  NfsShare: {
    listQuery,
    parseCreate: ({ body }: Call<'nfs_create'>, ctx) => {
      const { region } = body
      requireRegion(ctx, region)
      const requestedIds = [...new Set(body.vpc_ids)]
      const vpcs = requestedIds.length > 0 ? requestedIds : [ensureDefaultVpc(ctx, region).id]
      const unset = { locked: false, mount_path: '', host: '', access_points: [] }
      return { fields: { ...unset, ...body, vpc_ids: vpcs } }
    },
    onEnter: { ACTIVE: (share, _key, ctx) => activateShare(share, ctx) },
    beforeAccess: (call, { engine }) => {
      const { nfs_id: id } = call.path
      if (id !== undefined) isIn(call, engine.find('NfsShare', id)?.region, 'share not found')
    },
    serialize: (share, _key, ctx) => ({ ...share, access_points: listPoints(ctx, share.id) }),
    beforeDelete: ({ locked }) => {
      if (locked) throw conflict('An action on the share is still running.')
    },
  },
  NfsSnapshot: {
    listQuery,
    beforeAccess: (call, { engine }) => {
      const { nfs_snapshot_id: id } = call.path
      if (id !== undefined) isIn(call, engine.find('NfsSnapshot', id)?.region, 'snapshot not found')
    },
  },
  Vpc: { afterDelete: ({ id }, _key, ctx) => detachFromVpc(ctx, id) },
}
