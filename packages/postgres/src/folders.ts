import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Creates a folder under a temporary name first, so that an unfinished one is never used. Another process may create it meanwhile. */
export async function createFolder(folder: string, write: (temporaryFolder: string) => Promise<unknown>): Promise<void> {
  const temporaryFolder = `${folder}%${randomUUID()}`
  await mkdir(dirname(folder), { recursive: true })
  try {
    await write(temporaryFolder)
    await rename(temporaryFolder, folder)
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Copies a folder with its owners. */
export function copyFolder(source: string, target: string, flags = '-a'): Promise<void> {
  return createFolder(target, (temporaryFolder) =>
    // The function of Node needs seconds for a thousand files, and does not keep owners.
    process.platform === 'win32'
      ? cp(source, temporaryFolder, { recursive: true })
      : promisify(execFile)('cp', [flags, source, temporaryFolder]),
  )
}

/** Copies a folder by hard links to its files where the file system has them. */
export function linkFolder(source: string, target: string): Promise<void> {
  return copyFolder(source, target, '-al').catch(() => copyFolder(source, target))
}
