import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import { change, type Loose } from '../kit/testing/change.ts'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { Source } from './api-model.ts'
import { buildModel } from './build-model.ts'
import { findHomes } from './find-homes.ts'

type Edit = (control: Loose, sources: Record<string, Source>, inference: Loose) => void

const build = (edit: Edit) => buildModel(change(loadTinyBundles(), edit))
const list: Source = { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/get' }
const send: Source = { file: 'inference/signals.yaml', pointer: '/paths/~1v1~1signals/post' }

describe('buildModel', () => {
  it('groups operations and schemas by their document', () => {
    const families = loadTinyModel().apis.map((api) => [
      api.name,
      api.families.map((family) => [family.name, family.operations.length, family.schemas.map((schema) => schema.name)]),
    ])
    expect(families).toEqual([
      [
        'control',
        [
          ['berths', 1, []],
          ['boats', 6, ['Boat', 'BoatCreate', 'BoatList', 'MotorBoatCreate', 'Move', 'SailingBoatCreate']],
          ['shared', 0, ['ApiError', 'Meta', 'Person']],
        ],
      ],
      [
        'inference',
        [
          ['shared', 0, ['ApiError']],
          ['signals', 3, ['Signal']],
        ],
      ],
    ])
  })

  it('merges the documents of a split family and names it after the part before the dot', () => {
    const model = build((_, sources) => {
      sources['GET /v2/boats'] = { file: 'control/boats.lists.yaml', pointer: '/paths/~1v2~1boats/get' }
    })
    expect(model.apis[0]?.families.map(({ name, operations }) => [name, operations.length])).toContainEqual(['boats', 6])
  })

  it('takes the title and description of a family from its tag', () => {
    const [berths] = loadTinyModel().apis[0]?.families ?? []
    expect(berths).toMatchObject({ title: 'Berths', group: 'berths', description: 'Where boats lie.' })
  })

  it('keeps the resource, lifecycle and source position of a schema', () => {
    const boat = loadTinyModel()
      .apis[0]?.families.flatMap(({ schemas }) => schemas)
      .find(({ name }) => name === 'Boat')
    expect(boat).toMatchObject({
      resource: { one: 'boat', many: 'boats' },
      lifecycle: { field: 'state' },
      source: { file: 'control/boats.yaml', pointer: '/components/schemas/Boat' },
    })
  })

  it.each([
    { input: 'https://a.example', expected: 'https://a.example' },
    { input: '{base_url}/v2/{base_url}', expected: "http://$&$'/v2/http://$&$'" },
    { input: '{other}', expected: '{other}' },
  ])('sets the base URL: $input', ({ input, expected }) => {
    const model = build((control) => {
      control.servers = [{ url: input, variables: { base_url: { default: "http://$&$'" } } }]
    })
    expect(model.apis[0]?.baseUrl).toBe(expected)
  })

  it('finds the family of every schema', () => {
    expect(Object.fromEntries(findHomes(loadTinyModel()))).toMatchObject({ Boat: 'boats', ApiError: 'shared', Signal: 'signals' })
  })
})

describe('checks across documents', () => {
  const refused: readonly { readonly name: string; readonly edit: Edit; readonly at: Source; readonly message: string }[] = [
    {
      name: 'an operationId that is used twice',
      edit: (control, _, inference) => {
        control.paths['/v2/boats'].get.operationId = 'boats_create'
        inference.paths['/v1/signals'].post['x-tool'].calls = 'boats_get'
      },
      at: { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/post' },
      message: 'operationId "boats_create" is also used in control/boats.yaml. Rename one of them.',
    },
    {
      name: 'two operationIds that give one name',
      edit: (control) => {
        control.paths['/v2/boats'].post.operationId = 'boats_sails_get'
        control.paths['/v2/boats/{boat_id}'].patch.operationId = 'boats_sailsGet'
      },
      at: { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats~1{boat_id}/patch' },
      message: 'operationId "boats_sailsGet" produces the same type names as "boats_sails_get". Rename one of them.',
    },
    {
      name: 'an operationId below another',
      edit: (control) => {
        control.paths['/v2/boats/{boat_id}'].patch.operationId = 'boats_list_all'
      },
      at: { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats~1{boat_id}/patch' },
      message: 'operationId "boats_list_all" would be a property of the operation "boats_list". Rename one of them.',
    },
    {
      name: 'an operationId that does not begin as its document is named',
      edit: (control) => {
        control.paths['/v2/boats'].get.operationId = 'ships_list'
      },
      at: list,
      message: 'operationId "ships_list" must start with "boats_", the name of its document.',
    },
    {
      name: 'a group that is only the beginning of another word',
      edit: (control) => {
        control.paths['/v2/boats'].get.operationId = 'boatsAll_list'
      },
      at: list,
      message: 'operationId "boatsAll_list" must start with "boats_", the name of its document.',
    },
    {
      name: 'an x-effect on no schema',
      edit: (control) => {
        control.paths['/v2/boats'].get['x-effect'] = { lists: 'Ship' }
      },
      at: list,
      message: 'x-effect names the schema "Ship", which does not exist.',
    },
    {
      name: 'an x-tool that calls nothing',
      edit: (_, __, inference) => {
        inference.paths['/v1/signals'].post['x-tool'].calls = 'boats_sink'
      },
      at: send,
      message: 'x-tool calls "boats_sink", which does not exist.',
    },
    {
      name: 'an alias of nothing',
      edit: (control) => {
        control.paths['/v2/boats'].get['x-deprecation'] = { since: '2026-01-31', use: 'ships_list', alias: true }
      },
      at: list,
      message: 'x-deprecation names "ships_list", which does not exist.',
    },
    {
      name: 'a schema of one name in two documents',
      edit: (control, sources) => {
        control.components.schemas.Signal = { type: 'object' }
        sources['schemas/Signal'] = { file: 'control/boats.yaml', pointer: '/components/schemas/Signal' }
      },
      at: { file: 'inference/signals.yaml', pointer: '/components/schemas/Signal' },
      message: 'Schema "Signal" is also in control/boats.yaml. Rename one of them.',
    },
    {
      name: 'a schema whose name is no type',
      edit: (control, sources) => {
        control.components.schemas['Boat-2'] = { type: 'object' }
        sources['schemas/Boat-2'] = { file: 'control/boats.yaml', pointer: '/components/schemas/Boat-2' }
      },
      at: { file: 'control/boats.yaml', pointer: '/components/schemas/Boat-2' },
      message: '"Boat-2" is not a valid schema name. Expected PascalCase.',
    },
    {
      name: 'a keyword that nobody understands, in a schema',
      edit: (control) => {
        control.components.schemas.Boat.properties.name.readOnly = true
      },
      at: { file: 'control/boats.yaml', pointer: '/components/schemas/Boat/properties/name/readOnly' },
      message: 'No generator understands the schema keyword "readOnly". Use another keyword, or add support in generators/model.',
    },
    {
      name: 'a document that names no family',
      edit: (_, sources) => {
        sources['GET /v2/boats'] = { ...list, file: 'control/Boats.yaml' }
      },
      at: { ...list, file: 'control/Boats.yaml' },
      message: '"control/Boats.yaml" names no family. Expected <api>/<family>.yaml, in lower case with dashes.',
    },
  ]

  it.each(refused)('rejects $name', ({ edit, at, message }) => {
    expect(catchSpecError(() => build(edit))).toEqual({ ...at, message })
  })

  it('rejects an API name of more than one word', () => {
    const { documents, sources } = loadTinyBundles()
    const bundles = { sources, documents: documents.map((each) => ({ ...each, api: `../${each.api}` })) }
    expect(() => buildModel(bundles)).toThrow('"../control" is not a valid API name. Expected lower-case letters.')
  })
})
