/** Empty projects that install the packages from a registry, by each of the package managers. */
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

/** @param packages by name, with the version that is wanted */
export function installProject(folder: string, manager: Manager, registry: string, packages: Readonly<Record<string, string>>): Project {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', type: 'module', private: true, dependencies: packages }))
  writeFileSync(join(folder, '.npmrc'), writeSettings(registry))
  // Yarn and pnpm have files of their own. A new package is one that pnpm waits a day for, and ours are.
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify({ npmRegistryServer: registry, nodeLinker: 'node-modules', unsafeHttpWhitelist: ['127.0.0.1'], enableTelemetry: false, enableScripts: false, npmMinimalAgeGate: 0 }))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 0\ntrustLockfile: true\n')
  writeFileSync(join(folder, 'yarn.lock'), '')
  const { status, stdout, stderr } = spawnSync(manager.command, manager.args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 500_000,
    env: { ...process.env, npm_config_registry: registry, CI: '' },
  })
  return status === 0 ? { folder } : { folder, problem: `${stdout}${stderr}`.trim().slice(-2000) || `ended with ${status}` }
}

export function writeSettings(registry: string): string {
  return `registry=${registry}\n//${new URL(registry).host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`
}
