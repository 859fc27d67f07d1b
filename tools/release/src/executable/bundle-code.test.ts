import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeLicenses } from '../../../../packages/sandbox/write-licenses.ts'
import { bundleCode } from './bundle-code.ts'

it('passes on the license of everything that goes into the executable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-code-'))
  try {
    const licenses = writeLicenses(await bundleCode(folder))
    // What only some of its users need is in it too.
    for (const name of ['pg', 'commander']) expect(licenses).toMatch(new RegExp(`^${name} \\d.*\\((MIT|ISC)\\)$`, 'm'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
