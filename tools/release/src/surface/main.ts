#!/usr/bin/env node
/** `pnpm verify surface`: compares the public surface of the packages with the reviewed texts. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { checkManifest, completeManifest, type PublishedManifest } from '../check-manifest.ts'
import { listPublic, packPackages, readManifest, root } from '../pack-packages.ts'
import { checkSurface, writeSurface } from './check-surface.ts'
import { describeSurface, surfaceFolder } from './describe-surface.ts'
import { explainMissingChangeset } from './require-changeset.ts'

new Command('surface')
  .description(
    'Compares manifests, public declarations, help pages and files of every package with the reviewed texts in tools/release/surface. Run `pnpm build` first.',
  )
  .option('--write', 'update the reviewed texts and the derived fields of the manifests')
  .option('--since <commit>', 'fail if the reviewed texts changed since this commit without a new changeset')
  .action(async ({ write = false, since }: { write?: boolean; since?: string }) => {
    if (write) completeManifests()
    const findings = [...(await checkAll(write)), ...(since === undefined ? [] : explainMissingChangeset(listChanged(since)))]
    for (const finding of findings) console.error(finding)
    console.log(JSON.stringify({ check: 'surface', findings: findings.length }))
    process.exitCode = findings.length === 0 ? 0 : 1
  })
  .parse()

async function checkAll(write: boolean): Promise<string[]> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'spindrift-surface-'))
  const rootManifest = readManifest(root)
  const packed = packPackages(scratch.path)
  const surface = describeSurface(packed, join(scratch.path, 'api'))
  if (write) writeSurface(surfaceFolder, surface)
  return [
    ...packed.flatMap(({ manifest, folder }) => checkManifest(manifest, rootManifest, relative(root, folder))),
    ...checkSurface(surfaceFolder, surface),
  ]
}

function completeManifests(): void {
  const rootManifest = readManifest(root)
  const files = listPublic().map((folder) => {
    const file = join(folder, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as PublishedManifest
    writeFileSync(file, `${JSON.stringify(completeManifest(manifest, rootManifest, relative(root, folder)), null, 2)}\n`)
    return file
  })
  execFileSync('oxfmt', files, { cwd: root })
}

function listChanged(since: string): string[] {
  return execFileSync('git', ['diff', '--name-only', `${since}...HEAD`], { cwd: root, encoding: 'utf8' }).split('\n')
}
