/** Import of custom images. Nothing is fetched: the file name decides whether the import succeeds. */
import type { Handler } from '../../engine/call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Changes } from '../../engine/kinds.ts'
import { requireRegion } from '../../shared/require-region.ts'

type Image = Kinds['Image']

/** Raw images may have the extension `.bin`. */
const formats = new Set(['raw', 'img', 'bin', 'qcow2', 'vhdx', 'vdi', 'vmdk'])
const compressedExtension = /\.(gz|bz2)$/i

export const createCustomImage: Handler<'images_create'> = ({ body }, ctx) => {
  const { region, url, name, distribution, description, tags } = body
  const { slug } = requireRegion(ctx, region)
  const image = ctx.engine.create(
    'Image',
    {
      slug: null,
      name,
      tags: tags ?? [],
      type: 'custom',
      distribution: nameDistribution(distribution ?? 'Unknown'),
      description: description ?? '',
      public: false,
      regions: [],
      min_disk_size: null,
      size_gigabytes: null,
    },
    { hidden: { source: { url, region: slug } } },
  )
  return { image }
}

const distributions = [
  'AlmaLinux',
  'Arch Linux',
  'CentOS',
  'CoreOS',
  'Debian',
  'Fedora',
  'Fedora Atomic',
  'FreeBSD',
  'Gentoo',
  'openSUSE',
  'RancherOS',
  'Rocky Linux',
  'Ubuntu',
  'Unknown',
] as const

/** Returns a known distribution, or `Unknown OS`. */
export function nameDistribution(name: string): Image['distribution'] {
  return distributions.find((known) => known === name) ?? 'Unknown OS'
}

/** Completes the import, or fails it when the file is no disk image. */
export function finishImport({ id }: Image, { engine }: AccountContext): Changes<Image> {
  const { source } = engine.getHidden('Image', id)
  if (source && isReadable(source.url)) return { regions: [source.region], min_disk_size: 10, size_gigabytes: sizeOf(id) }
  return { status: 'deleted', error_message: 'The file is no disk image in the format raw, qcow2, vhdx, vdi or vmdk.' }
}

/** Accepts a URL without a file extension. */
function isReadable(url: string): boolean {
  const file = new URL(url).pathname.split('/').at(-1)?.replace(compressedExtension, '') ?? ''
  const [, extension] = /\.([a-z][a-z0-9]*)$/i.exec(file) ?? []
  return extension === undefined || formats.has(extension.toLowerCase())
}

/** Returns 1.5 to 3.5 GiB, derived from the image. */
function sizeOf(id: number): number {
  return Math.round((1.5 + ((id * 37) % 200) / 100) * 100) / 100
}
