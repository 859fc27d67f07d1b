#!/usr/bin/env node
/** `pnpm prove release`: everything short of publishing to the world. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkContents } from './check-contents.ts'
import { checkManifest } from './check-manifest.ts'
import { checkSize, writeSizes } from './check-sizes.ts'
import { startRegistry } from './local-registry.ts'
import { type PackedPackage, packPackages, readManifest, root } from './pack-packages.ts'
import { programs } from './programs.ts'
import { createReport } from './report.ts'
import { checkSurface } from './surface/check-surface.ts'
import { describeSurface, surfaceFolder } from './surface/describe-surface.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-release-'))
const { check, close } = createReport('release')

try {
  const packed = packPackages(folder)
  inspect(packed)
  await installFromRegistry(packed)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = close() ? 0 : 1

function inspect(packed: readonly PackedPackage[]): void {
  const rootManifest = readManifest(root)
  for (const each of packed) {
    check(`${each.name}: contents`, checkContents(each))
    check(`${each.name}: manifest`, checkManifest(each.manifest, rootManifest, relative(root, each.folder)))
    check(`${each.name}: publint`, runTool('publint', ['run', each.tarball, '--strict']))
    check(`${each.name}: are the types wrong`, runTool('attw', [each.tarball, '--profile', 'esm-only', '--no-emoji', '--quiet']))
  }
  console.error(`\n${writeSizes(packed)}\n`)
  check('sizes are within their budgets', packed.flatMap(checkSize))
  check('what users see is what was reviewed', checkSurface(surfaceFolder, describeSurface(packed, join(folder, 'api'))))
}

function runTool(command: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(join(root, 'tools/release/node_modules/.bin', command), args, { encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim() || `ended with ${status}`
}

/** Publishes to a registry on loopback, installs from it into an empty project, and runs what a user would run first. */
async function installFromRegistry(packed: readonly PackedPackage[]): Promise<void> {
  const registry = await startRegistry(folder)
  try {
    const project = join(folder, 'project')
    mkdirSync(project)
    const host = new URL(registry.url).host
    writeFileSync(
      join(project, '.npmrc'),
      `registry=${registry.url}\n//${host}/:_authToken=rehearsal\naudit=false\nfund=false\nupdate-notifier=false\n`,
    )
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', type: 'module', private: true }))
    for (const { name, tarball } of packed) {
      const published = spawnSync('npm', ['publish', tarball, '--provenance=false', '--access', 'public'], {
        cwd: project,
        encoding: 'utf8',
      })
      check(`${name}: publishes to a local registry`, published.status === 0 ? undefined : published.stderr.trim())
    }
    const names = packed.map(({ name, version }) => `${name}@${version}`)
    const installed = spawnSync('npm', ['install', '--ignore-scripts', ...names], { cwd: project, encoding: 'utf8' })
    check('an empty project installs them all', installed.status === 0 ? undefined : installed.stderr.trim())
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(project, `${name}.mjs`), text)
      check(`${name} runs there`, tryRun(project, name))
    }
  } finally {
    registry.close()
  }
}

function tryRun(project: string, name: string): string | undefined {
  try {
    execFileSync(process.execPath, [`${name}.mjs`], { cwd: project, encoding: 'utf8', stdio: 'pipe', timeout: 60_000 })
    return undefined
  } catch (error) {
    return String((error as { readonly stderr?: string }).stderr ?? error).trim()
  }
}
