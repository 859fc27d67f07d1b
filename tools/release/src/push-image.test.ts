import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './pack-packages.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-image-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it.skipIf(process.platform === 'win32')('the image is made of the tarball, under its version, and pushed after it ran', () => {
  for (const path of ['bin', 'package', 'release']) mkdirSync(join(folder, path))
  const asked = join(folder, 'asked')
  writeFileSync(
    join(folder, 'bin/docker'),
    // It reads what it is given, as the shell fails where nobody does.
    `#!/bin/sh\nfor last; do :; done\necho "$*" | cut -c1-200 >> "${asked}"\ncase $1 in build) cat "$last/package.json" >> "${asked}" ;; login) cat >/dev/null ;; esac\n`,
  )
  chmodSync(join(folder, 'bin/docker'), 0o755)
  writeFileSync(join(folder, 'package/package.json'), '{"version":"0.1.0"}\n')
  execFileSync('tar', ['-czf', join(folder, 'release/spindrift-sandbox-0.1.0.tgz'), '-C', folder, 'package'])
  execFileSync('bash', ['tools/release/push-image.sh', join(folder, 'release')], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      GITHUB_REPOSITORY: 'One/Two',
      GITHUB_ACTOR: 'one',
      GH_TOKEN: 'secret',
    },
  })
  const lines = readFileSync(asked, 'utf8')
  const image = 'ghcr.io/one/two/sandbox'
  expect(lines).toContain(`build --file packages/sandbox/Dockerfile --tag ${image}:0.1.0 --tag ${image}:latest`)
  expect(lines).toContain('{"version":"0.1.0"}')
  expect(lines.indexOf('run --rm')).toBeLessThan(lines.indexOf(`push --all-tags ${image}`))
  expect(lines).not.toContain('secret')
})
