/** Installs pnpm, Node 24, the dependencies and a browser. Needs Node 20 or newer and npm. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runStep } from './run.mjs'

export async function setUp() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    console.error(
      `Node ${process.versions.node} is too old: the setup needs Node 20 or newer. Install it (https://nodejs.org) and run the same command again.`,
    )
    process.exit(1)
  }
  if (!hasRequiredPnpm()) await runStep('Installing pnpm', 'npm', ['install', '--prefix', 'tools/bootstrap/toolchain'])
  await runStep('Installing Node 24 and the dependencies', 'pnpm', ['install', '--frozen-lockfile'])
}

function hasRequiredPnpm() {
  const folder = join(root, 'tools/bootstrap/toolchain')
  const installed = join(folder, 'node_modules/pnpm/package.json')
  if (!existsSync(installed)) return false
  const required = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.pnpm
  return JSON.parse(readFileSync(installed, 'utf8')).version === required
}

const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Installs Chromium for the browser tests if there is none. Only possible as root on Debian; exits elsewhere. */
export async function setUpBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH || browsers.some((path) => existsSync(path))) return
  const canInstall = process.getuid?.() === 0 && (await run('apt-get', ['--version'], { quiet: true })).code === 0
  if (!canInstall) {
    console.error(
      'The browser tests need Chromium. Install it (Debian: `apt-get install chromium-headless-shell`), or set CHROMIUM_PATH to its program, and run the same command again.',
    )
    process.exit(1)
  }
  await runStep('Updating the Debian package lists', 'apt-get', ['update', '-qq'])
  await runStep('Installing Chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'])
}
