/** Creates a copy of the packages with the versions and changelogs of the next release. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listPublic, readManifest, root } from './pack-packages.ts'

/** Other files that packing and versioning read. */
const sharedFiles = ['package.json', 'pnpm-workspace.yaml', 'LICENSE', '.changeset']

/** @returns the folders of the packages in the copy */
export function copyPackages(copy: string): string[] {
  for (const path of sharedFiles) cpSync(join(root, path), join(copy, path), { recursive: true })
  const folders = listPublic()
  for (const folder of folders) {
    const target = join(copy, 'packages', basename(folder))
    for (const file of ['package.json', ...(readManifest(folder).files ?? [])].filter((each) => existsSync(join(folder, each))))
      cpSync(join(folder, file), join(target, file), { recursive: true })
    linkPackages(target, folders)
  }
  return folders.map((folder) => join(copy, 'packages', basename(folder)))
}

/** Links all packages in `node_modules`: packing replaces `workspace:` with the version of the linked package. */
function linkPackages(target: string, folders: readonly string[]): void {
  const scope = join(target, 'node_modules/@spindrift')
  mkdirSync(scope, { recursive: true })
  for (const name of folders.map((folder) => basename(folder))) symlinkSync(join('../../..', name), join(scope, name))
}

/** Runs `changeset version` in the copy. It needs a commit, as it looks up the commit of each changeset. */
export function versionPackages(copy: string): void {
  // A merged release has no changesets, for which `changeset version` fails.
  if (globSync(join(copy, '.changeset/*.md')).every((file) => basename(file) === 'README.md')) return
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', ...args], { cwd: copy, stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '.changeset', 'package.json')
  git('commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--message', 'rehearsal')
  execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], { cwd: copy, stdio: 'pipe' })
}
