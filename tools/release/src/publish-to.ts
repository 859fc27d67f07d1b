/** Publishes to a registry on loopback by the program of the workflow, which passes over what is there. */
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { checkIntegrity } from './check-provenance.ts'
import { chooseScratch } from './choose-scratch.ts'
import { writeSettings } from './consumers/install-project.ts'
import { type PackedPackage, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { type Ended, explain, runProgram } from './run-program.ts'

export async function publishTo(
  registry: string,
  tarballs: string,
  packed: readonly PackedPackage[],
  { time }: Pick<Report, 'time'>,
): Promise<void> {
  await time('all of them are published', async () => explain(await publishFolder(registry, tarballs)))
  await time('publishing again changes nothing', async () => {
    const again = await publishFolder(registry, tarballs)
    return again.status === 0 && !again.stdout.includes('published') ? undefined : `${again.stdout}${again.stderr}`
  })
  for (const each of packed) await time(`${each.name}: the registry has what was inspected`, () => checkIntegrity(each, registry))
}

/** Without provenance, which only a runner of the workflow can state. */
async function publishFolder(registry: string, tarballs: string): Promise<Ended> {
  const userconfig = join(tarballs, 'npmrc')
  writeFileSync(userconfig, writeSettings(registry))
  const flags = ['--no-provenance', '--registry', registry, '--userconfig', userconfig]
  // npm unpacks a tarball three times below its cache to read the manifest.
  await using cache = await mkdtempDisposable(join(chooseScratch(), 'spindrift-npm-'))
  const options = { cwd: root, env: { npm_config_cache: cache.path } }
  return await runProgram(process.execPath, ['tools/release/src/publish.ts', tarballs, ...flags], options)
}
