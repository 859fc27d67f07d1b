/** Deletion of a droplet with its associated resources. It runs in steps in the background, can be polled and retried. */
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Associated, findAssociated, type ResourceKind, removeAssociated } from './associated.ts'
import type { Handlers, Jobs } from '../family.ts'

interface Destroyed {
  readonly id: string
  readonly name: string
  readonly destroyed_at: string | null
  readonly error_message: string | null
}

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    'droplet-destruction': Destruction
  }
}

interface Destruction {
  readonly droplet: Destroyed
  readonly resources: Readonly<Record<ResourceKind, readonly Destroyed[]>>
  readonly completed_at: string | null
}

/** Steps of a destroy, in seconds from its start: addresses first, then the droplet, then its volumes and snapshots. */
const steps = [
  { name: 'reserved_ips', seconds: 8 },
  { name: 'droplet', seconds: 12 },
  { name: 'snapshots', seconds: 16 },
  { name: 'volume_snapshots', seconds: 16 },
  { name: 'volumes', seconds: 16 },
  { name: 'end', seconds: 20 },
] as const

function parseRecord(
  { engine }: AccountContext,
  { path }: Call<'droplets_associatedResources_getStatus' | 'droplets_associatedResources_retryDelete'>,
): Destruction {
  const record = engine.find('droplet-destruction', path.droplet_id)
  if (!record) throw notFound()
  return record
}

const saveDestruction = ({ store }: AccountContext, record: Destruction) =>
  store.put({ kind: 'droplet-destruction', id: record.droplet.id, text: JSON.stringify(record) })

const listAssociated: Handler<'droplets_associatedResources_list'> = ({ path }, ctx) => {
  const found = findAssociated(ctx, ctx.engine.get('Droplet', path.droplet_id))
  return { ...found, floating_ips: found.reserved_ips }
}

const status: Handler<'droplets_associatedResources_getStatus'> = (call, ctx) => {
  const { droplet, resources, completed_at } = parseRecord(ctx, call)
  const failures = [droplet, ...Object.values(resources).flat()].filter(({ error_message: message }) => message !== null).length
  return { droplet, resources: { ...resources, floating_ips: resources.reserved_ips }, completed_at, failures }
}

const destroyAll: Handler<'droplets_associatedResources_deleteAll'> = ({ path }, ctx) => {
  const droplet = ctx.engine.get('Droplet', path.droplet_id)
  startDestruction(ctx, droplet, findAssociated(ctx, droplet))
}

const destroyChosen: Handler<'droplets_associatedResources_deleteSelected'> = ({ path, body }, ctx) => {
  const droplet = ctx.engine.get('Droplet', path.droplet_id)
  const found = findAssociated(ctx, droplet)
  const select = (kind: ResourceKind, name: ResourceKind | 'floating_ips' = kind) =>
    (body?.[name] ?? []).map((id) => {
      const resource = found[kind].find((each) => each.id === id)
      if (!resource) throw unprocessable(`${name}: "${id}" does not hang on this droplet.`)
      return resource
    })
  startDestruction(ctx, droplet, {
    reserved_ips: [...new Set([...select('reserved_ips'), ...select('reserved_ips', 'floating_ips')])],
    snapshots: select('snapshots'),
    volumes: select('volumes'),
    volume_snapshots: select('volume_snapshots'),
  })
}

function startDestruction(
  ctx: AccountContext,
  { id: droplet, name: own }: Kinds['Droplet'],
  resources: Readonly<Record<ResourceKind, readonly Associated[]>>,
): void {
  if (ctx.engine.find('droplet-destruction', droplet)?.completed_at === null) throw conflict('The droplet is being destroyed already.')
  const createEntry = ({ id, name }: Omit<Associated, 'cost'>): Destroyed => ({
    id,
    name,
    destroyed_at: null,
    error_message: null,
  })
  saveDestruction(ctx, {
    droplet: createEntry({ id: String(droplet), name: own }),
    resources: {
      reserved_ips: resources.reserved_ips.map(createEntry),
      snapshots: resources.snapshots.map(createEntry),
      volumes: resources.volumes.map(createEntry),
      volume_snapshots: resources.volume_snapshots.map(createEntry),
    },
    completed_at: null,
  })
  schedule(ctx, String(droplet))
}

function schedule({ store, clock, settings }: AccountContext, id: string): void {
  for (const { name, seconds } of steps) {
    const at = clock.now() + (settings.actionSeconds ?? seconds) * 1000
    store.schedule({ at, name: 'dropletsDestroy.step', payload: JSON.stringify({ id, name } satisfies Step) })
  }
}

const retry: Handler<'droplets_associatedResources_retryDelete'> = (call, ctx) => {
  const record = parseRecord(ctx, call)
  if (record.completed_at === null) throw conflict('The droplet is being destroyed already.')
  const rest = [record.droplet, ...Object.values(record.resources).flat()].filter(({ destroyed_at: at }) => at === null)
  if (rest.length === 0) throw conflict('Nothing is left to destroy.')
  saveDestruction(ctx, { ...record, completed_at: null })
  schedule(ctx, record.droplet.id)
}

interface Step {
  readonly id: string
  readonly name: (typeof steps)[number]['name']
}

/** Job handler of one step. It records failures and continues. */
function takeStep({ id, name }: Step, ctx: AccountContext): void {
  const record = ctx.engine.find('droplet-destruction', id)
  if (!record) return
  const timestamp = ctx.clock.timestamp()
  if (name === 'end') {
    saveDestruction(ctx, { ...record, completed_at: timestamp })
    return
  }
  const complete = (item: Destroyed, message: string | undefined): Destroyed =>
    message === undefined ? { ...item, destroyed_at: timestamp, error_message: null } : { ...item, error_message: message }
  if (name === 'droplet') {
    if (ctx.engine.find('Droplet', id)) ctx.engine.delete('Droplet', id)
    saveDestruction(ctx, {
      ...record,
      droplet: record.droplet.destroyed_at === null ? complete(record.droplet, undefined) : record.droplet,
    })
    return
  }
  const items = record.resources[name].map((item) =>
    item.destroyed_at === null ? complete(item, removeAssociated(ctx, name, item.id)) : item,
  )
  saveDestruction(ctx, { ...record, resources: { ...record.resources, [name]: items } })
}

export const destroyHandlers = {
  droplets_associatedResources_list: listAssociated,
  droplets_associatedResources_getStatus: status,
  droplets_associatedResources_deleteAll: destroyAll,
  droplets_associatedResources_deleteSelected: destroyChosen,
  droplets_associatedResources_retryDelete: retry,
} satisfies Handlers

export const destroyJobs: Jobs = { 'dropletsDestroy.step': takeStep }
