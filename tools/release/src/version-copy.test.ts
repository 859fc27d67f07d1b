import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { versionPackages } from './version-copy.ts'

it('keeps the version of a merged release, which has no changesets', () => {
  const copy = mkdtempSync(join(tmpdir(), 'spindrift-version-'))
  try {
    mkdirSync(join(copy, '.changeset'))
    for (const file of ['.changeset/README.md', 'package.json']) writeFileSync(join(copy, file), '{"version":"0.2.0"}')
    versionPackages(copy)
    expect(readFileSync(join(copy, 'package.json'), 'utf8')).toContain('0.2.0')
  } finally {
    rmSync(copy, { recursive: true })
  }
})
