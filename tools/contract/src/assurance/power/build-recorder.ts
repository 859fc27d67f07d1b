/** Compiles `record-writes.c` with the C compiler of this machine. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Why there can be no recorder here; undefined where there can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return `LD_PRELOAD is Linux's, and this is ${process.platform}`
  if (spawnSync('gcc', ['--version']).status !== 0) return 'gcc is not installed'
  return undefined
}

/** @returns the library */
export function buildRecorder(folder: string): string {
  const library = join(folder, 'record-writes.so')
  const source = fileURLToPath(new URL('record-writes.c', import.meta.url))
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-o', library, source, '-ldl'], { stdio: 'pipe' })
  return library
}
