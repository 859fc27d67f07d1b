/** Installs the packages in an empty project with a package manager. Imports no installed package. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNpmSetting } from '../find-npm-setting.ts'
import { describeFailure, runProgram } from '../run-program.ts'

export interface Manager {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/**
 * @param registry for the @spindrift packages. Default: the registry of npm on this machine
 * @param packages versions by name
 * @returns the output of a failed installation
 */
export async function installProject(
  folder: string,
  manager: Manager,
  registry: string | undefined,
  packages: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true })
  const manifest = { name: 'project', version: '1.0.0', type: 'module', private: true, dependencies: packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  if (registry !== undefined) writeManagerSettings(folder, manager, registry)
  return describeFailure(await runProgram(manager.command, manager.args, { cwd: folder }))
}

/** Writes the settings of a package manager. Some refuse packages that are younger than a day, which is turned off. */
function writeManagerSettings(folder: string, { name }: Manager, registry: string): void {
  // Only @spindrift packages come from this registry; the package managers have cached the rest.
  writeFileSync(join(folder, '.npmrc'), `@spindrift:${formatNpmrc(registry)}`)
  if (name === 'pnpm') writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 0\n')
  if (name !== 'yarn') return
  // yarn does not read the settings of npm.
  const [defaultRegistry = '', authorities] = [findNpmSetting('registry'), findNpmSetting('cafile')]
  const settings = {
    npmRegistryServer: defaultRegistry,
    npmScopes: { spindrift: { npmRegistryServer: registry } },
    ...(authorities !== undefined && { httpsCaFilePath: authorities }),
    // Its cache ignores the port of a registry, so a shared cache would mix up two rehearsals.
    globalFolder: join(folder, '.yarn-global'),
    nodeLinker: 'node-modules',
    unsafeHttpWhitelist: ['127.0.0.1', new URL(defaultRegistry).hostname],
    enableTelemetry: false,
    enableScripts: false,
    // The minimal age cannot be set for one scope.
    npmPreapprovedPackages: ['@spindrift/*'],
    npmMinimalAgeGate: 0,
  }
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(settings))
  // Without a lock file, yarn searches for the project in parent folders.
  writeFileSync(join(folder, 'yarn.lock'), '')
}

export function formatNpmrc(registry: string): string {
  return `registry=${registry}\n//${new URL(registry).host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`
}
