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

function runScript(work: string): string {
  const output = join(folder, 'output')
  writeFileSync(output, '')
  const path = [github.bin, join(root, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(':')
  execFileSync('bash', [join(root, 'tools/release/propose-version.sh')], {
    cwd: work,
    env: { ...process.env, PATH: path, GITHUB_OUTPUT: output },
    stdio: 'pipe',
  })
  return readFileSync(output, 'utf8')
}

describe.skipIf(process.platform === 'win32')('propose-version.sh', () => {
  it('pushes a branch with versions and changelogs, and creates a pull request', () => {
    const work = createRepository(['a.md'])
    expect(runScript(work)).toBe('pending=true\n')
    expect(git('-C', join(folder, 'origin'), 'log', '--format=%s', 'release/next').split('\n')[0]).toBe('chore: version 0.2.0')
    expect(git('-C', join(folder, 'origin'), 'show', 'release/next:packages/types/CHANGELOG.md')).toContain('Something new.')
    expect(github.listCalls().join('\n')).toContain('pr create --head release/next --base main --title Release 0.2.0')
  })

  it('creates no pull request without changesets', () => {
    expect(runScript(createRepository([]))).toBe('pending=false\n')
  })
})
