import { describe, expect, it } from 'vitest'
import { expectGolden, updateHint } from '../kit/testing/golden.ts'
import { loadTinyBundles } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import { generateMock } from './generate.ts'
import { mergeDocuments } from './merge-documents.ts'
import type { MockDocument, MockOperation, OrReference, Response } from './open-api.ts'

/** One operation for each adaptation to Prism. */
const tinyBundles = () => loadTinyBundles(new URL('tiny-spec/', import.meta.url))
const model = buildModel(tinyBundles())
const document = mergeDocuments(model)

function operationOf(path: string, method: string): MockOperation {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`The document has no ${method} ${path}.`)
  return operation as MockOperation
}

describe('generateMock', () => {
  const files = generateMock(model)

  it(`generates the golden document and the golden scenarios; ${updateHint}`, async () => {
    expect(files.map(({ path }) => path)).toEqual([
      'packages/mock/src/generated/openapi.json',
      'packages/mock/src/generated/scenarios.json',
    ])
    await expectGolden(new URL('golden/', import.meta.url), files)
  })

  it('generates the same JSON on every run', () => {
    for (const { text } of files) expect(() => JSON.parse(text) as unknown).not.toThrow()
    expect(generateMock(buildModel(tinyBundles()))).toEqual(files)
  })
})

describe('the mock document', () => {
  it('contains every path of every API at one server', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual(
      tinyBundles()
        .documents.flatMap((bundle) => Object.keys(bundle.document.paths))
        .toSorted(),
    )
    expect(document.servers).toEqual([{ url: '/' }])
  })

  it('adds a HEAD operation to every GET, with the same statuses and no body', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const { get, head } = item as { get?: MockOperation; head?: MockOperation }
      expect(head !== undefined, path).toBe(get !== undefined)
      if (!get || !head) continue
      expect(head.parameters).toEqual(get.parameters)
      expect(Object.keys(head.responses)).toEqual(Object.keys(get.responses))
      for (const response of Object.values(head.responses)) expect(response).not.toHaveProperty('content')
    }
  })

  it('adds the length, total and link headers to HEAD operations', () => {
    const { headers } = find('/v2/volumes', 'head', '200')
    const { volumes } = { volumes: document.components.examples['control.VolumeList']?.value }
    expect(headers).toMatchObject({
      'content-length': { example: JSON.stringify(volumes).length },
      'x-total-count': { example: 2 },
      link: { example: '<https://api.spindrift.example/v2/volumes?page=2>; rel="next"' },
      'x-request-id': { $ref: '#/components/headers/control.RequestId' },
    })
  })

  it('adds a named example for every body of every status', () => {
    for (const [path, method, status, response] of everyResponse(document)) {
      for (const [mediaType, { examples }] of Object.entries(response.content ?? {})) {
        expect(Object.keys(examples ?? {}), `${method} ${path} ${status} ${mediaType}`).not.toEqual([])
      }
    }
  })

  it.each([
    { input: ['/v2/volumes', 'get', '200'], expected: ['volumes', 'none'] },
    { input: ['/v2/volumes', 'get', '401'], expected: ['no_token', 'unauthorized'] },
    { input: ['/v2/volumes', 'get', 'default'], expected: ['unexpected'] },
    { input: ['/v2/volumes', 'post', '201'], expected: ['example'] },
    { input: ['/v2/volumes', 'post', '422'], expected: ['unprocessable_entity'] },
    { input: ['/v2/volumes/{volume_id}', 'get', '404'], expected: ['not_found'] },
  ])('names the examples of $input', ({ input: [path = '', method = '', status = ''], expected }) => {
    expect(Object.keys(find(path, method, status).content?.['application/json']?.examples ?? {})).toEqual(expected)
  })

  it('stores a whole event stream as one text', () => {
    const stream = find('/v1/chat/completions', 'post', '200').content?.['text/event-stream']
    expect(stream).toEqual({
      schema: { type: 'string' },
      examples: { stream: { value: 'data: {"delta":"A"}\n\ndata: {"delta":"hoy"}\n\ndata: [DONE]\n\n' } },
    })
  })

  it('omits extensions and descriptions', () => {
    const text = JSON.stringify(document)
    expect(text).not.toMatch(/"x-(scopes|resource|effect)"/)
    expect(text).not.toContain('Words for readers.')
  })

  it('omits what Prism would prefer to the named examples', () => {
    expect(document.components.schemas['control.Volume']).not.toHaveProperty('examples')
  })

  it('simplifies parameter schemas to what text can be converted to', () => {
    const [, tags] = operationOf('/v2/volumes', 'get').parameters ?? []
    expect(tags).toMatchObject({ explode: true, schema: { type: 'array' } })
    expect(document.components.parameters['control.VolumeId']?.schema).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'string' }] })
  })

  it('keeps the security of each operation, and drops it where a token is optional', () => {
    expect(document.paths['/v2/volumes']?.['get']).toMatchObject({ security: [{ oauth2: ['read'] }, { personalAccessToken: [] }] })
    expect(document.paths['/v1/chat/completions']?.['post']).toMatchObject({ security: [{ modelAccessKey: [] }] })
    expect(document.paths['/v1/oauth/authorize']?.['get']).toMatchObject({ security: [] })
  })

  it('answers with a redirect when there is no 2xx reply', () => {
    expect(Object.keys(operationOf('/v1/oauth/authorize', 'get').responses)).toEqual(['302'])
  })

  it('accepts a body on an operation without one', () => {
    expect(document.paths['/v2/volumes/{volume_id}']?.['delete']).toMatchObject({
      requestBody: { $ref: '#/components/requestBodies/AnyBody' },
    })
  })
})

describe('conflicts between APIs', () => {
  it('rejects a path that two APIs define', () => {
    const bundles = tinyBundles()
    const [first, second] = bundles.documents
    Object.assign(second?.document.paths ?? {}, { '/v2/volumes': first?.document.paths['/v2/volumes'] })
    const clash = { apis: model.apis.map((api, position) => ({ ...api, document: bundles.documents[position]?.document ?? api.document })) }
    expect(() => mergeDocuments(clash)).toThrow('Two APIs have the path /v2/volumes; the second is oauth.')
  })

  it('rejects a security scheme with two definitions', () => {
    const [control, , inference] = model.apis
    if (!control || !inference) throw new Error('the tiny bundles have changed')
    const other = {
      ...inference,
      document: { ...inference.document, components: { securitySchemes: { oauth2: { type: 'http', scheme: 'basic' } } } },
    }
    expect(() => mergeDocuments({ apis: [control, { ...other, document: { ...other.document, paths: {} } }] })).toThrow(
      'The security scheme "oauth2" of inference differs',
    )
  })
})

function find(path: string, method: string, status: string): Response {
  const use = (document.paths[path]?.[method] as MockOperation | undefined)?.responses[status]
  if (!use) throw new Error(`no ${method} ${path} ${status}`)
  return follow(use)
}

function follow(use: OrReference<Response>): Response {
  return '$ref' in use ? (document.components.responses[use.$ref.split('/').at(-1) ?? ''] as Response) : use
}

function everyResponse({ paths }: MockDocument): [path: string, method: string, status: string, response: Response][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .flatMap(([method, operation]) =>
        Object.entries((operation as MockOperation).responses).map(([status, use]): [string, string, string, Response] => [
          path,
          method,
          status,
          follow(use),
        ]),
      ),
  )
}
