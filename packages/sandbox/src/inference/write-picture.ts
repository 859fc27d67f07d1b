/** Pictures of one color, which follows from a text: of the size that was asked for, small as a file, and read by every viewer. */
import { crc32, deflateSync } from 'node:zlib'
import { type Random, createRandom } from './random.ts'

export const pictureFormats = ['png', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export interface PictureOrder {
  readonly text: string
  /** Multiples of 16. */
  readonly width: number
  readonly height: number
  readonly isTransparent: boolean
}

const writers = { png: writePng, webp: writeWebp, jpeg: writeJpeg } as const satisfies Record<PictureFormat, unknown>

export function writePicture(order: PictureOrder, format: PictureFormat): Buffer {
  return writers[format](order, createRandom(order.text))
}

const chooseColor = (random: Random) => [random.below(256), random.below(256), random.below(256)] as const

/** A palette of one color, and 4 bits a point. https://www.w3.org/TR/png-3/ */
function writePng({ width, height, isTransparent }: PictureOrder, random: Random): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(chooseColor(random))),
    ...(isTransparent ? [writeChunk('tRNS', Buffer.from([0]))] : []),
    // Each row begins with its filter, none.
    writeChunk('IDAT', deflateSync(Buffer.alloc((1 + width / 2) * height))),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/**
 * WebP without loss. With one symbol in each of its codes a picture of any size takes no bits at all.
 * https://developers.google.com/speed/webp/docs/webp_lossless_bitstream_specification
 */
function writeWebp({ width, height, isTransparent }: PictureOrder, random: Random): Buffer {
  const [red, green, blue] = chooseColor(random)
  const fields = [
    { value: width - 1, bits: 14 },
    { value: height - 1, bits: 14 },
    { value: isTransparent ? 1 : 0, bits: 1 },
    // The version; no transform, no color cache, one group of codes.
    { value: 0, bits: 6 },
    // A simple code of one symbol, which has 8 bits.
    ...[green, red, blue, isTransparent ? 0 : 255, 0].map((symbol) => ({ value: 0b101 | (symbol << 3), bits: 11 })),
  ]
  // The least significant bit comes first.
  const stream = fields.reduceRight((all, { value, bits }) => (all << BigInt(bits)) | BigInt(value), 0n)
  const file = Buffer.alloc(34)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(26, 4)
  file.write('WEBPVP8L', 8, 'latin1')
  file.writeUInt32LE(13, 16)
  file[20] = 0x2f
  file.writeBigUInt64LE(stream & 0xffff_ffff_ffff_ffffn, 21)
  file.writeUInt32LE(Number(stream >> 64n), 29)
  return file
}

/**
 * JPEG in one shade of gray: the first block of 8 by 8 points has it as its average, in 7 bits, and every other block says in two bits that it is the
 * same. ITU-T T.81 (https://www.w3.org/Graphics/JPEG/itu-t81.pdf), baseline.
 */
function writeJpeg({ width, height }: PictureOrder, random: Random): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const fourteen = Array.from({ length: 14 }, () => 0)
  const blocks = Buffer.alloc((8 + (width / 8) * (height / 8) * 2) / 8)
  blocks.writeUInt16BE((0b10 << 14) | (random.below(128) << 7), 0)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    writeSegment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    // By 8, and as an average counts eightfold, it stands for itself.
    writeSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    writeSegment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    // Of averages: 0 stands for no difference, 10 for one in 7 bits. Of details: 0 stands for none.
    writeSegment(0xc4, [0x00, 1, 1, ...fourteen, 0, 7]),
    writeSegment(0xc4, [0x10, 1, 0, ...fourteen, 0]),
    writeSegment(0xda, [1, 1, 0x00, 0, 63, 0]),
    blocks,
    Buffer.from([0xff, 0xd9]),
  ])
}

function writeSegment(marker: number, bytes: readonly number[]): Buffer {
  const length = bytes.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...bytes])
}
