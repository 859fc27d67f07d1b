/** Creates a small in-memory file system that a test can fill. Requires root on Linux. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Disk extends AsyncDisposable {
  readonly folder: string
}

export async function createDisk(megabytes: number): Promise<Disk> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['--lazy', folder])
      remove()
    },
  }
}

/** Tries it, because a container may forbid it to root. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    const disk = await createDisk(1)
    await disk[Symbol.asyncDispose]()
    return true
  } catch {
    return false
  }
}
