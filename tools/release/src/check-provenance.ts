/**
 * What the registry asks before it takes a provenance statement, which is only made on the runner: that the manifest names the repository
 * whose workflow publishes, that the workflow may sign, and that nothing stands between what was packed and what is sent.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { PackedPackage } from './pack-packages.ts'

interface ReleaseWorkflow {
  readonly on?: unknown
  readonly jobs?: Readonly<Record<string, PublishJob>>
}

interface PublishJob {
  readonly 'runs-on'?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly { readonly run?: string }[]
}

/** @param repository as the runner names it, `owner/name` */
export function checkRepository(packed: readonly Pick<PackedPackage, 'name' | 'manifest'>[], repository: string): string[] {
  return packed
    .filter(({ manifest }) => manifest.repository?.url !== `git+https://github.com/${repository}.git`)
    .map(
      ({ name, manifest }) =>
        `${name} says it comes from ${manifest.repository?.url ?? 'nowhere'}, and ${repository} publishes it. Mend "repository" in the root's package.json, then \`pnpm prove surface --write\`.`,
    )
}

/** @param text of .github/workflows/release.yml */
export function checkPublisher(text: string): string[] {
  const { jobs = {} } = parse(text) as ReleaseWorkflow
  const publishers = Object.entries(jobs).filter(([, { steps = [] }]) =>
    steps.some(({ run }) => /tools\/release\/src\/publish/.test(run ?? '')),
  )
  if (publishers.length !== 1) return [`release.yml has ${publishers.length} jobs that publish; there has to be one.`]
  return publishers.flatMap(([name, { permissions = {}, 'runs-on': runner = '' }]) => [
    ...(permissions['id-token'] === 'write' ? [] : [`${name} may not sign: it needs the permission "id-token: write".`]),
    ...(runner.startsWith('ubuntu-') ? [] : [`${name} runs on "${runner}"; provenance is made on runners of GitHub's own.`]),
  ])
}

/** What the registry has is, byte for byte, the tarball that was inspected. */
export async function checkIntegrity({ name, tarball, manifest }: PackedPackage, registry: string): Promise<string[]> {
  const answer = await fetch(`${registry}${name.replace('/', '%2f')}/${manifest.version}`)
  const { dist } = (await answer.json()) as { readonly dist?: { readonly integrity?: string } }
  const packed = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  return dist?.integrity === packed ? [] : [`${name}: the registry has ${dist?.integrity ?? 'nothing'}, and ${packed} was packed.`]
}
