/** The official tool server of the platform, 120 MB from npm. It is installed only with `--install`, in the folder of its cases. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Program } from './program.ts'
import { parseLines } from './parse-cases.ts'

const version = '1.0.70'
const folder = fileURLToPath(new URL('../tool-server', import.meta.url))

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const processors: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', ia32: '386', arm: 'arm' }
const binary = `mcp-digitalocean-${systems[process.platform] ?? process.platform}-${processors[process.arch] ?? process.arch}`
const file = `${folder}/node_modules/@digitalocean/mcp/dist/${binary}${process.platform === 'win32' ? '.exe' : ''}`

export const toolServer: Program = {
  name: 'tool-server',
  requirements: [{ file, install: 'pnpm verify clients --only tool-server --install' }],
  command: [process.execPath, 'use-platform.ts'],
  folder,
  environment: ({ url, token }) => ({ PLATFORM_URL: url, PLATFORM_TOKEN: token, TOOL_SERVER: file }),
  parseOutput: parseLines,
}

/** Installs the tool server in a folder that git ignores, without running its install scripts. */
export function installToolServer(): void {
  const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, `@digitalocean/mcp@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] })
}
