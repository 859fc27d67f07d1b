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
  if (name === 'crc64nvme') return createCrc64()
  let value = 0
  const update = name === 'crc32' ? crc32 : updateCrc32c
  return {
    update: (chunk) => {
      value = update(chunk, value)
    },
    digest: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    },
  }
}

function updateCrc32c(chunk: Uint8Array, value: number): number {
  let crc = ~value
  for (const byte of chunk) crc = (crc32cTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Creates the table of a reflected polynomial. */
function createTable(polynomial: bigint): bigint[] {
  return Array.from({ length: 256 }, (_, index) => {
    let crc = BigInt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ polynomial : crc >> 1n
    return crc
  })
}

const crc32cTable = Uint32Array.from(createTable(0x82f63b78n), Number)
/** High and low 32 bits of each entry; numbers are faster than BigInt. */
const crc64Table = createTable(0x9a6c9329ac4bc9b5n)
const crc64High = Uint32Array.from(crc64Table, (entry) => Number(entry >> 32n))
const crc64Low = Uint32Array.from(crc64Table, (entry) => Number(entry & 0xffffffffn))

function createCrc64(): RunningHash {
  let high = 0xffffffff
  let low = 0xffffffff
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (crc64Low[index] ?? 0)
        high = (high >>> 8) ^ (crc64High[index] ?? 0)
      }
    },
    digest: () => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(~high >>> 0, 0)
      bytes.writeUInt32BE(~low >>> 0, 4)
      return bytes
    },
  }
}

export function isChecksumName(text: string): text is ChecksumName {
  return checksumNames.some((name) => name === text)
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
