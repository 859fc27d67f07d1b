/** Puts bytes in the place of a file so that, whatever stops meanwhile, it is the old one or the new one and never a part of either. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Written beside, synced, renamed, folder synced: when this returns, a loss of power cannot undo it. */
export function replaceFile(file: string, bytes: string | Uint8Array): void {
  const beside = `${file}.part`
  const descriptor = openSync(beside, 'w')
  try {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(beside, file)
  syncFolder(dirname(file))
}

/** What is created, renamed or deleted in a folder is part of the folder. */
export function syncFolder(folder: string): void {
  // Windows opens no folder, and its file systems keep names in order by themselves.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
