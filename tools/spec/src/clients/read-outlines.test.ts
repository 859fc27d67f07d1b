import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOutlines } from './read-outlines.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-outlines-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('every text with operations is read, in the order of their names', () => {
  write('second.md', 'GET /v2/boats → boats[]\n')
  write('first.txt', '| Operation | Outline |\n|---|---|\n| POST /v2/boats | name s |\n')
  write('other.txt', 'GET /v2/boats\n  200: { boats: [boat] }\n')
  write('table.tsv', 'GET /v2/boats → boats[]\n')
  const operations = readOutlines(folder).flatMap((outline) => outline.operations)
  expect(operations.map(({ place, method, path }) => `${place} ${method} ${path}`)).toEqual([
    'first.txt:3 POST /v2/boats',
    'second.md:1 GET /v2/boats',
  ])
})

test('a folder without any is an error', () => {
  write('other.txt', '# Nothing\n')
  expect(() => readOutlines(folder)).toThrow(`No text in ${folder} has a table whose first column is "Operation".`)
})
