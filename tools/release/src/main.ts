#!/usr/bin/env node
/** `pnpm verify release`: rehearses a release with a local registry. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { chooseTemporaryFolder } from '@spindrift/testing/choose-temporary-folder'
import { checkTypes } from './consumers/check-types.ts'
import { installProject, type Manager } from './consumers/install-project.ts'
import { linkProject } from './consumers/link-project.ts'
import { installTools, npm, thisNode } from './consumers/runtimes.ts'
import { type Runtime, tryPrograms } from './consumers/try-programs.ts'
import { inspectPackages, inspectPublication } from './inspect-packages.ts'
import { startRegistry } from './local-registry.ts'
import { copyTarballs, packNextVersion } from './pack-next-version.ts'
import type { PackedPackage } from './pack-packages.ts'
import { publishPackages } from './publish-packages.ts'
import { createReport, type Report } from './report.ts'

/** Runtimes and package managers that `--long` adds. */
const longTools = ['node20', 'node22', 'node26', 'deno', 'bun', 'yarn']

new Command('release')
  .description(
    'Rehearses a release with a local registry: sets versions, packs and checks the packages, publishes them, installs them in an empty project and runs programs there. Run `pnpm build` first.',
  )
  .option('--long', 'also test every supported Node, Deno, Bun, pnpm and yarn, and older module settings of TypeScript')
  .option('--quick', 'unpack the packages in a project instead of publishing and installing them, and skip checks of other tools')
  .option('--keep <folder>', 'copy the tarballs to this folder')
  .action(async ({ long = false, quick = false, keep }: { long?: boolean; quick?: boolean; keep?: string }) => {
    // `--long` installs too much for memory, and runs programs from the folder.
    const folder = mkdtempSync(join(long ? tmpdir() : chooseTemporaryFolder(), 'spindrift-release-'))
    const report = createReport('release')
    try {
      const packed = await packNextVersion(folder, report)
      if (keep !== undefined) copyTarballs(packed, keep)
      // Runs both parts at the same time, as one mostly waits for the disk. Waits for both before the folder is removed.
      const testPackages = quick ? testUnpacked(packed, folder, report) : testInstallation(packed, folder, report, long)
      const results = await Promise.allSettled([inspect(packed, folder, report, quick), testPackages])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    } catch (error) {
      report.check('the rehearsal completes', error instanceof Error ? error.message : String(error))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    process.exitCode = report.close() ? 0 : 1
  })
  .parse()

async function inspect(packed: readonly PackedPackage[], folder: string, report: Report, quick: boolean): Promise<void> {
  await inspectPackages(packed, report, folder, quick)
  inspectPublication(packed, report)
}

async function testUnpacked(packed: readonly PackedPackage[], folder: string, report: Report): Promise<void> {
  const project = join(folder, 'project')
  linkProject(project, packed)
  await Promise.all([tryPrograms(project, [thisNode], report, 'unpacked'), checkTypes(project, report, 'quick')])
}

async function testInstallation(packed: readonly PackedPackage[], folder: string, report: Report, long: boolean): Promise<void> {
  const registry = await startRegistry(folder)
  try {
    await publishPackages(registry.url, join(folder, 'tarballs'), packed, report)
    const tools = long ? await installTools(join(folder, 'tools'), longTools) : { runtimes: [], managers: [] }
    for (const manager of [npm, ...tools.managers])
      await testManager(join(folder, `project-${manager.name}`), manager, [thisNode, ...tools.runtimes], packed, registry.url, report, long)
  } finally {
    registry.close()
  }
}

async function testManager(
  folder: string,
  manager: Manager,
  runtimes: readonly Runtime[],
  packed: readonly PackedPackage[],
  registry: string,
  report: Report,
  long: boolean,
): Promise<void> {
  const dependencies = {
    ...Object.fromEntries(packed.map(({ name, version }) => [name, version])),
    '@types/node': '24.10.1',
    undici: '8.12.4',
  }
  const isInstalled = await report.runCheck(`${manager.name}: installs all packages in an empty project`, () =>
    installProject(folder, manager, registry, dependencies),
  )
  if (!isInstalled) return
  // The runtimes are tested only with npm, as they do not depend on the package manager.
  const programs = tryPrograms(folder, manager === npm ? runtimes : [thisNode], report, manager.name)
  await Promise.all([programs, ...(manager === npm ? [checkTypes(folder, report, long ? 'long' : 'default')] : [])])
}
