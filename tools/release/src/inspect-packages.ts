/** Checks of the packages that need no installation. */
import { join, relative } from 'node:path'
import { checkContents } from './check-contents.ts'
import { checkManifest } from './check-manifest.ts'
import { checkRepository } from './check-provenance.ts'
import { checkSize, formatSizes } from './check-sizes.ts'
import { type PackedPackage, readManifest, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { describeFailure, runProgram } from './run-program.ts'
import { checkSurface } from './surface/check-surface.ts'
import { describeSurface, surfaceFolder } from './surface/describe-surface.ts'

/**
 * @param folder for temporary files
 * @param quick skips the tools that find little more than the type check of a project
 */
export async function inspectPackages(
  packed: readonly PackedPackage[],
  { check, runCheck }: Report,
  folder: string,
  quick: boolean,
): Promise<void> {
  const rootManifest = readManifest(root)
  for (const each of packed) {
    check(`${each.name}: contents`, checkContents(each))
    check(`${each.name}: manifest`, checkManifest(each.manifest, rootManifest, relative(root, each.folder)))
    if (quick) continue
    await runCheck(`${each.name}: publint`, () => runTool('publint', ['run', each.tarball, '--strict']))
    // Excludes the JSON file: the tool expects CommonJS exports of it.
    const flags = ['--profile', 'esm-only', '--no-emoji', '--quiet', '--exclude-entrypoints', './world.schema.json']
    await runCheck(`${each.name}: are the types wrong`, () => runTool('attw', [each.tarball, ...flags]))
  }
  console.error(`\n${formatSizes(packed)}\n`)
  check('sizes are within their budgets', packed.flatMap(checkSize))
  await runCheck('the public surface was reviewed', () => checkSurface(surfaceFolder, describeSurface(packed, join(folder, 'api'))))
}

export function inspectPublication(packed: readonly PackedPackage[], { check }: Report): void {
  const { repository } = readManifest(root)
  const name = process.env['GITHUB_REPOSITORY'] ?? /github\.com\/(.+)\.git$/.exec(repository?.url ?? '')?.[1] ?? ''
  check('provenance: the manifests name the repository that publishes', checkRepository(packed, name))
}

async function runTool(command: string, args: readonly string[]): Promise<string | undefined> {
  return describeFailure(await runProgram(join(root, 'tools/release/node_modules/.bin', command), args))
}
