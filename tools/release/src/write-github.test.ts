import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './pack-packages.ts'
import { type Github, writeGithub } from './write-github.ts'

let folder: string
let github: Github
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-github-'))
  github = writeGithub(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const gh = (...args: readonly string[]) => spawnSync(join(github.bin, 'gh'), args, { encoding: 'utf8' }).status

const isWindows = process.platform === 'win32'

it.skipIf(isWindows)('the stand-in knows what was released, and attaches only what is there', () => {
  writeFileSync(join(folder, 'a.tgz'), 'a')
  expect(gh('release', 'upload', 'v1', join(folder, 'a.tgz'))).toBe(1)
  expect(gh('release', 'view', 'v1')).toBe(1)
  expect(gh('release', 'create', 'v1', join(folder, 'b.tgz'))).toBe(1)
  expect(github.asked()).toEqual([''])
  expect(gh('release', 'create', 'v1', join(folder, 'a.tgz'))).toBe(0)
  expect(gh('release', 'view', 'v1')).toBe(0)
  expect(gh('release', 'upload', 'v1', join(folder, 'a.tgz'))).toBe(0)
})

it.skipIf(isWindows)('a release has every tarball and every bill, and is made once', () => {
  for (const name of ['a-1.0.0.tgz', 'a.cdx.json']) writeFileSync(join(folder, name), 'a')
  const tag = () =>
    execFileSync('bash', ['tools/release/tag-release.sh', folder], {
      cwd: root,
      env: { ...process.env, PATH: `${github.bin}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
  tag()
  expect(github.asked().at(-1)).toContain(`${join(folder, 'a-1.0.0.tgz')} ${join(folder, 'a.cdx.json')}`)
  expect(tag()).toContain('is there already')
})
