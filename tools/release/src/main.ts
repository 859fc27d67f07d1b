#!/usr/bin/env node
/** `pnpm verify release`: everything short of publishing to the world. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { chooseScratch } from './choose-scratch.ts'
import { checkTypes } from './consumers/check-types.ts'
import { installProject, type Manager } from './consumers/install-project.ts'
import { installTools, npm, thisNode } from './consumers/runtimes.ts'
import { type Runtime, tryPrograms } from './consumers/try-programs.ts'
import { inspectPackages, inspectPublication } from './inspect-packages.ts'
import { startRegistry } from './local-registry.ts'
import { storePacked, packNext } from './pack-next.ts'
import type { PackedPackage } from './pack-packages.ts'
import { publishTo } from './publish-to.ts'
import { createReport, type Report } from './report.ts'

/** What `--long` adds to this Node and npm. */
const others = ['node20', 'node22', 'node26', 'deno', 'bun', 'yarn']

new Command('release')
  .description(
    'Rehearses a release against a registry on loopback: versions, tarballs, what is in them, what installs them and what runs then. Build first.',
  )
  .option('--long', 'with every supported Node, Deno, Bun, pnpm and yarn, and every setting of modules')
  .option('--keep <folder>', 'leave the tarballs there')
  .action(async ({ long = false, keep }: { long?: boolean; keep?: string }) => {
    // The long one installs more than memory is for, and runs programs from there.
    const folder = mkdtempSync(join(long ? tmpdir() : chooseScratch(), 'spindrift-release-'))
    const report = createReport('release')
    try {
      const packed = await packNext(folder, report)
      if (keep !== undefined) storePacked(packed, keep)
      // Two lanes, as one waits for the disk most of the time. What ends one leaves the other what it looks at.
      const lanes = await Promise.allSettled([look(packed, folder, report), use(packed, folder, report, long)])
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
    } catch (error) {
      report.check('the rehearsal goes on to its end', error instanceof Error ? error.message : String(error))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    process.exitCode = report.close() ? 0 : 1
  })
  .parse()

async function look(packed: readonly PackedPackage[], folder: string, report: Report): Promise<void> {
  await inspectPackages(packed, report, folder)
  inspectPublication(packed, report)
}

async function use(packed: readonly PackedPackage[], folder: string, report: Report, long: boolean): Promise<void> {
  const registry = await startRegistry(folder)
  try {
    await publishTo(registry.url, join(folder, 'tarballs'), packed, report)
    const tools = long ? await installTools(join(folder, 'tools'), others) : { runtimes: [], managers: [] }
    for (const manager of [npm, ...tools.managers])
      await tryManager(join(folder, `project-${manager.name}`), manager, [thisNode, ...tools.runtimes], packed, registry.url, report, long)
  } finally {
    registry.close()
  }
}

async function tryManager(
  folder: string,
  manager: Manager,
  runtimes: readonly Runtime[],
  packed: readonly PackedPackage[],
  registry: string,
  report: Report,
  long: boolean,
): Promise<void> {
  const wanted = {
    ...Object.fromEntries(packed.map(({ name, version }) => [name, version])),
    '@types/node': '24.10.1',
    undici: '8.12.4',
  }
  const isInstalled = await report.time(`${manager.name}: an empty project installs them all`, () =>
    installProject(folder, manager, registry, wanted),
  )
  if (!isInstalled) return
  // Which runtime runs them does not hang together with who put them there.
  const programs = tryPrograms(folder, manager === npm ? runtimes : [thisNode], report, manager.name)
  await Promise.all([programs, ...(manager === npm ? [checkTypes(folder, report, long)] : [])])
}
