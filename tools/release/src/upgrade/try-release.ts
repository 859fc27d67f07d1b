/** The jobs of release.yml after the pull request was merged, but for what only GitHub can do. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../report.ts'
import { explain } from '../run-program.ts'
import type { Clone } from './make-clone.ts'

/**
 * @param release the folder that goes from one job to the next
 * @returns whether there is something to publish
 */
export async function tryRelease(
  { folder, run, git, asked }: Clone,
  release: string,
  version: string,
  { time, check }: Report,
): Promise<boolean> {
  const isPacked = await time('release: pack.sh rehearses and leaves what is published', async () =>
    explain(await run('bash', 'tools/release/pack.sh', release)),
  )
  if (!isPacked) return false
  const files = globSync(join(release, '*.{tgz,cdx.json}')).map((file) => basename(file))
  const [tarballs, bills] = ['.tgz', '.cdx.json'].map((ending) => files.filter((file) => file.endsWith(ending)).length)
  check(
    `release: ${tarballs} tarballs with as many bills of materials`,
    tarballs === bills && files.includes(`spindrift-types-${version}.tgz`) ? undefined : `There are: ${files.join(', ')}.`,
  )
  await time('release: try-tarballs.ts takes the folder', async () =>
    explain(await run(process.execPath, 'tools/release/src/try-tarballs.ts', release, '--runtime', 'node24')),
  )
  await time('release: tag-release.sh attaches them to the release', async () => {
    const problem = explain(await run('bash', 'tools/release/tag-release.sh', release))
    const line = asked().at(-1) ?? ''
    const isWhole =
      line.startsWith(`release create v${version} --target ${git('rev-parse', 'HEAD')}`) && files.every((file) => line.includes(file))
    return problem ?? (isWhole ? undefined : `gh was asked: ${line}`)
  })
  await time('release: tag-release.sh leaves a release alone that is there', async () => {
    const { status, stdout } = await run('bash', 'tools/release/tag-release.sh', release)
    return status === 0 && stdout.includes('is there already') ? undefined : `It ended with ${status}: ${stdout}`
  })
  await time('release: attach-executable.sh makes, tries and attaches the executable', async () =>
    explain(await run('bash', 'tools/release/attach-executable.sh')),
  )
  check('release: the executable says its version', tryExecutable(folder, asked().at(-1) ?? '', version))
  return true
}

/** @param line what `gh` was asked, with the archive */
function tryExecutable(folder: string, line: string, version: string): string | undefined {
  const [archive = ''] = /spindrift-sandbox-\S+\.tar\.gz/.exec(line) ?? []
  if (!line.startsWith(`release upload v${version} `) || archive === '') return `gh was asked: ${line}`
  const place = join(folder, 'node_modules/.executable')
  mkdirSync(place)
  const unpacked = spawnSync('tar', ['-xzf', join(folder, archive), '-C', place], { encoding: 'utf8' })
  const [file = ''] = globSync(join(place, 'spindrift-sandbox-*'))
  if (!existsSync(join(place, 'THIRD-PARTY-LICENSES'))) return `The licenses of what is in it do not go along: ${unpacked.stderr}`
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === version ? undefined : `It says ${stdout?.trim() || unpacked.stderr || 'nothing'}, and is ${version}.`
}
