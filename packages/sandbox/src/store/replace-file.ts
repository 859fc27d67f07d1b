/** Replaces files atomically: after a crash the file is the old one or the new one. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a temporary file that only its owner can read, syncs it, renames it and syncs the folder, so the change survives a power failure.
 *
 * @param write fills the empty temporary file
 */
export function replaceFile(file: string, write: (temporaryFile: string) => void): void {
  const temporaryFile = `${file}.part`
  // Left over from a stopped process.
  if (existsSync(temporaryFile)) unlinkSync(temporaryFile)
  closeSync(openSync(temporaryFile, 'wx', 0o600))
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

/** Syncs a folder, which saves created, renamed and deleted names. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders; its file systems save names themselves.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
