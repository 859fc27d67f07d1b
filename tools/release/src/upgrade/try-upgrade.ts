/**
 * A second release, of a specification that changed in three ways: by the scripts of the workflows, in the order of the workflows. Then a
 * project goes over to it.
 */
import { join } from 'node:path'
import { publishFolder } from '../publish-to.ts'
import { readManifest } from '../pack-packages.ts'
import type { Report } from '../report.ts'
import { explain } from '../run-program.ts'
import { versionPackages } from '../version-copy.ts'
import { editSpecification } from './edits.ts'
import { followChangelog } from './follow-changelog.ts'
import { type Clone, makeClone } from './make-clone.ts'
import { tryRelease } from './try-release.ts'

export async function tryUpgrade(folder: string, registry: string, report: Report): Promise<void> {
  const clone = makeClone(folder)
  const readVersion = (): string => readManifest(join(clone.folder, 'packages/types')).version
  versionPackages(clone.folder)
  const first = readVersion()
  const base = clone.commit('first')
  editSpecification(clone.folder)
  clone.commit('three changes')
  const isBuilt = await report.time('upgrade: the specification changes in three ways, and prove.sh sets up, builds and proves', async () =>
    explain(await clone.run('bash', 'tools/release/prove.sh', 'coverage')),
  )
  if (!isBuilt) return
  await tellReaders(clone, base, report)
  await proposeVersion(clone, first, readVersion, report)
  const release = join(folder, 'release')
  if (!(await tryRelease(clone, release, readVersion(), report))) return
  await report.time('upgrade: it is published', async () => explain(await publishFolder(registry, release)))
  await followChangelog(join(folder, 'project'), registry, [first, readVersion()], report)
}

/** As a contributor does, whom the checks of a pull request remind. */
async function tellReaders({ run, commit }: Clone, base: string, { time }: Report): Promise<void> {
  const ask = (): ReturnType<typeof run> => run('env', `BASE=${base}`, 'bash', 'tools/release/check-pull-request.sh')
  await time('upgrade: what users see of it is reviewed', async () =>
    explain(await run(process.execPath, 'tools/release/src/surface/main.ts', '--write')),
  )
  commit('as it is generated')
  await time('upgrade: check-pull-request.sh asks for a changeset', async () => {
    const { status, stdout, stderr } = await ask()
    return status !== 0 && /changeset/.test(stderr) ? undefined : `It ended with ${status}: ${stdout}${stderr}`
  })
  await time('upgrade: the changes are told to the readers', async () =>
    explain(await run(process.execPath, 'tools/spec/src/main.ts', 'diff', '--since', base, '--write')),
  )
  commit('told')
  await time('upgrade: check-pull-request.sh is content', async () => explain(await ask()))
}

async function proposeVersion(clone: Clone, first: string, readVersion: () => string, { time, check }: Report): Promise<void> {
  const { run, git, asked, output } = clone
  const propose = async (): Promise<string | undefined> => explain(await run('bash', 'tools/release/propose-version.sh'))
  await time('upgrade: propose-version.sh makes a pull request', async () => (await propose()) ?? expectPending('true', output()))
  const second = readVersion()
  check(`upgrade: after ${first} comes ${second}`, second === first ? 'no changeset made a version' : undefined)
  const isPushed = git('rev-parse', 'HEAD') === git('rev-parse', 'origin/release/next')
  const wanted = `pr create --head release/next --base main --title Release ${second}`
  check(
    'upgrade: the pull request has the version',
    isPushed && asked().some((line) => line.startsWith(wanted)) ? undefined : `gh was asked: ${asked().join('; ')}`,
  )
  await time('upgrade: once it is merged, there is nothing to propose', async () => (await propose()) ?? expectPending('false', output()))
  // What CI asks of the pull request that no one looks through.
  await time('upgrade: what is generated is up to date with the version', async () =>
    explain(await run(process.execPath, 'generators/cli/main.ts', '--check')),
  )
  await time('upgrade: the changelogs are formatted', async () => explain(await run('pnpm', 'run', 'format', '--check')))
}

function expectPending(wanted: string, output: string): string | undefined {
  return output === `pending=${wanted}` ? undefined : `It says ${output || 'nothing'}, and not pending=${wanted}.`
}
