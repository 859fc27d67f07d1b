/** The tarballs that the next release would send, and whether they make one version. */
import { cpSync, mkdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { listPublic, type PackedPackage, packPackages, readManifest, root } from './pack-packages.ts'
import type { Report } from './report.ts'
import { copyPackages, versionPackages } from './version-copy.ts'

/** What the first release is, on purpose; docs/decisions has why. */
const firstVersion = '0.1.0'

/** @returns with the folders where they were built */
export async function packNext(folder: string, { check, time }: Report): Promise<readonly PackedPackage[]> {
  const isFirst = listPublic().every((each) => readManifest(each).version === '0.0.0')
  const copy = join(folder, 'copy')
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  let packed: PackedPackage[] = []
  await time('every package is packed with the next version', () => {
    const copies = copyPackages(copy)
    versionPackages(copy)
    packed = packPackages(tarballs, undefined, copies)
    return undefined
  })
  const versions = [...new Set(packed.map(({ version }) => version))]
  check(
    `changesets make one version: ${versions.join(', ')}`,
    versions.length === 1 ? undefined : 'The packages are one fixed group in .changeset/config.json; add what is missing there.',
  )
  if (isFirst)
    check(
      `the first release is ${firstVersion}`,
      versions[0] === firstVersion ? undefined : `It would be ${versions[0]}. No changeset may say "major" before it.`,
    )
  const changelogs = packed.filter(({ files }) => files.includes('CHANGELOG.md'))
  check(
    'every package has its changelog',
    changelogs.length === packed.length ? undefined : 'A package has no entry: give it a changeset, and list CHANGELOG.md in "files".',
  )
  return packed.map((each) => ({ ...each, folder: join(root, relative(copy, each.folder)) }))
}

/** For whoever publishes, or tries them on another system. */
export function storePacked(packed: readonly PackedPackage[], folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const { tarball } of packed) cpSync(tarball, join(folder, basename(tarball)))
}
