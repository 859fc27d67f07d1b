/** Decodes `content-encoding`, as `fetch` does. Bodies with an unknown encoding stay unchanged. */
/// <reference types="node" />
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// Tolerates streams without a proper end, as browsers do.
const gzip = () => createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip,
  'x-gzip': gzip,
  deflate: () => createInflate({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
}

export function decodeBody(body: Readable, encoding: string | null): Readable {
  const codings = encoding?.toLowerCase().split(',') ?? []
  const steps = codings.toReversed().map((coding) => decoders[coding.trim()])
  if (steps.length > 5 || steps.includes(undefined)) return body
  // `pipeline` forwards errors to the last stream.
  return steps.reduce<Readable>((stream, make) => (make ? pipeline(stream, make(), () => {}) : stream), body)
}
