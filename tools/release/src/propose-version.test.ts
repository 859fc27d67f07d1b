import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './pack-packages.ts'
import { type GithubStub, createGithubStub } from './github-stub.ts'

let folder: string
let github: GithubStub
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-propose-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const changeset = `---\n'@spindrift/types': minor\n---\n\nSomething new.\n`

/** Creates a repository with one package and an origin, a stub of `gh` and a `pnpm` that does nothing. */
function createRepository(changesets: readonly string[]): string {
  const work = join(folder, 'work')
  for (const path of ['work/.changeset', 'work/packages/types']) mkdirSync(join(folder, path), { recursive: true })
  github = createGithubStub(folder)
  writeFileSync(join(github.bin, 'pnpm'), '#!/bin/sh\n')
  chmodSync(join(github.bin, 'pnpm'), 0o755)
  writeFileSync(join(work, 'package.json'), JSON.stringify({ name: 'root', private: true }))
  writeFileSync(join(work, 'pnpm-workspace.yaml'), 'packages: [packages/*]\n')
  writeFileSync(join(work, 'pnpm-lock.yaml'), '')
  writeFileSync(join(work, 'packages/types/package.json'), JSON.stringify({ name: '@spindrift/types', version: '0.1.0' }))
  cpSync(join(root, '.changeset/README.md'), join(work, '.changeset/README.md'))
  writeFileSync(
    join(work, '.changeset/config.json'),
    JSON.stringify({ changelog: '@changesets/cli/changelog', access: 'public', baseBranch: 'main' }),
  )
  for (const name of changesets) writeFileSync(join(work, '.changeset', name), changeset)
  git('init', '--quiet', '--bare', join(folder, 'origin'))
  git('-C', work, 'init', '--quiet', '--initial-branch=main')
  git('-C', work, 'remote', 'add', 'origin', join(folder, 'origin'))
  git('-C', work, 'add', '--all')
  git('-C', work, 'commit', '--quiet', '--message', 'first')
  return work
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

const settings = () => ({
  PATH: [github.bin, join(root, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(':'),
  GITHUB_OUTPUT: join(folder, 'output'),
})

/** Runs the script of the job that installs dependencies. @returns its outputs */
function prepare(work: string): string {
  writeFileSync(join(folder, 'output'), '')
  const script = join(root, 'tools/release/prepare-version.sh')
  execFileSync('bash', [script, join(folder, 'version')], { cwd: work, env: { ...process.env, ...settings() }, stdio: 'pipe' })
  return readFileSync(join(folder, 'output'), 'utf8')
}

/** Runs the script of the job that may write, in a checkout of its own. */
function propose(): void {
  const checkout = join(folder, 'checkout')
  git('clone', '--quiet', '--branch', 'main', join(folder, 'work'), checkout)
  git('-C', checkout, 'remote', 'set-url', 'origin', join(folder, 'origin'))
  const script = join(root, 'tools/release/propose-version.sh')
  execFileSync('bash', [script, join(folder, 'version')], { cwd: checkout, env: { ...process.env, ...settings() }, stdio: 'pipe' })
}

describe.skipIf(process.platform === 'win32')('a version proposal', () => {
  it('pushes a branch with versions and changelogs, and creates a pull request', () => {
    expect(prepare(createRepository(['a.md']))).toBe('pending=true\n')
    expect(github.listCalls()).toEqual([''])
    propose()
    expect(git('-C', join(folder, 'origin'), 'log', '--format=%s', 'release/next').split('\n')[0]).toBe('chore: version 0.2.0')
    expect(git('-C', join(folder, 'origin'), 'show', 'release/next:packages/types/CHANGELOG.md')).toContain('Something new.')
    expect(github.listCalls().join('\n')).toContain('pr create --head release/next --base main --title Release 0.2.0')
  })

  it('creates nothing without changesets', () => {
    expect(prepare(createRepository([]))).toBe('pending=false\n')
  })
})
