import { edit, goodDocument, wholeReplies } from '../testing/good-document.ts'
import { testRule } from '../testing/rule.ts'

testRule('root-key', [
  { name: 'accepts the good document', input: goodDocument, expected: [] },
  {
    name: 'catches a root that is optional',
    input: edit(wholeReplies, { 'required: [thing]': 'required: []' }),
    expected: [
      [
        '#/paths/~1v2~1things/post/responses/201/content/application~1json/schema',
        'Expected the 201 of things_create to require the root `thing`, `things`; found `thing` that is optional. Add `thing`',
      ],
    ],
  },
  {
    name: 'catches another root',
    input: edit(wholeReplies, {
      'required: [things, meta]': 'required: [items, meta]',
      '        things: { type: array': '        items: { type: array',
    }),
    expected: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'to require the root `things`; found an object with `items`, `links`, `meta`',
      ],
    ],
  },
  {
    name: 'catches a bare array, also for computed responses',
    input: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingList' }": "schema: { type: array, items: { $ref: '#/components/schemas/Thing' } }",
      '{ lists: Thing, by: [region] }': '{ computes: from nothing at all }',
    }),
    expected: [
      [
        '#/paths/~1v2~1things/get/responses/200/content/application~1json/schema',
        'Expected the 200 of things_list to be a JSON object; found `array`',
      ],
    ],
  },
  {
    name: 'catches a union branch without a root',
    input: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingResponse' }":
        "schema: { oneOf: [{ $ref: '#/components/schemas/ThingResponse' }, { $ref: '#/components/schemas/Thing' }] }",
    }),
    expected: [['#/paths/~1v2~1things/post/responses/201/content/application~1json/schema', 'found an object with `id`, `name`, `status`']],
  },
  {
    name: 'accepts a collection as the response of a bulk create',
    input: edit(wholeReplies, {
      "schema: { $ref: '#/components/schemas/ThingResponse' }": "schema: { $ref: '#/components/schemas/ThingList' }",
    }),
    expected: [],
  },
  {
    name: 'requires an action root for operations that start actions',
    input: edit(wholeReplies, { '{ creates: Thing }': '{ acts-on: Thing, starts: { types: [on], resource-type: thing } }' }),
    expected: [['#/paths/~1v2~1things/post/responses/201/content/application~1json/schema', 'to require the root `action`, `actions`']],
  },
  {
    name: 'ignores computed objects',
    input: edit(wholeReplies, { 'required: [thing]': 'required: []', '{ creates: Thing }': '{ computes: from nothing at all }' }),
    expected: [],
  },
])
