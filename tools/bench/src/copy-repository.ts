/** A copy of the repository with an install of its own, for what removes and edits files that others work on. */
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './consumer-project.ts'
import { runChild } from './run-child.ts'

/** For the environment of what runs in it. */
export const quietly = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

export async function createCopy(folder: string): Promise<void> {
  await copyFiles(folder)
  await runChild('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env: quietly })
}

/** What git knows of or would be told of, as it stands in the working tree. */
async function copyFiles(folder: string): Promise<void> {
  const { stdout } = await runChild('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], { cwd: root })
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    // A file that is deleted but not committed is listed all the same.
    try {
      cpSync(join(root, file), join(folder, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
