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
    { given: '', want: 1 },
    { given: '/paths', want: 2 },
    { given: '/paths/~1v2~1boats', want: 3 },
    { given: '/paths/~1v2~1boats/get', want: 9 },
    { given: '/paths/~1v2~1boats/get/operationId', want: 10 },
    { given: '/paths/~1v2~1boats/parameters/1', want: 6 },
    { given: '/paths/~1v2~1boats/parameters/1/schema/anyOf', want: 8 },
    { given: '/paths/~1v2~1boats/get/responses/200/description', want: 13 },
    { given: '/paths/~1v2~1boats/get/responses/404', want: 14 },
    { given: '/components/schemas/Boat/properties/name/type', want: 17 },
    { given: '/components/schemas/a~0b/type', want: 19 },
  ])('finds $given on line $want', ({ given, want }) => {
    expect(findLine(root, { file: 'control/boats.yaml', pointer: given })).toBe(want)
  })

  it.each([
    { name: 'a key that is not written', given: '/paths/~1v2~1boats/get/x-effect', want: 9 },
    { name: 'a place behind an alias', given: '/paths/~1v2~1boats/get/responses/404/description', want: 14 },
    { name: 'a position past the end', given: '/paths/~1v2~1boats/parameters/7/name', want: 4 },
    { name: 'a step into a text', given: '/openapi/x', want: 1 },
  ])('falls back to the nearest parent for $name', ({ given, want }) => {
    expect(findLine(root, { file: 'control/boats.yaml', pointer: given })).toBe(want)
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
      given: new SpecError({ file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/get' }, 'x-effect is wrong.'),
      want: 'spec/control/boats.yaml:9: x-effect is wrong.',
    },
    { given: new SpecError({ file: 'control/none.yaml', pointer: '/a' }, 'Wrong.'), want: 'spec/control/none.yaml:1: Wrong.' },
    { given: new Error('No bundle.'), want: 'generate: No bundle.' },
    { given: 'a text', want: 'generate: a text' },
  ])('prints "$want"', ({ given, want }) => {
    expect(explainError(given, root)).toBe(want)
  })
})
