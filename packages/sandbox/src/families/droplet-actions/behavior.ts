/** What can be done to a droplet. A request is checked at once; what it asks for is done when the action ends. */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { answerActionOf, answerActionsOf } from '../actions/index.ts'
import { captureDroplet, dropletKey, makeV6, readImage, readPolicy, useBackups } from '../droplets/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { findImage } from '../images/index.ts'
import { noteSnapshot } from '../../shared/snapshots.ts'
import type { Kinds } from '../../generated/types.ts'

const create: Behavior = (call, world) => {
  const droplet = world.engine.get(dropletKey(call.path['droplet_id']))
  return { body: JSON.stringify({ action: start(call, world, droplet, readBody(call)) }) }
}

const createByTag: Behavior = (call, world) => {
  const droplets = world.engine.all({
    kind: 'Droplet',
    where: readFilters({ ...call, operation: { ...call.operation, filters: { tag_name: 'tags[]' } } }),
  })
  if (droplets.some(({ locked }) => locked === true))
    throw unprocessable('there are currently blocking events processing for one or more of the droplets')
  const actions = droplets.map((droplet) => start(call, world, droplet, readBody(call)))
  return { body: JSON.stringify({ actions, meta: { total: actions.length } }) }
}

function start(call: Call, world: World, droplet: Value, request: Value): Kinds['Action'] {
  const key = dropletKey(droplet['id'])
  world.actions.assertFree([key])
  check(world, droplet, request)
  return world.actions.start({
    type: String(request['type']),
    key,
    resourceType: 'droplet',
    resourceId: droplet['id'] as number,
    region: droplet['region'],
    seconds: call.operation.action?.seconds ?? 5,
    locks: [key],
    done: 'dropletActions.finish',
    // The image may be deleted before the action ends.
    payload: {
      id: droplet['id'],
      request,
      since: world.clock.stamp(),
      ...(request['image'] !== undefined && { image: findImage(world, request['image']) }),
    },
  })
}

/** As it is, and not as it still shows with lag. */
function statusOf({ id, status }: Value, { hidden }: World['engine']): unknown {
  return hidden({ kind: 'Droplet', id: String(id) })['behind'] === 'power_off' ? 'off' : status
}

/** @throws Failure 422 when the droplet, or what the request names, does not suit the action */
function check(world: World, droplet: Value, request: Value): void {
  const { engine } = world
  const hasBackups = (droplet['features'] as readonly string[]).includes('backups')
  const status = statusOf(droplet, engine)
  switch (request['type']) {
    case 'power_off':
      if (status === 'off') throw unprocessable('Droplet is already powered off.')
      return
    case 'power_on':
      if (status === 'active') throw unprocessable('Droplet is already powered on')
      return
    case 'resize': {
      if (droplet['status'] !== 'off') throw unprocessable('Droplet is currently on. Please power it off to run this event.')
      const size = engine.find({ kind: 'Size', id: String(request['size']) })
      if (!size) throw unprocessable(`size: there is no size "${String(request['size'])}".`)
      const { slug } = droplet['region'] as { readonly slug: string }
      if (!(size['regions'] as readonly string[]).includes(slug))
        throw unprocessable(`size: ${String(size['slug'])} is not to be had in ${slug}.`)
      if ((size['disk'] as number) < (droplet['disk'] as number))
        throw unprocessable('This size is not available because it has a smaller disk.')
      return
    }
    case 'restore': {
      const own = [...(droplet['backup_ids'] as readonly number[]), ...(droplet['snapshot_ids'] as readonly number[])]
      if (!own.includes(request['image'] as number)) throw unprocessable('image: is no backup or snapshot of this droplet.')
      return
    }
    case 'rebuild': {
      const image = readImage(world, request['image'])
      const { slug } = droplet['region'] as { readonly slug: string }
      if (!(image['regions'] as readonly string[]).includes(slug)) throw unprocessable(`image: is not in ${slug}.`)
      if ((image['min_disk_size'] as number) > (droplet['disk'] as number))
        throw unprocessable("image: needs more than the droplet's disk.")
      return
    }
    case 'change_kernel':
      throw unprocessable('kernel: the droplet boots the kernel on its own disk.')
    case 'change_backup_policy':
      if (!hasBackups) throw unprocessable('Backups are off.')
      return
    default:
  }
}

interface Done {
  readonly id: number
  readonly request: Value
  /** When the action began. */
  readonly since: string
  readonly image?: Value
}

function finish({ id, request, since, image }: Done, world: World): void {
  const { engine } = world
  const key = dropletKey(id)
  const droplet = engine.find(key)
  if (!droplet) return
  const features = droplet['features'] as readonly string[]
  const without = (name: string) => features.filter((feature) => feature !== name)
  const usePolicy = () => {
    const policy = readPolicy(request['backup_policy'])
    engine.change(key, { features: [...without('backups'), 'backups'] })
    useBackups(world, id, policy)
  }
  switch (request['type']) {
    case 'rename':
      engine.change(key, { name: request['name'] })
      return
    case 'resize': {
      const size = engine.get({ kind: 'Size', id: String(request['size']) })
      const disk = request['disk'] === true ? { disk: size['disk'], disk_info: size['disk_info'] } : {}
      engine.change(key, { size, size_slug: size['slug'], memory: size['memory'], vcpus: size['vcpus'], ...disk })
      return
    }
    case 'rebuild':
    case 'restore':
      engine.change(key, { image })
      return
    case 'enable_backups':
    case 'change_backup_policy':
      usePolicy()
      return
    case 'disable_backups':
      engine.hide(key, { policy: undefined })
      engine.change(key, { features: without('backups'), next_backup_window: null })
      return
    case 'enable_ipv6': {
      if (features.includes('ipv6')) return
      const networks = droplet['networks'] as Value
      engine.change(key, { features: [...features, 'ipv6'], networks: { ...networks, v6: [makeV6(world)] } })
      return
    }
    case 'snapshot':
      takeSnapshot(world, droplet, request['name'], since)
      return
    default:
    // The power actions move the state on by the lifecycle alone.
  }
}

function takeSnapshot(world: World, droplet: Value, name: unknown, since: string): void {
  const given = typeof name === 'string' && name !== '' ? name : `${String(droplet['name'])}-${world.clock.stamp()}`
  noteSnapshot(world, captureDroplet(world, droplet, 'snapshot', given, since), String(droplet['id']))
}

export const dropletActions: FamilyBehavior = {
  operations: {
    dropletActions_list: (call, world) => answerActionsOf(call, world, dropletKey(call.path['droplet_id'])).reply,
    dropletActions_get: (call, world) => answerActionOf(call, world, dropletKey(call.path['droplet_id'])).reply,
    dropletActions_create: create,
    dropletActions_create_by_tag: createByTag,
  },
  due: { 'dropletActions.finish': finish },
}
