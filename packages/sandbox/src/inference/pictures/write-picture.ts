import { paint, type PictureOrder } from './paint.ts'
import { writeJpeg } from './write-jpeg.ts'
import { writePng } from './write-png.ts'
import { writeWebp } from './write-webp.ts'

export const pictureFormats = ['png', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

const writers = { png: writePng, webp: writeWebp, jpeg: writeJpeg } as const satisfies Record<PictureFormat, unknown>

export function writePicture(order: PictureOrder, format: PictureFormat): Buffer {
  return writers[format](paint(order))
}
