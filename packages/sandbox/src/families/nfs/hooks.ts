import type { Call } from '../../engine/call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { createDefaultPoint, listPoints } from './access-points.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { allocateShareHost, setShareVpcs } from '../../shared/nfs-shares.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { requireVpc } from '../../shared/vpcs.ts'
import type { Jobs } from '../family.ts'
import type { HooksByKind, ListInput } from '../../engine/hooks.ts'

const secondsToCreate = 20

const tiers = ['standard', 'high']

/** @throws Failure 422 for an unknown tier */
export function checkTier(given: string | undefined, field: string): string {
  const tier = given || 'standard'
  if (!tiers.includes(tier)) throw unprocessable(`${field}: must be one of ${tiers.join(', ')}`)
  return tier
}

/** Treats an empty region as absent. */
const listQuery = (_call: UntypedCall, _ctx: AccountContext, { filters }: ListInput) => ({
  where: filters.filter(({ equals }) => equals !== ''),
})

/** @throws Failure 404 if the share is in another region than the requested one */
const isIn = ({ query }: UntypedCall, own: string | undefined, message: string) => {
  if (own !== undefined && query['region'] && query['region'] !== own) throw notFound(message)
}

/** Completes the create action: the share can be mounted. Its VPC may have been deleted meanwhile. */
function open({ id }: { readonly id: string }, ctx: AccountContext): void {
  const { engine, owner } = ctx
  const share = engine.find('NfsShare', id)
  if (share?.status !== 'CREATING') return
  const { vpc_ids: vpcs } = share
  const mountPath = `/${owner.team.uuid.slice(0, 8)}/${id}`
  setShareVpcs(
    ctx,
    engine.setFields('NfsShare', id, { status: 'ACTIVE', mount_path: mountPath, host: allocateShareHost(ctx, vpcs[0]) }),
    vpcs,
  )
  createDefaultPoint(ctx, share)
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
      const { region, performance_tier: tier } = body
      requireRegion(ctx, region)
      const asked = [...new Set(body.vpc_ids)]
      for (const id of asked) requireVpc(ctx, 'vpc_ids', id, region)
      const vpcs = asked.length > 0 ? asked : [ensureDefaultVpc(ctx, region).id]
      const unset = { locked: false, mount_path: '', host: '', access_points: [] }
      return { fields: { ...unset, ...body, vpc_ids: vpcs, performance_tier: checkTier(tier, 'performance_tier') }, lifecycle: false }
    },
    afterCreate: ({ id }, _key, ctx) => scheduleIn(ctx, secondsToCreate, 'nfs.open', { id }),
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

export const jobs: Jobs = { 'nfs.open': open }
