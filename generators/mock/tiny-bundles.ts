/** Small bundles for tests: one operation for each adaptation to Prism. */
import type { BundledDocument, Source } from '../model/api-model.ts'
import type { LoadedBundles } from '../model/load-bundles.ts'

const headers = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }
const json = (schema: unknown, examples?: unknown) => ({ 'application/json': { schema, ...(examples !== undefined && { examples }) } })
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const sharedComponents = {
  headers: { RequestId: { description: 'Names the request.', required: true, schema: { type: 'string', examples: ['7f1c'] } } },
  schemas: {
    ApiError: {
      type: 'object',
      required: ['id', 'message'],
      properties: { id: { type: 'string', examples: ['some_error'] }, message: { type: 'string', examples: ['Something went wrong.'] } },
    },
  },
  responses: {
    NotFound: {
      description: 'No such thing.',
      headers,
      content: json(reference('schemas', 'ApiError'), { not_found: { value: { id: 'not_found', message: 'Not there.' } } }),
    },
    Unexpected: { description: 'Anything else.', headers, content: json(reference('schemas', 'ApiError')) },
  },
}

const operation = (operationId: string, rest: object) => ({
  operationId,
  summary: `Does ${operationId}`,
  description: 'Words for readers.',
  tags: ['Volumes'],
  'x-provenance': { from: 'client', note: 'Only clients know it.' },
  ...rest,
})

const control = {
  openapi: '3.1.1',
  info: { title: 'Tiny control', version: '2.0.0' },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4020' } } }],
  security: [{ oauth2: ['read'] }, { personalAccessToken: [] }],
  paths: {
    '/v2/volumes': {
      get: operation('volumes_list', {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 }, example: 1 },
          {
            name: 'tags',
            in: 'query',
            description: 'A list.',
            schema: { type: ['array', 'null'], items: { type: 'string' } },
            example: ['storefront'],
          },
        ],
        responses: {
          '200': {
            description: 'One page.',
            headers,
            content: json(reference('schemas', 'VolumeList'), {
              volumes: reference('examples', 'VolumeList'),
              none: { summary: 'Empty', value: { volumes: [], meta: { total: 0 } } },
            }),
          },
          '401': {
            description: 'No token.',
            headers,
            content: json(reference('schemas', 'ApiError'), { no_token: { value: { id: 'unauthorized', message: 'Who are you?' } } }),
          },
          default: reference('responses', 'Unexpected'),
        },
      }),
      post: operation('volumes_create', {
        requestBody: {
          required: true,
          content: json(reference('schemas', 'VolumeCreate'), { plain: { value: { name: 'covers-data', size: 100 } } }),
        },
        responses: {
          '201': { description: 'Made.', headers, content: json(reference('schemas', 'Volume')) },
          '404': reference('responses', 'NotFound'),
          '422': { description: 'Broken.', headers, content: json(reference('schemas', 'ApiError')) },
        },
      }),
    },
    '/v2/volumes/actions': {
      get: operation('volumes_actions_list', {
        deprecated: true,
        responses: {
          '200': {
            description: 'By its literal path.',
            headers,
            content: json({ type: 'object', properties: {} }, { literal: { value: { literal: true } } }),
          },
        },
      }),
    },
    '/v2/volumes/{volume_id}': {
      parameters: [reference('parameters', 'VolumeId')],
      get: operation('volumes_get', {
        responses: {
          '200': {
            description: 'One.',
            headers,
            content: json(reference('schemas', 'Volume'), { volume: { value: { name: 'covers-data', region: 'nyc3' } } }),
          },
          '404': reference('responses', 'NotFound'),
        },
      }),
      delete: operation('volumes_delete', {
        responses: { '204': { description: 'Gone.', headers }, '404': reference('responses', 'NotFound') },
      }),
    },
    '/v2/volumes/{volume_id}/usage.csv': {
      parameters: [reference('parameters', 'VolumeId')],
      get: operation('volumes_getUsage', {
        responses: {
          '200': { description: 'A table.', headers, content: { 'text/csv': { schema: { type: 'string', examples: ['day,bytes\n'] } } } },
        },
      }),
    },
  },
  components: {
    ...sharedComponents,
    parameters: {
      VolumeId: {
        name: 'volume_id',
        in: 'path',
        required: true,
        schema: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9a-z-]+$' }] },
        example: 12,
      },
    },
    examples: {
      VolumeList: {
        summary: 'Two',
        value: {
          volumes: [{ name: 'covers-data', region: 'nyc3' }],
          links: { pages: { next: 'https://api.spindrift.example/v2/volumes?page=2' } },
          meta: { total: 2 },
        },
      },
    },
    schemas: {
      ...sharedComponents.schemas,
      Volume: {
        type: 'object',
        description: 'A disk.',
        required: ['name', 'region'],
        properties: {
          name: { type: 'string', examples: ['covers-data'] },
          region: { $ref: '#/components/schemas/Region', description: 'Where it is.' },
          parent: { $ref: '#/components/schemas/Volume', description: 'What it was copied from.' },
        },
        examples: [{ name: 'from-the-schema', region: 'nyc3' }],
        'x-resource': { one: 'volume', many: 'volumes', id: { field: 'name', kind: 'name' } },
      },
      Region: { type: 'string', enum: ['nyc3', 'ams3'] },
      VolumeList: {
        type: 'object',
        required: ['volumes', 'meta'],
        properties: {
          volumes: { type: 'array', items: { $ref: '#/components/schemas/Volume' } },
          links: { type: 'object' },
          meta: { type: 'object' },
        },
      },
      VolumeCreate: {
        type: 'object',
        required: ['name', 'size'],
        properties: {
          name: { type: 'string', minLength: 1, description: 'What to call it.' },
          size: { type: 'integer', minimum: 1, default: 10 },
          description: { type: ['string', 'null'] },
          kind: { const: 'disk' },
          region: { $ref: '#/components/schemas/Region', default: 'nyc3', not: { const: 'ams3' } },
          source: {
            oneOf: [
              { type: 'object', required: ['kind'], properties: { kind: { const: 'snapshot' } } },
              { type: 'object', required: ['kind'], properties: { kind: { const: 'volume' } } },
            ],
            discriminator: { propertyName: 'kind' },
          },
        },
        if: { properties: { source: false } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { properties: { size: { maximum: 1000 } } },
        additionalProperties: false,
      },
    },
    securitySchemes: {
      oauth2: { type: 'http', scheme: 'bearer', description: 'A token.' },
      personalAccessToken: { type: 'http', scheme: 'bearer' },
    },
  },
}

const oauth = {
  openapi: '3.1.1',
  info: { title: 'Tiny authorization server', version: '2.0.0' },
  paths: {
    '/v1/oauth/authorize': {
      get: operation('oauth_authorize', {
        responses: {
          '302': {
            description: 'Back to the application.',
            headers: { location: { schema: { type: 'string', examples: ['https://tidewater.example/callback?code=1'] } } },
          },
          default: { description: 'A failure.', content: json({ type: 'object' }) },
        },
        security: [{}],
      }),
    },
  },
}

const inference = {
  openapi: '3.1.1',
  info: { title: 'Tiny inference', version: '2.0.0' },
  security: [{ modelAccessKey: [] }],
  paths: {
    '/v1/chat/completions': {
      post: operation('chat_create', {
        requestBody: {
          required: true,
          content: json(
            { type: 'object', required: ['model'], properties: { model: { type: 'string' }, stream: { type: 'boolean' } } },
            { hello: { value: { model: 'tiny' } } },
          ),
        },
        responses: {
          '200': {
            description: 'The reply.',
            content: {
              ...json({ type: 'object' }, { reply: { value: { text: 'Ahoy' } } }),
              'text/event-stream': {
                schema: { $ref: '#/components/schemas/Chunk' },
                examples: { stream: { value: [{ delta: 'A' }, { delta: 'hoy' }] } },
              },
            },
          },
          '404': reference('responses', 'NotFound'),
        },
      }),
    },
  },
  components: {
    ...sharedComponents,
    schemas: { ...sharedComponents.schemas, Chunk: { type: 'object', required: ['delta'], properties: { delta: { type: 'string' } } } },
    securitySchemes: { modelAccessKey: { type: 'http', scheme: 'bearer' } },
  },
}

export function tinyBundles(): LoadedBundles {
  // Untyped, like parsed JSON.
  const documents = structuredClone([
    { api: 'control', document: control, bytes: 0 },
    { api: 'oauth', document: oauth, bytes: 0 },
    { api: 'inference', document: inference, bytes: 0 },
  ]) as unknown as LoadedBundles['documents']
  return { documents, sources: Object.fromEntries(documents.map(({ api, document }) => [api, listSources(api, document)])) }
}

const families: Readonly<Record<string, string>> = { control: 'volumes', oauth: 'oauth', inference: 'chat' }

function listSources(api: string, document: BundledDocument): Record<string, Source> {
  const source = { file: `${api}/${families[api]}.yaml`, pointer: '' }
  const shared = { file: 'shared/errors.yaml', pointer: '' }
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const schemas = Object.keys(document.components?.['schemas'] ?? {})
  return {
    ...Object.fromEntries(operations.map((place) => [place, source])),
    ...Object.fromEntries(schemas.map((name) => [`schemas/${name}`, name in sharedComponents.schemas ? shared : source])),
  }
}
