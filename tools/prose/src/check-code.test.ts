import { expect, it } from 'vitest'
import { checkCode } from './check-code.ts'

const list = (text: string) => checkCode('a.ts', text).map(({ rule, line, found }) => `${line} ${rule}: ${found}`)

it('reports a doc comment that begins with a relative pronoun, with its line', () => {
  expect(list('const a = 1\n\n/** What it holds. */\nconst b = 2\n')).toEqual(['3 doc comment opening: What'])
  expect(list('/**\n * Whoever calls it.\n */\n')).toEqual(['1 doc comment opening: Whoever'])
  expect(list('/** Volumes of an account. */\n// What is next\n')).toEqual([])
})

it('reports a retired name once per file, and not in strings and comments', () => {
  expect(list("// told\nconst text = 'told'\nfoo.told = told\n")).toEqual([
    '3 retired name: told: use ResourceHooks: parseCreate, listQuery, serialize, envelope',
  ])
})

it('reports a bound that is named with an adverb', () => {
  expect(list('const mostRows = 1\nconst maxRows = 1\nconst almostDone = true')).toEqual([
    '1 retired name: mostRows: use max… or min… with the unit',
  ])
})

it('reports read and write functions only in modules without I/O', () => {
  expect(list('function readPage() {}\nexport function writePage() {}\nfunction readable() {}')).toEqual([
    '1 read or write without I/O: readPage',
    '2 read or write without I/O: writePage',
  ])
  expect(list("import fs from 'node:fs'\nfunction readPage() {}")).toEqual([])
})
