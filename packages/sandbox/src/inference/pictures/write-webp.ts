/**
 * WebP without loss, in one colour: the picture's most frequent. With one symbol in each of its codes a picture of any size takes no bits at all.
 * https://developers.google.com/speed/webp/docs/webp_lossless_bitstream_specification
 */
import type { Picture } from './paint.ts'

export function writeWebp({ width, height, colours, grid, isTransparent }: Picture): Buffer {
  const counts = colours.map((_, place) => grid.filter((each) => each === place).length)
  const [red, green, blue] = colours[counts.indexOf(Math.max(...counts))] ?? [0, 0, 0]
  const bits = new Bits()
  bits.add(width - 1, 14)
  bits.add(height - 1, 14)
  bits.add(isTransparent ? 1 : 0, 1)
  bits.add(0, 3)
  // No transform, no colour cache, one group of codes.
  bits.add(0, 3)
  for (const symbol of [green, red, blue, isTransparent ? 0 : 255, 0]) {
    // A simple code of one symbol, which has 8 bits.
    bits.add(1, 1)
    bits.add(0, 1)
    bits.add(1, 1)
    bits.add(symbol, 8)
  }
  const data = Buffer.from([0x2f, ...bits.bytes()])
  const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)])
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('WEBPVP8L', 8, 'latin1')
  head.writeUInt32LE(data.length, 16)
  return Buffer.concat([head, padded])
}

/** The least significant bit comes first. */
class Bits {
  readonly #bits: number[] = []

  add(value: number, count: number): void {
    for (let n = 0; n < count; n += 1) this.#bits.push((value >> n) & 1)
  }

  bytes(): number[] {
    const bytes = Array.from({ length: Math.ceil(this.#bits.length / 8) }, () => 0)
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
    return bytes
  }
}
