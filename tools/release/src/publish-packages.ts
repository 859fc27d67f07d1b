/** Publishes to a local registry with the program of the release workflow, which skips published versions. */
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { checkIntegrity } from './check-provenance.ts'
import { chooseTemporaryFolder } from '@spindrift/testing/choose-temporary-folder'
import { formatNpmrc } from './consumers/install-project.ts'
import { type PackedPackage, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { type ProgramResult, describeFailure, runProgram } from './run-program.ts'

export async function publishPackages(
  registry: string,
  tarballs: string,
  packed: readonly PackedPackage[],
  { runCheck }: Pick<Report, 'runCheck'>,
): Promise<void> {
  await runCheck('publishes all packages', async () => describeFailure(await publishFolder(registry, tarballs)))
  await runCheck('skips published versions when it runs again', async () => {
    const second = await publishFolder(registry, tarballs)
    return second.status === 0 && !second.stdout.includes('published') ? undefined : `${second.stdout}${second.stderr}`
  })
  for (const each of packed) await runCheck(`${each.name}: the registry has the inspected tarball`, () => checkIntegrity(each, registry))
}

/** Publishes without provenance, which only a GitHub runner can sign. */
async function publishFolder(registry: string, tarballs: string): Promise<ProgramResult> {
  const userconfig = join(tarballs, 'npmrc')
  writeFileSync(userconfig, formatNpmrc(registry))
  const flags = ['--no-provenance', '--registry', registry, '--userconfig', userconfig]
  // npm unpacks each tarball three times in its cache to read the manifest.
  await using cache = await mkdtempDisposable(join(chooseTemporaryFolder(), 'spindrift-npm-'))
  const options = { cwd: root, env: { npm_config_cache: cache.path } }
  return await runProgram(process.execPath, ['tools/release/src/publish.ts', tarballs, ...flags], options)
}
