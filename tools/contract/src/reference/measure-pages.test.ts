import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listPages, measurePages } from './measure-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-weights-'))
const page = '<link rel="stylesheet" href="../assets/style.css" /><script src="../assets/page.js"></script>'
const files = { 'a/b.html': page, 'a/b.md': 'b', 'assets/style.css': 'p {}', 'assets/page.js': 'void 0' }

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

it('measures a page alone and with its assets', () => {
  const [own, style, script] = [page, 'p {}', 'void 0'].map((text) => gzipSync(text).length) as [number, number, number]
  expect(measurePages(folder, listPages(folder))).toEqual([{ path: join('a', 'b.html'), own, first: own + style + script }])
})
