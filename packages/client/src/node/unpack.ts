/** Undoes what `content-encoding` says, as `fetch` does. What it does not know stays as it is. */
/// <reference types="node" />
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// Servers' streams are not always finished by the book.
const gzip = () => createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip,
  'x-gzip': gzip,
  deflate: () => createInflate({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}

export function unpack(body: Readable, encoding: string | null): Readable {
  const codings = encoding?.toLowerCase().split(',') ?? []
  const steps = codings.toReversed().map((coding) => decoders[coding.trim()])
  if (steps.length > 5 || steps.includes(undefined)) return body
  // Whatever fails, the last of them has the error.
  return steps.reduce<Readable>((packed, make) => (make ? pipeline(packed, make(), () => {}) : packed), body)
}
