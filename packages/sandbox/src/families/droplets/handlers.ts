import type { Handler, Call } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { expireBackup, getPolicy, listPolicies, listSupported, createBackup, type Policy, useBackups } from './backups.ts'
import { listNeighborIds, listNeighbors } from './neighbors.ts'
import { createNetworks } from './networks.ts'
import { planDroplets } from './droplet-plan.ts'
import { startDroplet } from './droplet-start.ts'
import { whereDroplet } from '../../shared/addresses.ts'
import { addDropletAddress } from '../../shared/droplet-addresses.ts'
import type { DropletOwner } from '../../shared/droplet-owner.ts'
import { listIds } from '../../store/list-ids.ts'
import type { Handlers, Jobs } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    Droplet: {
      gpu?: boolean
      policy?: Policy
      isPublic?: boolean
      owner?: DropletOwner
      /** Physical host of the droplet. */
      machine?: string
      /** Action whose effect does not show yet. */
      behind?: string
    }
  }
  interface InternalKinds {
    /** Data of a deleted droplet that can still be read. */
    'deleted-droplet': Kinds['Droplet']
  }
}

const get: Handler<'droplets_get'> = ({ path: { droplet_id: id } }, { engine }) => {
  const droplet = engine.find('Droplet', id) ?? engine.find('deleted-droplet', id)
  if (!droplet) throw notFound()
  return { droplet }
}

const create: Handler<'droplets_create'> = ({ body, operation }, ctx) => {
  const names = listNames(body)
  const plan = planDroplets(ctx, body, names)
  const created = plan.names.map((name) => startDroplet(ctx, plan, name, { seconds: operation.action?.seconds }))
  const links = { actions: created.map(({ action: { id } }) => ({ id, rel: 'create', href: `/v2/actions/${id}` })) }
  // The reply omits the VPC, which a later request returns.
  const droplets = created.map(({ droplet }) => ({ ...droplet, vpc_uuid: undefined }))
  const [droplet] = droplets
  return isBatch(body) || !droplet ? { droplets, links } : { droplet, links }
}

type RequestFields = Call<'droplets_create'>['body']

/** The schema of one form allows any value, also null, in the field of the other. */
const isBatch = (body: RequestFields) => 'names' in body && Array.isArray(body.names)

/** @throws Failure 422 */
function listNames(body: RequestFields): readonly string[] {
  const { name, names } = { name: undefined, names: undefined, ...body }
  if (name && names) throw unprocessable('name and names: belong to different variants; send the fields of one variant only')
  return names ?? [name ?? '']
}

interface CreatedDroplet {
  readonly id: number
}

/** Completes the create action: assigns the addresses. */
function completeCreate({ id }: CreatedDroplet, ctx: AccountContext): void {
  const { engine } = ctx
  const droplet = engine.find('Droplet', id)
  if (!droplet) return
  const { vpc_uuid: vpc = '', features } = droplet
  const { isPublic = true, policy } = engine.getHidden('Droplet', id)
  engine.setFields('Droplet', id, {
    networks: createNetworks(ctx, {
      vpc: engine.find('Vpc', vpc) ?? { id: vpc, ip_range: '10.108.0.0/20' },
      isPublic,
      ipv6: features.includes('ipv6'),
    }),
    features: [...features, 'private_networking'],
  })
  for (const { ip } of engine.list('ReservedIp', { where: whereDroplet(id) })) addDropletAddress(ctx, id, ip)
  if (policy) useBackups(ctx, id, policy)
}

/** Removes a droplet whose create action failed. */
function undoFailedCreate({ id }: CreatedDroplet, { engine }: AccountContext): void {
  if (engine.find('Droplet', id)) engine.delete('Droplet', id)
}

const removeByTag: Handler<'droplets_deleteByTag'> = ({ query }, { engine }) => {
  const droplets = engine.list('Droplet', { where: [{ field: 'tags[]', equals: query.tag_name, ignoreCase: true }] })
  if (droplets.length === 0) throw notFound()
  for (const { id } of droplets) engine.delete('Droplet', id)
}

/** Lists the images of the droplet, created on request or on schedule. */
function describeImages({ engine }: AccountContext, ids: readonly number[], type: 'snapshot' | 'backup') {
  return ids.flatMap((id) => {
    const image = engine.find('Image', id)
    if (!image) return []
    const { name, created_at, regions, min_disk_size, size_gigabytes } = image
    return [{ id, name, created_at, regions, min_disk_size: min_disk_size ?? 0, size_gigabytes: size_gigabytes ?? 0, type }]
  })
}

/** Lists the firewalls that name the droplet or one of its tags. Reads only those of the page, because there may be many. */
const listFirewalls: Handler<'droplets_firewalls_list'> = (call, { engine, store }) => {
  const { id, tags } = engine.get('Droplet', call.path.droplet_id)
  const conditions = [
    { field: 'droplet_ids[]', equals: id },
    ...(tags ?? []).map((tag) => ({ field: 'tags[]', equals: tag, ignoreCase: true })),
  ]
  const protecting = new Set(conditions.flatMap((condition) => listIds(store, { kind: 'Firewall', where: [condition] })))
  const ids = listIds(store, { kind: 'Firewall', order: 'newest' }).filter((each) => protecting.has(each))
  return answerValues(call, 'firewalls', ids, (each) => engine.get('Firewall', each))
}

export const handlers = {
  droplets_get: get,
  droplets_create: create,
  droplets_deleteByTag: removeByTag,
  droplets_snapshots_list: (call, ctx) => {
    const { snapshot_ids: ids } = ctx.engine.get('Droplet', call.path.droplet_id)
    return answerValues(call, 'snapshots', describeImages(ctx, ids.toReversed(), 'snapshot'))
  },
  droplets_backups_list: (call, ctx) => {
    const { backup_ids: ids } = ctx.engine.get('Droplet', call.path.droplet_id)
    return answerValues(call, 'backups', describeImages(ctx, ids, 'backup'))
  },
  droplets_firewalls_list: listFirewalls,
  droplets_kernels_list: (call, { engine }) => {
    // Every droplet of the sandbox boots its own kernel.
    engine.get('Droplet', call.path.droplet_id)
    return answerValues(call, 'kernels', [])
  },
  droplets_neighbors_list: listNeighbors,
  droplets_neighbors_listIds: listNeighborIds,
  droplets_backupPolicies_get: getPolicy,
  droplets_backupPolicies_list: listPolicies,
  droplets_backupPolicies_listSupported: listSupported,
} satisfies Handlers

export const jobs: Jobs = {
  'droplets.completeCreate': completeCreate,
  'droplets.undoFailedCreate': undoFailedCreate,
  'droplets.backup': createBackup,
  'droplets.expire': expireBackup,
}
