import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import { change, type Loose } from '../kit/testing/change.ts'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { writeFamily } from './write-family.ts'

function writeBoats(edit: (control: Loose) => void): string {
  const model = buildModel(change(loadTinyBundles(), edit))
  const family = model.apis[0]?.families.find(({ name }) => name === 'boats')
  if (!family) throw new Error('There is no family of boats.')
  return writeFamily(family, findHomes(model))
}

describe('writeFamily', () => {
  it.each([
    { given: { 'application/json': { schema: { type: 'integer' } } }, want: '200: number' },
    { given: { 'text/plain': { schema: {} }, 'application/json': { schema: { type: 'integer' } } }, want: '200: number' },
    { given: { 'text/csv': { schema: {} } }, want: '200: string' },
    { given: { 'application/yaml': { schema: {} }, 'text/plain': { schema: {} } }, want: '200: string' },
    { given: { 'application/zip': { schema: {} } }, want: '200: ArrayBuffer' },
    { given: { 'application/zip': { schema: {} }, 'text/plain': { schema: {} } }, want: '200: ArrayBuffer' },
    { given: {}, want: '200: undefined' },
  ])('takes $given as $want', ({ given, want }) => {
    const text = writeBoats((control) => {
      control.paths['/v2/boats'].get.responses = { 200: { description: 'Boats.', content: given } }
    })
    expect(text).toContain(`export interface BoatsListReplies {\n  ${want}\n}`)
  })

  it('makes a place optional when nothing in it is required', () => {
    expect(writeBoats(() => undefined)).toContain('export interface BoatsListRequest {\n  query?: {')
    const text = writeBoats((control) => {
      control.paths['/v2/boats'].get.parameters[1].required = true
    })
    expect(text).toContain('export interface BoatsListRequest {\n  query: {')
  })

  it('imports what is in another family, and only that', () => {
    expect(writeBoats(() => undefined)).toContain("\nimport type { ApiError, Meta, Person } from './shared.ts'\n")
  })

  it('says which schema cannot be written', () => {
    const model = loadTinyModel()
    const [schema] = model.apis[0]?.families.flatMap(({ schemas }) => schemas) ?? []
    if (!schema) throw new Error('There is no schema.')
    const family = {
      name: 'boats',
      group: 'boats',
      title: '',
      description: '',
      operations: [],
      schemas: [{ ...schema, schema: { $ref: '#/components/schemas/a;b' } }],
    }
    const caught = catchSpecError(() => writeFamily(family, findHomes(model)))
    expect(caught).toMatchObject(schema.source)
    expect(caught?.message).toContain('Schema Boat cannot be written as a type: "a;b" cannot be a TypeScript identifier.')
  })
})
