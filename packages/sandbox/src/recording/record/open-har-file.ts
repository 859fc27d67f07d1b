/** Writes a HAR file entry by entry. It is valid after every entry, which overwrites the closing brackets and adds them again. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { HarEntry } from '../har.ts'
import { describeSystemError } from '../../describe-system-error.ts'

/** @throws Error with a one-line message when the file exists or cannot be written */
export function openHarFile(path: string, version: string) {
  const descriptor = openFile(path)
  const closing = '\n]}}\n'
  let end = writeSync(
    descriptor,
    `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'spindrift-sandbox', version })},"entries":[`,
    0,
  )
  writeSync(descriptor, closing, end)
  let count = 0
  return {
    add: (entry: HarEntry) => {
      const bytes = Buffer.from(`${count === 0 ? '' : ','}\n${JSON.stringify(entry)}${closing}`)
      writeSync(descriptor, bytes, 0, undefined, end)
      end += bytes.length - closing.length
      count += 1
    },
    count: () => count,
    close: () => closeSync(descriptor),
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'already exists and is not overwritten' : `cannot be written (${describeSystemError(cause)})`
    throw new Error(`${path} ${reason}. Use --out with another name in an existing folder.`, { cause })
  }
}
