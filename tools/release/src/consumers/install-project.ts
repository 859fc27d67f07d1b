/** Empty projects that install the packages by each of the package managers. It imports nothing that has to be installed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Manager {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

export interface Project {
  readonly folder: string
  /** What went wrong. */
  readonly problem?: string
}

/**
 * @param registry the machine's own, if none is given
 * @param packages by name, with the version that is wanted
 */
export function installProject(
  folder: string,
  manager: Manager,
  registry: string | undefined,
  packages: Readonly<Record<string, string>>,
): Project {
  mkdirSync(folder, { recursive: true })
  const manifest = { name: 'project', version: '1.0.0', type: 'module', private: true, dependencies: packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  if (registry !== undefined) writeSettingsOf(folder, manager, registry)
  const { status, stdout, stderr, error } = runProgram(manager.command, manager.args, folder, registry)
  if (status === 0) return { folder }
  return { folder, problem: `${error?.message ?? ''}${stdout}${stderr}`.trim().slice(-2000) || `ended with ${status}` }
}

/** A new package is one that some managers wait a day for, and ours are. */
function writeSettingsOf(folder: string, { name }: Manager, registry: string): void {
  writeFileSync(join(folder, '.npmrc'), writeSettings(registry))
  if (name === 'pnpm') writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 0\n')
  if (name !== 'yarn') return
  const settings = {
    npmRegistryServer: registry,
    nodeLinker: 'node-modules',
    unsafeHttpWhitelist: ['127.0.0.1'],
    enableTelemetry: false,
    enableScripts: false,
    npmMinimalAgeGate: 0,
  }
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(settings))
  // Without it, yarn looks for the project above this folder.
  writeFileSync(join(folder, 'yarn.lock'), '')
}

export function writeSettings(registry: string): string {
  return `registry=${registry}\n//${new URL(registry).host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`
}

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly error?: Error
}

/** On Windows, npm is no program but a script of the shell. */
export function runProgram(command: string, args: readonly string[], cwd: string, registry?: string): Ended {
  return spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 500_000,
    maxBuffer: 1e8,
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, ...(registry !== undefined && { npm_config_registry: registry }) },
  })
}
