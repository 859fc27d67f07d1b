/** Validates a request for droplets: everything it names must exist and be compatible. */
import { notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { findImage } from '../images/index.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { countAddresses } from './networks.ts'
import { type Policy, parsePolicy } from './backups.ts'
import { unknownSlug } from '../../engine/unknown-slug.ts'

type Image = Kinds['Image']
type Region = Kinds['Region']
type Size = Kinds['Size']

export interface DropletPlan {
  readonly names: readonly string[]
  readonly region: Region
  readonly size: Size
  readonly image: Image
  readonly vpc: Kinds['Vpc']
  readonly volumes: readonly string[]
  readonly features: readonly string[]
  readonly tags: readonly string[]
  readonly policy: Policy | undefined
  readonly isPublic: boolean
}

/** Settings of the droplets, without their names. */
type DropletRequest = Omit<Extract<Operations['droplets_create']['body'], { readonly name: string }>, 'name'>

/** @throws Failure 404, 422 */
export function planDroplets(ctx: AccountContext, body: DropletRequest, names: readonly string[]): DropletPlan {
  const size = requireSize(ctx, body.size)
  const image = parseImage(ctx, body.image)
  const region = parseRegion(ctx, body.region, size, image)
  if ((image.min_disk_size ?? 0) > size.disk) throw unprocessable('Cannot create a droplet with a smaller disk than the image.')
  checkRoom(ctx, names.length)
  checkKeys(ctx, body.ssh_keys ?? [])
  const volumes = [...new Set((body.volumes ?? []).map((volume) => parseVolume(ctx, volume, region.slug)))]
  if (volumes.length > 0 && names.length > 1) throw unprocessable('volumes: a volume can be attached to one droplet only.')
  for (const id of volumes) checkVolume(ctx, id, region)
  return {
    names,
    region,
    size,
    image,
    volumes,
    vpc: parseVpc(ctx, body.vpc_uuid, region.slug, names.length),
    features: [
      ...(body.backups ? ['backups'] : []),
      ...(body.ipv6 ? ['ipv6'] : []),
      ...(body.monitoring ? ['monitoring'] : []),
      ...(body.with_droplet_agent === false ? [] : ['droplet_agent']),
    ],
    tags: listTags(body.tags ?? []),
    policy: body.backups ? parsePolicy(body.backup_policy) : undefined,
    isPublic: body.public_networking !== false,
  }
}

/** @throws Failure 422 */
export function requireSize({ engine }: AccountContext, slug: string): Size {
  const size = engine.find('Size', slug.toLowerCase())
  if (!size) throw unknownSlug({ field: 'size', slug, choices: engine.list('Size').map((each) => each.slug) })
  return size
}

const tagForm = /^[A-Za-z0-9_:-]{1,255}$/

/** Drops all tags if one name is invalid, as the platform does. */
function listTags(tags: readonly string[]): readonly string[] {
  return tags.every((name) => tagForm.test(name)) ? tags : []
}

/** @throws Failure 422 */
export function parseImage(ctx: AccountContext, name: string | number): Image {
  try {
    const image = findImage(ctx, name)
    if (image.status === 'available') return image
  } catch {
    const choices = ctx.engine.list('Image').flatMap(({ slug }) => slug ?? [])
    throw unknownSlug({
      field: 'image',
      slug: String(name),
      choices,
      message: 'You specified an invalid image for Droplet creation.',
    })
  }
  throw unprocessable('image: is not available yet.')
}

function parseRegion({ engine }: AccountContext, slug: string | null | undefined, size: Size, image: Image): Region {
  const ofSize: readonly string[] = size.regions
  const ofImage: readonly string[] = image.regions
  const requested = slug || ['nyc3', ...ofSize].find((each) => ofSize.includes(each) && ofImage.includes(each)) || ''
  const region = engine.find('Region', requested)
  if (!region?.available) throw unknownSlug({ field: 'region', slug: requested, choices: ofSize, message: 'Region is not available' })
  if (!ofSize.includes(requested)) throw unprocessable('Size is not available in this region.')
  if (!ofImage.includes(requested)) throw unprocessable(`image: is not in ${requested}.`)
  return region
}

function checkRoom({ engine }: AccountContext, more: number): void {
  const [account] = engine.list('Account')
  if (engine.count('Droplet') + more > (account?.droplet_limit ?? 0))
    throw unprocessable('creating this/these droplet(s) will exceed your droplet limit')
}

function checkKeys({ engine }: AccountContext, keys: readonly (string | number)[]): void {
  const unknown = keys.filter((key) => !engine.find('SshKey', key) && !engine.findUnique('SshKey', [key]))
  if (unknown.length > 0) throw unprocessable(`${unknown.join(', ')} are invalid key identifiers for Droplet creation.`)
}

type VolumeName = NonNullable<DropletRequest['volumes']>[number]

/** Some clients send objects, with the id or, for a volume of the droplet's region, the name. */
function parseVolume({ engine }: AccountContext, volume: VolumeName, region: string): string {
  if (typeof volume === 'string') return volume
  if ('id' in volume) return volume.id
  const found = engine.findUnique('Volume', [volume.name, region])
  if (!found) throw unprocessable('Invalid volume allocations')
  return found.id
}

function checkVolume({ engine, actions }: AccountContext, id: string, { slug }: Region): void {
  const volume = engine.find('Volume', id)
  if (!volume) throw unprocessable('Invalid volume allocations')
  if (volume.region.slug !== slug) throw unprocessable(`volumes: "${id}" is in another region.`)
  if (volume.droplet_ids.length > 0) throw unprocessable(`volumes: "${id}" is attached to another droplet.`)
  actions.requireIdle([keyOf('Volume', id)])
}

function parseVpc(ctx: AccountContext, id: string | null | undefined, region: string, more: number): Kinds['Vpc'] {
  if (!id) return ensureDefaultVpc(ctx, region)
  const { engine } = ctx
  const vpc = engine.find('Vpc', id)
  if (!vpc) throw notFound('Failed to resolve VPC')
  if (vpc.region !== region) throw unprocessable('vpc_uuid: is in another region.')
  const capacity = countAddresses(vpc.ip_range)
  const where = [{ field: 'vpc_uuid', equals: id }] as const
  const isFull = engine.count('Droplet') + more > capacity && engine.count('Droplet', { where }) + more > capacity
  if (isFull) throw unprocessable(`vpc_uuid: ${vpc.ip_range} has addresses for ${capacity} droplets, and too few are free.`)
  return vpc
}
