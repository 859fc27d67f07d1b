import { describe, expect, it } from 'vitest'
import { change, type Loose } from '../kit/testing/change.ts'
import { loadTinyBundles } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { Operation } from '../model/api-model.ts'
import { buildModel } from '../model/build-model.ts'
import { getFeatures } from './get-features.ts'
import type { Features } from './features.ts'

/** Features of an operation of the tiny specification after an edit. */
function read(id: string, edit: (control: Loose) => void = () => {}): Features {
  const model = buildModel(change(loadTinyBundles(), edit))
  const families = model.apis.flatMap((api) => api.families)
  const schemas = new Map(families.flatMap((family) => family.schemas.map((schema) => [schema.name, schema])))
  const family = families.find(({ operations }) => operations.some((operation) => operation.id === id))!
  return getFeatures(
    family.operations.find((operation: Operation) => operation.id === id)!,
    family,
    schemas,
  )
}

const schemasOf = (control: Loose) => control.components.schemas
const addLinks = (control: Loose) => (schemasOf(control).BoatList.properties.links = { type: 'object', properties: {} })
const addSize = (control: Loose, maximum: number) =>
  control.paths['/v2/boats'].get.parameters.push({
    name: 'per_page',
    in: 'query',
    description: 'How many.',
    example: 5,
    schema: { type: 'integer', maximum },
  })

describe('list features', () => {
  it('marks a list as paginated when its reply links to the next page', () => {
    expect(read('boats_list').facts).not.toHaveProperty('pages')
    const { facts, item } = read('boats_list', addLinks)
    expect(facts).toMatchObject({ pages: 'boats' })
    expect(facts).not.toHaveProperty('key')
    expect(item).toEqual({ schema: 'Boat' })
  })

  it('finds nested items, their key and the page size', () => {
    const { facts, item } = read('boats_list', (control) => {
      addLinks(control)
      addSize(control, 50)
      const { properties } = schemasOf(control).BoatList
      properties.harbour = { type: 'object', properties: { boats: properties.boats } }
      delete properties.boats
      schemasOf(control).BoatList.required = ['harbour']
      schemasOf(control).Boat['x-resource'].id = { field: 'name', kind: 'name' }
    })
    expect(facts).toMatchObject({ pages: 'harbour.boats', key: 'name', size: ['per_page', 50] })
    expect(item).toEqual({ schema: 'Boat' })
  })

  it('sets an empty key when items have no identifier', () => {
    const { facts, item } = read('boats_list', (control) => {
      addLinks(control)
      addSize(control, 200)
      schemasOf(control).BoatList.properties.boats.items = { type: 'object', properties: { name: { type: 'string' } } }
    })
    expect(facts).toMatchObject({ pages: 'boats', key: '' })
    expect(facts).not.toHaveProperty('size')
    expect(item).toEqual({ at: ['boats', 'number'] })
  })

  it('marks a list without pages as complete', () => {
    const { facts } = read('boats_list', (control) => (control.paths['/v2/boats'].get.parameters = []))
    expect(facts).toMatchObject({ list: 'boats' })
  })
})

describe('resource features', () => {
  it('includes the lifecycle states and the successors of each', () => {
    const { facts, states, lifecycle } = read('boats_get')
    expect(facts).toEqual({ state: 'state' })
    expect(lifecycle).toEqual({ at_sea: ['moored'], moored: [] })
    expect(states).toEqual(['at_sea', 'moored'])
  })

  it('unwraps an envelope and does not wait for an unknown state', () => {
    const { facts } = read('boats_get', (control) => {
      schemasOf(control).Boat.properties.state.enum.push('STATE_UNKNOWN')
      control.paths['/v2/boats/{boat_id}'].get.responses['200'].content['application/json'].schema = {
        type: 'object',
        properties: { boat: { $ref: '#/components/schemas/Boat' } },
      }
    })
    expect(facts).toEqual({ state: 'boat.state' })
  })

  it('includes no state when a reply contains several resources', () => {
    const { facts } = read('boats_get', (control) => {
      const boat = { $ref: '#/components/schemas/Boat' }
      const content = control.paths['/v2/boats/{boat_id}'].get.responses['200'].content['application/json']
      content.schema = { type: 'object', properties: { first: boat, second: boat } }
    })
    expect(facts).toEqual({})
  })
})

describe('action features', () => {
  it('finds the path of the created resource, if any', () => {
    expect(read('boats_act').facts).toEqual({ read: '' })
    const create = read('boats_create', (control) => {
      control.paths['/v2/boats'].post['x-effect'].starts = control.paths['/v2/boats/{boat_id}'].patch['x-effect'].starts
    })
    expect(create).toMatchObject({ facts: { read: '/v2/boats/{id}' }, startsActions: true })
  })

  const withTextIds = (control: Loose) => {
    control.paths['/v2/boats/{boat_id}'].patch.responses['202'].content['application/json'].schema = {
      type: 'object',
      properties: { boat: { $ref: '#/components/schemas/Boat' }, action: { type: 'object', properties: { id: { type: 'string' } } } },
    }
  }

  it('waits for the resulting state when the actions cannot be read', () => {
    const { facts, startsActions } = read('boats_act', withTextIds)
    expect({ facts, startsActions }).toEqual({
      facts: {
        read: '/v2/boats/{id}',
        done: { path: 'boat.state', target: ['moored'] },
      },
      startsActions: true,
    })
  })

  it('adds nothing when no state can be read', () => {
    const { facts, startsActions } = read('boats_act', (control) => {
      control.paths['/v2/boats/{boat_id}'].patch.responses['202'].content['application/json'].schema = {
        type: 'object',
        properties: { action: { type: 'object', properties: { id: { type: 'string' } } } },
      }
    })
    expect({ facts, startsActions }).toEqual({ facts: {}, startsActions: false })
  })
})

it('converts rate limits to seconds and includes the counted field', () => {
  expect(read('boats_list').facts).toMatchObject({ limits: [['boats', 60, 60]] })
  const { facts } = read('boats_list', (control) => {
    control.paths['/v2/boats'].get['x-rate-limit'] = [
      { name: 'a', limit: 1, window: 'PT1H30M5S' },
      { name: 'b', limit: 2, window: 'PT20S', counts: 'body.files' },
    ]
  })
  expect(facts).toMatchObject({
    limits: [
      ['a', 1, 5405],
      ['b', 2, 20, 'body.files'],
    ],
  })
})

describe('request features', () => {
  const addParameter = (control: Loose, method: string, parameter: object) =>
    (control.paths['/v2/boats'][method].parameters ??= []).push({
      description: 'A word.',
      schema: { type: 'string' },
      example: 'a',
      ...parameter,
    })

  it('omits the parts of a request with a single part', () => {
    expect(read('boats_create').facts).not.toHaveProperty('parts')
    expect(read('boats_create').facts).not.toHaveProperty('query')
  })

  it('includes the parts of a request with several parts', () => {
    const { facts } = read('boats_create', (control) => {
      addParameter(control, 'post', { name: 'harbour', in: 'query', required: true })
    })
    expect(facts).toMatchObject({ input: '', parts: 'query body', query: 'harbour' })
  })

  it('includes query parameters except those of pagination', () => {
    const { facts } = read('boats_list', (control) => {
      addLinks(control)
      addSize(control, 200)
      addParameter(control, 'get', { name: 'harbour', in: 'query' })
    })
    expect(facts).toMatchObject({ pages: 'boats', query: 'flag harbour' })
    expect(facts).not.toHaveProperty('input')
  })
})

it('waits for an action of its own family', () => {
  expect(read('boats_get').actionSchema).toBeUndefined()
  const { facts, actionSchema } = read('boats_get', (control) => {
    const { Boat } = schemasOf(control)
    Boat.properties.state.enum = ['in-progress', 'completed']
    Boat['x-lifecycle'] = { field: 'state', initial: 'in-progress', transitions: [{ from: 'in-progress', to: 'completed', on: 'create' }] }
  })
  expect(facts).toMatchObject({ waits: true })
  expect(actionSchema).toBe('Boat')
})
