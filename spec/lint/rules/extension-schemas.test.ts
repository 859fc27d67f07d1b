import { edit, goodDocument } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

const entry = `openapi: 3.1.1
info: { title: All, version: 2.0.0 }
`

testRule('extension-schemas', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches an unknown extension',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n":
        "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n      x-internal: true\n",
    }),
    expected: [['#/paths/~1v2~1things/get/x-internal', 'Expected one of our extensions (`x-resource`, `x-lifecycle`, `x-effect`']],
  },
  {
    name: 'catches a decision that names internal documents',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n":
        "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n      x-provenance: { from: ours, note: The facts say nothing of it. }\n",
    }),
    expected: [['#/paths/~1v2~1things/get/x-provenance/note', 'name the public document']],
  },
  {
    name: 'catches an extension in another place',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n":
        "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n      x-lifecycle: { field: status, initial: new }\n",
    }),
    expected: [['#/paths/~1v2~1things/get/x-lifecycle', 'Expected `x-lifecycle` on a schema component; found it on an operation']],
  },
  {
    name: 'catches a schema extension on a property',
    input: edit(goodDocument, { 'description: Given by the server., ': 'description: Given by the server., x-resource: { one: a }, ' }),
    expected: [
      ['#/components/schemas/Thing/properties/id/x-resource', 'Expected `x-resource` on a schema component; found it on a property'],
    ],
  },
  {
    name: 'catches an extension next to a reference',
    input: edit(goodDocument, {
      "thing: { $ref: '#/components/schemas/Thing' }\n    ThingList":
        "thing: { $ref: '#/components/schemas/Thing', x-decison: A slip of the pen. }\n    ThingList",
    }),
    expected: [['#/components/schemas/ThingResponse/properties/thing/x-decison', 'found `x-decison`']],
  },
  {
    name: 'catches an extension on a parameter, a response and a tag',
    input: edit(goodDocument, {
      '          example: nyc3\n': '          example: nyc3\n          x-a: 1\n',
      '          description: The new thing.\n': '          description: The new thing.\n          x-b: 1\n',
      '  - name: Things\n': '  - name: Things\n    x-c: 1\n',
    }),
    expected: [
      ['#/tags/0/x-c', 'found `x-c`'],
      ['#/paths/~1v2~1things/get/parameters/0/x-a', 'found `x-a`'],
      ['#/paths/~1v2~1things/post/responses/201/x-b', 'found `x-b`'],
    ],
  },
  {
    name: 'catches an extension in the head of a referenced document',
    input: { 'control/openapi.yaml': entry, 'control/things.yaml': edit(goodDocument, { 'version: 2.0.0 }': 'version: 2.0.0, x-d: 1 }' }) },
    entry: 'control/openapi.yaml',
    expected: [['#/info/x-d', 'found `x-d`']],
  },
  {
    name: 'ignores headers and properties that start with `x-`',
    input: edit(goodDocument, {
      'id: { type: integer, description: Given by the server., examples: [1] }':
        'id: { type: integer, description: Given by the server., examples: [1] }\n        x-forwarded-for: { type: string, description: A property., examples: [a] }',
    }),
    expected: [],
  },
  {
    name: 'x-resource: catches an unknown key and a wrong kind',
    input: edit(goodDocument, {
      "x-resource: { one: thing, many: things, urn: 'do:thing:{id}', unique: [name] }":
        'x-resource: { one: thing, many: things, id: { field: id, kind: number }, plural: things }',
    }),
    expected: [
      ['#/components/schemas/Thing/x-resource', 'found a value that must NOT have additional properties (plural)'],
      ['#/components/schemas/Thing/x-resource/id/kind', 'found /id/kind that must be equal to one of the allowed values'],
    ],
  },
  {
    name: 'x-lifecycle: catches an invalid duration',
    input: edit(goodDocument, { 'after: PT60S': 'after: 60s' }),
    expected: [
      [
        '#/components/schemas/Thing/x-lifecycle/transitions/0/after',
        'Expected `x-lifecycle` to match lint/extensions/x-lifecycle.json; found /transitions/0/after that must match pattern',
      ],
    ],
  },
  {
    name: 'x-effect: catches two verbs',
    input: edit(goodDocument, { '{ creates: Thing }': '{ creates: Thing, updates: Thing }' }),
    expected: [['#/paths/~1v2~1things/post/x-effect', 'found a value that must match exactly one schema in oneOf']],
  },
  {
    name: 'x-effect: catches an action without types',
    input: edit(goodDocument, { 'starts: { types: [switch_off], ': 'starts: { ' }),
    expected: [['#/paths/~1v2~1things~1{thing_id}/delete/x-effect/starts', "that must have required property 'types'"]],
  },
  {
    name: 'x-rate-limit: accepts one limit and several limits',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n":
        "      x-rate-limit: { name: thing-list, limit: 10, window: PT60S }\n      security: [{ oauth2: [read] }, { personalAccessToken: ['thing:read'] }]\n",
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      x-rate-limit: [{ name: thing-list, limit: 10, window: PT60S }, { name: files, limit: 50, window: PT20S, counts: body.files, methods: [POST] }]\n      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n",
    }),
    expected: [],
  },
  {
    name: 'x-tool: catches an invalid kind and target',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n      x-tool: { name: thing-create, kind: write, idempotent: false, calls: things_create, arguments: { name: { to: header.name, as: list } } }\n",
    }),
    expected: [
      ['#/paths/~1v2~1things/post/x-tool/kind', 'that must be equal to one of the allowed values'],
      ['#/paths/~1v2~1things/post/x-tool/arguments/name', '/arguments/name that must be string'],
      ['#/paths/~1v2~1things/post/x-tool/arguments/name/to', '/arguments/name/to that must match pattern'],
      [
        '#/paths/~1v2~1things/post/x-tool/arguments/name',
        '/arguments/name that must match exactly one schema in oneOf. Its schema says: path.<name>',
      ],
    ],
  },
  {
    name: 'x-provenance: catches an unknown source',
    input: edit(goodDocument, {
      "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n":
        "      security: [{ oauth2: [read, write] }, { personalAccessToken: ['thing:create'] }]\n      x-provenance: { from: rumor, note: Somebody said so. }\n",
    }),
    expected: [
      [
        '#/paths/~1v2~1things/post/x-provenance/from',
        'that must be equal to one of the allowed values (seed, observed, client, document, ours). Its schema says: Source. `seed`',
      ],
    ],
  },
  {
    name: 'x-messages: catches an unsupported keyword',
    input: edit(goodDocument, { 'x-provenance: { from: ours, note: One word is our limit. }': 'x-messages: { title: invalid name }' }),
    expected: [['#/components/schemas/ThingCreate/properties/name/x-messages', 'Error messages of the platform']],
  },
  {
    name: 'x-provenance: catches an empty note',
    input: edit(goodDocument, { 'One word is our limit.': "''" }),
    expected: [['#/components/schemas/ThingCreate/properties/name/x-provenance/note', 'must NOT have fewer than 8 characters']],
  },
])
