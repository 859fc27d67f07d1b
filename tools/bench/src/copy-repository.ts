/** Creates a copy of the repository with its own dependencies, for benchmarks that remove and edit files. */
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './consumer-project.ts'
import { runChild } from './run-child.ts'

/** Environment that turns off telemetry. */
export const noTelemetry = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

export async function copyRepository(folder: string): Promise<void> {
  await copyFiles(folder)
  await runChild('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env: noTelemetry })
}

/** Copies tracked and untracked, unignored files of the working tree. */
async function copyFiles(folder: string): Promise<void> {
  const { stdout } = await runChild('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], { cwd: root })
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    // git also lists deleted files whose deletion is not committed.
    try {
      cpSync(join(root, file), join(folder, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
