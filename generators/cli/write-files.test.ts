import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyFiles, compareFiles } from './write-files.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'generate-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const file = (path: string, text = 'new') => ({ path, text })

describe('compareFiles', () => {
  it('reports new, changed and unchanged files', () => {
    put('out/same.ts', 'new')
    put('out/differs.ts', 'old')
    const files = [file('out/same.ts'), file('out/differs.ts'), file('out/new.ts')]
    expect(compareFiles(root, files, ['out'])).toEqual({ written: ['out/differs.ts', 'out/new.ts'], removed: [] })
  })

  it('removes stale files at any depth, only in folders owned by generators', () => {
    for (const path of ['out/old.ts', 'out/deep/older.ts', 'out/kept.ts', 'outside/mine.ts', 'mine.ts', 'out-of-it/mine.ts'])
      put(path, 'old')
    expect(compareFiles(root, [file('out/kept.ts', 'old')], ['out', 'nowhere'])).toEqual({
      written: [],
      removed: ['out/deep/older.ts', 'out/old.ts'],
    })
  })

  it('keeps a file that another generator writes to the folder', () => {
    put('out/theirs.ts', 'new')
    expect(compareFiles(root, [file('out/theirs.ts'), file('out/ours.ts')], ['out']).removed).toEqual([])
  })

  it('rejects two owners of one path', () => {
    expect(() => compareFiles(root, [file('out/a.ts'), file('out/b.ts'), file('out/a.ts')], ['out'])).toThrow(
      'Two generators write out/a.ts. Each path must have one owner.',
    )
  })

  it('writes no files', () => {
    compareFiles(root, [file('out/a.ts')], ['out'])
    expect(existsSync(join(root, 'out'))).toBe(false)
  })
})

describe('applyFiles', () => {
  it('makes the folder equal to the generated files', () => {
    put('out/differs.ts', 'old')
    put('out/old.ts', 'old')
    const files = [file('out/differs.ts'), file('out/deep/new.ts', '\u{1f40b}\n')]
    applyFiles(root, files, compareFiles(root, files, ['out']))
    expect(readFileSync(join(root, 'out/differs.ts'), 'utf8')).toBe('new')
    expect(readFileSync(join(root, 'out/deep/new.ts'), 'utf8')).toBe('\u{1f40b}\n')
    expect(existsSync(join(root, 'out/old.ts'))).toBe(false)
    expect(compareFiles(root, files, ['out'])).toEqual({ written: [], removed: [] })
  })

  it('does not rewrite an unchanged file', () => {
    put('out/same.ts', 'new')
    const longAgo = new Date(2020, 1, 1)
    utimesSync(join(root, 'out/same.ts'), longAgo, longAgo)
    const files = [file('out/same.ts')]
    applyFiles(root, files, compareFiles(root, files, ['out']))
    expect(statSync(join(root, 'out/same.ts')).mtime).toEqual(longAgo)
  })
})
