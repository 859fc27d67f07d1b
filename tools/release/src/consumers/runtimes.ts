/** Installs other versions of Node, Deno, Bun and other package managers with npm. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFailure, runProgram } from '../run-program.ts'
import type { Manager } from './install-project.ts'
import type { Runtime } from './try-programs.ts'

/** npm specifiers of runtimes and package managers, by their name here. */
const packages: Readonly<Record<string, string>> = {
  node20: 'npm:node@20',
  node22: 'npm:node@22',
  node24: 'npm:node@24',
  node26: 'npm:node@26',
  deno: '2.9.6',
  bun: '1.4.5',
  yarn: 'npm:@yarnpkg/cli-dist@4.18.1',
}

export const runtimeNames = Object.keys(packages).filter((name) => name !== 'yarn')

export const thisNode: Runtime = {
  name: `Node ${process.versions.node}`,
  command: process.execPath,
  args: [],
  version: parseVersion(process.versions.node),
}

export const npm: Manager = { name: 'npm', command: 'npm', args: ['install', '--ignore-scripts', '--no-audit', '--no-fund'] }

export interface Tools {
  readonly runtimes: readonly Runtime[]
  readonly managers: readonly Manager[]
}

/** Installs runtimes and package managers. Runs their install scripts, which download the programs. */
export async function installTools(folder: string, names: readonly string[]): Promise<Tools> {
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(names.map((name) => [name, packages[name]]))
  const allowScripts = { node: true, deno: true, bun: true }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, allowScripts }))
  const problem = describeFailure(await runProgram('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder }))
  if (problem !== undefined) throw new Error(`Could not install ${names.join(', ')}: ${problem}`)
  return {
    runtimes: await Promise.all(names.filter((name) => runtimeNames.includes(name)).map((name) => readRuntime(folder, name))),
    managers: names.includes('yarn')
      ? [
          { name: 'pnpm', command: 'pnpm', args: ['install', '--ignore-scripts', '--no-frozen-lockfile'] },
          { name: 'yarn', command: process.execPath, args: [join(folder, 'node_modules/yarn/bin/yarn.js'), 'install', '--no-immutable'] },
        ]
      : [],
  }
}

async function readRuntime(folder: string, name: string): Promise<Runtime> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  if (name === 'deno')
    return {
      name: `Deno ${packages['deno']}`,
      command: join(folder, `node_modules/deno/deno${suffix}`),
      args: ['run', '--allow-all', '--no-lock'],
    }
  if (name === 'bun') return { name: `Bun ${packages['bun']}`, command: join(folder, 'node_modules/bun/bin/bun.exe'), args: ['run'] }
  const command = join(folder, 'node_modules', name, `bin/node${suffix}`)
  const version = (await runProgram(command, ['-p', 'process.versions.node'])).stdout.trim()
  return { name: `Node ${version}`, command, args: [], version: parseVersion(version) }
}

function parseVersion(version: string): [number, number] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}
