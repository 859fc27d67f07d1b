/** Puts bytes in the place of a file so that, whatever stops meanwhile, it is the old one or the new one and never a part of either. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Written beside, synced, renamed, folder synced: when this returns, a loss of power cannot undo it.
 *
 * @param write writes the file that it is given the name of; nothing is there yet
 */
export function replaceFile(file: string, write: (temporaryFile: string) => void): void {
  const temporaryFile = `${file}.part`
  // Of a process that was stopped.
  if (existsSync(temporaryFile)) unlinkSync(temporaryFile)
  write(temporaryFile)
  const descriptor = openSync(temporaryFile, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporaryFile, file)
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
