import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { replyActionOf, replyActionsOf } from '../actions/index.ts'
import { dropletKey } from '../droplets/index.ts'
import { checkCapacity } from '../volumes/index.ts'
import type { FamilyBehavior } from '../family.ts'

/** How many volumes a droplet takes. */
const mostOnOne = 15

const volumeKey = (id: unknown): Key => ({ kind: 'Volume', id: String(id) })

const create: Behavior = (call, world) => start(call, world, world.engine.get(volumeKey(call.path['volume_id'])))

const createByName: Behavior = (call, world) => {
  const { volume_name: name, region } = readBody(call)
  const text = world.store.byUnique('Volume', JSON.stringify([name, region]))
  if (text === undefined) throw notFound(`volume_name: there is no volume "${String(name)}" in ${String(region)}.`)
  return start(call, world, JSON.parse(text) as Value)
}

function start(call: Call, world: World, volume: Value): ReturnType<Behavior> {
  const request = readBody(call)
  const key = volumeKey(volume['id'])
  const droplet = request['type'] === 'resize' ? undefined : openDroplet(request, world)
  const locks = droplet ? [key, dropletKey(droplet['id'])] : [key]
  world.actions.assertFree(locks)
  check(volume, request, droplet)
  if (!droplet) checkCapacity(world, Number(request['size_gigabytes']) - Number(volume['size_gigabytes']))
  const action = world.actions.start({
    type: `${String(request['type'])}_volume`,
    key,
    resourceType: 'backend',
    resourceId: null,
    region: volume['region'],
    seconds: call.operation.action?.seconds ?? 5,
    locks,
    done: 'volumeActions.finish',
    payload: { id: volume['id'], request },
  })
  return { body: JSON.stringify({ action }) }
}

function openDroplet({ droplet_id: id }: Value, { engine }: World): Value {
  if (id === undefined || id === 0) throw unprocessable('Attachment not found')
  const droplet = engine.find(dropletKey(id))
  if (!droplet) throw notFound(`droplet_id: there is no droplet ${String(id)}.`)
  return droplet
}

function check(volume: Value, request: Value, droplet: Value | undefined): void {
  const { slug } = volume['region'] as { readonly slug: string }
  const attached = volume['droplet_ids'] as readonly unknown[]
  const asked = request['region'] ?? ''
  if (asked !== '' && asked !== slug) throw unprocessable(`region: the volume is in ${slug}.`)
  if (!droplet) {
    if (Number(request['size_gigabytes']) <= Number(volume['size_gigabytes']))
      throw unprocessable('size_gigabytes: must be more than the present size.')
    return
  }
  const isThere = attached.includes(droplet['id'])
  // Clients look for these words and take them for success.
  if (request['type'] === 'detach' && !isThere) throw unprocessable('Attachment not found')
  if ((droplet['region'] as { readonly slug: string }).slug !== slug) throw unprocessable('droplet_id: the droplet is in another region.')
  if (request['type'] === 'attach' && attached.length > 0)
    throw unprocessable(isThere ? 'This volume is already attached' : `This volume is already attached to droplet ${String(attached[0])}`)
  if (request['type'] === 'attach' && (droplet['volume_ids'] as readonly unknown[]).length >= mostOnOne)
    throw unprocessable('cannot attach more volumes to the Droplet')
}

function finish({ id, request }: { readonly id: string; readonly request: Value }, { engine }: World): void {
  const key = volumeKey(id)
  const volume = engine.find(key)
  if (!volume) return
  if (request['type'] === 'resize') {
    engine.change(key, { size_gigabytes: request['size_gigabytes'] })
    return
  }
  const droplet = engine.find(dropletKey(request['droplet_id']))
  if (!droplet) return
  const others = (droplet['volume_ids'] as readonly string[]).filter((other) => other !== id)
  const attaches = request['type'] === 'attach'
  engine.change(dropletKey(droplet['id']), { volume_ids: attaches ? [...others, id] : others })
  const tags = [...(volume['tags'] as readonly string[]), ...((attaches && (request['tags'] as readonly string[] | undefined)) || [])]
  engine.update(key, { droplet_ids: attaches ? [droplet['id']] : [], tags })
  // What a droplet has had is no longer empty.
  if (attaches) engine.hide(key, { stored: Math.max(Number(engine.hidden(key)['stored'] ?? 0), firstStored(volume)) })
}

/** A filesystem, and a little on it. */
function firstStored({ size_gigabytes: size }: Value): number {
  return Math.round(Number(size) * 168.75) / 10_000
}

export const volumeActions: FamilyBehavior = {
  operations: {
    volumeActions_list: (call, world) => replyActionsOf(call, world, volumeKey(call.path['volume_id'])),
    volumeActions_get: (call, world) => replyActionOf(call, world, volumeKey(call.path['volume_id'])),
    volumeActions_create: create,
    volumeActions_create_by_name: createByName,
  },
  due: { 'volumeActions.finish': finish },
}
