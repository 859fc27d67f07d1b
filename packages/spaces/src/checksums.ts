/** Checksums that S3 clients send: CRC32, CRC32C, CRC64NVME, SHA-1 and SHA-256, each in base64. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Error } from './errors.ts'

export const checksumNames = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const

export type ChecksumName = (typeof checksumNames)[number]

export interface ChecksumValue {
  readonly name: ChecksumName
  /** Base64. */
  readonly value: string
}

interface RunningHash {
  update: (chunk: Uint8Array) => unknown
  digest: () => Buffer
}

export function createChecksum(name: ChecksumName): RunningHash {
  if (name === 'sha1' || name === 'sha256') return createHash(name)
  if (name === 'crc32c') return createCrc(crc32c, 4)
  if (name === 'crc64nvme') return createCrc(crc64nvme, 8)
  let value = 0
  return {
    update: (chunk) => {
      value = crc32(chunk, value)
    },
    digest: () => toBytes(value),
  }
}

/** Creates the table of a reflected polynomial: high and low 32 bits of each entry, because numbers are faster than BigInt. */
function createTable(polynomial: bigint) {
  const entries = Array.from({ length: 256 }, (_, index) => {
    let crc = BigInt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ polynomial : crc >> 1n
    return crc
  })
  return {
    high: Uint32Array.from(entries, (entry) => Number(entry >> 32n)),
    low: Uint32Array.from(entries, (entry) => Number(entry & 0xffffffffn)),
  }
}

const crc32c = createTable(0x82f63b78n)
const crc64nvme = createTable(0x9a6c9329ac4bc9b5n)

function createCrc(table: ReturnType<typeof createTable>, byteCount: 4 | 8): RunningHash {
  let high = byteCount === 8 ? 0xffffffff : 0
  let low = 0xffffffff
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (table.low[index] ?? 0)
        high = (high >>> 8) ^ (table.high[index] ?? 0)
      }
    },
    digest: () => Buffer.concat([toBytes(~high), toBytes(~low)]).subarray(-byteCount),
  }
}

/** Encodes 32 bits, the highest first. */
function toBytes(word: number): Buffer {
  return Buffer.from((word >>> 0).toString(16).padStart(8, '0'), 'hex')
}

/** Finds the checksum that headers or trailers contain. @throws S3Error InvalidDigest, InvalidRequest */
export function findChecksum(headers: Readonly<Record<string, string | undefined>>): ChecksumValue | undefined {
  const found = checksumNames.flatMap((name) => {
    const value = headers[`x-amz-checksum-${name}`]
    return value === undefined ? [] : [{ name, value }]
  })
  if (found.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.')
  const [checksum] = found
  if (checksum && Buffer.from(checksum.value, 'base64').length !== createChecksum(checksum.name).digest().length)
    throw new S3Error('InvalidRequest', `Value for x-amz-checksum-${checksum.name} header is invalid.`)
  return checksum
}
