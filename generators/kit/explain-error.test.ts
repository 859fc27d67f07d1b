import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SpecError } from '../model/spec-error.ts'
import { explainError, findLine } from './explain-error.ts'

const boats = `openapi: 3.1.1
paths:
  /v2/boats:
    parameters:
      - name: page
      - name: per_page
        schema:
          anyOf: []
    get:
      operationId: boats_list
      responses:
        '200': &ok
          description: Boats.
        404: *ok
components:
  schemas:
    Boat: { type: object, properties: { name: { type: text } } }
    a~b:
      type: object
`

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'explain-'))
  mkdirSync(join(root, 'spec/control'), { recursive: true })
  writeFileSync(join(root, 'spec/control/boats.yaml'), boats)
  writeFileSync(join(root, 'spec/control/broken.yaml'), 'a: [1\nb: }')
  writeFileSync(join(root, 'spec/control/empty.yaml'), '')
})
afterAll(() => rmSync(root, { recursive: true }))

describe('findLine', () => {
  it.each([
    { input: '', expected: 1 },
    { input: '/paths', expected: 2 },
    { input: '/paths/~1v2~1boats', expected: 3 },
    { input: '/paths/~1v2~1boats/get', expected: 9 },
    { input: '/paths/~1v2~1boats/get/operationId', expected: 10 },
    { input: '/paths/~1v2~1boats/parameters/1', expected: 6 },
    { input: '/paths/~1v2~1boats/parameters/1/schema/anyOf', expected: 8 },
    { input: '/paths/~1v2~1boats/get/responses/200/description', expected: 13 },
    { input: '/paths/~1v2~1boats/get/responses/404', expected: 14 },
    { input: '/components/schemas/Boat/properties/name/type', expected: 17 },
    { input: '/components/schemas/a~0b/type', expected: 19 },
  ])('finds $input on line $expected', ({ input, expected }) => {
    expect(findLine(root, { file: 'control/boats.yaml', pointer: input })).toBe(expected)
  })

  it.each([
    { name: 'a key that is not written', input: '/paths/~1v2~1boats/get/x-effect', expected: 9 },
    { name: 'a place behind an alias', input: '/paths/~1v2~1boats/get/responses/404/description', expected: 14 },
    { name: 'a position past the end', input: '/paths/~1v2~1boats/parameters/7/name', expected: 4 },
    { name: 'a step into a text', input: '/openapi/x', expected: 1 },
  ])('falls back to the nearest parent for $name', ({ input, expected }) => {
    expect(findLine(root, { file: 'control/boats.yaml', pointer: input })).toBe(expected)
  })

  it.each(['control/none.yaml', 'control/empty.yaml', 'control/broken.yaml', '?'])(
    'returns line 1 when the file cannot be searched: %s',
    (file) => {
      expect(findLine(root, { file, pointer: '/paths/a' })).toBe(1)
    },
  )
})

describe('explainError', () => {
  it.each([
    {
      input: new SpecError({ file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/get' }, 'x-effect is wrong.'),
      expected: 'spec/control/boats.yaml:9: x-effect is wrong.',
    },
    { input: new SpecError({ file: 'control/none.yaml', pointer: '/a' }, 'Wrong.'), expected: 'spec/control/none.yaml:1: Wrong.' },
    { input: new Error('No bundle.'), expected: 'generate: No bundle.' },
    { input: 'a text', expected: 'generate: a text' },
  ])('prints "$expected"', ({ input, expected }) => {
    expect(explainError(input, root)).toBe(expected)
  })
})
