import { describe, expect, it } from 'vitest'
import { catchSpecError } from '../kit/testing/catch-spec-error.ts'
import { type Loose } from '../kit/testing/change.ts'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import type { BundledDocument, Operation } from './api-model.ts'
import { getOperation } from './get-operation.ts'

const document = {
  security: [{ oauth2: ['read'] }],
  components: {
    schemas: { Boat: { type: 'object' } },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
    responses: { Gone: { description: 'Gone.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } } } },
    examples: { One: { summary: 'One boat', value: { id: 7 } } },
  },
} as unknown as BundledDocument
const source = { file: 'control/boats.yaml', pointer: '/paths/~1v2~1boats/get' }

function createRaw(overrides: Loose = {}): Loose {
  return { operationId: 'boats_list_all', summary: 'List', description: 'All.', tags: ['Boats'], responses: {}, ...overrides }
}
const read = (overrides: Loose = {}, path = '/v2/boats', shared: Loose[] = []): Omit<Operation, 'name'> =>
  getOperation(document, { method: 'get', path, server: 'control' }, createRaw(overrides), shared, source)

describe('getOperation', () => {
  it('returns an operation with all defaults', () => {
    expect(read()).toEqual({
      id: 'boats_list_all',
      server: 'control',
      method: 'get',
      path: '/v2/boats',
      summary: 'List',
      description: 'All.',
      deprecated: false,
      parameters: [],
      replies: [],
      security: [{ oauth2: ['read'] }],
      rateLimits: [],
      scopes: [],
      source,
    })
  })

  it('returns an operation with all features', () => {
    const operation = loadTinyModel()
      .apis.flatMap((api) => api.families)
      .flatMap((family) => family.operations)
    const byId = (id: string) => operation.find((each) => each.id === id)
    expect(byId('boats_list')).toMatchObject({
      effect: { kind: 'lists', schema: 'Boat', by: ['flag'] },
      rateLimits: [{ name: 'boats', limit: 60, window: 'PT1M' }],
      scopes: ['boat:read'],
      parameters: [
        { name: 'page', in: 'query', required: false, explode: true, example: 1 },
        { name: 'flag', in: 'query', explode: true },
        { name: 'X-Trace-Id', in: 'header' },
      ],
      replies: [
        {
          status: '200',
          headers: ['ratelimit-limit'],
          content: [{ mediaType: 'application/json', examples: [{ name: 'BoatPage', summary: 'One page' }] }],
        },
        { status: '401' },
        { status: 'default' },
      ],
    })
    expect(byId('boats_update')).toMatchObject({ deprecated: true, provenance: { from: 'client' }, body: { required: false } })
    expect(byId('boats_get')).toMatchObject({ renamedFrom: 'boats_update' })
    expect(byId('boats_act')).toMatchObject({ action: { types: ['move'], locks: ['Boat'] }, body: { required: true } })
    expect(byId('boats_create')).toMatchObject({
      provenance: { from: 'ours', note: 'A boat may wait for a berth.' },
      security: [{ oauth2: ['read', 'write'] }, { personalAccessToken: [] }],
    })
    expect(byId('signals_create')).toMatchObject({
      effect: { kind: 'computes', reason: 'from what boats say' },
      tool: { name: 'list_boats', calls: 'boats_list' },
    })
    expect(byId('signals_tokens_exchange')).toMatchObject({ security: [] })
  })

  it('replaces a path parameter by that of the operation', () => {
    const own = { name: 'page', in: 'query', description: 'Own.', schema: {} }
    const parameters = read({ parameters: [own] }, '/v2/boats', [
      { $ref: '#/components/parameters/Page' },
      { name: 'page', in: 'header', schema: {} },
    ]).parameters
    expect(parameters.map((parameter) => [parameter.in, parameter.description])).toEqual([
      ['header', ''],
      ['query', 'Own.'],
    ])
  })

  it.each([
    { input: {}, expected: true },
    { input: { style: 'form' }, expected: true },
    { input: { style: 'spaceDelimited' }, expected: false },
    { input: { explode: false }, expected: false },
    { input: { style: 'spaceDelimited', explode: true }, expected: true },
  ])('explodes a query array by default: $input', ({ input, expected }) => {
    expect(read({ parameters: [{ name: 'a', in: 'query', schema: {}, ...input }] }).parameters[0]?.explode).toBe(expected)
  })

  it('accepts one rate limit or several', () => {
    const limit = { name: 'boats', limit: 1, window: 'PT1M' }
    expect(read({ 'x-rate-limit': limit }).rateLimits).toEqual([limit])
    expect(read({ 'x-rate-limit': [limit, limit] }).rateLimits).toEqual([limit, limit])
  })

  it.each([
    {
      name: 'an unknown key',
      input: { 'x-other': 1 },
      pointer: '/x-other',
      message: 'No generator understands "x-other" on an operation.',
    },
    {
      name: 'an unknown word of OpenAPI',
      input: { callbacks: {} },
      pointer: '/callbacks',
      message: 'No generator understands "callbacks"',
    },
    {
      name: 'an operationId without a verb',
      input: { operationId: 'boats' },
      pointer: '/operationId',
      message: '"boats" is not an operationId.',
    },
    {
      name: 'an operationId with code in it',
      input: { operationId: 'boats_x;y' },
      pointer: '/operationId',
      message: '"boats_x;y" is not an operationId.',
    },
    {
      name: 'an x-effect without a verb',
      input: { 'x-effect': { isAlive: 'Boat' } },
      pointer: '/x-effect',
      message: 'x-effect has none of: lists, gets',
    },
    {
      name: 'a cookie',
      input: { parameters: [{ name: 'a', in: 'cookie', schema: {} }] },
      pointer: '/parameters/0',
      message: 'Parameter "a" is in "cookie".',
    },
    {
      name: 'a parameter without a schema',
      input: { parameters: [{ name: 'a', in: 'query' }] },
      pointer: '/parameters/0',
      message: 'Parameter "a" has no schema.',
    },
    {
      name: 'a keyword in a parameter',
      input: { parameters: [{ $ref: '#/components/parameters/Page' }, { name: 'a', in: 'query', schema: { anyOf: [] } }] },
      pointer: '/parameters/1/schema/anyOf',
      message: 'the schema keyword "anyOf"',
    },
    {
      name: 'a keyword in a body',
      input: { requestBody: { content: { 'application/json': { schema: { nullable: true } } } } },
      pointer: '/requestBody/content/application~1json/schema/nullable',
      message: 'the schema keyword "nullable"',
    },
    {
      name: 'a keyword in a reply',
      input: { responses: { 200: { description: '', content: { 'text/plain': { schema: { 'x-a': 1 } } } } } },
      pointer: '/responses/200/content/text~1plain/schema/x-a',
      message: 'the schema keyword "x-a"',
    },
    {
      name: 'content without a schema',
      input: { responses: { 200: { description: '', content: { 'text/plain': {} } } } },
      pointer: '/responses/200/content/text~1plain',
      message: 'text/plain has no schema.',
    },
    {
      name: 'a range of statuses',
      input: { responses: { '2XX': { description: '' } } },
      pointer: '/responses/2XX',
      message: '"2XX" is not a status.',
    },
    {
      name: 'a reply that is nowhere',
      input: { responses: { 404: { $ref: '#/components/responses/None' } } },
      pointer: '/responses/404',
      message: 'does not exist',
    },
    {
      name: 'an example that is nowhere',
      input: {
        responses: {
          200: { description: '', content: { 'text/plain': { schema: {}, examples: { A: { $ref: '#/components/examples/None' } } } } },
        },
      },
      pointer: '/responses/200/content/text~1plain',
      message: 'does not exist',
    },
  ])('rejects $name', ({ input, pointer, message }) => {
    const caught = catchSpecError(() => read(input))
    expect(caught).toMatchObject({ file: source.file, pointer: source.pointer + pointer })
    expect(caught?.message).toContain(message)
  })

  it('rejects an undeclared path parameter', () => {
    const declared = { name: 'boat_id', in: 'path', required: true, schema: {} }
    expect(catchSpecError(() => read({}, '/v2/boats/{boat_id}', [declared]))).toBeUndefined()
    expect(catchSpecError(() => read({}, '/v2/boats/{boat_id}', [{ ...declared, in: 'query' }]))).toEqual({
      ...source,
      message: 'The path /v2/boats/{boat_id} has {boat_id}, but no parameter declares it.',
    })
  })

  it('reports the position of an invalid path parameter', () => {
    const caught = catchSpecError(() => read({}, '/v2/boats', [{ name: 'a', in: 'query', schema: { anyOf: [] } }]))
    expect(caught?.pointer).toBe('/paths/~1v2~1boats/parameters/0/schema/anyOf')
  })

  it.each(['v2/boats', '/v2/bo ats', '/v2/*/', "/v2/'", '/v2//boats', '/v2/boats/', '__proto__', ''])('rejects the path %j', (path) => {
    expect(catchSpecError(() => read({}, path))).toEqual({
      ...source,
      message: `${JSON.stringify(path)} is not a path. Expected /<segment>/{<parameter>}.`,
    })
  })
})
