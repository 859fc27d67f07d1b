import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hashDocuments, reach } from './hash-documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-hashes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const documents = {
  'a.yaml': "$ref: 'b.yaml#/components/schemas/B'",
  'b.yaml': '$ref: c.yaml#/components/examples/C/value',
  'c.yaml': '$ref: a.yaml#/components/schemas/A',
  'd.yaml': 'nothing: {}',
}

function hash(changed: Partial<typeof documents> = {}, common = 'rules') {
  for (const [name, text] of Object.entries({ ...documents, ...changed })) writeFileSync(join(folder, name), text)
  return hashDocuments(
    Object.keys(documents).map((name) => join(folder, name)),
    common,
  )
}

function differing(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): string[] {
  return Object.keys(one).filter((name) => one[name] !== other[name])
}

describe('hashDocuments changes the hash of', () => {
  it('no document if nothing changed', () => expect(differing(hash(), hash())).toEqual([]))

  it('only the changed document if no other refers to it', () => {
    expect(differing(hash(), hash({ 'd.yaml': 'something: {}' }))).toEqual(['d.yaml'])
  })

  it('all documents that refer to a changed document, also indirectly and in a cycle', () => {
    expect(differing(hash(), hash({ 'c.yaml': `${documents['c.yaml']} # changed` }))).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
  })

  it('all documents if the common input changed', () => {
    expect(differing(hash(), hash({}, 'other rules'))).toEqual(Object.keys(documents))
  })
})

it('reach follows adjacent and quoted references and parent folders', () => {
  mkdirSync(join(folder, 'deeper'), { recursive: true })
  writeFileSync(
    join(folder, 'deeper/e.yaml'),
    "- $ref: ../a-b.yaml#/x\n- { $ref: '../c_d.yaml#/y' } # not f.yaml\n- ../a-b.yaml#/z, g.json#/q\n",
  )
  for (const name of ['a-b.yaml', 'c_d.yaml']) writeFileSync(join(folder, name), '')
  expect([...reach([join(folder, 'deeper/e.yaml')])].map((path) => relative(folder, path))).toEqual([
    'deeper/e.yaml',
    'a-b.yaml',
    'c_d.yaml',
  ])
})
