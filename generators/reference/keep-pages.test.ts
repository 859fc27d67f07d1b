import { describe, expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { ApiModel } from '../model/api-model.ts'
import { generateReference } from './generate.ts'
import { createKeep, type Keep } from './keep-pages.ts'
import { noSources } from './sources/sources.ts'

const edits: readonly { readonly what: string; readonly edit: (model: ApiModel) => void }[] = [
  { what: 'nothing', edit: () => undefined },
  { what: 'the description of an operation', edit: ({ apis }) => change(firstFamily(apis).operations[0], { description: 'Other words.' }) },
  { what: 'a parameter', edit: ({ apis }) => change(firstFamily(apis).operations[0], { parameters: [] }) },
  { what: 'the title of a family', edit: ({ apis }) => change(firstFamily(apis), { title: 'Other boats' }) },
  { what: 'the title of an API', edit: ({ apis }) => change(apis[0], { title: 'Other API' }) },
  { what: 'the base URL', edit: ({ apis }) => change(apis[0], { baseUrl: 'http://127.0.0.1:1' }) },
  { what: 'which operations there are', edit: ({ apis }) => void (firstFamily(apis).operations as unknown[]).pop() },
  ...loadTinyModel()
    .apis[0]!.families.flatMap(({ schemas }) => schemas)
    .map(({ name }) => ({ what: `the schema ${name}`, edit: (model: ApiModel) => changeSchema(model, name) })),
]

function firstFamily(apis: ApiModel['apis']) {
  const family = apis[0]?.families[0]
  if (!family) throw new Error('The tiny specification has no family.')
  return family
}

function change(target: object | undefined, changes: object): void {
  Object.assign(target ?? {}, changes)
}

/** In place, as documents and families name the same objects. */
function changeSchema({ apis }: ApiModel, name: string): void {
  for (const { families } of apis)
    for (const { schema } of families.flatMap(({ schemas }) => schemas).filter((each) => each.name === name))
      change(schema, { description: 'Another thing.' })
}

describe('createKeep', () => {
  it.each(edits)('makes what one would make from nothing after an edit of $what', ({ edit }) => {
    const keep = createKeep()
    generateReference(loadTinyModel(), noSources, keep)
    const edited = loadTinyModel()
    edit(edited)
    expect(generateReference(edited, noSources, keep)).toEqual(generateReference(edited))
  })

  it('makes no page again of which nothing was edited', () => {
    const remember = createKeep()
    const made: string[] = []
    const keep: Keep = (address, inputs, make) =>
      remember(address, inputs, () => {
        made.push(address)
        return make()
      })
    generateReference(loadTinyModel(), noSources, keep)
    const all = made.splice(0).length
    generateReference(loadTinyModel(), noSources, keep)
    expect(made).toEqual([])
    const edited = loadTinyModel()
    change(firstFamily(edited.apis).operations[0], { description: 'Other words.' })
    generateReference(edited, noSources, keep)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length).toBeLessThan(all / 2)
  })
})
