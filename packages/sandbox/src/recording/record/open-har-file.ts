/** A HAR file that grows. It is whole after every entry: the new one and what closes the file are written over what closed it. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { HarEntry } from '../formats/har.ts'

export interface HarFile {
  readonly add: (entry: HarEntry) => void
  readonly count: () => number
  readonly close: () => void
}

const closing = '\n]}}\n'

/** @throws Error in one line when the file is there already or cannot be written */
export function openHarFile(path: string, version: string): HarFile {
  const descriptor = open(path)
  const creator = JSON.stringify({ name: 'spindrift-sandbox', version })
  const head = `{"log":{"version":"1.2","creator":${creator},"entries":[`
  let end = writeSync(descriptor, head, 0)
  writeSync(descriptor, closing, end)
  let count = 0
  return {
    add: (entry) => {
      const text = Buffer.from(`${count === 0 ? '' : ','}\n${JSON.stringify(entry)}`)
      writeSync(descriptor, Buffer.concat([text, Buffer.from(closing)]), 0, undefined, end)
      end += text.length
      count += 1
    },
    count: () => count,
    close: () => closeSync(descriptor),
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'EEXIST')
      throw new Error(`${path} is there already and is not written over. Give --out another name, or remove it.`, { cause: error })
    throw new Error(`${path} cannot be written (${(error as Error).message}). Check that its folder exists and may be written to.`, {
      cause: error,
    })
  }
}
