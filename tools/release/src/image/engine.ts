/** Docker or Podman, which take the same commands. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

export interface Engine {
  readonly name: string
  /** @returns what it printed @throws Error with what it said */
  readonly run: (args: readonly string[]) => string
}

/** @param folder what Podman keeps for this run alone @returns undefined where there is none */
export function findEngine(folder: string): Engine | undefined {
  if (succeeds('docker', ['info'])) return makeEngine('docker', [])
  const own = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', '--events-backend', 'none']
  const outside = ['--cgroup-manager', 'cgroupfs', ...(succeeds('runc', ['--version']) ? ['--runtime', 'runc'] : [])]
  return succeeds('podman', ['--version']) ? makeEngine('podman', [...own, ...outside]) : undefined
}

export function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function makeEngine(name: string, flags: readonly string[]): Engine {
  return {
    name,
    run: (args) => execFileSync(name, [...flags, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64_000_000 }),
  }
}
