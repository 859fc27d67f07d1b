/** PNG, 4 bits a point with a palette. https://www.w3.org/TR/png-3/ */
import { crc32, deflateSync } from 'node:zlib'
import { colourAt, type Picture } from './paint.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export function writePng(picture: Picture): Buffer {
  const { width, height, colours, isTransparent } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3, 0, 0, 0], 8)
  const transparency = isTransparent ? [writeChunk('tRNS', Buffer.from([0]))] : []
  return Buffer.concat([
    Buffer.from(signature),
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(colours.flat())),
    ...transparency,
    writeChunk('IDAT', deflateSync(writeRows(picture))),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}

/** Each row begins with its filter, none. Rows of one row of fields are alike, so each is made once. */
function writeRows(picture: Picture): Buffer {
  const { width, height, fields } = picture
  const length = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(length * height)
  let made = -1
  for (let y = 0; y < height; y += 1) {
    const of = Math.floor((y * fields) / height)
    if (of === made) rows.copyWithin(y * length, (y - 1) * length, y * length)
    else for (let x = 0; x < width; x += 2) rows[y * length + 1 + x / 2] = (colourAt(picture, x, y) << 4) | colourAt(picture, x + 1, y)
    made = of
  }
  return rows
}
