import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { chooseScratch } from './choose-scratch.ts'

it('is the usual place where there is no memory for files, or none left', () => {
  expect(chooseScratch('/nowhere/at/all')).toBe(tmpdir())
  // What the system tells of itself has no room for files.
  expect(chooseScratch('/proc')).toBe(tmpdir())
})
