import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { chooseTemporaryFolder } from './choose-temporary-folder.ts'

it('returns the temporary folder of the system when the memory file system is missing or full', () => {
  expect(chooseTemporaryFolder('/nowhere/at/all')).toBe(tmpdir())
  // /proc has no space for files.
  expect(chooseTemporaryFolder('/proc')).toBe(tmpdir())
})
