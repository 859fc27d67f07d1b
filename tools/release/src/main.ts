#!/usr/bin/env node
/** `pnpm prove release`: everything short of publishing to the world. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { checkContents } from './check-contents.ts'
import { checkManifest } from './check-manifest.ts'
import { checkPublication } from './check-publication.ts'
import { checkIntegrity, checkPublisher, checkRepository } from './check-provenance.ts'
import { checkSize, writeSizes } from './check-sizes.ts'
import { checkTypes } from './consumers/check-types.ts'
import { installProject, type Manager, writeSettings } from './consumers/install-project.ts'
import { installTools, npm, thisNode } from './consumers/runtimes.ts'
import { type Runtime, tryPrograms } from './consumers/try-programs.ts'
import { startRegistry } from './local-registry.ts'
import { listPublic, type PackedPackage, packPackages, readManifest, root } from './pack-packages.ts'
import { createReport, type Report } from './report.ts'
import { checkSurface } from './surface/check-surface.ts'
import { describeSurface, surfaceFolder } from './surface/describe-surface.ts'
import { tryUpgrade } from './upgrade/try-upgrade.ts'
import { copyPackages, versionPackages } from './version-copy.ts'
import { checkWorkflows } from './workflows/check-workflows.ts'

/** What the first release is, on purpose; docs/decisions has why. */
const firstVersion = '0.1.0'

/** What `--long` adds to this Node and npm. */
const others = ['node20', 'node22', 'node26', 'deno', 'bun', 'yarn']

new Command('release')
  .description(
    'Rehearses a release against a registry on loopback: versions, tarballs, what is in them, what installs them and what runs then. Build first.',
  )
  .option(
    '--long',
    'with every supported Node, Deno, Bun, pnpm and yarn, and a second release with a changed specification that a project upgrades to',
  )
  .option('--keep <folder>', 'leave the tarballs there')
  .action(async ({ long = false, keep }: { long?: boolean; keep?: string }) => {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-release-'))
    const report = createReport('release')
    try {
      await rehearse(folder, report, { long, keep })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    process.exitCode = report.close() ? 0 : 1
  })
  .parse()

async function rehearse(
  folder: string,
  report: Report,
  { long, keep }: { readonly long: boolean; readonly keep: string | undefined },
): Promise<void> {
  const packed = packNext(folder, report)
  if (keep !== undefined) {
    mkdirSync(keep, { recursive: true })
    for (const { tarball } of packed) cpSync(tarball, join(keep, tarball.slice(tarball.lastIndexOf('/') + 1)))
  }
  inspect(packed, report, folder)
  await inspectWorkflows(packed, report)
  const registry = await startRegistry(folder)
  try {
    await publish(packed, registry.url, folder, report)
    const tools = long ? installTools(join(folder, 'tools'), others) : { runtimes: [], managers: [] }
    for (const manager of [npm, ...tools.managers])
      tryManager(join(folder, `project-${manager.name}`), manager, [thisNode, ...tools.runtimes], packed, registry.url, report)
    if (long) await tryUpgrade(join(folder, 'upgrade'), registry.url, report)
  } finally {
    registry.close()
  }
}

/** @returns what the next release would send, with the folders where it was built */
function packNext(folder: string, report: Report): readonly PackedPackage[] {
  const isFirst = listPublic().every((each) => readManifest(each).version === '0.0.0')
  const copies = copyPackages(join(folder, 'copy'))
  versionPackages(join(folder, 'copy'))
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const packed = packPackages(tarballs, undefined, copies)
  const versions = [...new Set(packed.map(({ version }) => version))]
  report.check(
    `changesets make one version: ${versions.join(', ')}`,
    versions.length === 1 ? undefined : 'The packages are one fixed group in .changeset/config.json; add what is missing there.',
  )
  if (isFirst)
    report.check(
      `the first release is ${firstVersion}`,
      versions[0] === firstVersion ? undefined : `It would be ${versions[0]}. No changeset may say "major" before it.`,
    )
  const changelogs = packed.filter(({ files }) => files.includes('CHANGELOG.md'))
  report.check(
    'every package has its changelog',
    changelogs.length === packed.length ? undefined : 'A package has no entry: give it a changeset, and list CHANGELOG.md in "files".',
  )
  return packed.map((each) => ({ ...each, folder: join(root, relative(join(folder, 'copy'), each.folder)) }))
}

function inspect(packed: readonly PackedPackage[], { check }: Report, folder: string): void {
  const rootManifest = readManifest(root)
  for (const each of packed) {
    check(`${each.name}: contents`, checkContents(each))
    check(`${each.name}: manifest`, checkManifest(each.manifest, rootManifest, relative(root, each.folder)))
    check(`${each.name}: publint`, runTool('publint', ['run', each.tarball, '--strict']))
    // Of a JSON file it expects what CommonJS exports, not the one value that an import gives.
    const flags = ['--profile', 'esm-only', '--no-emoji', '--quiet', '--exclude-entrypoints', './world.schema.json']
    check(`${each.name}: are the types wrong`, runTool('attw', [each.tarball, ...flags]))
  }
  console.error(`\n${writeSizes(packed)}\n`)
  check('sizes are within their budgets', packed.flatMap(checkSize))
  check('what users see is what was reviewed', checkSurface(surfaceFolder, describeSurface(packed, join(folder, 'api'))))
}

async function inspectWorkflows(packed: readonly PackedPackage[], { check }: Report): Promise<void> {
  const { scripts = {}, repository } = readManifest(root)
  const files = globSync(join(root, '.github/workflows/*.yml')).toSorted()
  check(`${files.length} workflows`, await checkWorkflows(files, { scripts, exists: (path) => existsSync(join(root, path)) }))
  check('what is not published yet says so', checkPublication(root))
  const name = process.env['GITHUB_REPOSITORY'] ?? /github\.com\/(.+)\.git$/.exec(repository?.url ?? '')?.[1] ?? ''
  check('provenance: the manifests name the repository that publishes', checkRepository(packed, name))
  check('provenance: the workflow may sign', checkPublisher(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')))
}

/** By the program of the workflow, which passes over what is there. */
async function publish(packed: readonly PackedPackage[], registry: string, folder: string, { check }: Report): Promise<void> {
  const userconfig = join(folder, 'npmrc')
  writeFileSync(userconfig, writeSettings(registry))
  const args = [
    'tools/release/src/publish.ts',
    join(folder, 'tarballs'),
    '--no-provenance',
    '--registry',
    registry,
    '--userconfig',
    userconfig,
  ]
  const first = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  check('all of them are published', first.status === 0 ? undefined : first.stderr.trim())
  const again = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const isKept = again.status === 0 && !again.stdout.includes('published')
  check('publishing again changes nothing', isKept ? undefined : `${again.stdout}${again.stderr}`)
  for (const each of packed) check(`${each.name}: the registry has what was inspected`, await checkIntegrity(each, registry))
}

function tryManager(
  folder: string,
  manager: Manager,
  runtimes: readonly Runtime[],
  packed: readonly PackedPackage[],
  registry: string,
  report: Report,
): void {
  const wanted = {
    ...Object.fromEntries(packed.map(({ name, version }) => [name, version])),
    '@types/node': '24.10.1',
    undici: '8.12.4',
  }
  const { problem } = installProject(folder, manager, registry, wanted)
  report.check(`${manager.name}: an empty project installs them all`, problem)
  if (problem !== undefined) return
  // Which runtime runs them does not hang together with who put them there.
  tryPrograms(folder, manager === npm ? runtimes : [thisNode], report, manager.name)
  if (manager === npm) checkTypes(folder, report)
}

function runTool(command: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(join(root, 'tools/release/node_modules/.bin', command), args, { encoding: 'utf8' })
  return status === 0 ? undefined : `${stdout}${stderr}`.trim() || `ended with ${status}`
}
