import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeReference } from './write-site.ts'

let home: string
const files = {
  'index.html': '<link rel="icon"><link rel="x">',
  'control/volumes/create.html': '<link rel="icon">',
  'control/volumes/create.md': '# Create',
  'assets/earlier.json': '{}',
  'sitemap.xml': '<loc>http://127.0.0.1:4040/</loc><loc>http://127.0.0.1:4040/control/volumes/create.html</loc>',
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'spindrift-site-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, 'site', name)), { recursive: true })
    writeFileSync(join(home, 'site', name), text)
  }
})

afterAll(() => rmSync(home, { recursive: true }))

it('writes canonical links below the base URL', () => {
  const out = join(home, 'based')
  const write = () => writeReference(out, { folder: join(home, 'site'), baseUrl: 'https://docs.example.com/cloud/' })
  expect(write()).toBe(2)
  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  expect(read('index.html')).toBe('<link rel="canonical" href="https://docs.example.com/cloud/" /><link rel="icon"><link rel="x">')
  expect(read('control/volumes/create.html')).toBe(
    '<link rel="canonical" href="https://docs.example.com/cloud/control/volumes/create.html" /><link rel="icon">',
  )
  expect(read('control/volumes/create.md')).toBe('# Create')
  expect(read('sitemap.xml')).toBe(
    '<loc>https://docs.example.com/cloud/</loc><loc>https://docs.example.com/cloud/control/volumes/create.html</loc>',
  )
  expect(write()).toBe(2)
})

it('keeps links relative and writes no sitemap without a base URL', () => {
  const out = join(home, 'relative')
  writeReference(out, { folder: join(home, 'site') })
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe(files['index.html'])
  expect(existsSync(join(out, 'sitemap.xml'))).toBe(false)
})

it('does not overwrite other files, and reports missing pages', () => {
  mkdirSync(join(home, 'photos'))
  writeFileSync(join(home, 'photos/sea.txt'), '')
  expect(() => writeReference(join(home, 'photos'), { folder: join(home, 'site') })).toThrow('contains other files')
  expect(() => writeReference(join(home, 'new'), { folder: join(home, 'photos') })).toThrow('Run: pnpm reference')
})
