/** Reads everything the writers may have written and finds partial writes. */
import { type SendRequest, advanceClock, parseBody } from '../http-client.ts'
import type { ResourceState } from './write-ledger.ts'
import type { ResourceIds, Writer } from './writer.ts'

interface NamedResource {
  readonly id: string | number
  readonly name: string
}
interface Droplet extends NamedResource {
  readonly status: string
  readonly locked: boolean
  readonly volume_ids: readonly string[]
}
interface Volume extends NamedResource {
  readonly droplet_ids: readonly number[]
}
interface DomainRecord extends NamedResource {
  readonly type: string
  readonly ttl: number
}
interface Action {
  readonly id: number
  readonly status: string
}
type Page = Readonly<Record<string, readonly unknown[]>> & { readonly meta: { readonly total: number } }

export interface StateInspection {
  readonly state: ResourceState
  /** Partial writes, and droplets that stay locked. */
  readonly inconsistencies: readonly string[]
  readonly newestAction: number
}

/**
 * Inspects the state after an hour, when every action must have ended.
 * @param actions ids of acknowledged actions, which must exist
 * @param since newest action of the last inspection; older ones are skipped
 */
export async function inspectState(
  send: SendRequest,
  writers: readonly Writer[],
  ids: ResourceIds,
  actions: ReadonlySet<number>,
  since = 0,
): Promise<StateInspection> {
  const state = new Map<string, string>()
  const inconsistencies: string[] = []
  /** Reads all pages of a list and compares their number of items with the total. */
  const list = async <T>(path: string, root: string, isEnough = (_all: readonly T[]) => false): Promise<readonly T[]> => {
    const size = 200
    const all: T[] = []
    for (let number = 1; ; number += 1) {
      const page = parseBody<Page>(await send({ method: 'GET', path: `${path}?per_page=${size}&page=${number}` }))
      all.push(...((page[root] ?? []) as readonly T[]))
      if (isEnough(all)) return all
      if ((page[root] ?? []).length === size) continue
      if (page.meta.total !== all.length) inconsistencies.push(`${path}: total is ${page.meta.total}, but ${all.length} items were listed`)
      return all
    }
  }
  const recordResource = (kind: string, { id, name }: NamedResource, value: string) => {
    state.set(`${kind} ${name}`, value)
    ids.set(`${kind} ${name}`, id)
  }

  // Checked before the actions end; the other resources after.
  for (const { id, name } of await list<Droplet>('/v2/droplets', 'droplets')) {
    const own = await list<Action & { readonly type: string }>(`/v2/droplets/${id}/actions`, 'actions')
    if (!own.some(({ type }) => type === 'create')) inconsistencies.push(`droplet ${name} has no create action`)
  }
  await advanceClock(send, 3600)
  for (const { name } of await list<NamedResource>('/v2/tags', 'tags')) state.set(`tag ${name}`, 'there')
  const droplets = await list<Droplet>('/v2/droplets', 'droplets')
  for (const each of droplets) {
    recordResource('droplet', each, 'there')
    inconsistencies.push(...findUnfinishedAction(each))
  }
  const volumes = await list<Volume>('/v2/volumes', 'volumes')
  for (const each of volumes) recordResource('volume', each, 'there')
  inconsistencies.push(...findOneSidedAttachments(droplets, volumes))
  for (const writer of writers) {
    const { name, domain, droplet, volume, projects } = writer
    for (const record of await list<DomainRecord>(`/v2/domains/${domain}/records`, 'domain_records'))
      if (record.type === 'A') recordResource(`record ${name}`, record, String(record.ttl))
    const { meta } = parseBody<Page>(await send({ method: 'GET', path: `/v2/droplets/${droplet}/actions?per_page=1` }))
    state.set(`actions of ${name}-home`, String(meta.total))
    if (volumes.find(({ id }) => id === volume)?.droplet_ids[0] === droplet) state.set(`holder of ${name}-shelf`, `${name}-home`)
    const holding: string[] = []
    for (const project of projects) {
      const resources = await list<{ readonly urn: string }>(`/v2/projects/${project}/resources`, 'resources')
      if (resources.some(({ urn }) => urn === `do:volume:${volume}`)) holding.push(project)
    }
    if (holding.length > 1) inconsistencies.push(`volume ${name}-shelf is in ${holding.length} projects`)
    if (holding[0] !== undefined) state.set(`project of ${name}-shelf`, holding[0])
  }
  const newest = await list<Action>('/v2/actions', 'actions', (all) => (all.at(-1)?.id ?? Infinity) <= since)
  const found = new Map(newest.map(({ id, status }) => [id, status]))
  for (const id of actions) if (id > since && !found.has(id)) inconsistencies.push(`action ${id} was acknowledged and is missing`)
  for (const [id, status] of found) if (status === 'in-progress') inconsistencies.push(`action ${id} never ends`)
  return { state, inconsistencies, newestAction: newest[0]?.id ?? since }
}

/** Finds a droplet whose create action or lock never ended. */
function findUnfinishedAction({ name, locked, status }: Droplet): readonly string[] {
  return [...(locked ? [`droplet ${name} stays locked`] : []), ...(status === 'new' ? [`droplet ${name} stays new`] : [])]
}

/** Finds attachments that only the droplet or only the volume has. */
function findOneSidedAttachments(droplets: readonly Droplet[], volumes: readonly Volume[]): readonly string[] {
  const pairs = (list: readonly (readonly [unknown, unknown])[]) =>
    new Set(list.map(([one, other]) => `droplet ${one} and volume ${other}`))
  const fromDroplets = pairs(droplets.flatMap(({ id, volume_ids: held }) => held.map((volume) => [id, volume] as const)))
  const fromVolumes = pairs(volumes.flatMap(({ id, droplet_ids: holders }) => holders.map((droplet) => [droplet, id] as const)))
  return [...fromDroplets, ...fromVolumes]
    .filter((pair) => !fromDroplets.has(pair) || !fromVolumes.has(pair))
    .map((pair) => `${pair} are attached on one side only`)
}
