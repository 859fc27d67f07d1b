/** Reads a request for droplets: everything it names must exist and fit together before anything is made. */
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { findImage } from '../images/index.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { countAddresses } from './networks.ts'
import { readPolicy } from './backups.ts'

export interface DropletPlan {
  readonly names: readonly string[]
  readonly region: Value
  readonly size: Value
  readonly image: Value
  readonly vpc: Value
  readonly volumes: readonly string[]
  readonly features: readonly string[]
  readonly tags: readonly string[]
  readonly policy: Value | undefined
  readonly isPublic: boolean
}

/** @throws Failure 404, 422 */
export function planDroplets(world: World, body: Value): DropletPlan {
  const { engine } = world
  const names = (body['names'] ?? [body['name']]) as readonly string[]
  const size = engine.find({ kind: 'Size', id: String(body['size']) })
  if (!size) throw unprocessable(`size: there is no size "${String(body['size'])}".`)
  const image = readImage(world, body['image'])
  const region = readRegion(world, body['region'], size, image)
  if ((image['min_disk_size'] as number) > (size['disk'] as number))
    throw unprocessable('Cannot create a droplet with a smaller disk than the image.')
  checkRoom(world, names.length)
  checkKeys(world, body['ssh_keys'])
  const named = (body['volumes'] ?? []) as readonly VolumeName[]
  const volumes = [...new Set(named.map((volume) => readVolume(world, volume, String(region['slug']))))]
  if (volumes.length > 0 && names.length > 1) throw unprocessable('volumes: a volume can be attached to one droplet only.')
  for (const id of volumes) checkVolume(world, id, region)
  return {
    names,
    region,
    size,
    image,
    volumes,
    vpc: readVpc(world, body['vpc_uuid'], String(region['slug']), names.length),
    features: [
      ...(body['backups'] === true ? ['backups'] : []),
      ...(body['ipv6'] === true ? ['ipv6'] : []),
      ...(body['monitoring'] === true ? ['monitoring'] : []),
      ...(body['with_droplet_agent'] === false ? [] : ['droplet_agent']),
    ],
    tags: readTags(body['tags']),
    policy: body['backups'] === true ? readPolicy(body['backup_policy']) : undefined,
    isPublic: body['public_networking'] !== false,
  }
}

const tagForm = /^[A-Za-z0-9_:-]{1,255}$/

/** One bad name, and the droplet has no tags at all. */
function readTags(names: unknown): readonly string[] {
  const tags = (names ?? []) as readonly string[]
  return tags.every((name) => tagForm.test(name)) ? tags : []
}

/** @throws Failure 422 */
export function readImage(world: World, name: unknown): Value {
  try {
    const image = findImage(world, name)
    if (image['status'] === 'available') return image
  } catch {
    throw unprocessable('You specified an invalid image for Droplet creation.')
  }
  throw unprocessable('image: is not available yet.')
}

function readRegion({ engine }: World, slug: unknown, size: Value, image: Value): Value {
  const ofSize = size['regions'] as readonly string[]
  const ofImage = image['regions'] as readonly string[]
  const wanted =
    typeof slug === 'string' && slug !== '' ? slug : ['nyc3', ...ofSize].find((each) => ofSize.includes(each) && ofImage.includes(each))
  const region = engine.find({ kind: 'Region', id: String(wanted) })
  if (region?.['available'] !== true) throw unprocessable('Region is not available')
  if (!ofSize.includes(String(wanted))) throw unprocessable('Size is not available in this region.')
  if (!ofImage.includes(String(wanted))) throw unprocessable(`image: is not in ${String(wanted)}.`)
  return region
}

function checkRoom({ engine, store }: World, more: number): void {
  const [account] = engine.all({ kind: 'Account' })
  const limit = Number(account?.['droplet_limit'])
  if (store.count({ kind: 'Droplet' }) + more > limit) throw unprocessable('creating this/these droplet(s) will exceed your droplet limit')
}

function checkKeys({ engine, store }: World, keys: unknown): void {
  const unknown = ((keys ?? []) as readonly (string | number)[]).filter(
    (key) => !engine.find({ kind: 'SshKey', id: String(key) }) && store.byUnique('SshKey', JSON.stringify([key])) === undefined,
  )
  if (unknown.length > 0) throw unprocessable(`${unknown.join(', ')} are invalid key identifiers for Droplet creation.`)
}

type VolumeName = string | { readonly id?: string; readonly name?: string }

/** Some clients send objects, with the id or, for a volume of the droplet's region, the name. */
function readVolume({ store }: World, volume: VolumeName, region: string): string {
  if (typeof volume === 'string') return volume
  if (volume.id !== undefined) return volume.id
  const text = store.byUnique('Volume', JSON.stringify([volume.name, region]))
  if (text === undefined) throw unprocessable('Invalid volume allocations')
  return String((JSON.parse(text) as Value)['id'])
}

function checkVolume({ engine, actions }: World, id: string, region: Value): void {
  const volume = engine.find({ kind: 'Volume', id })
  if (!volume) throw unprocessable('Invalid volume allocations')
  if ((volume['region'] as Value)['slug'] !== region['slug']) throw unprocessable(`volumes: "${id}" is in another region.`)
  if ((volume['droplet_ids'] as readonly number[]).length > 0) throw unprocessable(`volumes: "${id}" is attached to another droplet.`)
  actions.assertFree([{ kind: 'Volume', id }])
}

function readVpc(world: World, id: unknown, region: string, more: number): Value {
  if (typeof id !== 'string' || id === '') return { ...ensureDefaultVpc(world, region) }
  const vpc = world.engine.find({ kind: 'Vpc', id })
  if (!vpc) throw notFound('Failed to resolve VPC')
  if (vpc['region'] !== region) throw unprocessable('vpc_uuid: is in another region.')
  const room = countAddresses(String(vpc['ip_range']))
  const { store } = world
  const isFull =
    store.count({ kind: 'Droplet' }) + more > room &&
    store.count({ kind: 'Droplet', where: [{ field: 'vpc_uuid', equals: id }] }) + more > room
  if (isFull) throw unprocessable(`vpc_uuid: ${String(vpc['ip_range'])} has addresses for ${room} droplets, and too few are free.`)
  return vpc
}
