/** The packages as the next release would have them: a copy in which changesets have become versions and changelogs. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listPublic, readManifest, root } from './pack-packages.ts'

/** What is copied beside the packages, as packing and versioning read it. */
const shared = ['package.json', 'pnpm-workspace.yaml', 'LICENSE', '.changeset']

/** @returns the folders of the packages in the copy */
export function copyPackages(copy: string): string[] {
  for (const path of shared) cpSync(join(root, path), join(copy, path), { recursive: true })
  const folders = listPublic()
  for (const folder of folders) {
    const place = join(copy, 'packages', basename(folder))
    for (const file of ['package.json', ...(readManifest(folder).files ?? [])].filter((each) => existsSync(join(folder, each))))
      cpSync(join(folder, file), join(place, file), { recursive: true })
    linkNeighbors(place, folders)
  }
  return folders.map((folder) => join(copy, 'packages', basename(folder)))
}

/** Packing replaces `workspace:` by the version of what is linked. */
function linkNeighbors(place: string, folders: readonly string[]): void {
  const scope = join(place, 'node_modules/@spindrift')
  mkdirSync(scope, { recursive: true })
  for (const name of folders.map((folder) => basename(folder))) symlinkSync(join('../../..', name), join(scope, name))
}

/** Has changesets do what the release does. A commit is what it asks for the origin of each sentence. */
export function versionPackages(copy: string): void {
  // In what was merged as a release none is left, and there changesets ends with an error.
  if (globSync(join(copy, '.changeset/*.md')).every((file) => basename(file) === 'README.md')) return
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', ...args], { cwd: copy, stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '.changeset', 'package.json')
  git('commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message', 'rehearsal')
  execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], { cwd: copy, stdio: 'pipe' })
}
