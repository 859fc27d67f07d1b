/** Downloads packages that are only needed for comparisons, on first use. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const versions = { '@scalar/api-reference': '1.72.1', redoc: '3.0.1' } as const
export type Peer = keyof typeof versions

const home = fileURLToPath(new URL('../node_modules/.peers/', import.meta.url))

/** Downloads a package without its dependencies, as it contains one file with everything for browsers. @returns its folder */
export function downloadPeer(name: Peer): string {
  const project = join(home, name.replace('/', '-'))
  return downloadIfMissing(name, join(project, 'package'), () => {
    run('npm', ['pack', '--loglevel=error', `${name}@${versions[name]}`], project)
    run('tar', ['-xzf', ...readdirSync(project).filter((file) => file.endsWith(`-${versions[name]}.tgz`))], project)
  })
}

function downloadIfMissing(name: Peer, folder: string, download: () => void): string {
  if (!existsSync(join(folder, 'package.json')) || readVersion(folder) !== versions[name]) {
    mkdirSync(join(home, name.replace('/', '-')), { recursive: true })
    download()
  }
  return folder
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

function readVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }).version
}
