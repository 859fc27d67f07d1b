import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Copies a folder with its owners, under a temporary name first, so that an interrupted copy is never used. */
export async function copyFolder(source: string, target: string): Promise<void> {
  const unfinished = `${target}%new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(target), { recursive: true })
  // The function of Node needs seconds for a thousand files, and does not keep owners.
  if (process.platform === 'win32') await cp(source, unfinished, { recursive: true })
  else await promisify(execFile)('cp', ['-a', source, unfinished])
  await rename(unfinished, target)
}
