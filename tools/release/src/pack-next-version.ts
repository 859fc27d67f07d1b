/** Packs the tarballs of the next release, and checks their versions and changelogs. */
import { cpSync, mkdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { listPublic, type PackedPackage, packPackages, readManifest, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { copyPackages, versionPackages } from './version-copy.ts'

/** Version of the first release; see docs/decisions. */
const firstVersion = '0.1.0'

/** @returns packages whose `folder` is the one in the repository, where they were built */
export async function packNextVersion(folder: string, { check, runCheck }: Report): Promise<readonly PackedPackage[]> {
  const isFirst = listPublic().every((each) => readManifest(each).version === '0.0.0')
  const copy = join(folder, 'copy')
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  let packed: PackedPackage[] = []
  await runCheck('packs every package with the next version', () => {
    const copies = copyPackages(copy)
    versionPackages(copy)
    packed = packPackages(tarballs, undefined, copies)
    return undefined
  })
  const versions = [...new Set(packed.map(({ version }) => version))]
  check(
    `all packages have one version: ${versions.join(', ')}`,
    versions.length === 1
      ? undefined
      : 'All packages must have the same version: add the missing ones to the fixed group in .changeset/config.json.',
  )
  if (isFirst)
    check(
      `the first release is ${firstVersion}`,
      versions[0] === firstVersion ? undefined : `It would be ${versions[0]}. Remove "major" from the changesets.`,
    )
  const changelogs = packed.filter(({ files }) => files.includes('CHANGELOG.md'))
  check(
    'every package has its changelog',
    changelogs.length === packed.length
      ? undefined
      : 'A package has no changelog: add a changeset for it, and list CHANGELOG.md in its "files".',
  )
  return packed.map((each) => ({ ...each, folder: join(root, relative(copy, each.folder)) }))
}

/** Copies the tarballs to a folder, to publish them or test them on another system. */
export function copyTarballs(packed: readonly PackedPackage[], folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const { tarball } of packed) cpSync(tarball, join(folder, basename(tarball)))
}
