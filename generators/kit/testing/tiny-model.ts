/** A model small enough to read, with one of everything a line of the surface can say. For tests only. */
import type { Api, ApiModel, Operation, Parameter, Reply } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'

const source = { file: 'control/volumes.yaml', pointer: '' }
const reads = [{ oauth2: ['read'] }, { personalAccessToken: [] }]
const writes = [{ oauth2: ['read', 'write'] }, { personalAccessToken: [] }]

export function makeOperation(change: Partial<Operation> = {}): Operation {
  return {
    id: 'volumes_list',
    server: 'control',
    name: 'list',
    method: 'get',
    path: '/v2/volumes',
    summary: 'List volumes',
    description: 'All volumes of the account.',
    deprecated: false,
    stability: 'stable',
    parameters: [],
    replies: [makeReply('200', { $ref: '#/components/schemas/VolumeList' }), makeReply('401'), makeReply('default')],
    security: reads,
    rateLimits: [],
    scopes: [],
    source,
    ...change,
  }
}

export function makeParameter(change: Partial<Parameter> = {}): Parameter {
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

export function makeReply(status: string, schema?: SchemaObject, mediaType = 'application/json'): Reply {
  return { status, description: '', headers: [], content: schema ? [{ mediaType, schema, examples: [] }] : [] }
}

export function makeApi(change: Partial<Api> = {}): Api {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Tiny API', version: '2.0.0', description: 'One family. And more.' },
    security: reads,
    paths: {},
  }
  return { name: 'control', title: 'Tiny API', version: '2.0.0', baseUrl: 'http://127.0.0.1:4020', families: [], document, ...change }
}

export function makeFamily(operations: readonly Operation[], name = 'volumes'): Api['families'][number] {
  return { name, group: name, title: name, description: '', operations, schemas: [] }
}

const volumeId = makeParameter({ name: 'volume_id', in: 'path', required: true, example: '506f78a4-e098-11e5-ad9f-000f53306ae1' })

export const tinyModel: ApiModel = {
  apis: [
    makeApi({
      families: [
        makeFamily([
          makeOperation({
            id: 'volumes_delete',
            method: 'delete',
            path: '/v2/volumes/{volume_id}',
            parameters: [volumeId],
            replies: [makeReply('204'), makeReply('404'), makeReply('422')],
            security: writes,
            effect: { kind: 'deletes', schema: 'Volume', by: [] },
          }),
          makeOperation({
            parameters: [
              makeParameter(),
              makeParameter({ name: 'region', required: true }),
              makeParameter({ name: 'old', deprecated: true }),
            ],
            effect: { kind: 'lists', schema: 'Volume', by: ['name', 'region'] },
            rateLimits: [
              { name: 'volumes', limit: 5, window: 'PT10S' },
              { name: 'volume-files', limit: 50, window: 'PT20S', counts: 'body.files' },
            ],
            scopes: ['block_storage:read', 'tag:read'],
          }),
          makeOperation({
            id: 'volumes_create',
            method: 'post',
            parameters: [makeParameter({ name: 'Idempotency-Key', in: 'header' })],
            body: {
              required: true,
              content: [{ mediaType: 'application/json', schema: { $ref: '#/components/schemas/VolumeCreate' }, examples: [] }],
            },
            replies: [makeReply('201', { $ref: '#/components/schemas/VolumeResponse' }), makeReply('400'), makeReply('409')],
            security: [],
            stability: 'beta',
          }),
          makeOperation({
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
              makeReply('202', { oneOf: [{ $ref: '#/x/Action' }, { type: 'array', items: { type: 'string' } }] }),
              makeReply('422'),
            ],
            security: writes,
            effect: { kind: 'acts-on', schema: 'Volume', by: [] },
            action: { types: ['attach', 'detach'], 'resource-type': 'volume', locks: ['Volume', 'Droplet'], duration: 'PT5S' },
          }),
        ]),
        makeFamily([], 'shared'),
      ],
    }),
    makeApi({
      name: 'tools',
      families: [
        makeFamily(
          [
            makeOperation({
              id: 'tools_call_list',
              method: 'post',
              path: '/tools/list',
              replies: [makeReply('200', { type: 'string' }, 'text/event-stream'), makeReply('422')],
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
