import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { accessPointDues, accessPointOperations, addDefaultPoint, listPoints } from './access-points.ts'
import { checkTier } from './tiers.ts'
import { later } from '../../shared/later.ts'
import { hostIn, setVpcs, shareKey } from '../../shared/nfs-shares.ts'
import { openRegion } from '../../shared/open-region.ts'
import { readVpc } from '../../shared/read-vpc.ts'

const secondsToCreate = 20

const describe = (world: World, share: Value): Value => ({ ...share, access_points: listPoints(world, String(share['id'])) })

/** An empty region is none. */
function filtersOf(call: Call) {
  return readFilters(call).filter(({ equals }) => equals !== '')
}

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'NfsShare', where: filtersOf(call), order: 'newest', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((share) => JSON.stringify(describe(world, share)))
  return replyPage(call, 'shares', { texts: described.join(','), total })
}

const listSnapshots: Behavior = (call, { engine }) =>
  replyPage(call, 'snapshots', engine.list({ kind: 'NfsSnapshot', where: filtersOf(call), order: 'newest', page: readPage(call) }))

/** @throws Failure 404 when it is not there, or in another region than the one asked for */
function findIn(call: Call, { engine }: World, kind: string, id: unknown): Value {
  const { region } = call.query
  const value = engine.find({ kind, id: String(id) })
  if (!value || (region !== undefined && region !== '' && value['region'] !== region))
    throw notFound(kind === 'NfsShare' ? 'share not found' : 'snapshot not found')
  return value
}

const create: Behavior = (call, world) => {
  const { name, size_gib, region, vpc_ids: given, performance_tier: tier } = readBody(call)
  openRegion(world, region)
  const vpcs = [...new Set(given as readonly string[])]
  for (const id of vpcs) readVpc(world, 'vpc_ids', id, String(region))
  const fields = { name, size_gib, region, vpc_ids: vpcs, performance_tier: checkTier(tier, 'performance_tier') }
  const share = world.engine.create('NfsShare', fields, { lifecycle: false })
  later(world, secondsToCreate, 'nfs.open', { id: share['id'] })
  return { body: JSON.stringify({ share }) }
}

const remove: Behavior = (call, world) => {
  const { id, locked } = findIn(call, world, 'NfsShare', call.path['nfs_id'])
  if (locked === true) throw conflict('An action on the share is still running.')
  world.engine.remove(shareKey(id))
  return {}
}

const removeSnapshot: Behavior = (call, world) => {
  const { id } = findIn(call, world, 'NfsSnapshot', call.path['nfs_snapshot_id'])
  world.engine.remove({ kind: 'NfsSnapshot', id: String(id) })
  return {}
}

/** The share has been made: now it can be mounted. A VPC may have been deleted meanwhile. */
function open({ id }: { readonly id: string }, world: World): void {
  const share = world.engine.find(shareKey(id))
  if (share?.['status'] !== 'CREATING') return
  const vpcs = share['vpc_ids'] as readonly string[]
  const mountPath = `/${world.owner.team.uuid.slice(0, 8)}/${id}`
  world.engine.change(shareKey(id), { status: 'ACTIVE', mount_path: mountPath, host: hostIn(world, vpcs[0]) })
  setVpcs(world, id, vpcs)
  addDefaultPoint(world, share)
}

export const nfs: FamilyBehavior = {
  operations: {
    nfs_list: list,
    nfs_create: create,
    nfs_get: (call, world) => ({
      body: JSON.stringify({ share: describe(world, findIn(call, world, 'NfsShare', call.path['nfs_id'])) }),
    }),
    nfs_delete: remove,
    nfs_list_snapshots: listSnapshots,
    nfs_get_snapshot: (call, world) => ({
      body: JSON.stringify({ snapshot: findIn(call, world, 'NfsSnapshot', call.path['nfs_snapshot_id']) }),
    }),
    nfs_delete_snapshot: removeSnapshot,
    ...accessPointOperations,
  },
  due: { 'nfs.open': open, ...accessPointDues },
}
