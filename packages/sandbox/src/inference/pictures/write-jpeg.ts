/**
 * JPEG in shades of grey, where every block of 8 by 8 points has one shade: only the blocks' averages are written, as differences.
 * ITU-T T.81 (https://www.w3.org/Graphics/JPEG/itu-t81.pdf), baseline.
 */
import { colourAt, type Picture } from './paint.ts'

/** How many codes there are of each length from 1 to 16, and what they stand for: the number of bits that follow. */
const averages = { lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
/** Everything but the average is nought: the one code says that a block has ended. */
const details = { lengths: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], symbols: [0] }
/** What an average is divided by. */
const step = 8

export function writeJpeg(picture: Picture): Buffer {
  const { width, height } = picture
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    writeSegment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    writeSegment(0xdb, [0, ...Array.from({ length: 64 }, () => step)]),
    writeSegment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    writeSegment(0xc4, [0x00, ...averages.lengths, ...averages.symbols]),
    writeSegment(0xc4, [0x10, ...details.lengths, ...details.symbols]),
    writeSegment(0xda, [1, 1, 0x00, 0, 63, 0]),
    writeBlocks(picture),
    Buffer.from([0xff, 0xd9]),
  ])
}

function writeSegment(marker: number, bytes: readonly number[]): Buffer {
  const length = bytes.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...bytes])
}

/** By the number of bits: the code and its length. */
const codes = makeCodes(averages.lengths)

function makeCodes(lengths: readonly number[]): (readonly [code: number, length: number])[] {
  const made: (readonly [number, number])[] = []
  let code = 0
  for (const [at, count] of lengths.entries()) {
    for (let n = 0; n < count; n += 1) made.push([code++, at + 1])
    code <<= 1
  }
  return made
}

function writeBlocks(picture: Picture): Buffer {
  const shades = picture.colours.map(([red, green, blue]) => Math.round((red * 2 + green * 5 + blue) / 8) - 128)
  const bytes: number[] = []
  let held = 0
  let count = 0
  const add = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n -= 1) {
      held = (held << 1) | ((value >> n) & 1)
      count += 1
      if (count < 8) continue
      // A byte of ones would be taken for a marker.
      bytes.push(held, ...(held === 0xff ? [0] : []))
      held = 0
      count = 0
    }
  }
  let before = 0
  for (let y = 0; y < picture.height; y += 8) {
    for (let x = 0; x < picture.width; x += 8) {
      // The average of a block counts eightfold.
      const value = Math.round(((shades[colourAt(picture, x, y)] ?? 0) * 8) / step)
      const difference = value - before
      before = value
      const length = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference))
      const [code, bits] = codes[length] ?? [0, 2]
      add(code, bits)
      add(difference < 0 ? difference + (1 << length) - 1 : difference, length)
      add(0, 1)
    }
  }
  // What is left of the last byte is ones.
  if (count > 0) add(0xff, 8 - count)
  return Buffer.from(bytes)
}
