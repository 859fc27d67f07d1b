/** Content of objects as immutable blobs, which are files in a folder. */
import { randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, copyFileSync, createReadStream, existsSync, linkSync, mkdirSync, openSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Blob {
  readonly id: string
  readonly size: number
}

export type BlobStore = ReturnType<typeof createBlobStore>

/** Content up to this size is read at once. */
const maxWholeBytes = 256 * 1024

const partExtension = '.part'

/** A writer makes its content exist with `finish`. */
export function createBlobStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: string) => join(folder, id)
  for (const name of readdirSync(folder)) if (name.endsWith(partExtension)) rmSync(fileOf(name))
  return {
    create: () => {
      const id = randomUUID()
      const partial = fileOf(`${id}${partExtension}`)
      const file = openSync(partial, 'w', 0o600)
      let size = 0
      return {
        write: (chunk: Buffer): void => {
          appendFileSync(file, chunk)
          size += chunk.length
        },
        finish: (): Blob => {
          closeSync(file)
          renameSync(partial, fileOf(id))
          return { id, size }
        },
        discard: () => {
          closeSync(file)
          rmSync(partial)
        },
      }
    },
    /** Reads the bytes from `start` to `end`, both included. */
    read: ({ id, size }: Blob, start: number, end: number): readonly Buffer[] | AsyncIterable<Buffer> => {
      if (size <= maxWholeBytes) return [readFileSync(fileOf(id)).subarray(start, end + 1)]
      // An open file stays readable when the blob is removed.
      return createReadStream('', { fd: openSync(fileOf(id), 'r'), start, end, highWaterMark: maxWholeBytes }) as AsyncIterable<Buffer>
    },
    remove: (id: string): void => rmSync(fileOf(id), { force: true }),
    list: () => readdirSync(folder).filter((name) => !name.endsWith(partExtension)),
    /** Writes a blob into another folder. */
    copyTo: (id: string, target: string): void => linkOrCopy(fileOf(id), join(target, id)),
    /** Adds a blob of another folder. */
    copyFrom: (id: string, source: string): void => {
      if (!existsSync(fileOf(id))) linkOrCopy(join(source, id), fileOf(id))
    },
  }
}

/** Blobs never change, so a link is a copy. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
