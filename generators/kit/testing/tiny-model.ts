/** Small model for tests, with every feature of a surface line. */
import type { Api, ApiModel, Operation, Parameter, Reply } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'

const source = { file: 'control/volumes.yaml', pointer: '' }
const reads = [{ oauth2: ['read'] }, { personalAccessToken: [] }]
const writes = [{ oauth2: ['read', 'write'] }, { personalAccessToken: [] }]

export function createOperation(change: Partial<Operation> = {}): Operation {
  return {
    id: 'volumes_list',
    server: 'control',
    name: 'list',
    method: 'get',
    path: '/v2/volumes',
    summary: 'List volumes',
    description: 'All volumes of the account.',
    deprecated: false,
    parameters: [],
    replies: [createReply('200', { $ref: '#/components/schemas/VolumeList' }), createReply('401'), createReply('default')],
    security: reads,
    rateLimits: [],
    scopes: [],
    source,
    ...change,
  }
}

export function createParameter(change: Partial<Parameter> = {}): Parameter {
  return {
    name: 'name',
    in: 'query',
    required: false,
    deprecated: false,
    description: '',
    schema: { type: 'string' },
    explode: true,
    ...change,
  }
}

export function createReply(status: string, schema?: SchemaObject, mediaType = 'application/json'): Reply {
  return { status, description: '', headers: [], content: schema ? [{ mediaType, schema, examples: [] }] : [] }
}

export function createApi(change: Partial<Api> = {}): Api {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Tiny API', version: '2.0.0', description: 'One family. And more.' },
    security: reads,
    paths: {},
  }
  return {
    name: 'control',
    title: 'Tiny API',
    version: '2.0.0',
    baseUrl: 'http://127.0.0.1:4020',
    families: [],
    rateLimits: [],
    document,
    ...change,
  }
}

export function createFamily(operations: readonly Operation[], name = 'volumes'): Api['families'][number] {
  return { name, group: name, title: name, description: '', operations, schemas: [] }
}

const volumeId = createParameter({ name: 'volume_id', in: 'path', required: true, example: '506f78a4-e098-11e5-ad9f-000f53306ae1' })

export const tinyModel: ApiModel = {
  apis: [
    createApi({
      families: [
        createFamily([
          createOperation({
            id: 'volumes_delete',
            method: 'delete',
            path: '/v2/volumes/{volume_id}',
            parameters: [volumeId],
            replies: [createReply('204'), createReply('404'), createReply('422')],
            security: writes,
            effect: { kind: 'deletes', schema: 'Volume', by: [] },
          }),
          createOperation({
            parameters: [
              createParameter(),
              createParameter({ name: 'region', required: true }),
              createParameter({ name: 'old', deprecated: true }),
            ],
            effect: { kind: 'lists', schema: 'Volume', by: ['name', 'region'] },
            rateLimits: [
              { name: 'volumes', limit: 5, window: 'PT10S' },
              { name: 'volume-files', limit: 50, window: 'PT20S', counts: 'body.files' },
            ],
            scopes: ['block_storage:read', 'tag:read'],
          }),
          createOperation({
            id: 'volumes_create',
            method: 'post',
            parameters: [createParameter({ name: 'Idempotency-Key', in: 'header' })],
            body: {
              required: true,
              content: [{ mediaType: 'application/json', schema: { $ref: '#/components/schemas/VolumeCreate' }, examples: [] }],
            },
            replies: [createReply('201', { $ref: '#/components/schemas/VolumeResponse' }), createReply('400'), createReply('409')],
            security: [],
            provenance: { from: 'client', note: 'Only clients know it.' },
          }),
          createOperation({
            id: 'volumes_act',
            method: 'post',
            path: '/v2/volumes/{volume_id}/actions',
            deprecated: true,
            renamedFrom: 'disks_act',
            sameAs: 'volumes_update',
            parameters: [volumeId],
            body: {
              required: false,
              content: [
                {
                  mediaType: 'application/x-www-form-urlencoded',
                  schema: { type: 'object', properties: { type: { type: 'string' }, to: { $ref: '#/x/Droplet' } }, required: ['type'] },
                  examples: [],
                },
              ],
            },
            replies: [
              createReply('202', { oneOf: [{ $ref: '#/x/Action' }, { type: 'array', items: { type: 'string' } }] }),
              createReply('422'),
            ],
            security: writes,
            effect: { kind: 'acts-on', schema: 'Volume', by: [] },
            action: { types: ['attach', 'detach'], 'resource-type': 'volume', locks: ['Volume', 'Droplet'], duration: 'PT5S' },
          }),
        ]),
        createFamily([], 'shared'),
      ],
    }),
    createApi({
      name: 'tools',
      families: [
        createFamily(
          [
            createOperation({
              id: 'tools_call_list',
              method: 'post',
              path: '/tools/list',
              replies: [createReply('200', { type: 'string' }, 'text/event-stream'), createReply('422')],
              effect: { kind: 'computes', reason: 'From the operation it calls.' },
              tool: { name: 'list', kind: 'read-only', idempotent: true, calls: 'volumes_list', arguments: {} },
            }),
          ],
          'tools',
        ),
      ],
    }),
  ],
}
