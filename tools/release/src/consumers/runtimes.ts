/** Other Nodes, Deno and Bun, and other package managers, as npm has them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../pack-packages.ts'
import type { Manager } from './install-project.ts'
import type { Runtime } from './try-programs.ts'

const wanted = { node20: 'npm:node@20', node22: 'npm:node@22', node26: 'npm:node@26', deno: '2.9.6', bun: '1.4.5', yarn: 'npm:@yarnpkg/cli-dist@4.18.1' }

export const thisNode: Runtime = { name: `Node ${process.versions.node}`, command: process.execPath, args: [], version: readVersion(process.versions.node) }

export const npm: Manager = { name: 'npm', command: 'npm', args: ['install', '--ignore-scripts'] }

export interface Tools {
  readonly runtimes: readonly Runtime[]
  readonly managers: readonly Manager[]
}

/** Programs, not modules: what they do at installation is fetch themselves. */
export function installTools(folder: string): Tools {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: wanted, allowScripts: { node: true, deno: true, bun: true } }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
  const inside = (...path: readonly string[]): string => join(folder, 'node_modules', ...path)
  const nodes = ['node20', 'node22', 'node26'].map((name): Runtime => {
    const command = inside(name, 'bin/node')
    const version = execFileSync(command, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    return { name: `Node ${version}`, command, args: [], version: readVersion(version) }
  })
  return {
    runtimes: [
      ...nodes,
      { name: `Deno ${wanted.deno}`, command: inside('.bin/deno'), args: ['run', '--allow-all', '--no-lock'] },
      { name: `Bun ${wanted.bun}`, command: inside('.bin/bun'), args: ['run'] },
    ],
    managers: [
      { name: 'pnpm', command: 'pnpm', args: ['install', '--ignore-scripts', '--no-frozen-lockfile'] },
      { name: 'yarn', command: process.execPath, args: [inside('yarn/bin/yarn.js'), 'install', '--no-immutable'] },
    ],
  }
}

function readVersion(version: string): [number, number] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

/** The version of a development dependency of the root, so that consumers are checked with ours. */
export function readPinned(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly devDependencies: Readonly<Record<string, string>> }
  return devDependencies[name] ?? 'latest'
}
