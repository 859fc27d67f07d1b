/** Brings a bare machine (Node 20 or newer, npm) to where every script of the repository runs. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, step } from './run.mjs'

export async function setUp() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    console.error(`Node ${process.versions.node} is too old. Install Node 20 or newer and run the same command again.`)
    process.exit(1)
  }
  if (!hasPackageManager()) await step('Installing pnpm', 'npm', ['install', '--prefix', 'tools/bootstrap/toolchain'])
  await step('Installing Node 24 and the dependencies', 'pnpm', ['install', '--frozen-lockfile'])
}

function hasPackageManager() {
  const folder = join(root, 'tools/bootstrap/toolchain')
  const installed = join(folder, 'node_modules/pnpm/package.json')
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.pnpm
  return JSON.parse(readFileSync(installed, 'utf8')).version === wanted
}

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The reference site is tested in a real browser; on Debian as root it can be installed. */
export async function setUpBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH || browsers.some((path) => existsSync(path))) return
  const canInstall = process.getuid?.() === 0 && (await run('apt-get', ['--version'], { quiet: true })).code === 0
  if (!canInstall) {
    console.error('The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
    process.exit(1)
  }
  await step('Looking up Debian packages', 'apt-get', ['update', '-qq'])
  await step('Installing Chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}
