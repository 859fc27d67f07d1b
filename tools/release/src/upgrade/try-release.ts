/** The jobs of release.yml after the pull request was merged, but for what only GitHub can do. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../report.ts'
import { explain } from '../run-program.ts'
import type { Clone } from './make-clone.ts'

/**
 * @param release the folder that goes from one job to the next
 * @returns whether there is something to publish
 */
export async function tryRelease({ run, git, asked }: Clone, release: string, version: string, { time, check }: Report): Promise<boolean> {
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
  return true
}
