/** Empty projects that install the packages by each of the package managers. It imports nothing that has to be installed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNpmSetting } from '../find-npm-setting.ts'
import { explain, runProgram } from '../run-program.ts'

export interface Manager {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/**
 * @param registry of our packages; the machine's own, if none is given
 * @param packages by name, with the version that is wanted
 * @returns what went wrong
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
  if (registry !== undefined) writeSettingsOf(folder, manager, registry)
  return explain(await runProgram(manager.command, manager.args, { cwd: folder }))
}

/** A new package is one that some managers wait a day for, and ours are. */
function writeSettingsOf(folder: string, { name }: Manager, registry: string): void {
  // Only what is ours comes from there: the rest, every manager has kept since the last time.
  writeFileSync(join(folder, '.npmrc'), `@spindrift:${writeSettings(registry)}`)
  if (name === 'pnpm') writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 0\n')
  if (name !== 'yarn') return
  // It reads no settings of npm.
  const [others = '', authorities] = [findNpmSetting('registry'), findNpmSetting('cafile')]
  const settings = {
    npmRegistryServer: others,
    npmScopes: { spindrift: { npmRegistryServer: registry } },
    ...(authorities !== undefined && { httpsCaFilePath: authorities }),
    // What it keeps of a registry it keeps by the name of its host: of the rehearsal before, on another port, it would ask for the tarballs of now.
    globalFolder: join(folder, '.yarn-global'),
    nodeLinker: 'node-modules',
    unsafeHttpWhitelist: ['127.0.0.1', new URL(others).hostname],
    enableTelemetry: false,
    enableScripts: false,
    // The age that it asks of packages is not set for a scope of its own.
    npmPreapprovedPackages: ['@spindrift/*'],
    npmMinimalAgeGate: 0,
  }
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(settings))
  // Without it, yarn looks for the project above this folder.
  writeFileSync(join(folder, 'yarn.lock'), '')
}

export function writeSettings(registry: string): string {
  return `registry=${registry}\n//${new URL(registry).host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`
}
