import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { fillDocument } from './fill-in.ts'
import type { Folder } from './specification-types.ts'
import { edit, goodDocument } from './testing/good-document.ts'

const withoutSecurity = goodDocument.replaceAll(/^ {6}security: .*\n/gm, '')

const errors = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const [status = '', component] = name.split(' ')
      return [status, { $ref: `../shared/errors.yaml#/components/responses/${component}` }]
    }),
  )
const always = ['401 Unauthorized', '403 Forbidden', '429 TooManyRequests', '500 ServerError', 'default Unexpected']
const page = (name: string) => ({ $ref: `../shared/collections.yaml#/components/parameters/${name}` })
const write = [{ oauth2: ['read', 'write'] }, { personalAccessToken: [] }]
const requestId = { $ref: '../shared/headers.yaml#/components/headers/RequestId' }

interface Operation {
  readonly tags: unknown
  readonly parameters: readonly unknown[]
  readonly requestBody: { readonly required: boolean; readonly content: Readonly<Record<string, object>> }
  readonly responses: Readonly<
    Record<string, { readonly headers: Readonly<Record<string, unknown>>; readonly content?: Readonly<Record<string, object>> }>
  >
  readonly security: unknown
}

function filled(text: string, api: Folder = 'control') {
  const content = load(text) as { paths: Record<string, Record<string, Operation>> }
  fillDocument(content as never, api)
  return (path: string, method: string) => content.paths[path]?.[method] as Operation
}

describe('fillDocument adds to an operation', () => {
  const operation = filled(withoutSecurity)
  const list = operation('/v2/things', 'get')
  const create = operation('/v2/things', 'post')
  const remove = operation('/v2/things/{thing_id}', 'delete')

  it('the tag of its document', () => expect([list.tags, create.tags, remove.tags]).toEqual([['Things'], ['Things'], ['Things']]))

  it('the pagination parameters at the end if it lists objects', () => {
    expect(list.parameters).toEqual([expect.objectContaining({ name: 'region' }), page('PerPage'), page('Page')])
    expect([create.parameters, remove.parameters]).toEqual([undefined, undefined])
  })

  it('the errors for its parameters and body', () => {
    expect(list.responses).toMatchObject(errors(...always, '422 UnprocessableEntity'))
    expect(create.responses).toMatchObject(errors(...always, '400 BadRequest', '422 UnprocessableEntity'))
    expect(remove.responses).toMatchObject(errors(...always, '404 NotFound', '422 UnprocessableEntity'))
    expect([list, create, remove].map(({ responses }) => Object.keys(responses).join(' '))).toEqual([
      '200 401 403 422 429 500 default',
      '201 400 401 403 422 429 500 default',
      '204 401 403 404 422 429 500 default',
    ])
  })

  it('security, unless it is read-only', () => expect([list.security, create.security, remove.security]).toEqual([undefined, write, write]))

  it('the scope of its family and effect', () => {
    const volumes = edit(withoutSecurity, {
      things_list: 'volumes_list',
      things_create: 'volumes_create',
    })
    const scopesOf = (api: Folder) => {
      const input = filled(volumes, api)
      const operations = [input('/v2/things', 'get'), input('/v2/things', 'post'), input('/v2/things/{thing_id}', 'delete')]
      return operations.map(({ security }) => (security as Readonly<Record<string, unknown>>[] | undefined)?.[1]?.['personalAccessToken'])
    }
    expect(scopesOf('control')).toEqual([['block_storage:read'], ['block_storage:create'], []])
    expect(scopesOf('tools')).toEqual([undefined, [], []])
  })

  it('`required` on its body', () => expect(create.requestBody.required).toBe(true))

  it('the headers of its responses', () => expect(list.responses['200']?.headers).toHaveProperty('x-request-id', requestId))

  it('a reply with the object of its effect and an example', () => {
    const json = (schema: string, examples: object) => ({
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples },
    })
    expect(Object.keys(list.responses['200'] ?? {})).toEqual(['description', 'headers', 'content'])
    expect(list.responses['200']?.content).toEqual(json('ThingList', { things: { $ref: '#/components/examples/ThingList' } }))
    expect(create.responses['201']?.content).toEqual(json('ThingResponse', { thing: { $ref: '#/components/examples/Thing' } }))
    expect(remove.responses['204']).not.toHaveProperty('content')
  })

  it('keys in the standard order', () => {
    const keys = Object.keys(create).filter((key) => !key.startsWith('x-'))
    expect(keys.join(' ')).toBe('operationId summary description tags requestBody responses security')
  })
})

describe('an operation under an older path', () => {
  const newer = edit(withoutSecurity, {
    '  /v2/things/{thing_id}:\n': `  /v2/lamps:
    post: { operationId: things_create_lamp, x-deprecation: { since: '2026-01-01', use: things_create }, x-provenance: { from: client, note: Clients call it. } }
  /v2/things/{thing_id}:
`,
  })
  const operation = filled(newer)

  it('gets all properties of the newer operation', () => {
    const {
      operationId: _,
      summary: __,
      description: ___,
      ...rest
    } = operation('/v2/things', 'post') as Operation & Readonly<Record<string, unknown>>
    expect(operation('/v2/lamps', 'post')).toEqual({
      ...rest,
      operationId: 'things_create_lamp',
      summary: 'Create a thing (older spelling)',
      description: 'The older spelling of `POST /v2/things`, which does the same. Use that one.',
      deprecated: true,
      'x-deprecation': { since: '2026-01-01', use: 'things_create', alias: true },
      'x-provenance': { from: 'client', note: 'Clients call it.' },
    })
  })

  it('keeps its own summary and stability', () => {
    const words =
      '{ operationId: things_create_lamp, summary: Create a lamp, x-provenance: { from: ours, note: Mine alone. }, x-deprecation: { use: things_create } }'
    const own = filled(
      edit(newer, {
        "{ operationId: things_create_lamp, x-deprecation: { since: '2026-01-01', use: things_create }, x-provenance: { from: client, note: Clients call it. } }":
          words,
      }),
    )('/v2/lamps', 'post')
    expect(own).toMatchObject({ summary: 'Create a lamp', 'x-provenance': { from: 'ours' }, 'x-deprecation': { alias: true } })
  })

  it('does not count as a repetition, in any order', () => {
    const repeated: unknown[] = []
    for (const text of [newer, newer.replace('/v2/lamps', '/v2/a-lamp')])
      fillDocument(load(text) as never, 'control', (keys) => repeated.push(keys))
    expect(repeated).toEqual([])
  })

  it('does not change if no operation has the name', () => {
    const alone = filled(edit(newer, { 'use: things_create': 'use: things_make' }))('/v2/lamps', 'post')
    expect(alone).not.toHaveProperty('responses')
  })
})

describe('fillDocument keeps existing', () => {
  const operation = filled(
    edit(withoutSecurity, {
      '          example: nyc3\n':
        '          example: nyc3\n        - $ref: ../shared/collections.yaml#/components/parameters/LongPerPage\n',
      '          description: One page.\n': '          description: One page.\n          headers: { etag: { description: Mine. } }\n',
      '      requestBody:\n': '      requestBody:\n        required: false\n',
      '          description: It is gone.\n': "          description: It is gone.\n        '403': { description: Mine. }\n",
      '      x-effect:\n        { deletes': '      security: []\n      x-effect:\n        { deletes',
    }),
  )

  it('pagination parameters', () => expect(operation('/v2/things', 'get').parameters.slice(1)).toEqual([page('LongPerPage')]))

  it('headers, in addition to the defaults', () => {
    const headers = operation('/v2/things', 'get').responses['200']?.headers ?? {}
    expect(Object.keys(headers).slice(-2)).toEqual(['x-request-id', 'etag'])
  })

  it('examples of a reply, and an empty body', () => {
    const examples = '          content: { application/json: { examples: { mine: { value: {} } } } }\n'
    const own = filled(
      edit(withoutSecurity, { '          description: The new thing.\n': `          description: The new thing.\n${examples}` }),
    )
    expect(own('/v2/things', 'post').responses['201']?.content?.['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/ThingResponse' },
      examples: { mine: { value: {} } },
    })
    const none = filled(
      edit(withoutSecurity, {
        '          description: The new thing.\n': '          description: The new thing.\n          content: {}\n',
      }),
    )
    expect(none('/v2/things', 'post').responses['201']).not.toHaveProperty('content')
  })

  it('body, error and security', () => {
    const remove = operation('/v2/things/{thing_id}', 'delete')
    expect(operation('/v2/things', 'post').requestBody.required).toBe(false)
    expect(remove.responses['403']).toMatchObject({ description: 'Mine.' })
    expect(remove.security).toEqual([])
  })
})

describe('fillDocument applies the conventions of each API', () => {
  it.each([
    { api: 'oauth' as const, expected: '201', security: undefined },
    { api: 'inference' as const, expected: '201 400 401 403 422 429 500 default', security: undefined },
    { api: 'tools' as const, expected: '201 400 401 403 422 429 500 default', security: write },
  ])('$api', ({ api, expected, security }) => {
    const create = filled(withoutSecurity, api)('/v2/things', 'post')
    expect(Object.keys(create.responses).join(' ')).toBe(expected)
    expect(create.security).toEqual(security)
  })

  it('adds the name and the reply of a tool', () => {
    const operation = filled(
      edit(withoutSecurity, { '      x-effect: { creates': '      x-tool: { kind: additive }\n      x-effect: { creates' }),
      'tools',
    )
    const { 'x-tool': tool, responses } = operation('/v2/things', 'post') as Operation & Readonly<Record<string, unknown>>
    expect(tool).toEqual({ name: 'things', kind: 'additive' })
    expect(responses['201']?.content?.['application/json']).toHaveProperty(
      'schema.$ref',
      'tools.common.yaml#/components/schemas/ToolResult',
    )
  })

  it('adds no security to a read-only tool', () => {
    const text = edit(withoutSecurity, { '      x-effect: { creates': '      x-tool: { kind: read-only }\n      x-effect: { creates' })
    expect(filled(text, 'tools')('/v2/things', 'post').security).toBeUndefined()
  })
})

it('fills in an anchored node once and does not count it as a repetition', () => {
  const text = edit(withoutSecurity, {
    "        '201':\n": "        '201': &answer\n",
    "        '204':\n          description: It is gone.\n": "        '204': *answer\n",
  })
  const repeats: unknown[] = []
  fillDocument(load(text) as never, 'control', (keys) => repeats.push(keys))
  expect(repeats).toEqual([])
})
