/** What is looked at without installing anything. */
import { join, relative } from 'node:path'
import { checkContents } from './check-contents.ts'
import { checkManifest } from './check-manifest.ts'
import { checkRepository } from './check-provenance.ts'
import { checkSize, formatSizes } from './check-sizes.ts'
import { type PackedPackage, readManifest, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { explain, runProgram } from './run-program.ts'
import { checkSurface } from './surface/check-surface.ts'
import { describeSurface, surfaceFolder } from './surface/describe-surface.ts'

/** @param folder for what is made on the way */
export async function inspectPackages(packed: readonly PackedPackage[], { check, time }: Report, folder: string): Promise<void> {
  const rootManifest = readManifest(root)
  for (const each of packed) {
    check(`${each.name}: contents`, checkContents(each))
    check(`${each.name}: manifest`, checkManifest(each.manifest, rootManifest, relative(root, each.folder)))
    await time(`${each.name}: publint`, () => runTool('publint', ['run', each.tarball, '--strict']))
    // Of a JSON file it expects what CommonJS exports, not the one value that an import gives.
    const flags = ['--profile', 'esm-only', '--no-emoji', '--quiet', '--exclude-entrypoints', './world.schema.json']
    await time(`${each.name}: are the types wrong`, () => runTool('attw', [each.tarball, ...flags]))
  }
  console.error(`\n${formatSizes(packed)}\n`)
  check('sizes are within their budgets', packed.flatMap(checkSize))
  await time('what users see is what was reviewed', () => checkSurface(surfaceFolder, describeSurface(packed, join(folder, 'api'))))
}

export function inspectPublication(packed: readonly PackedPackage[], { check }: Report): void {
  const { repository } = readManifest(root)
  const name = process.env['GITHUB_REPOSITORY'] ?? /github\.com\/(.+)\.git$/.exec(repository?.url ?? '')?.[1] ?? ''
  check('provenance: the manifests name the repository that publishes', checkRepository(packed, name))
}

async function runTool(command: string, args: readonly string[]): Promise<string | undefined> {
  return explain(await runProgram(join(root, 'tools/release/node_modules/.bin', command), args))
}
