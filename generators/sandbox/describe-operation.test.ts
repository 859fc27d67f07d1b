import { describe, expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { Operation } from '../model/api-model.ts'
import { createSchemas } from '../model/schemas.ts'
import { describeOperation } from './describe-operation.ts'

const [api] = loadTinyModel().apis
const family = api?.families.find(({ operations }) => operations.some(({ id }) => id === 'boats_get'))
if (!api || !family) throw new Error('The tiny specification has no boats.')

const operationOf = (id: string): Operation => {
  const found = family.operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`The tiny specification has no operation ${id}.`)
  return found
}

/** Control API with readable berths. */
const berth: Operation = { ...operationOf('boats_get'), path: '/v2/berths/{berth}', effect: { kind: 'gets', schema: 'Berth', by: [] } }
const harbor = { ...api, families: [...api.families, { ...family, operations: [berth] }] }
const schemas = createSchemas(api)
const describeIt = (operation: Operation) => describeOperation(harbor, family, operation, schemas)

const replying = (schema: object): Operation['replies'] => [
  {
    ...operationOf('boats_get').replies[0],
    content: [{ mediaType: 'application/json', schema, examples: [] }],
  } as Operation['replies'][number],
]

describe('describeOperation', () => {
  it('names the related resource at the start of the path of a list or get operation', () => {
    const list = { ...operationOf('boats_list'), path: '/v2/berths/{slug}/boats' }
    expect(describeIt({ ...list, effect: { kind: 'lists', schema: 'Boat', by: [] } })).toMatchObject({
      relatedResource: ['slug', 'Berth'],
      pathResources: [],
    })
    const get = { ...operationOf('boats_get'), path: '/v2/berths/{slug}/boats/{boat_id}' }
    expect(describeIt(get)).toMatchObject({ relatedResource: ['slug', 'Berth'], pathResources: [['boat_id', 'Boat']] })
  })

  it('names no related resource for its own path or an unreadable parent', () => {
    expect(describeIt(operationOf('boats_get'))).toMatchObject({ relatedResource: undefined, pathResources: [['boat_id', 'Boat']] })
    const list = { ...operationOf('boats_list'), path: '/v2/piers/{pier}/boats' }
    expect(describeIt({ ...list, effect: { kind: 'lists', schema: 'Boat', by: [] } })).toMatchObject({
      relatedResource: undefined,
      pathResources: undefined,
    })
  })

  it('lists echoed parameters of a delete operation whose reply repeats only the path', () => {
    const remove = operationOf('boats_delete')
    const only = { type: 'object', properties: { boat_id: { type: 'integer' } } }
    const more = { type: 'object', properties: { boat_id: { type: 'integer' }, struck_at: { type: 'string' } } }
    expect(describeIt({ ...remove, replies: replying(only) })).toMatchObject({ echoedParameters: ['boat_id'] })
    expect(describeIt({ ...remove, replies: replying(more) })).toMatchObject({ echoedParameters: undefined })
    expect(describeIt(remove)).toMatchObject({ echoedParameters: undefined })
  })
})
