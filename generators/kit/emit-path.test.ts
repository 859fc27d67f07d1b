import { posix } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emitPath } from './emit-path.ts'

describe('emitPath', () => {
  it.each(['boats.ts', 'reserved-ips.ts', 'databases.users.ts', '1.ts', 'console.ts'])('joins %s', (name) => {
    expect(emitPath('packages/types/src', name)).toBe(`packages/types/src/${name}`)
  })

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    '-a',
    'a/b',
    'a\\b',
    'a..b',
    '../a',
    '/etc/passwd',
    'C:a',
    'Boats.ts',
    'a b',
    'a\u0000.ts',
    'a\n',
    'b\u043eats.ts',
    'con',
    'nul.ts',
    'com1.ts',
    'a'.repeat(101),
  ])('rejects %j', (name) => {
    expect(() => emitPath('packages', name)).toThrow(`${JSON.stringify(name)} cannot be a file name.`)
  })

  it('never leaves its folder', () => {
    const names = fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', '-', '~', ':', '%2e'), maxLength: 8 })
    fc.assert(
      fc.property(names, (name) => {
        let path
        try {
          path = emitPath('out', name)
        } catch {
          return
        }
        expect(posix.dirname(posix.normalize(path))).toBe('out')
      }),
    )
  })
})
