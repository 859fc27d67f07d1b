/** A HAR file that grows. It is whole after every entry: each is written over the brackets that close the file, and closes it again. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { HarEntry } from '../har.ts'

/** @throws Error in one line when the file is there already or cannot be written */
export function openHarFile(path: string, version: string) {
  const descriptor = open(path)
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

function open(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'is there already and is not written over' : `cannot be written (${message})`
    throw new Error(`${path} ${reason}. Give --out another name in a folder that exists.`, { cause })
  }
}
