import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import { change, type Loose } from '../kit/testing/change.ts'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { findCommonParameters } from './common-parameters.ts'
import { declareFamily, emitFamily } from './emit-family.ts'
import { emitReplies } from './emit-replies.ts'

const none = findCommonParameters([], new Map())

function getBoats(edit: (control: Loose) => void) {
  const model = buildModel(change(loadTinyBundles(), edit))
  const family = model.apis[0]?.families.find(({ name }) => name === 'boats')
  if (!family) throw new Error('There is no family of boats.')
  return { family, homes: findHomes(model) }
}

function emitBoats(edit: (control: Loose) => void): string {
  const { family, homes } = getBoats(edit)
  return emitFamily(declareFamily(family, none), homes)
}

describe('emitFamily', () => {
  it('gives an operation whose body decides the reply a type parameter for the body', () => {
    const text = emitBoats((control) => {
      const { post } = control.paths['/v2/boats']
      post.responses = {
        200: {
          description: 'A boat.',
          content: { 'application/json': { schema: { type: 'integer' } }, 'text/event-stream': { schema: {} } },
        },
      }
    })
    expect(text).toContain('export interface BoatsCreateRequest<Body extends BoatCreate = BoatCreate> {\n  body: Body\n}')
  })

  it.each([
    { input: { 'application/json': { schema: { type: 'integer' } } }, expected: '200: number' },
    { input: { 'text/plain': { schema: {} }, 'application/json': { schema: { type: 'integer' } } }, expected: '200: number' },
    { input: { 'text/csv': { schema: {} } }, expected: '200: string' },
    { input: { 'application/yaml': { schema: {} }, 'text/plain': { schema: {} } }, expected: '200: string' },
    { input: { 'application/zip': { schema: {} } }, expected: '200: ArrayBuffer' },
    { input: { 'application/zip': { schema: {} }, 'text/plain': { schema: {} } }, expected: '200: ArrayBuffer' },
    { input: {}, expected: '200: undefined' },
  ])('emits $expected for $input', ({ input, expected }) => {
    const { family, homes } = getBoats((control) => {
      control.paths['/v2/boats'].get.responses = { 200: { description: 'Boats.', content: input } }
    })
    expect(emitReplies(family, homes)).toContain(`export interface BoatsListReplies {\n  ${expected}\n}`)
  })

  it('makes a request part optional when it has no required fields', () => {
    expect(emitBoats(() => undefined)).toContain('export interface BoatsListRequest {\n  query?: {')
    const text = emitBoats((control) => {
      control.paths['/v2/boats'].get.parameters[1].required = true
    })
    expect(text).toContain('export interface BoatsListRequest {\n  query: {')
  })

  it('imports only what other families define', () => {
    expect(emitBoats(() => undefined)).toContain("\nimport type { Meta, Person } from './shared.ts'\n")
  })

  it('emits a shared parameter once under its name', () => {
    const { family, homes } = getBoats(() => undefined)
    const [first] = family.operations
    const parameter = first?.parameters.find((each) => each.in === 'query')
    if (!first || !parameter) throw new Error('There is no query parameter.')
    const many = {
      ...family,
      operations: Array.from({ length: 20 }, (_, index) => ({ ...first, id: `boats_list_${index}`, parameters: [parameter] })),
    }
    const common = findCommonParameters([many], homes)
    const [name] = [...common].map(([, each]) => each)
    expect(name).toMatch(/^[A-Z][A-Za-z]+Parameter$/)
    const withShared = new Map([...homes, [name ?? '', 'shared'] as const])
    expect(emitFamily(declareFamily(many, common), withShared)).toContain(`  query?: ${name}\n`)
    expect(
      emitFamily(declareFamily({ ...many, name: 'shared', operations: [] }, common), withShared).match(
        new RegExp(`interface ${name} `, 'g'),
      ),
    ).toHaveLength(1)
    expect([...findCommonParameters([{ ...many, operations: many.operations.slice(1) }], homes)]).toEqual([])
  })

  it('names a schema that cannot be emitted', () => {
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
    const caught = catchSpecError(() => declareFamily(family, none))
    expect(caught).toMatchObject(schema.source)
    expect(caught?.message).toContain('Schema Boat cannot be written as a type: "a;b" cannot be a TypeScript identifier.')
  })
})
