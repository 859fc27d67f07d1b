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
  update: (chunk: Uint8Array) => void
  digest: () => Buffer
}

export function createChecksum(name: ChecksumName): RunningHash {
  if (name === 'sha1' || name === 'sha256') {
    const hash = createHash(name)
    return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() }
  }
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

/** Table of the reflected Castagnoli polynomial. */
const crc32cTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc >>> 0
})

/** Table of the reflected polynomial of CRC-64/NVME, each entry as its high and low 32 bits; numbers are faster than BigInt. */
const crc64Table = (() => {
  const high = new Uint32Array(256)
  const low = new Uint32Array(256)
  for (let index = 0; index < 256; index += 1) {
    let crc = BigInt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ 0x9a6c9329ac4bc9b5n : crc >> 1n
    high[index] = Number(crc >> 32n)
    low[index] = Number(crc & 0xffffffffn)
  }
  return { high, low }
})()

function createCrc64(): RunningHash {
  let high = 0xffffffff
  let low = 0xffffffff
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (crc64Table.low[index] ?? 0)
        high = (high >>> 8) ^ (crc64Table.high[index] ?? 0)
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
