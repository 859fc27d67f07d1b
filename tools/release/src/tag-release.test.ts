import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './pack-packages.ts'
import { type GithubStub, createGithubStub } from './github-stub.ts'

let folder: string
let github: GithubStub
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-github-'))
  github = createGithubStub(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const isWindows = process.platform === 'win32'

it.skipIf(isWindows)('attaches every tarball to the release and creates it once', () => {
  writeFileSync(join(folder, 'a-1.0.0.tgz'), 'a')
  const tag = () =>
    execFileSync('bash', ['tools/release/tag-release.sh', folder], {
      cwd: root,
      env: { ...process.env, PATH: `${github.bin}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
  tag()
  expect(github.listCalls().at(-1)).toContain(join(folder, 'a-1.0.0.tgz'))
  expect(tag()).toContain('already exists')
})
