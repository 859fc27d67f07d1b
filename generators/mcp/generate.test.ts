import { describe, expect, it } from 'vitest'
import { change, type Loose } from '../kit/testing/change.ts'
import { expectGolden, updateHint } from '../kit/testing/golden.ts'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import { generateMcp } from './generate.ts'

const golden = new URL('golden/', import.meta.url)

/** Generates the files for a changed tiny specification. */
function createFile(name: string, edit: (control: Loose, inference: Loose) => void): string {
  const bundles = change(loadTinyBundles(), (control, _sources, inference) => edit(control, inference))
  return generateMcp(buildModel(bundles)).find(({ path }) => path.endsWith(`/${name}`))?.text ?? ''
}

const tool = (inference: Loose) => inference.paths['/v1/signals'].post['x-tool']
const signal = (inference: Loose) => inference.components.schemas.Signal.properties

describe('generateMcp', () => {
  it(`generates the golden tables of the tiny specification; ${updateHint}`, async () => {
    const tables = generateMcp(loadTinyModel()).filter(
      ({ path }) => path.endsWith('.ts') && !/\/(?:mask-secrets|tool-calls)\.ts$/.test(path),
    )
    await expectGolden(golden, tables)
  })

  it('produces the same files on every run', () => {
    expect(generateMcp(loadTinyModel())).toEqual(generateMcp(buildModel(loadTinyBundles())))
  })

  it('lists secret fields at any depth in arguments and replies', () => {
    const text = createFile('tools.ts', (control, inference) => {
      signal(inference).source = {
        type: 'object',
        description: 'x',
        properties: { key: { type: 'string', format: 'password', description: 'x' } },
      }
      control.components.schemas.Boat.properties.grid = { type: 'object', properties: { pin: { type: 'string', format: 'password' } } }
    })
    expect(text).toContain("secrets: ['key'], reply: {")
    expect(text).toContain("secrets: ['pin'] } }")
  })

  it('lists secret fields whose names the user chooses', () => {
    const text = createFile('tools.ts', (_control, inference) => {
      signal(inference).values = { type: 'object', description: 'x', additionalProperties: { type: 'string', format: 'password' } }
    })
    expect(text).toContain("secrets: ['values.*'], reply: {")
  })

  it('includes the bounds of a number that is sent as text', () => {
    const make = (to: string) =>
      createFile('tools.ts', (control, inference) => {
        tool(inference).arguments = { page: { to, as: 'integer' } }
        control.components.parameters.Page.schema.maximum = 40
      })
    expect(make('query.page')).toContain("page: { to: 'query.page', as: 'integer', minimum: 1, maximum: 40 }")
    expect(() => make('query.pages')).toThrow('A tool sends "query.pages", which boats_list does not have')
  })

  it('omits from the list what a model does not need, and keeps all bounds', () => {
    const text = createFile('listing.ts', (_control, inference) => {
      const common = { type: 'integer', description: 'First. Second.', examples: [7], default: 3 }
      Object.assign(signal(inference), { low: { ...common, minimum: 1, maximum: 9 }, wide: { ...common, maximum: 2 ** 31 - 1 } })
    })
    expect(text).toContain(
      "low: { type: 'integer', description: 'First', minimum: 1, maximum: 9 }, wide: { type: 'integer', description: 'First' }",
    )
  })

  it.each([
    { input: 'destructive', idempotent: true, expected: '{ destructiveHint: true, idempotentHint: true }' },
    { input: 'additive', idempotent: false, expected: '{ destructiveHint: false }' },
    { input: 'read-only', idempotent: true, expected: '{ readOnlyHint: true }' },
  ])('annotates a $input tool with $expected', ({ input, idempotent, expected }) => {
    const text = createFile('listing.ts', (_control, inference) => Object.assign(tool(inference), { kind: input, idempotent }))
    expect(text).toContain(`annotations: ${expected} }`)
  })

  it.each([
    { input: (inference: Loose) => (tool(inference).calls = 'boats_sink'), expected: 'x-tool calls "boats_sink", which does not exist' },
    {
      input: (inference: Loose) => (signal(inference).answer = { $ref: '#/components/schemas/Signal' }),
      expected: 'Signal → Signal contains itself',
    },
  ])('rejects a specification: $expected', ({ input, expected }) => {
    expect(() => createFile('tools.ts', (_control, inference) => input(inference))).toThrow(expected)
  })
})
